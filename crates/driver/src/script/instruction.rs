//! Objects of instructions, as lines of the kernel language: `lp.Assignment("a[i]", "2*b[i]", id="twice")`.

use super::make::{Arguments, items};
use super::{convert, tags};
use script::Value;

/// Their names.
pub(super) const NAMES: &[&str] =
    &["Assignment", "CallInstruction", "NoOpInstruction", "BarrierInstruction", "SubstitutionRule"];

/// Keywords that several of them have.
const COMMON: &[&str] = &[
    "id",
    "depends_on",
    "depends_on_is_final",
    "within_inames",
    "within_inames_is_final",
    "predicates",
    "tags",
    "no_sync_with",
    "groups",
    "conflicts_with_groups",
    "priority",
];

/// The line that a call makes.
pub(super) fn call(args: &Arguments<'_>) -> script::Result<Value> {
    let with = |own: &[&'static str]| -> Vec<&str> { COMMON.iter().chain(own).copied().collect() };
    // Objects become lines of text, so that one parser says what both mean.
    let line = match args.function {
        "SubstitutionRule" => {
            args.allow_only(&["name", "arguments", "expression"], &[])?;
            let formals = texts(args.get(1, "arguments"));
            let formals =
                if formals.is_empty() { String::new() } else { format!("({})", formals.join(", ")) };
            format!("{}{formals} := {}", required(args, 0, "name")?, required(args, 2, "expression")?)
        }
        "NoOpInstruction" => {
            args.allow_only(&["id"], &with(&[]))?;
            format!("... nop{}", options(args, 0)?)
        }
        "BarrierInstruction" => {
            args.allow_only(&["id"], &with(&["synchronization_kind", "mem_kind"]))?;
            let barrier = match args.text(usize::MAX, "synchronization_kind")? {
                None | Some("global") => "gbarrier",
                Some("local") => "lbarrier",
                Some(other) => {
                    return Err(args.refuse(format!("a barrier is `local` or `global`, not `{other}`")));
                }
            };
            format!("... {barrier}{}", options(args, 0)?)
        }
        "CallInstruction" => {
            args.allow_only(&["assignees", "expression"], &with(&["temp_var_types"]))?;
            let targets = texts(args.get(0, "assignees"));
            format!(
                "{} = {}{}",
                targets.join(", "),
                required(args, 1, "expression")?,
                options(args, usize::MAX)?
            )
        }
        _ => {
            args.allow_only(&["assignee", "expression", "id"], &with(&["temp_var_type", "atomicity"]))?;
            if args.get(usize::MAX, "atomicity").is_some_and(|given| !items(given).is_empty()) {
                return Err(
                    args.refuse("write an atomic update as a line of text, with `{atomic}` behind it")
                );
            }
            let temporary = match args.get(usize::MAX, "temp_var_type") {
                None => String::new(),
                Some(_) => {
                    format!("<{}>", args.dtype(usize::MAX, "temp_var_type")?.map_or("", |ty| ty.numpy_name()))
                }
            };
            let (target, value) = (required(args, 0, "assignee")?, required(args, 1, "expression")?);
            format!("{temporary}{target} = {value}{}", options(args, 2)?)
        }
    };
    Ok(Value::from(line))
}

fn required(args: &Arguments<'_>, position: usize, name: &str) -> script::Result<String> {
    let value = args.get(position, name).map(convert::bare_text);
    value.ok_or_else(|| args.refuse(format!("`{}` needs `{name}`", args.function)))
}

fn texts(value: Option<&Value>) -> Vec<String> {
    value.map(items).unwrap_or_default().iter().map(convert::bare_text).collect()
}

/// What stands in braces behind a statement.
fn options(args: &Arguments<'_>, id: usize) -> script::Result<String> {
    let given = |name: &str| texts(args.get(usize::MAX, name));
    let mut all: Vec<String> = args.text(id, "id")?.map(|id| format!("id={id}")).into_iter().collect();
    let listed = |key: &str, prefix: &str, words: Vec<String>| {
        (!words.is_empty() || prefix == "*").then(|| format!("{key}={prefix}{}", words.join(":")))
    };
    let is_final = |name: &str, yes: &'static str, no: &'static str| {
        args.flag(name).map(|flag| if flag { yes } else { no })
    };
    all.extend(listed("dep", is_final("depends_on_is_final", "*", "")?, given("depends_on")));
    all.extend(listed("inames", is_final("within_inames_is_final", "", "+")?, given("within_inames")));
    let unordered = args.get(usize::MAX, "no_sync_with").map(items).unwrap_or_default();
    let unordered = unordered.iter().map(|one| match one {
        Value::Tuple(pair) => pair.iter().map(convert::bare_text).collect::<Vec<_>>().join("@"),
        _ => convert::bare_text(one),
    });
    all.extend(listed("nosync", "", unordered.collect()));
    let words = |name: &str| {
        let all = given(name);
        if name == "tags" { all.iter().map(|tag| tags::of_statement(tag).to_owned()).collect() } else { all }
    };
    let plain = [
        ("if", "predicates"),
        ("tags", "tags"),
        ("groups", "groups"),
        ("conflicts", "conflicts_with_groups"),
    ];
    all.extend(plain.into_iter().filter_map(|(key, name)| listed(key, "", words(name))));
    all.extend(args.get(usize::MAX, "priority").map(|value| format!("priority={value}")));
    all.extend(args.text(usize::MAX, "mem_kind").ok().flatten().map(|kind| format!("mem_kind={kind}")));
    Ok(if all.is_empty() { String::new() } else { format!("  {{{}}}", all.join(", ")) })
}
