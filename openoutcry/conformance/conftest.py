import pytest

from openoutcry.conformance.subjects import SUBJECTS


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", SUBJECTS)


@pytest.fixture
def matches(request: pytest.FixtureRequest) -> int:
    """How many random matches a test plays: a few thousand, or what --soak says."""
    soak: int = request.config.getoption("--soak")
    return soak or 3000
