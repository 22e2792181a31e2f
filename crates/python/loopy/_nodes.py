"""Expressions as pymbolic has them, with what Loo.py adds; mappers that walk through them."""

from __future__ import annotations

from typing import Any

import pymbolic.primitives as prim
from pymbolic.mapper import (
    CombineMapper as CombineMapperBase,
)
from pymbolic.mapper import (
    IdentityMapper as IdentityMapperBase,
)
from pymbolic.mapper import (
    WalkMapper as WalkMapperBase,
)
from pymbolic.mapper.dependency import DependencyMapper as DependencyMapperBase
from pymbolic.mapper.substitutor import SubstitutionMapper as SubstitutionMapperBase

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


class WalkMapper(WalkMapperBase):  # type: ignore[type-arg]
    """Walks through expressions."""

    def _map_node(self, expr: Any, *args: Any, **kwargs: Any) -> None:
        if not self.visit(expr, *args, **kwargs):
            return
        for child in expr.children_of():
            self.rec(child, *args, **kwargs)
        self.post_visit(expr, *args, **kwargs)

    map_reduction = map_type_cast = map_linear_subscript = _map_node
    map_sub_array_ref = map_resolved_function = _map_node

    def map_tagged_variable(self, expr: Any, *args: Any, **kwargs: Any) -> None:
        self.map_variable(expr, *args, **kwargs)


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
    if isinstance(expr, Reduction):
        return get_dependencies(expr.children_of()) - expr.inames_set
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
