import pytest

from tests.fifth.package import install


@pytest.fixture(scope="package")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the example title is installed."""
    return install(tmp_path_factory.mktemp("ferries"))
