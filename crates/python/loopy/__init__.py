"""Loo.py's names, in the compiler `lp`: kernels made of texts and objects, transforms, calls on arrays of
pyopencl and numpy.

What a name means is what it means in Loo.py 2025.2, with one difference: no step changes what a kernel
computes. What would is refused, and what is not there says so by its name (`loopy.diagnostic.NotSupported`).
`docs/loopy-compat.md` lists all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytools import strtobool

from loopy import _absent, _places, _script, _transforms
from loopy.auto_test import auto_test_vs_ref
from loopy.codegen import generate_body, generate_code, generate_code_v2, generate_header
from loopy.codegen.result import CodeGenerationResult, GeneratedProgram
from loopy.copies import make_copy_kernel
from loopy.diagnostic import AbsentName, LoopyError, LoopyWarning
from loopy.frontend.fortran import parse_fortran, parse_transformed_fortran
from loopy.kernel import KernelState, LoopKernel
from loopy.kernel.creation import make_function, make_kernel
from loopy.kernel.data import (
    AddressSpace,
    ArrayArg,
    ConstantArg,
    ConstantArrayArg,
    GlobalArg,
    ImageArg,
    KernelArgument,
    LegacyStringInstructionTag,
    SubstitutionRule,
    TemporaryVariable,
    ValueArg,
    temp_var_scope,
)
from loopy.kernel.function_interface import (
    CallableKernel,
    CallMangleInfo,
    InKernelCallable,
    ScalarCallable,
    register_callable,
)
from loopy.kernel.preambles import PreambleInfo, register_preamble_generators, register_symbol_manglers
from loopy.kernel.instruction import (
    Assignment,
    AtomicInit,
    AtomicUpdate,
    BarrierInstruction,
    CallInstruction,
    CInstruction,
    HappensAfter,
    InstructionBase,
    MemoryOrdering,
    MemoryScope,
    MultiAssignmentBase,
    NoOpInstruction,
    Optional,
    OrderedAtomic,
    UniqueName,
    UseStreamingStoreTag,
    VarAtomicity,
)
from loopy.options import Options
from loopy.preprocess import (
    add_and_infer_dtypes,
    infer_arg_descr,
    infer_unknown_types,
    preprocess_kernel,
    preprocess_program,
)
from loopy.schedule import (
    generate_loop_schedules,
    get_one_linearized_kernel,
    get_one_scheduled_kernel,
    linearize,
)
from loopy.questions import (
    show_dependency_graph,
    find_instructions,
    find_most_recent_global_barrier,
    find_one_rule_matching,
    find_rules_matching,
    get_global_barrier_order,
    get_iname_duplication_options,
    get_subkernel_to_insn_id_map,
    get_subkernels,
    has_schedulable_iname_nesting,
)
from loopy.statistics import (
    CountGranularity,
    MemAccess,
    Op,
    Sync,
    ToCountMap,
    ToCountPolynomialMap,
    gather_access_footprint_bytes,
    gather_access_footprints,
    get_mem_access_map,
    get_op_map,
    get_synchronization_map,
)
from loopy.symbolic import LinearSubscript, Reduction, TaggedVariable, TypeCast
from loopy.target import ASTBuilderBase, TargetBase, set_default_target
from loopy.target.c import (
    CFamilyTarget,
    CTarget,
    CWithGNULibcTarget,
    ExecutableCTarget,
    ExecutableCWithGNULibcTarget,
)
from loopy.target.cuda import CudaTarget
from loopy.target.execution import ExecutorBase
from loopy.target.ispc import ISPCTarget
from loopy.target.opencl import OpenCLTarget
from loopy.target.pyopencl import PyOpenCLTarget
from loopy.transform.instruction import map_instructions, replace_instruction_ids
from loopy.transform.fixed import fix_parameters
from loopy.transform.missing import add_dependency, split_iname, tag_array_axes
from loopy.transform.options import set_options
from loopy.translation_unit import (
    TranslationUnit,
    for_each_kernel,
    make_program,
    merge,
    rename_callable,
    t_unit_to_python,
)
from loopy.types import LoopyType, NumpyType, ToLoopyTypeConvertible, to_loopy_type
from loopy.typing import auto
from loopy.version import LOOPY_USE_LANGUAGE_VERSION_2018_2, MOST_RECENT_LANGUAGE_VERSION, VERSION
from loopy.caching import (
    ABORT_ON_CACHE_MISS,
    CACHING_ENABLED,
    CacheMode,
    clear_in_mem_caches,
    memoize_on_disk,
    set_caching_enabled,
)

_places.install()

_OWN = [name for name in list(globals()) if not name.startswith("_") and name not in ("annotations", "Any")]
__all__ = sorted({*_OWN, *_script.names()})


def __getattr__(name: str) -> Any:
    """Transforms, which the compiler lists, modules that nothing has needed yet, and names of which it says why
    they are not there."""
    if name.startswith("_"):
        raise AttributeError(f"loopy has no {name}")
    from importlib import import_module, util

    if not _transforms.is_transform(name) and util.find_spec(f"loopy.{name}") is not None:
        return import_module(f"loopy.{name}")
    why = "" if _transforms.is_transform(name) else _transforms.why_absent(name)
    if not why and not _transforms.is_transform(name):
        raise AbsentName(f"loopy.{name}", "Loo.py 2025.2 has no such name either")
    found = globals()[name] = _absent.function(name, why) if why else _transforms.function(name)
    return found
