"""Why tests of upstream's fail here: for each reason what the test's name or its error matches."""

# The first that matches counts.
REASONS = [
    (
        "the order of two accesses is said by nothing but the text; upstream takes one order, and warns of some",
        r"legality::ambiguous",
    ),
    (
        "work items or groups touch one element in no order, or a barrier would have to order groups; "
        "upstream's code has the race",
        r"barriers::(race|groups)|iname::axis-clash|test_ilp_write_race_detection_global",
    ),
    ("the order of the original is not kept", r"legality::order"),
    ("plain C code has no complex numbers yet", r"codegen::complex"),
    ("instructions in C: nothing tells what such a text reads and writes", r"CInstruction"),
    (
        "calls without a result, which only have effects that nobody knows",
        r"a statement that assigns nothing",
    ),
    ("structures and types of vectors: elements are numbers", r"elements are numbers|test_float3|make_uint2"),
    (
        "functions that Python describes: a line `function f(x: float64) : float64` takes their place",
        r"ScalarCallable|mangler|test_glibc_bessel|random123|test_global_mc_parallel|log2",
    ),
    ("arrays of which each subscript along an axis is an array of its own, in calls", r"separate parts"),
    (
        "upstream's test wants its own spelling of generated code or of a kernel's text",
        r"floor_div'|test_integer_associativity|test_tight_loop_bounds_codegen|test_nosync_option_parsing"
        r"|test_header_extract|test_math_function|streaming_store|test_local_barrier_mem_kind"
        r"|test_c_caching|test_assign_single_precision|test_rename_argument_with_auto_stride",
    ),
    (
        "upstream's own data structures and helpers, which have no part in making or calling kernels",
        r"No module named|cannot import name|test_domain_tree_nesting|test_double_resolving|test_unscheduled_insn"
        r"|test_remove_predicates_from_insn|test_temp_var_type_deprecated_usage|overridden_get_grid_sizes",
    ),
    (
        "the test wants an error or a warning where the program has a meaning, and that is what it computes",
        r"DID NOT RAISE (ReductionIsNot|MissingBarrier|MissingDefinition|VariableAccess|DependencyCycle)"
        r"|test_same_loop_node|test_save_ambiguous|test_different_index_dtypes|test_incomplete_entrypoint"
        r"|test_input_args_are_required",
    ),
    (
        "subscripts that may lie outside are found when a kernel runs (`verify`, `lprun`), not when code is made",
        r"test_check_bounds_with_caller|test_access_check_with_conditionals",
    ),
    (
        "the test wants what temporaries that share memory without waiting leave; here each has its own, and keeps "
        "its values",
        r"base_storage|base-storage|AddressSpace is shared"
        r"|test_missing_definition_check_respects_aliases",
    ),
    (
        "the test wants a number that upstream estimates where a library is missing; the number here is exact",
        r"test_op_counter_triangular_domain|test_mem_access_counter_mixed",
    ),
    (
        "`/` of integers is a quotient of real numbers, as upstream's types say; its code cuts it off",
        r"test_divide_precedence",
    ),
    (
        "what the test wants refused is refused earlier, where the kernel is made",
        r"test_nonsense_reduction|test_write_parameter",
    ),
    ("the statements of the test wait for each other", r"verify::dependency-cycle"),
    (
        "the test reads what nothing has written, or gives arrays that are shorter than it declares",
        r"test_finite_difference_expr_subst|test_callee_with_auto_offset|negative-subscript",
    ),
    ("priorities of loops that contradict each other, or the nest", r"schedule::priority|prioritize::cycle"),
    (
        "work groups and arrays of their own have sizes that are known before a run",
        r"work-items-not-constant|chunk::unbounded|test_variable_size_temporary",
    ),
    (
        "temporaries whose size is a parameter lie in global memory, and are counted there",
        r"test_mem_access_counter_global_temps",
    ),
    ("the program of the test calls a function that nothing describes", r"test_tunit_to_python"),
    ("a factor that is taken out of a sum rounds once instead of in each term", r"collect_common_factors"),
    (
        "one loop for statements or reductions that have one each here, or other names of loops and of dependencies",
        r"loop_fusion|test_matmul|test_precompute_some_exist|unknown::iname|matches-nothing|rev_deps|with_gbarrier"
        r"|redn_iname_unique|lets_.*length1|test_add_nosync|unused_hw_axes|nested_subst|test_unschedulable",
    ),
]


def reason_of(name, error):
    """Why a test fails; None where nobody has said so yet."""
    import re

    text = f"{name} {error}"
    return next((reason for reason, pattern in REASONS if re.search(pattern, text)), None)
