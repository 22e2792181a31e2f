//! Routines as text, for people and snapshots: Fortran's control flow round expressions of `.lpir`.

use super::{Branch, Call, Given, Node, NodeKind, Routine, Slice, Stop, Target};
use std::fmt::Write;

/// The routine: what it requires, and its statements.
pub fn print(routine: &Routine) -> String {
    let args: Vec<&str> = routine.args.iter().map(|arg| arg.name.as_str()).collect();
    let mut text = format!("routine {}({})\n", routine.name.name, args.join(", "));
    for requirement in &routine.requires {
        let _ = writeln!(text, "  require {} : {:?}", requirement.condition, requirement.message);
    }
    block(&routine.body, 1, &mut text);
    text.push_str("end\n");
    text
}

fn block(nodes: &[Node], depth: usize, text: &mut String) {
    for node in nodes {
        statement(node, depth, text);
    }
}

fn statement(node: &Node, depth: usize, text: &mut String) {
    let margin = "  ".repeat(depth);
    let _ = match &node.kind {
        NodeKind::Assign(target, value) => {
            writeln!(text, "{margin}{} = {value}", place(target))
        }
        NodeKind::Loop(head) => {
            let step = if head.step.as_int() == Some(1) { String::new() } else { format!(", {}", head.step) };
            let _ = writeln!(text, "{margin}do {} = {}, {}{step}", head.variable, head.lower, head.upper);
            block(&head.body, depth + 1, text);
            writeln!(text, "{margin}end do")
        }
        NodeKind::If(branches, otherwise) => {
            print_branches(branches, depth, text);
            if !otherwise.is_empty() {
                let _ = writeln!(text, "{margin}else");
                block(otherwise, depth + 1, text);
            }
            writeln!(text, "{margin}end if")
        }
        NodeKind::Return => writeln!(text, "{margin}return"),
        NodeKind::Cycle(variable) => writeln!(text, "{margin}cycle {variable}"),
        NodeKind::Goto(label) => writeln!(text, "{margin}goto {label}"),
        NodeKind::Label(label) => writeln!(text, "{margin}label {label}"),
        NodeKind::Exit(variable) => writeln!(text, "{margin}exit {variable}"),
        NodeKind::Stop(Stop::Text(said)) => writeln!(text, "{margin}stop {said:?}"),
        NodeKind::Stop(Stop::Original(of)) => writeln!(text, "{margin}original: {}", of.message),
        NodeKind::Stop(Stop::Columns(columns)) => writeln!(text, "{margin}stop: {columns}"),
        NodeKind::Stop(Stop::Argument(routine, number)) => {
            writeln!(text, "{margin}stop {routine:?}, argument {number}")
        }
        NodeKind::Call(call) => writeln!(text, "{margin}{}", invocation(call)),
    };
}

fn place(target: &Target) -> String {
    let index = target.index.as_ref().map(|index| {
        let index: Vec<String> = index.iter().map(ToString::to_string).collect();
        format!("[{}]", index.join(", "))
    });
    format!("{}{}", target.name, index.unwrap_or_default())
}

/// What the routine may change is marked by `&`.
fn invocation(call: &Call) -> String {
    let actuals = call.actuals.iter().map(|actual| {
        let keyword = actual.keyword.as_ref().map(|keyword| format!("{keyword}=")).unwrap_or_default();
        match &actual.given {
            Given::Nothing => format!("{keyword}(nothing)"),
            Given::Value(value) => format!("{keyword}{value}"),
            Given::Procedure(unit) => format!("{keyword}{unit}"),
            Given::Place(target) => match &actual.section {
                Some(slices) => format!("{keyword}&{}[{}]", target.name, section(slices)),
                None => format!("{keyword}&{}", place(target)),
            },
        }
    });
    let actuals: Vec<String> = actuals.collect();
    format!("call {}({})", call.routine.name, actuals.join(", "))
}

/// First element, distance and number of those along each axis.
fn section(slices: &[Slice]) -> String {
    let slice = |slice: &Slice| match slice {
        Slice::At(subscript) => subscript.to_string(),
        Slice::Range { first, step, length } => format!("{first}:{step}:{length}"),
    };
    slices.iter().map(slice).collect::<Vec<String>>().join(", ")
}

fn print_branches(branches: &[Branch], depth: usize, text: &mut String) {
    let margin = "  ".repeat(depth);
    for (at, branch) in branches.iter().enumerate() {
        let word = if at == 0 { "if" } else { "else if" };
        let _ = writeln!(text, "{margin}{word} ({}) then", branch.condition);
        block(&branch.body, depth + 1, text);
    }
}
