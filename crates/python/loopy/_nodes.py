"""Expressions as pymbolic has them, with what Loo.py adds; mappers that walk through them."""

from __future__ import annotations

from typing import Any

import pymbolic.primitives as prim
from pymbolic.mapper import (
    CachedCombineMapper as CombineMapperBase,
)
from pymbolic.mapper import (
    CachedIdentityMapper as IdentityMapperBase,
)
from pymbolic.mapper import (
    CachedWalkMapper as WalkMapperBase,
)
from pymbolic.mapper import (
    IdentityMapper as UncachedIdentityMapperBase,
)
from pymbolic.mapper import (
    WalkMapper as UncachedWalkMapperBase,
)
from pymbolic.mapper.constant_folder import ConstantFoldingMapper as ConstantFoldingMapperBase
from pymbolic.mapper.dependency import CachedDependencyMapper as DependencyMapperBase
from pymbolic.mapper.flattener import FlattenMapper as FlattenMapperBase
from pymbolic.mapper.substitutor import CachedSubstitutionMapper as SubstitutionMapperBase

from loopy.library.reduction import ReductionOperation, parse_reduction_op
from loopy.types import NumpyType


class _Node(prim.ExpressionNode):
    """A node that Loo.py adds; `children_of` are the expressions in it."""

    def children_of(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def with_children(self, children: tuple[Any, ...]) -> _Node:
        raise NotImplementedError

    def make_stringifier(self, originating_stringifier: Any = None) -> Any:
        from loopy._notation import StringifyMapper

        return StringifyMapper()


@prim.expr_dataclass()
class TaggedVariable(prim.Variable):
    """`f$tag`: an invocation of a rule that can be told from others."""

    tags: frozenset[Any] = frozenset()

    @property
    def tag(self) -> str:
        (tag,) = self.tags
        return str(tag)

    def make_stringifier(self, originating_stringifier: Any = None) -> Any:
        from loopy._notation import StringifyMapper

        return StringifyMapper()


@prim.expr_dataclass()
class Reduction(_Node):
    """A reduction: `sum(j, a[j])`. `operation` is its name."""

    operation: Any
    inames: tuple[str, ...]
    expr: Any
    allow_simultaneous: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.operation, ReductionOperation):
            object.__setattr__(self, "operation", parse_reduction_op(str(self.operation)))

    @property
    def is_tuple_typed(self) -> bool:
        return isinstance(self.expr, tuple)

    @property
    def inames_set(self) -> frozenset[str]:
        return frozenset(self.inames)

    def children_of(self) -> tuple[Any, ...]:
        return self.expr if isinstance(self.expr, tuple) else (self.expr,)

    def with_children(self, children: tuple[Any, ...]) -> Reduction:
        inner = children if isinstance(self.expr, tuple) else children[0]
        return Reduction(self.operation, self.inames, inner, self.allow_simultaneous)


@prim.expr_dataclass()
class TypeCast(_Node):
    """`cast(float32, x)`"""

    _type_name: Any
    child: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "_type_name", NumpyType(self._type_name).dtype.name)

    @property
    def type(self) -> NumpyType:
        return NumpyType(self._type_name)

    def children_of(self) -> tuple[Any, ...]:
        return (self.child,)

    def with_children(self, children: tuple[Any, ...]) -> TypeCast:
        return TypeCast(self._type_name, children[0])


@prim.expr_dataclass()
class LinearSubscript(_Node):
    """`a[[i]]`: an element by its place in memory."""

    aggregate: Any
    index: Any

    def children_of(self) -> tuple[Any, ...]:
        return (self.aggregate, self.index)

    def with_children(self, children: tuple[Any, ...]) -> LinearSubscript:
        return LinearSubscript(*children)


@prim.expr_dataclass()
class SubArrayRef(_Node):
    """`[i]: a[i, j]`: a part of an array."""

    swept_inames: Any
    subscript: Any

    @property
    def inames(self) -> frozenset[str]:
        """The names of the inames that it sweeps over."""
        names = self.swept_inames if isinstance(self.swept_inames, tuple) else (self.swept_inames,)
        return frozenset(one if isinstance(one, str) else one.name for one in names)

    def children_of(self) -> tuple[Any, ...]:
        return (self.subscript,)

    def with_children(self, children: tuple[Any, ...]) -> SubArrayRef:
        return SubArrayRef(self.swept_inames, children[0])


@prim.expr_dataclass()
class ResolvedFunction(_Node):
    """A function whose meaning is known."""

    function: Any

    @property
    def name(self) -> str:
        return self.function if isinstance(self.function, str) else self.function.name

    def children_of(self) -> tuple[Any, ...]:
        return ()

    def with_children(self, _children: tuple[Any, ...]) -> ResolvedFunction:
        return self


