"""Options of kernels. Most steer Loo.py's own work and change nothing here."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar


@dataclass(unsafe_hash=True)
class Options:
    """How a kernel is called, and what it may compute. Kernels keep a copy of what they are given."""

    annotate_inames: bool = False
    trace_assignments: bool = False
    trace_assignment_values: bool = False
    skip_arg_checks: bool = False
    no_numpy: bool = False
    cl_exec_manage_array_events: bool = True
    return_dict: bool = False
    write_wrapper: bool = False
    write_code: bool = False
    edit_code: bool = False
    highlight_wrapper: bool = False
    highlight_code: bool = False
    allow_terminal_colors: bool = False
    allow_fp_reordering: bool = True
    build_options: Any = ()
    disable_global_barriers: bool = False
    check_dep_resolution: bool = True
    enforce_variable_access_ordered: Any = True
    enforce_array_accesses_within_bounds: Any = True
    insert_gbarriers: bool = False

    # Older names of some, which can be asked for, too.
    _LEGACY: ClassVar[dict[str, str]] = {
        "write_cl": "write_code",
        "edit_cl": "edit_code",
        "highlight_cl": "highlight_code",
        "cl_build_options": "build_options",
    }

    @classmethod
    def of(cls, given: Any) -> Options:
        """Options as a text, a dictionary or an object."""
        return replace(given) if isinstance(given, Options) else cls().changed(given)

    def changed(self, given: Any) -> Options:
        """Some options changed. Of an object those count that are set there, as in Loo.py."""
        if given is None:
            return self
        if isinstance(given, Options):
            given = {one.name: getattr(self, one.name) or getattr(given, one.name) for one in fields(self)}
        if isinstance(given, str):
            parts = [part.partition("=") for part in given.split(",") if part.strip()]
            given = {name.strip(): value.strip() not in ("0", "False", "false") for name, _, value in parts}
        renamed = {str(self._LEGACY.get(name, name)): value for name, value in dict(given).items()}
        known = {field.name for field in fields(self)}
        for name in renamed:
            if name not in known:
                raise ValueError(f"there is no option {name!r}")
        return replace(self, **renamed)

    def copy(self, **changes: Any) -> Options:
        """The same with some options changed."""
        return self.changed(changes)

    def get_copy_kwargs(self, **changes: Any) -> dict[str, Any]:
        return {**{one.name: getattr(self, one.name) for one in fields(self)}, **changes}

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        key_builder.rec(key_hash, repr(self))

    @property
    def write_cl(self) -> bool:
        return self.write_code

    @property
    def edit_cl(self) -> bool:
        return self.edit_code

    @property
    def highlight_cl(self) -> bool:
        return self.highlight_code

    @property
    def cl_build_options(self) -> Any:
        return self.build_options


def make_options(options_arg: Any) -> Options:
    """Options as a text, a dictionary or an object."""
    return Options.of(options_arg)
