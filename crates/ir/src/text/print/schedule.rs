//! Loop trees.

use super::super::quote::quote;
use super::{Commas, Printer};
use crate::{Expr, HardwareAxis, HardwareIndex, Host, Launch, Loop, Schedule, Step};
use std::fmt::{self, Display};

impl Printer {
    pub(super) fn schedule(&mut self, schedule: &Schedule) {
        let Schedule { host } = schedule;
        self.line(format_args!("schedule"), "schedule {".to_owned());
        let mut count = 0;
        self.host(host, &mut count, 1);
        self.line(format_args!("schedule close"), "}".to_owned());
    }

    fn step(&mut self, count: &mut usize, text: String) {
        self.line(format_args!("step {count}"), text);
        *count += 1;
    }

    fn close(&mut self, count: usize, depth: usize) {
        self.line(format_args!("step close {count} {depth}"), "}".to_owned());
    }

    fn host(&mut self, steps: &[Host], count: &mut usize, depth: usize) {
        self.indent += 1;
        for step in steps {
            match step {
                Host::Launch(launch) => self.launch(launch, count, depth),
                Host::For(repeated) => {
                    self.step(count, loop_head(repeated));
                    self.host(&repeated.body, count, depth + 1);
                    self.close(*count, depth + 1);
                }
            }
        }
        self.indent -= 1;
    }

    fn launch(&mut self, launch: &Launch, count: &mut usize, depth: usize) {
        let Launch { name, groups, work_items, indices, body } = launch;
        let (groups, work_items) = (Commas(groups.as_slice()), Commas(work_items.as_slice()));
        self.step(count, format!("launch @{name} groups({groups}) work_items({work_items}) {{"));
        self.indent += 1;
        for HardwareIndex { iname, axis, base } in indices {
            let base = if *base == Expr::int(0) { String::new() } else { format!(" + {base}") };
            self.step(count, format!("index {iname} : {axis}{base}"));
        }
        self.indent -= 1;
        self.steps(body, count, depth + 1);
        self.close(*count, depth + 1);
    }

    fn steps(&mut self, steps: &[Step], count: &mut usize, depth: usize) {
        self.indent += 1;
        for step in steps {
            match step {
                Step::For(repeated) => {
                    self.step(count, loop_head(repeated));
                    self.steps(&repeated.body, count, depth + 1);
                    self.close(*count, depth + 1);
                }
                Step::If { condition, then, otherwise } => {
                    self.step(count, format!("if {condition} {{"));
                    self.steps(then, count, depth + 1);
                    if !otherwise.is_empty() {
                        self.step(count, "} else {".to_owned());
                        self.steps(otherwise, count, depth + 1);
                    }
                    self.close(*count, depth + 1);
                }
                Step::Barrier { reason } => {
                    let reason =
                        if reason.is_empty() { String::new() } else { format!(" {}", quote(reason)) };
                    self.step(count, format!("barrier{reason}"));
                }
                Step::Run(statement) => self.step(count, format!("run {statement}")),
            }
        }
        self.indent -= 1;
    }
}

fn loop_head<Body>(repeated: &Loop<Body>) -> String {
    let Loop { iname, lower, upper, unroll, body: _ } = repeated;
    let unroll = if *unroll { " unroll" } else { "" };
    format!("for {iname} = {lower} to {upper}{unroll} {{")
}

impl Display for HardwareAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HardwareAxis::Group(axis) => write!(f, "g.{axis}"),
            HardwareAxis::Local(axis) => write!(f, "l.{axis}"),
        }
    }
}
