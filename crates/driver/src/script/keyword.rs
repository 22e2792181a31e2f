//! Loo.py's parameters of transforms, where ours are other words or stand in another order.

use super::namespace::refuse;
use diag::{Diagnostic, Origin};
use std::fmt::Write;

/// What a parameter of Loo.py's is here, where it is not one of the same name.
#[derive(Debug, Clone, Copy)]
enum Meaning {
    Is(&'static str),
    /// Without effect, and why.
    Idle(&'static str),
    /// Allowed with this value only, and why.
    Only(&'static str, &'static str),
}

use Meaning::{Idle, Is, Only};
use script::Value;

/// A transform as Loo.py has it.
struct Loopy {
    name: &'static str,
    /// Its parameters behind the kernel, in order.
    parameters: &'static str,
    differ: &'static [(&'static str, Meaning)],
}

const fn agrees(name: &'static str, parameters: &'static str) -> Loopy {
    Loopy { name, parameters, differ: &[] }
}

const fn differs(
    name: &'static str,
    parameters: &'static str,
    differ: &'static [(&'static str, Meaning)],
) -> Loopy {
    Loopy { name, parameters, differ }
}

const CHECKED: Meaning = Idle("each step is checked");
const RANGES: Meaning = Only("True", "a loop over another range would run other iterations");
const SPACE: Meaning = Is("temporary_address_space");

