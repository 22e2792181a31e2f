//! The public names of Loo.py 2025.2, and what a script finds under each: the page `docs/loopy-compat.md`.

use super::make::SILENT;
use super::namespace::Namespace;
use super::target;
use std::fmt::Write;

/// All of them.
const NAMES: &str = "\
    add_and_infer_dtypes add_barrier add_dependency add_dtypes add_inames_for_unused_hw_axes add_inames_to_insn \
    add_nosync add_padding add_prefetch AddressSpace affine_map_inames alias_temporaries \
    allocate_temporaries_for_base_storage ArrayArg Assignment assignment_to_subst assume ASTBuilderBase AtomicInit \
    AtomicUpdate auto auto_test_vs_ref BarrierInstruction buffer_array c_preprocess CacheMode CallableKernel \
    CallInstruction CallMangleInfo CFamilyTarget change_arg_to_image chunk_iname CInstruction clear_in_mem_caches \
    CodeGenerationResult collect_common_factors_on_increment concatenate_arrays ConstantArg CountGranularity \
    CTarget CudaTarget CWithGNULibcTarget diff_kernel duplicate_inames ExecutableCTarget ExecutableCWithGNULibcTarget \
    ExecutorBase expand_subst extract_subst find_instructions find_most_recent_global_barrier \
    find_one_rule_matching find_padding_multiple find_rules_matching find_unused_axis_tag fix_parameters \
    fold_constants for_each_kernel fuse_kernels gather_access_footprint_bytes gather_access_footprints \
    generate_body generate_code generate_code_v2 generate_header generate_loop_schedules GeneratedProgram \
    get_dot_dependency_graph get_global_barrier_order get_iname_duplication_options \
    get_kennedy_unweighted_fusion_candidates get_mem_access_map get_one_linearized_kernel get_one_scheduled_kernel \
    get_op_map get_subkernel_to_insn_id_map get_subkernels get_synchronization_map GlobalArg HappensAfter \
    has_schedulable_iname_nesting ImageArg infer_arg_descr infer_unknown_types InKernelCallable \
    inline_callable_kernel InstructionBase ISPCTarget join_inames KernelArgument KernelState \
    LegacyStringInstructionTag linearize LinearSubscript LoopKernel LoopyError LoopyType LoopyWarning \
    make_copy_kernel make_einsum make_function make_kernel make_program make_reduction_inames_unique map_domain \
    map_instructions MemAccess memoize_on_disk MemoryOrdering MemoryScope merge MOST_RECENT_LANGUAGE_VERSION \
    MultiAssignmentBase NoOpInstruction NumpyType Op OpenCLTarget Optional Options OrderedAtomic \
    pack_and_unpack_args_for_call parse_fortran parse_transformed_fortran PreambleInfo precompute \
    preprocess_kernel preprocess_program prioritize_loops privatize_temporaries_with_inames PyOpenCLTarget \
    realize_reduction Reduction register_callable register_preamble_generators register_reduction_parser \
    register_symbol_manglers remove_inames_from_insn remove_instructions remove_predicates_from_insn \
    remove_unused_arguments remove_unused_inames rename_argument rename_callable rename_iname rename_inames \
    rename_inames_in_batch replace_instruction_ids save_and_reload_temporaries ScalarCallable set_argument_order \
    set_array_axis_names set_array_dim_names set_caching_enabled set_instruction_priority set_options \
    set_temporary_address_space set_temporary_scope show_dependency_graph simplify_indices split_arg_axis \
    split_array_axis split_array_dim split_iname split_reduction_inward split_reduction_outward SubstitutionRule \
    Sync t_unit_to_python tag_array_axes tag_data_axes tag_inames tag_instructions TaggedVariable TargetBase \
    TemporaryVariable to_batched to_loopy_type ToCountMap ToCountPolynomialMap ToLoopyTypeConvertible \
    TranslationUnit TypeCast UniqueName uniquify_instruction_ids unprivatize_temporaries_with_inames untag_inames \
    UseStreamingStoreTag ValueArg VarAtomicity VERSION";