class _IdentityOfNodes:
    """Walks into the nodes above and builds them anew."""

    def _map_node(self, expr: Any, *args: Any, **kwargs: Any) -> Any:
        children = tuple(self.rec(child, *args, **kwargs) for child in expr.children_of())  # type: ignore
        return expr.with_children(children)

    map_reduction = map_type_cast = map_linear_subscript = _map_node
    map_sub_array_ref = map_resolved_function = _map_node

    def map_tagged_variable(self, expr: Any, *_args: Any, **_kwargs: Any) -> Any:
        return expr


class IdentityMapper(_IdentityOfNodes, IdentityMapperBase):  # type: ignore[misc, type-arg]
    """Builds expressions anew; its subclasses change some."""


class UncachedIdentityMapper(_IdentityOfNodes, UncachedIdentityMapperBase):  # type: ignore[misc, type-arg]
    """The same, which does not remember what became of parts that occur again."""


class FlattenMapper(_IdentityOfNodes, FlattenMapperBase):  # type: ignore[misc]
    """Puts sums of sums and products of products into one."""

    def is_expr_integer_valued(self, expr: Any) -> bool:
        return False


def flatten(expr: Any) -> Any:
    """An expression without sums in sums and products in products."""
    return FlattenMapper()(expr)


class ConstantFoldingMapper(_IdentityOfNodes, ConstantFoldingMapperBase):  # type: ignore[misc]
    """Computes what consists of numbers alone."""


class SubstitutionMapper(_IdentityOfNodes, SubstitutionMapperBase):  # type: ignore[misc]
    """Puts expressions in the place of variables."""


class _CombinationOfNodes:
    def _map_node(self, expr: Any, *args: Any, **kwargs: Any) -> Any:
        return self.combine(  # type: ignore[attr-defined]
            [self.rec(child, *args, **kwargs) for child in expr.children_of()]  # type: ignore[attr-defined]
        )

    map_reduction = map_type_cast = map_linear_subscript = _map_node
    map_sub_array_ref = map_resolved_function = _map_node

    def map_tagged_variable(self, expr: Any, *args: Any, **kwargs: Any) -> Any:
        return self.map_variable(expr, *args, **kwargs)  # type: ignore[attr-defined]


class CombineMapper(_CombinationOfNodes, CombineMapperBase):  # type: ignore[misc, type-arg]
    """Combines what is found in expressions."""


class DependencyMapper(_CombinationOfNodes, DependencyMapperBase):  # type: ignore[misc, type-arg]
    """Finds the variables of expressions."""

    def map_reduction(self, expr: Any, *args: Any, **kwargs: Any) -> Any:
        found = self._map_node(expr, *args, **kwargs)
        return {one for one in found if getattr(one, "name", None) not in expr.inames_set}


class _WalkThroughNodes:
    def _map_node(self, expr: Any, *args: Any, **kwargs: Any) -> None:
        if not self.visit(expr, *args, **kwargs):  # type: ignore[attr-defined]
            return
        for child in expr.children_of():
            self.rec(child, *args, **kwargs)  # type: ignore[attr-defined]
        self.post_visit(expr, *args, **kwargs)  # type: ignore[attr-defined]

    map_reduction = map_type_cast = map_linear_subscript = _map_node
    map_sub_array_ref = map_resolved_function = _map_node

    def map_tagged_variable(self, expr: Any, *args: Any, **kwargs: Any) -> None:
        self.map_variable(expr, *args, **kwargs)  # type: ignore[attr-defined]


class WalkMapper(_WalkThroughNodes, WalkMapperBase):  # type: ignore[misc, type-arg]
    """Walks through expressions, once through parts that occur again."""


class UncachedWalkMapper(_WalkThroughNodes, UncachedWalkMapperBase):  # type: ignore[misc, type-arg]
    """Walks through all of an expression."""


def name_of(expr: Any) -> str:
    """The name of a variable, or of the array of an element."""
    if isinstance(expr, (prim.Subscript, LinearSubscript)):
        return name_of(expr.aggregate)
    if isinstance(expr, SubArrayRef):
        return name_of(expr.subscript)
    if isinstance(expr, (prim.Variable, ResolvedFunction)):
        return expr.name
    raise TypeError(f"{expr} is no variable")


def get_dependencies(expr: Any) -> frozenset[str]:
    """The names of the variables in an expression, without those that reductions bind."""
    if isinstance(expr, (tuple, list)):
        return frozenset().union(*map(get_dependencies, expr))
    mapper: Any = DependencyMapper(composite_leaves=False)
    return frozenset(one.name for one in mapper(expr))


class _ReductionInames(WalkMapper):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def visit(self, expr: Any, *args: Any, **kwargs: Any) -> bool:
        if isinstance(expr, Reduction):
            self.found.update(expr.inames)
        return True


def reduction_inames(expr: Any) -> frozenset[str]:
    """The inames of all reductions in an expression."""
    walk = _ReductionInames()
    walk(expr)
    return frozenset(walk.found)
