//! `lp.get_kennedy_unweighted_fusion_candidates(knl, ["i", "j"])`: which loops can be one.
//!
//! Loo.py decides from dependencies between statements. Here each loop joins the first group with which the
//! kernel is still lowered and judged to compute the same, so that a group is never refused later.

use super::host;
use super::make::{Arguments, words};
use super::value::KernelValue;
use crate::registry::registry;
use diag::{Diagnostic, Origin, SourceMap};
use ir::{Kernel, Name};
use pass::{Failure, Pipeline, Silent};
use script::Value;

/// Loops that become one, and its name.
struct Group {
    name: Name,
    loops: Vec<String>,
}

/// A dictionary from new names to lists of loops, as `rename_inames_in_batch` takes it.
pub(super) fn call(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["kernel", "candidates"], &["prefix"])?;
    let handle = args.get(0, "kernel").and_then(KernelValue::handle_of);
    let entry = handle.and_then(|handle| host::with_host(|host| host.kernels.get(handle).cloned()));
    let kernel = entry.ok_or_else(|| args.refuse("the first argument is no kernel"))?.kernel;
    let asked = args.get(1, "candidates").map(words).unwrap_or_default();
    if let Some(unknown) = asked.iter().find(|name| !kernel.inames.contains_key(name.as_str())) {
        return Err(args.refuse(format!("there is no iname `{unknown}`")));
    }
    let prefix = args.text(usize::MAX, "prefix")?.unwrap_or("ifused");
    let loops = in_text_order(&kernel, asked);
    let groups = groups(kernel, &loops, prefix);
    let groups = groups.map_err(|problems| host::fail(problems.into()))?;
    let pairs = groups.into_iter().map(|group| (group.name.to_string(), group.loops));
    Ok(Value::dict(pairs))
}

/// The loops in the order in which statements come that use them.
fn in_text_order(kernel: &Kernel, mut asked: Vec<String>) -> Vec<String> {
    let place = |name: &String| {
        let uses = |statement: &ir::Statement| {
            let reduced = statement.value().map(ir::walk::reduction_inames).unwrap_or_default();
            statement.inames.iter().chain(&reduced).any(|own| own.as_str() == name)
        };
        kernel.statements.values().position(uses)
    };
    asked.sort_by_cached_key(|name| (place(name), name.clone()));
    asked.dedup();
    asked
}

fn groups(mut kernel: Kernel, loops: &[String], prefix: &str) -> Result<Vec<Group>, Vec<Diagnostic>> {
    let mut groups: Vec<Group> = Vec::new();
    for iname in loops {
        let mut joined = false;
        for group in &mut groups {
            if let Some(fused) = renamed(&kernel, iname, &group.name, true)?
                && transforms::lower::lower(&fused).is_ok()
            {
                kernel = fused;
                group.loops.push(iname.clone());
                joined = true;
                break;
            }
        }
        if !joined {
            let name = kernel.fresh_name(prefix);
            if let Some(alone) = renamed(&kernel, iname, &name, false)? {
                kernel = alone;
                groups.push(Group { name, loops: vec![iname.clone()] });
            }
        }
    }
    Ok(groups)
}

/// The kernel with a loop under another name, which may be another loop's; nothing where that is refused.
fn renamed(
    kernel: &Kernel,
    iname: &str,
    name: &Name,
    existing: bool,
) -> Result<Option<Kernel>, Vec<Diagnostic>> {
    let existing = if existing { ", existing_ok=True" } else { "" };
    let call = format!("rename_inames(\"{iname}\", \"{name}\"{existing})");
    let id = SourceMap::default().add("<loops that become one>", call.as_str());
    let pipeline = Pipeline::parse(registry(), &call, id, &[])?;
    let mut kernel = kernel.clone();
    for step in &pipeline.steps {
        kernel = match transforms::manager(&mut Silent).apply(step, &kernel) {
            Ok(done) => done.result,
            Err(Failure::Refused(_)) => return Ok(None),
            Err(Failure::Internal(internal)) => {
                let problem = Diagnostic::error("lp::internal", internal.message);
                return Err(vec![problem.at_entity(None, Origin::default(), "")]);
            }
        };
    }
    Ok(Some(kernel))
}