/// Names for which there is something else, and what that is.
const ELSEWHERE: &[(&str, &str)] = &[
    ("Op", "texts such as `float32 add` in what `get_op_map` gives"),
    ("MemAccess", "texts such as `global float32 load a` in what `get_mem_access_map` gives"),
    ("Sync", "texts in what `get_synchronization_map` gives"),
    ("show_dependency_graph", "`get_dot_dependency_graph`, or `lpopt --dot dependencies`"),
    ("LinearSubscript", "`a[[i]]`"),
    ("Reduction", "`sum(i, x[i])`"),
    ("TaggedVariable", "`f$tag(x)`"),
    ("TypeCast", "`cast(float64, x)`"),
    ("auto_test_vs_ref", "`lprun FILE --against REFERENCE`"),
    (
        "CInstruction",
        "`x = f(y)`, with a line `function f(y: float64) : float64` and the text of `f` in `preambles` of `make_kernel`",
    ),
    ("register_preamble_generators", "`preambles` of `make_kernel`"),
    (
        "register_reduction_parser",
        "a line `function f(a: float64, b: float64) : float64 neutral 0.0 := a + b + a*b` among the instructions; `f(i, x[i])` \
         reduces by it",
    ),
    (
        "ScalarCallable",
        "a line `function f(x: float64) : float64` among the instructions; its code stands in `preambles` of `make_kernel`",
    ),
    ("find_instructions", "`knl.instructions`"),
    ("find_one_rule_matching", "`knl.rules`"),
    ("find_rules_matching", "`knl.rules`"),
    ("generate_body", "`lptranslate FILE --to opencl`"),
    ("generate_code", "`lptranslate FILE --to opencl`"),
    ("generate_code_v2", "`lptranslate FILE --to opencl`"),
    ("parse_transformed_fortran", "`lpopt FILE.f90`"),
    ("CountGranularity", "counts are of all work items together"),
    ("ToCountMap", "dictionaries with texts, which `get_op_map` and others give"),
    ("ToCountPolynomialMap", "dictionaries with texts, which `get_op_map` and others give"),
    ("gather_access_footprint_bytes", "`gather_access_footprints`, which counts elements"),
    ("generate_header", "`lptranslate FILE --to c`, whose functions begin with their prototype"),
    ("replace_instruction_ids", "`{id=..}` where the statement is written"),
    ("generate_loop_schedules", "`lptranslate FILE`, which shows the loop tree"),
    ("get_subkernels", "`lptranslate FILE`, which shows the launches"),
    ("get_subkernel_to_insn_id_map", "`lptranslate FILE`, which shows the statements of each launch"),
    ("get_global_barrier_order", "`lptranslate FILE`, which shows the launches in their order"),
    ("find_most_recent_global_barrier", "`lptranslate FILE`, which shows the launches in their order"),
    ("has_schedulable_iname_nesting", "`lpopt --check FILE`, which refuses loops that do not nest"),
    (
        "get_iname_duplication_options",
        "`lpopt --check FILE`, which says of loops that do not nest how to duplicate them",
    ),
];

/// Names that have no counterpart, and why.
const MISSING: &[(&str, &str)] = &[
    (
        "collect_common_factors_on_increment",
        "a factor that is taken out of a sum rounds once instead of in each term, which is another result; write it in front of the sum",
    ),
    ("ImageArg", "what a device makes of an image's elements is its own, so that nothing could be compared"),
    (
        "change_arg_to_image",
        "what a device makes of an image's elements is its own, so that nothing could be compared",
    ),
    ("find_unused_axis_tag", "it ends in an `AttributeError` in Loo.py, too"),
];

/// Names that are there with a difference.
const DIFFERENT: &[(&str, &str)] = &[
    (
        "gather_access_footprints",
        "a dictionary from texts such as `read a` to numbers of elements, as texts in the parameters",
    ),
    (
        "get_kennedy_unweighted_fusion_candidates",
        "each loop joins the first group with which the kernel still computes the same; reductions and loops around statements may be asked about together",
    ),
    (
        "get_mem_access_map",
        "a dictionary from texts such as `global float32 load a` to counts, as texts in the parameters",
    ),
    (
        "get_op_map",
        "a dictionary from texts such as `float32 add` to counts, as texts in the parameters; subscripts are not counted",
    ),
    (
        "get_synchronization_map",
        "a dictionary from `barrier_local` and `kernel_launch` to counts, as texts in the parameters",
    ),
    (
        "fuse_kernels",
        "loops and arguments of one name are one and must agree; a program in Fortran runs after the one before it",
    ),
    (
        "buffer_array",
        "a buffer that starts at zero and is added to the array is another sum, which `recognize_reductions` makes",
    ),
    (
        "diff_kernel",
        "of `loopy.transform.diff`; a pair of the new kernel and the name of the last output's derivative",
    ),
    ("inline_callable_kernel", "kernels that are merged are in place at once, and this checks that they are"),
    ("rename_callable", "the name under which `knl[\"name\"]` gives a kernel that was merged with this one"),
    (
        "make_kernel",
        "an integer in `fixed_parameters` holds for an argument that stays, which is tested at launch; `0.5` or `-0.698j` stands in the place of its parameter; \
         `silenced_warnings=\"write_race(ID)\"` promises that no two instances of the statement write one element, which `lprun` tests",
    ),
    ("merge", "the kernel that calls the others, with their statements in the place of its calls"),
];

