//! What scripts ask of kernels by calls: `knl.iname_tags("i")`.

use super::host;
use super::make::Arguments;
use ir::access::{self, AccessKind};
use ir::{IndexMap, Kernel, Name};
use script::Value;
use std::collections::BTreeSet;

/// The answer to a question of that name.
pub(super) fn answer(handle: usize, name: &str, args: &Arguments<'_>) -> script::Result<Value> {
    let kernel = host::with_host(|host| host.kernels.get(handle).map(|entry| entry.kernel.clone()));
    let Some(kernel) = kernel else { return Err(args.refuse("the kernel is gone")) };
    let texts = |names: Vec<String>| Value::from(names);
    match name {
        "iname_tags" | "get_constant_iname_length" => {
            let asked = asked(args, "iname")?;
            let Some(iname) = kernel.inames.get(asked) else {
                return Err(args.refuse(format!("there is no iname `{asked}`")));
            };
            if name == "get_constant_iname_length" {
                return length(&kernel, asked, args).map(Value::Int);
            }
            let words = iname.words.iter().map(|word| format!("${word}"));
            Ok(texts(iname.tag.iter().map(ToString::to_string).chain(words).collect()))
        }
        "insn_inames" => {
            let asked = asked(args, "insn")?;
            let statement = kernel.statements.get(asked);
            let statement =
                statement.ok_or_else(|| args.refuse(format!("there is no statement `{asked}`")))?;
            Ok(texts(statement.inames.iter().map(ToString::to_string).collect()))
        }
        "all_params" => {
            args.allow_only(&[], &[])?;
            let sets = kernel.domains.iter().map(|domain| &domain.set).chain([&kernel.assumptions]);
            let params: BTreeSet<&Name> =
                sets.flat_map(|set| set.params()).filter(|name| !kernel.inames.contains_key(*name)).collect();
            Ok(texts(params.into_iter().map(ToString::to_string).collect()))
        }
        _ => {
            args.allow_only(&[], &[])?;
            // What is left asks who accesses what: `reader_map`, `get_written_variables` and the like.
            let kind = if name.contains("read") { AccessKind::Read } else { AccessKind::Write };
            let users = users(&kernel, kind);
            if name.starts_with("get_") {
                return Ok(texts(users.into_keys().collect()));
            }
            Ok(Value::dict(users))
        }
    }
}

fn asked<'a>(args: &Arguments<'a>, what: &str) -> script::Result<&'a str> {
    args.allow_only(&[what], &[])?;
    args.text(0, what)?.ok_or_else(|| args.refuse(format!("it takes the name of an {what}")))
}

/// How many values an iname has, where that is a number.
fn length(kernel: &Kernel, iname: &str, args: &Arguments<'_>) -> script::Result<i64> {
    let domain = kernel.domain_of(&[Name::from(iname)]).ok();
    let value = poly::Aff::dim(&Name::from(iname));
    let ends =
        domain.and_then(|domain| Some((domain.static_min(&value).ok()??, domain.static_max(&value).ok()??)));
    let length = ends.and_then(|(first, last)| last.checked_sub(first)?.checked_add(1));
    length.ok_or_else(|| args.refuse(format!("how many values `{iname}` has is no number")))
}

/// The variables that statements access in that way, and these statements, in the order of the text.
fn users(kernel: &Kernel, kind: AccessKind) -> IndexMap<String, Vec<String>> {
    let mut users: IndexMap<String, Vec<String>> = IndexMap::default();
    for (id, statement) in &kernel.statements {
        for found in access::accesses(kernel, statement).into_iter().filter(|found| found.kind == kind) {
            let ids = users.entry(found.variable.to_string()).or_default();
            if ids.last().is_none_or(|last| **last != **id) {
                ids.push(id.to_string());
            }
        }
    }
    users
}
