"""What a kernel answers about its domains, and the sizes of its grids."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from loopy._affine import pw_aff_to_expr
from loopy._script import Call, Source, evaluate
from loopy.diagnostic import LoopyError
from loopy.kernel.data import ValueArg
from loopy.kernel.tags import AutoLocalInameTagBase, GroupInameTag, LocalInameTag


@dataclass(frozen=True)
class Bounds:
    """The first and last value of an iname and how many lie between, as functions of parameters."""

    iname: str
    lower_bound_pw_aff: Any
    upper_bound_pw_aff: Any
    size: Any


class Bounded:
    """Questions about domains."""

    args: Any
    domains: Any
    assumptions: Any
    id_to_insn: Any
    inames: Any
    parents_per_domain: Any
    _source: Source

    def all_parents_per_domain(self) -> list[list[int]]:
        """The domains around each domain, from within to without."""
        parents = self.parents_per_domain()
        found = []
        for parent in parents:
            around = []
            while parent is not None:
                around.append(parent)
                parent = parents[parent]
            found.append(around)
        return found

    def get_home_domain_index(self, iname: str) -> int:
        """The domain that an iname is a loop of."""
        import islpy as isl

        for at, domain in enumerate(self.domains):
            if iname in domain.get_var_names(isl.dim_type.set):
                return at
        raise KeyError(iname)

    def get_leaf_domain_indices(self, inames: Collection[str]) -> list[int]:
        """The innermost domains that hold these inames together with those around."""
        homes = {self.get_home_domain_index(one) for one in inames}
        around = self.all_parents_per_domain()
        outer = {parent for one in homes for parent in around[one]}
        return sorted(homes - outer)

    def combine_domains(self, domains: Iterable[int]) -> Any:
        """What several domains hold together, the outer ones first."""
        import islpy as isl

        chosen = [self.domains[at] for at in domains]
        if not chosen:
            return isl.BasicSet.universe(isl.Space.set_alloc(self.isl_context, 0, 0))
        return reduce(_together, chosen)

    def get_inames_domain(self, inames: str | Collection[str]) -> Any:
        """The domain of these inames, with those around."""
        wanted = [inames] if isinstance(inames, str) else list(inames)
        around = self.all_parents_per_domain()
        chosen: dict[int, None] = {}
        for leaf in self.get_leaf_domain_indices(wanted):
            chosen.update(dict.fromkeys([*reversed(around[leaf]), leaf]))
        return self.combine_domains(chosen)

    @property
    def isl_context(self) -> Any:
        import islpy as isl

        return self.domains[0].get_ctx() if self.domains else isl.DEFAULT_CONTEXT

    @property
    def scalar_loop_args(self) -> list[str]:
        """The arguments that bounds of loops depend on."""
        import islpy as isl

        used = {name for domain in self.domains for name in domain.get_var_names(isl.dim_type.param)}
        return [one.name for one in self.args if isinstance(one, ValueArg) and one.name in used]

    def get_constant_iname_length(self, iname: str) -> int:
        found: int = evaluate(Call(".get_constant_iname_length", (self._source, iname)))
        return found

    def get_iname_bounds(self, iname: str, constants_only: bool = False) -> Bounds:
        """The bounds of an iname; with `constants_only` those that hold for all parameters."""
        import islpy as isl

        domain, known = isl.align_two(self.get_inames_domain(iname), self.assumptions)
        domain = domain.intersect(known)
        if constants_only:
            domain = domain.project_out(isl.dim_type.param, 0, domain.dim(isl.dim_type.param))
        others = [name for name in domain.get_var_names(isl.dim_type.set) if name != iname]
        for name in others:
            kind, at = domain.get_var_dict()[name]
            domain = domain.project_out(kind, at, 1)
        lower, upper = domain.dim_min(0).coalesce(), domain.dim_max(0).coalesce()
        return Bounds(iname, lower, upper, (upper - lower + 1).coalesce())

    def get_grid_sizes_for_insn_ids_as_dicts(
        self, insn_ids: Iterable[str], callables_table: Any = None, *, ignore_auto: bool = False
    ) -> tuple[dict[int, Any], dict[int, Any]]:
        """The numbers of groups and of work items along each axis, that these statements need."""
        used = frozenset().union(*(self.id_to_insn[one].within_inames for one in insn_ids))
        groups: dict[int, Any] = {}
        items: dict[int, Any] = {}
        for name in sorted(used):
            for tag in self.inames[name].tags:
                if isinstance(tag, AutoLocalInameTagBase) and not ignore_auto:
                    raise LoopyError(f"the local axis of {name} is not chosen yet: preprocess the kernel")
                if isinstance(tag, (GroupInameTag, LocalInameTag)):
                    is_group = isinstance(tag, GroupInameTag)
                    sizes = groups if is_group else items
                    # Work groups have one size whatever the parameters are.
                    own = self.get_iname_bounds(name, constants_only=not is_group).size
                    own = own.gist(own.domain())
                    known = sizes.get(tag.axis)
                    sizes[tag.axis] = own if known is None else _larger(known, own)
        return groups, items

    def get_grid_sizes_for_insn_ids(
        self,
        insn_ids: Iterable[str],
        callables_table: Any = None,
        ignore_auto: bool = False,
        return_dict: bool = False,
    ) -> tuple[Any, Any]:
        """The same, as dictionaries or one after the other."""
        found = self.get_grid_sizes_for_insn_ids_as_dicts(insn_ids, callables_table, ignore_auto=ignore_auto)
        return found if return_dict else (_listed(found[0]), _listed(found[1]))

    def get_grid_sizes_for_insn_ids_as_exprs(
        self,
        insn_ids: Iterable[str],
        callables_table: Any = None,
        ignore_auto: bool = False,
        return_dict: bool = False,
    ) -> tuple[Any, Any]:
        """The same, as expressions."""
        found = self.get_grid_sizes_for_insn_ids_as_dicts(insn_ids, callables_table, ignore_auto=ignore_auto)
        groups, items = ({axis: pw_aff_to_expr(one) for axis, one in sizes.items()} for sizes in found)
        return (groups, items) if return_dict else (_listed(groups), _listed(items))

    def get_grid_size_upper_bounds(
        self, callables_table: Any = None, ignore_auto: bool = False, return_dict: bool = False
    ) -> tuple[Any, Any]:
        """The numbers of groups and work items that all statements need."""
        return self.get_grid_sizes_for_insn_ids(self.id_to_insn, callables_table, ignore_auto, return_dict)

    def get_grid_size_upper_bounds_as_exprs(
        self, callables_table: Any = None, ignore_auto: bool = False, return_dict: bool = False
    ) -> tuple[Any, Any]:
        """The same, as expressions."""
        return self.get_grid_sizes_for_insn_ids_as_exprs(
            self.id_to_insn, callables_table, ignore_auto, return_dict
        )


def _listed(sizes: dict[int, Any]) -> tuple[Any, ...]:
    """Sizes by their axes; an axis that nothing uses has one."""
    return tuple(sizes.get(axis, 1) for axis in range(max(sizes, default=-1) + 1))


def _larger(one: Any, other: Any) -> Any:
    import islpy as isl

    one, other = isl.align_two(one, other)
    return one.max(other).coalesce()


def _together(outer: Any, inner: Any) -> Any:
    """Two domains as one, whose loops are those of both: a loop of one may be a parameter of the other."""
    import islpy as isl

    loops = {*outer.get_var_names(isl.dim_type.set), *inner.get_var_names(isl.dim_type.set)}
    one, other = isl.align_two(_with_loops(outer, loops), _with_loops(inner, loops))
    return one.intersect(other)


def _with_loops(domain: Any, loops: set[str]) -> Any:
    """A domain of which no parameter is one of these loops."""
    import islpy as isl

    for name in loops & set(domain.get_var_names(isl.dim_type.param)):
        kind, at = domain.get_var_dict()[name]
        domain = domain.move_dims(isl.dim_type.set, domain.dim(isl.dim_type.set), kind, at, 1)
    return domain
