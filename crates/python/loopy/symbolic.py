"""Expressions: what Loo.py adds to those of pymbolic, their text, and what becomes of sets of islpy."""

from loopy._affine import (
    aff_to_expr,
    is_expression_equal,
    pw_aff_to_expr,
    qpolynomial_to_expr,
    simplify_via_aff,
)
from loopy._nodes import (
    CombineMapper,
    DependencyMapper,
    IdentityMapper,
    LinearSubscript,
    Reduction,
    ResolvedFunction,
    SubArrayRef,
    SubstitutionMapper,
    TaggedVariable,
    TypeCast,
    WalkMapper,
    get_dependencies,
    name_of,
    reduction_inames,
)
from loopy._notation import StringifyMapper, parse, text_of

__all__ = [
    "CombineMapper",
    "DependencyMapper",
    "IdentityMapper",
    "LinearSubscript",
    "Reduction",
    "ResolvedFunction",
    "StringifyMapper",
    "SubArrayRef",
    "SubstitutionMapper",
    "TaggedVariable",
    "TypeCast",
    "WalkMapper",
    "aff_to_expr",
    "get_dependencies",
    "is_expression_equal",
    "name_of",
    "parse",
    "pw_aff_to_expr",
    "qpolynomial_to_expr",
    "reduction_inames",
    "simplify_via_aff",
    "text_of",
]
