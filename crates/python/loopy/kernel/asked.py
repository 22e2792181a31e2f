"""What a kernel answers about its names and statements."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from pytools import UniqueNameGenerator

from loopy._absent import absent
from loopy.diagnostic import LoopyError
from loopy.kernel.data import AddressSpace, TemporaryVariable, ValueArg
from loopy.types import NumpyType


class Asked:
    """Questions whose answers follow from the statements and variables of a kernel."""

    args: Any
    arg_dict: Any
    temporary_variables: Any
    instructions: Any
    id_to_insn: Any
    inames: Any
    _native: Any

    def get_var_descriptor(self, name: str) -> Any:
        """The variable of that name; an iname is a number."""
        found = self.arg_dict.get(name, self.temporary_variables.get(name))
        if found is None and name in self.inames:
            found = TemporaryVariable(name, self.index_dtype, shape=())
        if found is None:
            raise ValueError(f"there is no variable {name!r}")
        return found

    @property
    def index_dtype(self) -> NumpyType:
        """The type that inames have in code."""
        return NumpyType("int32")

    def non_iname_variable_names(self) -> set[str]:
        return {*self.arg_dict, *self.temporary_variables}

    def global_var_names(self) -> set[str]:
        arrays = {one.name for one in self.args if not isinstance(one, ValueArg)}
        return arrays | self._in(AddressSpace.GLOBAL)

    def local_var_names(self) -> set[str]:
        return self._in(AddressSpace.LOCAL)

    def _in(self, space: str) -> set[str]:
        return {name for name, one in self.temporary_variables.items() if one.address_space == space}

    def local_mem_use(self) -> Any:
        """Bytes of the memory that a work group shares."""
        return sum(self.temporary_variables[name].nbytes for name in self.local_var_names())

    def get_unwritten_value_args(self) -> set[str]:
        return {one.name for one in self.args if isinstance(one, ValueArg)}

    def get_temporary_to_base_storage_map(self) -> dict[str, str]:
        """Nothing: each temporary has memory of its own."""
        return {}

    def all_insn_inames(self) -> dict[str, frozenset[str]]:
        return {one.id: one.within_inames for one in self.instructions}

    def all_referenced_inames(self) -> set[str]:
        return set().union(*self.all_insn_inames().values())

    def iname_to_insns(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {name: set() for name in self.inames}
        for one in self.instructions:
            for name in one.within_inames:
                found[name].add(one.id)
        return found

    def all_group_names(self) -> frozenset[str]:
        return frozenset().union(*(one.groups | one.conflicts_with_groups for one in self.instructions))

    def get_group_name_generator(self) -> UniqueNameGenerator:
        return UniqueNameGenerator(set(self.all_group_names()))

    def make_unique_instruction_id(
        self,
        insns: Iterable[Any] | None = None,
        based_on: str = "insn",
        extra_used_ids: frozenset[str] = frozenset(),
    ) -> str:
        taken = {one.id for one in (self.instructions if insns is None else insns)}
        return str(UniqueNameGenerator(taken | extra_used_ids)(based_on))

    def get_nosync_set(self, insn_id: str, scope: str) -> frozenset[str]:
        """The statements of which a statement promises that no barrier is needed between."""
        if scope not in ("local", "global"):
            raise ValueError(f"a barrier is 'local' or 'global', not {scope!r}")
        pairs = self.id_to_insn[insn_id].no_sync_with
        return frozenset(other for other, kind in pairs if kind in (scope, "any"))

    def recursive_insn_dep_map(self) -> dict[str, frozenset[str]]:
        """What each statement comes after, directly or not."""
        found: dict[str, frozenset[str]] = {}

        def before(name: str, path: tuple[str, ...]) -> frozenset[str]:
            if name in path:
                raise LoopyError(f"statements wait for each other: {', '.join(path)}")
            if name not in found:
                own = self.id_to_insn[name].depends_on
                found[name] = own.union(*(before(one, (*path, name)) for one in own))
            return found[name]

        for one in self.instructions:
            before(one.id, ())
        return found

    @property
    def preambles(self) -> tuple[tuple[str, str], ...]:
        """Code that stands in front of the kernel's, each piece with its place."""
        word = "  preamble "
        lines = self._native().text.splitlines()
        texts = [line.removeprefix(word) for line in lines if line.startswith(word)]
        return tuple((f"{at:02}", json.loads(text)) for at, text in enumerate(texts))

    @property
    def iname_slab_increments(self) -> dict[str, tuple[int, int]]:
        """How many first and last iterations of loops have code of their own."""
        from loopy.kernel.rebuild import Header

        return Header(self._native().text).slabs

    @property
    def applied_iname_rewrites(self) -> tuple[Any, ...]:
        """Nothing: what became of loops stands in the kernel itself."""
        return ()

    symbol_manglers: tuple[Any, ...] = ()

    mangle_symbol = absent("each name of a kernel is declared")
    cache_manager = absent("the compiler keeps what it needs again by itself")

    @property
    def overridden_get_grid_sizes_for_insn_ids(self) -> None:
        """Nothing: sizes of grids follow from loops."""
        return None