/// All that are in both.
const TRANSFORMS: &[Loopy] = &[
    differs(
        "add_barrier",
        "insn_before insn_after id_based_on tags synchronization_kind mem_kind within_inames",
        &[("mem_kind", Idle("barriers fence local and global memory"))],
    ),
    agrees("add_dependency", "insn_match depends_on"),
    differs("add_dtypes", "dtype_dict", &[("dtype_dict", Is("dtypes"))]),
    agrees("add_inames_to_insn", "inames insn_match"),
    differs(
        "add_nosync",
        "scope source sink bidirectional force empty_ok",
        &[("empty_ok", Is("allow_empty"))],
    ),
    agrees("add_padding", "variable axis align_bytes"),
    differs(
        "add_prefetch",
        "var_name sweep_inames dim_arg_names default_tag rule_name temporary_name temporary_address_space temporary_scope \
         footprint_subscripts fetch_bounding_box fetch_outer_inames prefetch_insn_id within",
        &[
            ("var_name", Is("var")),
            ("temporary_scope", SPACE),
            ("stream_iname", Only("None", "`rotate_registers` keeps what neighbouring iterations read")),
        ],
    ),
    agrees("assignment_to_subst", "lhs_name extra_arguments within force_retain_argument"),
    differs("assume", "assumptions", &[("assumptions", Is("text"))]),
    agrees(
        "buffer_array",
        "var_name buffer_inames init_expression store_expression within default_tag temporary_scope fetch_bounding_box",
    ),
    differs(
        "chunk_iname",
        "split_iname num_chunks outer_iname inner_iname outer_tag inner_tag slabs do_tagged_check within",
        &[
            ("split_iname", Is("iname")),
            ("slabs", Only("(0, 0)", "each chunk has bounds of its own")),
            ("do_tagged_check", CHECKED),
        ],
    ),
    agrees("concatenate_arrays", "array_names new_name axis_nr"),
    agrees("diff_kernel", "diff_outputs by diff_iname_prefix batch_axes_in_by copy_outputs"),
    agrees("duplicate_inames", "inames within new_inames suffix tags"),
    agrees("expand_subst", "within"),
    agrees("extract_subst", "subst_name template parameters within"),
    differs(
        "fix_parameters",
        "",
        &[("within", Only("None", "a parameter has one value in all of a kernel"))],
    ),
    agrees("join_inames", "inames new_iname tag within"),
    agrees("make_reduction_inames_unique", "inames within"),
    differs("map_domain", "transform_map", &[("transform_map", Is("map"))]),
    differs(
        "precompute",
        "subst_use sweep_inames within storage_axes temporary_name precompute_inames precompute_outer_inames \
         storage_axis_to_tag default_tag dtype fetch_bounding_box temporary_address_space compute_insn_id \
         _enable_mirgecom_workaround",
        &[
            ("subst_use", Is("rule_or_invocations")),
            ("_enable_mirgecom_workaround", Idle("what it works around is not here")),
        ],
    ),
    agrees("prioritize_loops", "loop_priority"),
    agrees("privatize_temporaries_with_inames", "privatizing_inames only_var_names"),
    differs(
        "realize_reduction",
        "insn_id_filter unknown_types_ok automagic_scans_ok force_scan force_outer_iname_for_scan",
        &[
            ("unknown_types_ok", Idle("the types that are needed are inferred first")),
            ("automagic_scans_ok", Only("False", "`force_scan=True` asks for scans")),
        ],
    ),
    agrees("remove_inames_from_insn", "inames insn_match"),
    agrees("remove_instructions", "insn_ids"),
    agrees("remove_predicates_from_insn", "predicates insn_match"),
    agrees("remove_unused_arguments", ""),
    agrees("remove_unused_inames", "inames"),
    differs(
        "rename_argument",
        "old_name new_name existing_ok",
        &[("existing_ok", Only("False", "each name is one variable"))],
    ),
    differs(
        "rename_iname",
        "old_iname new_iname existing_ok within preserve_tags raise_on_domain_mismatch",
        &[
            ("preserve_tags", Only("True", "`untag_inames` takes tags away")),
            ("raise_on_domain_mismatch", RANGES),
        ],
    ),
    differs(
        "rename_inames",
        "old_inames new_iname existing_ok within raise_on_domain_mismatch",
        &[("raise_on_domain_mismatch", RANGES)],
    ),
    differs(
        "save_and_reload_temporaries",
        "entrypoint",
        &[("entrypoint", Idle("a kernel is a program of its own"))],
    ),
    differs("set_argument_order", "arg_names", &[("arg_names", Is("argument_order"))]),
    agrees("set_instruction_priority", "insn_match priority"),
    agrees("set_temporary_address_space", "temp_var_names address_space"),
    agrees("simplify_indices", ""),
    agrees("split_array_axis", "array_names axis_nr count order"),
    differs(
        "split_iname",
        "split_iname inner_length outer_iname inner_iname outer_tag inner_tag slabs do_tagged_check within",
        &[("split_iname", Is("iname")), ("do_tagged_check", CHECKED)],
    ),
    agrees("split_reduction_inward", "inames within"),
    agrees("split_reduction_outward", "inames within"),
    differs("tag_array_axes", "ary_names dim_tags", &[("ary_names", Is("array_names"))]),
    differs("tag_inames", "iname_to_tag force ignore_nonexistent", &[("iname_to_tag", Is("tags"))]),
    differs("tag_instructions", "new_tag within", &[("within", Is("insn_match"))]),
    agrees("to_batched", "nbatches batch_varying_args batch_iname_prefix sequential"),
    agrees("unprivatize_temporaries_with_inames", "privatizing_inames only_var_names"),
    differs("untag_inames", "iname_to_untag tag_type", &[("iname_to_untag", Is("inames"))]),
];

/// Keywords of other functions that are refused, and why.
const REFUSED: &[(&str, &str, &str)] = &[
    ("instructions", "happens_after", "`depends_on` says it"),
    ("c_preprocess", "include_paths", "what a script reads stands in it"),
    ("get_op_map`, `get_mem_access_map", "within", "counts are of all statements together"),
    (
        "parse_fortran",
        "free_form",
        "the name of the file says it: `filename=\"<source>.f\"` is in fixed form",
    ),
];

/// Names of the kernel where it is given by keyword.
pub(super) const KERNEL: &[&str] = &["kernel", "program", "t_unit", "translation_unit", "prog", "knl"];

