"""Our titles by name in Gymnasium: `gymnasium.make("openoutcry/mogul-v1", seats=4)`, and many
matches at once by `gymnasium.make_vec`."""

from gymnasium.envs.registration import register as add
from gymnasium.envs.registration import registry

from openoutcry.titles import find, names


def register() -> None:
    """Every title and every version of its rules; once, however often it is called."""
    for title in [title for name in names() for title in (find(name), *find(name).older)]:
        identity = f"openoutcry/{title.name}-v{title.rules_version}"
        if identity not in registry:
            add(
                identity,
                entry_point="openoutcry.zoo.single:OneSeat",
                vector_entry_point="openoutcry.zoo.vector:make",
                kwargs={"title": title.name, "rules": title.rules_version},
                disable_env_checker=True,
            )
