//! `lp.affine_map_inames(knl, "i", "k", "k + 1 = i")`: `map_domain` in other words.

use super::convert;
use super::host;
use super::make::{Arguments, items, words};
use super::namespace::transform;
use super::value::KernelValue;
use script::Value;
use std::collections::BTreeSet;

/// Makes the map of the names and equations.
pub(super) fn call(args: &Arguments<'_>) -> script::Result<Value> {
    args.only(&["kernel", "old_inames", "new_inames", "equations"], &[])?;
    let names = |position, name| -> Vec<String> {
        let given = args.get(position, name).map(words).unwrap_or_default();
        given.into_iter().filter(|name| !name.is_empty()).collect()
    };
    let (old, new) = (names(1, "old_inames"), names(2, "new_inames"));
    let equations = args.get(3, "equations").map(items).unwrap_or_default();
    let equations: Vec<String> = equations.iter().map(convert::bare_text).collect();
    let equations: Vec<String> = equations.into_iter().filter(|text| !text.trim().is_empty()).collect();
    let kernel = args.get(0, "kernel").filter(|value| KernelValue::of(value).is_some());
    let (Some(kernel), false) = (kernel, old.is_empty() || new.is_empty() || equations.is_empty()) else {
        return Err(args.refuse("`affine_map_inames` takes a kernel, old inames, new inames and equations"));
    };
    let apart = others(kernel, &equations.join(" "), &[old.as_slice(), &new].concat());
    let all = |names: &[String], own: &dyn Fn(&(String, String)) -> String| {
        names.iter().cloned().chain(apart.iter().map(own)).collect::<Vec<_>>().join(", ")
    };
    let kept = apart.iter().map(|(name, other)| format!("{other} = {name}"));
    let equations: Vec<String> = equations.iter().cloned().chain(kept).collect();
    let (from, to) = (all(&old, &|(name, _)| name.clone()), all(&new, &|(_, other)| other.clone()));
    let map = format!("{{ [{from}] -> [{to}] : {} }}", equations.join(" and "));
    let mut handle = transform("map_domain", &[kernel.clone(), Value::from(map)], &[], args.origin)?;
    for (name, other) in &apart {
        let call =
            [Value::from(KernelValue::new(handle)), Value::from(other.as_str()), Value::from(name.as_str())];
        handle = transform("rename_iname", &call, &[], args.origin)?;
    }
    Ok(Value::from(KernelValue::new(handle)))
}

/// The other loops that equations name, each with a name that is free: a map says what becomes of all its
/// loops.
fn others(kernel: &Value, equations: &str, named: &[String]) -> Vec<(String, String)> {
    let words = equations.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let words: BTreeSet<&str> = words.filter(|word| !named.iter().any(|name| name == word)).collect();
    host::with(|host| {
        let entry = KernelValue::of(kernel).and_then(|handle| host.kernels.get(handle));
        let Some(kernel) = entry.map(|entry| &entry.kernel) else { return Vec::new() };
        let is_loop = |word: &&str| kernel.inames.contains_key(*word);
        words
            .into_iter()
            .filter(is_loop)
            .map(|word| (word.to_owned(), kernel.fresh_name(word).to_string()))
            .collect()
    })
}
