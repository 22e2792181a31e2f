"""What stands for something that is to be found out."""


class auto:  # noqa: N801
    """Given in the place of what is to be found out."""


def is_auto(value: object) -> bool:
    """Whether a value is `auto`."""
    return value is auto or value == "auto"
