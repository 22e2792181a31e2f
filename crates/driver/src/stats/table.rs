//! Numbers of a kernel as text: tables of at most 110 columns.

use super::device::Description;
use super::roofline::bound;
use super::units::{amount, bytes, cut, digits, grouped, scaled, short};
use super::work::{Work, real, size_of, times, total};
use crate::stats::units::duration;
use counting::{Access, Amount, Direction, LaunchNumbers, Pattern, Sizes, Stride, Synchronization};
use ir::{AddressSpace, Expr, Kernel, Name};
use std::collections::BTreeMap;

/// Columns of the text.
pub(super) const WIDTH: usize = 110;

/// Columns of what an access is.
const ACCESS: usize = 52;

/// The numbers of a lowered kernel.
pub(crate) fn text(kernel: &Kernel, sizes: &Sizes, work: &Work, device: Option<&Description>) -> String {
    let mut lines = vec![format!("{}{}", kernel.name, title_of_sizes(Some(sizes)))];
    launches(work, &mut lines);
    operations(work, &mut lines);
    memory(work, &mut lines);
    elements(kernel, work, &mut lines);
    warps(work, &[GLOBAL, LOCAL], &mut lines);
    limits(work, device, &mut lines);
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// At which sizes a kernel is counted.
pub(super) fn title_of_sizes(sizes: Option<&Sizes>) -> String {
    let values = sizes.into_iter().flatten().map(|(name, value)| format!("{name} = {value}"));
    let values: Vec<String> = values.collect();
    if values.is_empty() { String::new() } else { format!(" at {}", values.join(", ")) }
}

fn product(extents: &[i64]) -> i128 {
    extents.iter().map(|extent| i128::from(*extent)).product()
}

fn shape(extents: Option<&[i64]>) -> String {
    match extents {
        None => super::units::OPEN.to_owned(),
        Some([]) => "1".to_owned(),
        Some(extents) => extents.iter().map(ToString::to_string).collect::<Vec<_>>().join(" x "),
    }
}

fn launches(work: &Work, lines: &mut Vec<String>) {
    let count = |what| work.numbers.synchronizations.get(&what).copied().unwrap_or(Some(NONE));
    lines.push(format!(
        "  launches {}, barriers of a group {}",
        amount(count(Synchronization::Launch)),
        amount(count(Synchronization::Barrier))
    ));
    for LaunchNumbers { launched, storage, .. } in &work.numbers.launches {
        let (groups, items) = (launched.groups.as_deref(), launched.work_items.as_deref());
        let all = groups.zip(items).map(|(groups, items)| product(groups).saturating_mul(product(items)));
        let all = all.map(|all| format!(": {} work items", grouped(all))).unwrap_or_default();
        lines.push(format!("    {}  {} groups of {}{all}", launched.name, shape(groups), shape(items)));
        let known = |number: Option<i64>| Some(Amount { number: i128::from(number?), exact: true });
        lines.push(format!(
            "      local memory {} a group, an estimate of {} registers a work item",
            bytes(known(storage.local)),
            amount(known(storage.registers)),
        ));
    }
}

const NONE: Amount = Amount { number: 0, exact: true };

fn operations(work: &Work, lines: &mut Vec<String>) {
    lines.push("  operations".to_owned());
    let name = work.numbers.operations.keys().map(|key| key.to_string().len()).max().unwrap_or(0);
    for (key, number) in &work.numbers.operations {
        let short = number.map(|number| scaled(real(number.number), "")).unwrap_or_default();
        lines.push(format!("    {:name$}  {:>28}  {short:>8}", key.to_string(), amount(*number)));
    }
}

/// Loads and stores by variable, and bytes by memory.
fn memory(work: &Work, lines: &mut Vec<String>) {
    let mut rows: BTreeMap<(std::cmp::Reverse<AddressSpace>, Name), Row> = BTreeMap::new();
    for (access, number) in &work.numbers.accesses {
        let space = access.space.unwrap_or(AddressSpace::Private);
        let row = rows.entry((std::cmp::Reverse(space), access.variable.clone())).or_insert_with(|| Row {
            access: access.clone(),
            loads: Some(NONE),
            stores: Some(NONE),
        });
        *(if access.is_store { &mut row.stores } else { &mut row.loads }) = *number;
    }
    let label = |row: &Row| format!("{} {}", row.access.ty.numpy_name(), row.access.variable);
    let name = rows.values().map(|row| label(row).len()).max().unwrap_or(0).max(8);
    lines.push(format!("  {:10}{:name$}  {:>24}  {:>24}  {:>16}", "memory", "", "loads", "stores", "bytes"));
    let mut before = None;
    for ((std::cmp::Reverse(space), _), row) in &rows {
        let is_new = before.replace(*space) != Some(*space);
        let title = if is_new { space.to_string() } else { String::new() };
        let moved = total([row.loads, row.stores].into_iter());
        let moved = moved.and_then(|moved| times(moved, row.access.ty.bytes()));
        let (loads, stores) = (amount(row.loads), amount(row.stores));
        lines.push(format!(
            "    {title:8}{:name$}  {loads:>24}  {stores:>24}  {:>16}",
            label(row),
            bytes(moved)
        ));
    }
    let all = work.moved.iter().rev().map(|(space, moved)| format!("{space} {}", bytes(*moved)));
    lines.push(format!("    all of it: {}", all.collect::<Vec<_>>().join(", ")));
}

/// A variable's accesses.
struct Row {
    access: Access,
    loads: Option<Amount>,
    stores: Option<Amount>,
}

/// Distinct elements of all launches, and of the group of those looked at that touches most.
fn elements(kernel: &Kernel, work: &Work, lines: &mut Vec<String>) {
    let label =
        |(name, is_written): &Direction| format!("{} {name}", if *is_written { "write" } else { "read" });
    let all = &work.numbers.elements;
    let name = all.keys().map(|key| label(key).len()).max().unwrap_or(0).max(16);
    lines.push(format!(
        "  {:wide$}  {:>24}  {:>16}  {:>24}",
        "distinct elements",
        "of all",
        "bytes",
        "of a group",
        wide = name + 2
    ));
    for (key, number) in all {
        let size = size_of(kernel, &key.0);
        let moved = number.zip(size).and_then(|(number, size)| times(number, size));
        let (number, moved, group) = (amount(*number), bytes(moved), amount(largest(work, key)));
        lines.push(format!("    {:name$}  {number:>24}  {moved:>16}  {group:>24}", label(key)));
    }
}

/// The most elements that a group touches, of those looked at.
pub(crate) fn largest(work: &Work, key: &Direction) -> Option<Amount> {
    let groups: Vec<Option<Amount>> =
        work.numbers.launches.iter().filter_map(|launch| launch.elements.get(key).copied()).collect();
    let known: Option<Vec<Amount>> = groups.into_iter().collect();
    known?.into_iter().max_by_key(|amount| (amount.number, !amount.exact))
}

/// A memory, and what warps move of it.
pub(super) type Moved = (AddressSpace, &'static str);

/// Global memory.
pub(super) const GLOBAL: Moved = (AddressSpace::Global, "sectors of 32 bytes");

/// Local memory.
const LOCAL: Moved = (AddressSpace::Local, "passes over 32 banks");

/// How warps access arrays in these memories.
pub(super) fn warps(work: &Work, memories: &[Moved], lines: &mut Vec<String>) {
    for (space, unit) in memories.iter().copied() {
        let own = work.patterns.iter().filter(|pattern| pattern.space == space && pattern.seen > 0);
        let mut rows: Vec<String> = Vec::new();
        for row in own.map(warp) {
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        if !rows.is_empty() {
            let title = format!("  {space} memory by warps, {unit}");
            lines.push(format!("{title:wide$}{HEADER}", wide = ACCESS + 4));
            lines.extend(rows);
        }
    }
    let is_shown = |pattern: &&Pattern| memories.iter().any(|(space, _)| pattern.space == *space);
    if work.patterns.iter().filter(is_shown).any(|pattern| pattern.seen > 0 && !pattern.is_complete) {
        lines.push("    ~ of some iterations and warps of the middle group".to_owned());
    }
}

const HEADER: &str = "  stride              each     least      most   needed";

fn warp(pattern: &Pattern) -> String {
    let verb = if pattern.is_store { "store" } else { "load" };
    let access = Expr::load(pattern.variable.clone(), pattern.index.clone());
    let text = if pattern.index.is_empty() { pattern.variable.to_string() } else { access.to_string() };
    let access = cut(format!("{verb:5} {text}"), ACCESS);
    let of_each = |number: u64| digits(ratio(number, pattern.seen));
    let bound = if pattern.stride == Stride::Gathered { "<=" } else { "" };
    let each = format!("{bound}{}", of_each(pattern.touched));
    format!(
        "    {access:ACCESS$}  {:13}{:1}{each:>9}{:>10}{:>10}{:>7} %",
        pattern.stride.to_string(),
        if pattern.is_complete { "" } else { "~" },
        of_each(pattern.least),
        pattern.worst,
        digits(100.0 * ratio(pattern.least, pattern.touched)),
    )
}

/// A quotient of counts.
fn ratio(a: u64, b: u64) -> f64 {
    real(i128::from(a)) / real(i128::from(b.max(1)))
}

/// What it all amounts to, and the roofline.
fn limits(work: &Work, device: Option<&Description>, lines: &mut Vec<String>) {
    lines.push("  roofline".to_owned());
    lines.push(format!("    floating-point operations  {}", short(work.all_flops(), "op")));
    lines.push(format!("    bytes that must be moved   {}", bytes(work.least_bytes)));
    if let Some(intensity) = work.intensity() {
        lines.push(format!("    arithmetic intensity       {} op/B", digits(intensity)));
    }
    let Some(device) = device else { return };
    let rates =
        device.operations_per_second.iter().map(|(ty, rate)| format!("{ty} {}", scaled(*rate, "op/s")));
    let rates: Vec<String> = [scaled(device.bytes_per_second, "B/s")].into_iter().chain(rates).collect();
    lines.push(cut(format!("    {}: {}", device.device, rates.join(", ")), WIDTH));
    match bound(work, device) {
        Some(bound) => {
            let open = if bound.is_exact { "" } else { ", less where data spare some of it" };
            lines.push(format!(
                "    takes at least             {} by {}{open}",
                duration(bound.seconds),
                bound.by
            ));
        }
        None => lines.push("    takes at least             nothing that is known".to_owned()),
    }
}