/// The arguments behind the kernel, by our names where Loo.py's are others.
///
/// # Errors
/// A value that has a meaning which is not here.
pub(super) fn translated<'a>(
    name: &str,
    positional: &[Value],
    named: &[(&'a str, Value)],
    origin: Origin,
) -> script::Result<Vec<(Option<&'a str>, Value)>> {
    let loopy = TRANSFORMS.iter().find(|loopy| loopy.name == name);
    let mut words = loopy.map_or("", |loopy| loopy.parameters).split_whitespace();
    let mut given = Vec::new();
    for value in positional {
        let word = words.next().filter(|_| loopy.is_some_and(|loopy| !loopy.differ.is_empty()));
        given.push((word, value.clone()));
    }
    given.extend(named.iter().map(|(word, value)| (Some(*word), value.clone())));
    let mut own = Vec::new();
    for (word, value) in given {
        let meaning = |(differs, meaning): &(&str, Meaning)| (word == Some(*differs)).then_some(*meaning);
        match loopy.and_then(|loopy| loopy.differ.iter().find_map(meaning)) {
            None => own.push((word, value)),
            Some(Is(_)) if value.is_none() => {}
            Some(Is(here)) => own.push((Some(here), value)),
            Some(Idle(_)) => {}
            Some(Only(allowed, _)) if value.is_none() || value.to_string() == allowed => {}
            Some(Only(allowed, why)) => {
                let word = word.unwrap_or_default();
                let message = format!("`{word}` of `{name}` can only be `{allowed}`, not `{value}`: {why}");
                return Err(refuse(Diagnostic::error("lp::script::argument", message), origin));
            }
        }
    }
    Ok(own)
}

/// The table as Markdown.
pub(super) fn table() -> String {
    let mut text = "\n## Keywords\n\nIn scripts the parameters of all transforms have Loo.py's names and order, besides ours. These are \
                    other words in pipelines, or have no meaning of their own here:\n\n| call | keyword | here |\n|---|---|---|\n"
        .to_owned();
    for Loopy { name, differ, .. } in TRANSFORMS {
        for (word, meaning) in *differ {
            let here = match meaning {
                Is(own) => format!("`{own}`"),
                Idle(why) => format!("without effect: {why}"),
                Only(allowed, why) => format!("only `{allowed}`: {why}"),
            };
            let _ = writeln!(text, "| `{name}` | `{word}` | {here} |");
        }
    }
    for (name, word, why) in REFUSED {
        let name = if *name == "instructions" { (*name).to_owned() } else { format!("`{name}`") };
        let _ = writeln!(text, "| {name} | `{word}` | refused: {why} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_parameter_is_one_of_ours() {
        for Loopy { name, parameters, differ } in TRANSFORMS {
            let spec = crate::registry::registry().find(name).expect(name);
            let own = |word: &str| {
                pass::GENERIC_KEYWORDS.contains(&word) || spec.params.iter().any(|param| param.name == word)
            };
            for word in parameters.split_whitespace() {
                match differ.iter().find(|(differs, _)| *differs == word) {
                    Some((_, Is(here))) => assert!(own(here), "`{name}` has no `{here}`"),
                    Some(_) => assert!(!own(word), "`{name}` has `{word}`"),
                    None => assert!(own(word), "`{name}` has no `{word}`"),
                }
            }
        }
    }

    /// Where all parameters are ours, they stand where ours do.
    #[test]
    fn parameters_of_one_name_have_one_place() {
        for Loopy { name, parameters, .. } in TRANSFORMS.iter().filter(|loopy| loopy.differ.is_empty()) {
            let spec = crate::registry::registry().find(name).expect(name);
            for (param, word) in spec.params.iter().zip(parameters.split_whitespace()) {
                assert_eq!(param.name, word, "of `{name}`");
            }
        }
    }
}