/// Names that mean nothing outside of Python, and why.
const PYTHON: &[(&str, &[&str])] = &[
    (
        "a class that kernels are made of in memory; here a kernel is text",
        &[
            "ASTBuilderBase",
            "AtomicInit",
            "AtomicUpdate",
            "CFamilyTarget",
            "CallMangleInfo",
            "CallableKernel",
            "CodeGenerationResult",
            "ExecutorBase",
            "GeneratedProgram",
            "HappensAfter",
            "InKernelCallable",
            "InstructionBase",
            "KernelArgument",
            "KernelState",
            "LegacyStringInstructionTag",
            "LoopKernel",
            "LoopyType",
            "MemoryOrdering",
            "MemoryScope",
            "MultiAssignmentBase",
            "NumpyType",
            "Optional",
            "OrderedAtomic",
            "PreambleInfo",
            "TargetBase",
            "ToLoopyTypeConvertible",
            "TranslationUnit",
            "UniqueName",
            "UseStreamingStoreTag",
            "VarAtomicity",
            "infer_arg_descr",
            "to_loopy_type",
        ],
    ),
    ("an exception or a warning; scripts have none to catch", &["LoopyError", "LoopyWarning"]),
    (
        "caches of Loo.py's own work",
        &["CacheMode", "clear_in_mem_caches", "memoize_on_disk", "set_caching_enabled"],
    ),
    (
        "it works with functions of Python",
        &["for_each_kernel", "map_instructions", "register_symbol_manglers", "t_unit_to_python"],
    ),
    ("the version of the Python package", &["VERSION"]),
];

/// The page as Markdown.
pub fn page() -> String {
    let lp = Namespace::LOOPY;
    let mut page = "# Loo.py's names

Made by `UPDATE=1 cargo test --workspace --test all -- project::`; do not edit.

What a script finds of the public names of Loo.py 2025.2. In Python itself, `import loopy` has them too, with what is Python only here
(`docs/python.md`; `docs/upstream.md` has the tests of upstream that pass). `lp`, `np` and `isl` are there; imports
bind what they name of these, and classes of tags. A keyword that only steers Loo.py's own work, such as `index_dtype`, is accepted and has no effect; one that has a meaning which is missing here is
refused. A name that is not there yet ends the script, which says so.

| name | here |
|---|---|
"
    .to_owned();
    let mut names: Vec<&str> = NAMES.split_whitespace().collect();
    names.sort_by_key(|name| name.to_lowercase());
    for name in names {
        let _ = writeln!(page, "| `{name}` | {} |", found(&lp, name));
    }
    page.push_str(&super::keyword::table());
    page.push_str(&super::readings::table());
    page.push_str(&super::refused::table());
    page
}

/// What to say of a public name of Loo.py's that a script does not find.
pub(super) fn absent(name: &str) -> Option<String> {
    if let Some((_, other)) = ELSEWHERE.iter().find(|(known, _)| *known == name) {
        return Some(format!("use {other}"));
    }
    if let Some((why, _)) = PYTHON.iter().find(|(_, names)| names.contains(&name)) {
        return Some(format!("it is for Python only: {why}"));
    }
    if let Some((_, why)) = MISSING.iter().find(|(known, _)| *known == name) {
        return Some(format!("Loo.py's `{name}` is not there: {why}"));
    }
    let known = NAMES.split_whitespace().any(|other| other == name);
    known.then(|| format!("Loo.py's `{name}` is not there yet; `docs/loopy-compat.md` has all names"))
}

fn found(lp: &Namespace, name: &str) -> String {
    if let Some((_, why)) = SILENT.iter().find(|(silent, _)| *silent == name) {
        return format!("without effect: {why}");
    }
    if let Some((_, how)) = DIFFERENT.iter().find(|(known, _)| *known == name) {
        return format!("the same: {how}");
    }
    if let Some(how) = target::described(name) {
        return how;
    }
    if lp.has(name) {
        return "the same".to_owned();
    }
    if let Some((_, other)) = ELSEWHERE.iter().find(|(known, _)| *known == name) {
        return format!("instead: {other}");
    }
    if let Some((_, why)) = MISSING.iter().find(|(known, _)| *known == name) {
        return format!("not there: {why}");
    }
    match PYTHON.iter().find(|(_, names)| names.contains(&name)) {
        Some((why, _)) => format!("Python only: {why}"),
        None => "not there yet".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_name_has_one_place() {
        let names: Vec<&str> = NAMES.split_whitespace().collect();
        let all: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(all.len(), names.len());
        let lp = Namespace::LOOPY;
        let told = ELSEWHERE
            .iter()
            .chain(MISSING)
            .map(|(name, _)| *name)
            .chain(PYTHON.iter().flat_map(|(_, names)| names.iter().copied()));
        let told: Vec<&str> = told.collect();
        for (at, name) in told.iter().enumerate() {
            assert!(all.contains(name), "{name} is no name of Loo.py");
            assert!(!lp.has(name), "{name} is there");
            assert!(!told[..at].contains(name), "{name} is told of twice");
        }
    }
}
