//! Two instances that conflict as a small picture of text: in space, and in time.

use super::order::Ran;
use diag::{Instance, Witness};
use std::fmt::Write;

/// Iterations that are drawn on each side of the instances.
const AROUND: i64 = 2;

/// Instances of a row that are drawn.
const ROW: usize = 24;

/// The picture; orders are those of the original, and of the kernel that is refused as far as it has one.
pub(super) fn picture(witness: &Witness, before: Option<&[Ran]>, after: Option<&[Ran]>) -> String {
    let [first, second] = witness.instances.as_slice() else { return String::new() };
    let mut text = String::new();
    for (number, instance) in [(1, first), (2, second)] {
        let _ = writeln!(text, "  {number}  {}", name(instance));
    }
    if let Some(space) = space(first, second, before.unwrap_or_default()) {
        let _ = write!(text, "\nin space\n{space}");
    }
    let rows = [("in the original", before), ("now", after)];
    let rows: Vec<String> = rows
        .iter()
        .filter_map(|(name, all)| Some(format!("  {name:15}  {}\n", time(first, second, (*all)?)?)))
        .collect();
    if !rows.is_empty() {
        let _ = write!(text, "\nin time\n{}", rows.concat());
    }
    text
}

/// `s(i = 2, j = 1)`
fn name(instance: &Instance) -> String {
    let values: Vec<String> =
        instance.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    match values.is_empty() {
        true => instance.statement.clone(),
        false => format!("{}({})", instance.statement, values.join(", ")),
    }
}

fn coordinate(values: &[(String, i64)], axis: Option<&String>) -> i64 {
    let find = |axis: &String| values.iter().find(|(name, _)| name == axis).map(|(_, value)| *value);
    axis.and_then(find).unwrap_or(0)
}

/// The instances among other iterations, along one or two loops that both have; those in which they differ
/// come first.
fn space(first: &Instance, second: &Instance, all: &[Ran]) -> Option<String> {
    let shared = first.values.iter().filter(|(name, _)| second.values.iter().any(|(other, _)| other == name));
    let (differing, same): (Vec<_>, Vec<_>) = shared.partition(|own| !second.values.contains(own));
    let axes: Vec<&String> = differing.iter().chain(&same).take(2).map(|(name, _)| name).collect();
    let in_order: Vec<&String> =
        first.values.iter().map(|(name, _)| name).filter(|name| axes.contains(name)).collect();
    let (across, up) = match in_order.as_slice() {
        [across] => (Some(*across), None),
        [up, across] => (Some(*across), Some(*up)),
        _ => return None,
    };
    if differing.len() > 2 {
        return None;
    }
    let at = |values: &[(String, i64)]| (coordinate(values, across), coordinate(values, up));
    let marked = [at(&first.values), at(&second.values)];
    let is_theirs = |ran: &&Ran| ran.statement == first.statement || ran.statement == second.statement;
    let others: Vec<(i64, i64)> = all.iter().filter(is_theirs).map(|ran| at(&ran.values)).collect();
    Some(grid(marked, &others, across, up))
}

fn grid(
    marked: [(i64, i64); 2],
    others: &[(i64, i64)],
    across: Option<&String>,
    up: Option<&String>,
) -> String {
    let all = || others.iter().chain(&marked);
    let range = |of: fn(&(i64, i64)) -> i64| {
        let near = marked.iter().map(of).min().unwrap_or(0).saturating_sub(AROUND);
        let far = marked.iter().map(of).max().unwrap_or(0).saturating_add(AROUND);
        let (least, most) = (all().map(of).min().unwrap_or(0), all().map(of).max().unwrap_or(0));
        least.max(near)..=most.min(far)
    };
    let (columns, rows) = (range(|point| point.0), range(|point| point.1));
    let mut text = String::new();
    if let Some(up) = up {
        let _ = writeln!(text, "  {up:>6}");
    }
    for row in rows.rev() {
        let label = up.map_or_else(String::new, |_| row.to_string());
        let _ = write!(text, "  {label:>6} ");
        for column in columns.clone() {
            let here = (column, row);
            let sign = match here {
                here if here == marked[0] && here == marked[1] => "12",
                here if here == marked[0] => "1",
                here if here == marked[1] => "2",
                here if others.contains(&here) => ".",
                _ => "",
            };
            let _ = write!(text, "{sign:>4}");
        }
        text.push('\n');
    }
    let _ = write!(text, "         ");
    columns.for_each(|column| text.push_str(&format!("{column:>4}")));
    let _ = writeln!(text, "  {}", across.map_or("", String::as_str));
    text
}

/// A row with both at their places, or what is to be said where nothing orders them.
fn time(first: &Instance, second: &Instance, all: &[Ran]) -> Option<String> {
    let find = |instance: &Instance| {
        all.iter().position(|ran| ran.statement == instance.statement && is_at(&ran.values, &instance.values))
    };
    let (one, two) = (find(first)?, find(second)?);
    let (a, b) = (all.get(one)?, all.get(two)?);
    if a.launch == b.launch && (&a.group, &a.item) != (&b.group, &b.item) {
        let what = if a.group == b.group {
            "1 and 2 run in two work items, which only a barrier orders"
        } else {
            "1 and 2 run in two work groups, in no order"
        };
        return Some(what.to_owned());
    }
    let start = one.min(two).saturating_sub(4);
    let end = one.max(two).saturating_add(5).min(all.len());
    if end.saturating_sub(start) > ROW {
        let between = one.abs_diff(two).saturating_sub(1);
        let (early, late) = if one < two { (1, 2) } else { (2, 1) };
        return Some(format!("{early} ({between} others) {late}"));
    }
    let sign = |at: usize| match at {
        at if at == one => "1",
        at if at == two => "2",
        _ => ".",
    };
    Some((start..end).map(sign).collect::<Vec<_>>().join(" "))
}

fn is_at(values: &[(String, i64)], wanted: &[(String, i64)]) -> bool {
    wanted.iter().all(|own| values.contains(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(values: [i64; 2]) -> Ran {
        let values = ["j", "i"].into_iter().map(str::to_owned).zip(values).collect();
        Ran { statement: "s".to_owned(), values, launch: 1, group: vec![], item: vec![], time: 0 }
    }

    #[test]
    fn rows_cross_where_an_order_is_turned_round() {
        let all: Vec<Ran> = [[0, 0], [0, 1], [1, 0], [1, 1]].map(ran).into();
        let turned: Vec<Ran> = [[0, 0], [1, 0], [0, 1], [1, 1]].map(ran).into();
        let instance = |ran: &Ran| Instance { statement: ran.statement.clone(), values: ran.values.clone() };
        let instances = vec![instance(&all[1]), instance(&all[2])];
        let witness = Witness { instances, parameters: vec![("n".to_owned(), 2)] };
        let expected = "  1  s(j = 0, i = 1)\n  2  s(j = 1, i = 0)\n\nin space\n       j\n\
            \x20      1    2   .\n       0    .   1\n            0   1  i\n\nin time\n\
            \x20 in the original  . 1 2 .\n  now              . 2 1 .\n";
        assert_eq!(picture(&witness, Some(&all), Some(&turned)), expected);
    }
}
