//! The loop tree.

use super::expressions::Scope;
use super::{Checker, Owner};
use crate::{Expr, HardwareAxis, Host, Launch, Loop, Name, Schedule, Step};
use std::collections::BTreeMap;

const SCHEDULE: &str = "lp::verify::schedule";

/// How often each statement runs on the path on which it runs most.
type Runs<'a> = BTreeMap<&'a Name, usize>;

impl<'a> Checker<'a> {
    pub(super) fn schedule(&mut self) {
        let kernel = self.kernel;
        let Some(Schedule { host }) = &kernel.schedule else { return };
        let mut launches = Vec::new();
        let runs = self.host(host, &mut Vec::new(), &mut launches);
        for (at, name) in launches.iter().enumerate() {
            if launches.iter().take(at).any(|other| other == name) {
                self.complain_of_schedule(format!("two launches are named `{name}`"), "rename one of them");
            }
        }
        for (id, statement) in &kernel.statements {
            let count = runs.get(id).copied().unwrap_or(0);
            let is_split = statement.inames.iter().any(|iname| kernel.slabs.contains_key(iname));
            let message = match count {
                0 if statement.target().is_some() => format!("the schedule never runs statement `{id}`"),
                0 | 1 => continue,
                _ if is_split => continue,
                _ => format!("the schedule runs statement `{id}` in {count} places"),
            };
            let owner = Owner::statement(id, statement);
            self.report(SCHEDULE, &owner, message, "schedule the kernel again");
        }
    }

    fn complain_of_schedule(&mut self, message: String, help: &str) {
        self.report(SCHEDULE, &Owner::kernel(self.kernel), message, help);
    }

    fn host(
        &mut self,
        steps: &'a [Host],
        bound: &mut Vec<&'a Name>,
        launches: &mut Vec<&'a Name>,
    ) -> Runs<'a> {
        let mut runs = Runs::new();
        for step in steps {
            let inner = match step {
                Host::Launch(launch) => {
                    launches.push(&launch.name);
                    self.launch(launch, bound)
                }
                Host::For(repeated) => {
                    self.enter_loop(repeated, bound);
                    let inner = self.host(&repeated.body, bound, launches);
                    bound.pop();
                    inner
                }
            };
            add(&mut runs, inner);
        }
        runs
    }

    fn launch(&mut self, launch: &'a Launch, bound: &mut Vec<&'a Name>) -> Runs<'a> {
        let Launch { name, groups, work_items, indices, body } = launch;
        self.identifier(name, &Owner::kernel(self.kernel));
        if groups.len() > 3 || work_items.len() > 3 {
            self.complain_of_schedule(
                format!("launch `{name}` has more than three axes"),
                "there are axes 0 to 2",
            );
        }
        for size in groups.iter().chain(work_items) {
            self.bound_expression(size, bound);
        }
        let outer = bound.len();
        for index in indices {
            let (axis, axes) = match index.axis {
                HardwareAxis::Group(axis) => (axis, groups.len()),
                HardwareAxis::Local(axis) => (axis, work_items.len()),
            };
            if usize::from(axis) >= axes {
                let message =
                    format!("iname `{}` takes axis {} that launch `{name}` lacks", index.iname, index.axis);
                self.complain_of_schedule(message, "give the launch a size for that axis");
            }
            self.bound_expression(&index.base, bound);
            self.bind(&index.iname, bound);
        }
        let runs = self.steps(body, bound);
        bound.truncate(outer);
        runs
    }

    fn enter_loop<Body>(&mut self, repeated: &'a Loop<Body>, bound: &mut Vec<&'a Name>) {
        self.bound_expression(&repeated.lower, bound);
        self.bound_expression(&repeated.upper, bound);
        self.bind(&repeated.iname, bound);
    }

    fn bind(&mut self, iname: &'a Name, bound: &mut Vec<&'a Name>) {
        if !self.kernel.inames.contains_key(iname) {
            let message = format!("the schedule binds the unknown iname `{iname}`");
            self.complain_of_schedule(message, "schedule the kernel again");
        }
        if bound.contains(&iname) {
            let message = format!("the schedule binds iname `{iname}` inside of itself");
            self.complain_of_schedule(message, "schedule the kernel again");
        }
        bound.push(iname);
    }

    fn bound_expression(&mut self, expr: &Expr, bound: &[&'a Name]) {
        let owner = Owner { what: "the schedule".into(), ..Owner::kernel(self.kernel) };
        self.expression(&mut Scope::inside(owner, bound.iter().copied()), expr);
    }

    fn steps(&mut self, steps: &'a [Step], bound: &mut Vec<&'a Name>) -> Runs<'a> {
        let mut runs = Runs::new();
        for step in steps {
            match step {
                Step::For(repeated) => {
                    self.enter_loop(repeated, bound);
                    add(&mut runs, self.steps(&repeated.body, bound));
                    bound.pop();
                }
                Step::If { condition, then, otherwise } => {
                    self.bound_expression(condition, bound);
                    let mut most = self.steps(then, bound);
                    for (id, count) in self.steps(otherwise, bound) {
                        let slot = most.entry(id).or_insert(0);
                        *slot = count.max(*slot);
                    }
                    add(&mut runs, most);
                }
                Step::Barrier { reason: _ } => {}
                Step::Run(id) => {
                    self.run(id, bound);
                    add(&mut runs, Runs::from([(id, 1)]));
                }
            }
        }
        runs
    }

    fn run(&mut self, id: &Name, bound: &[&'a Name]) {
        let Some(statement) = self.kernel.statements.get(id) else {
            let owner = Owner { what: "the schedule".into(), ..Owner::kernel(self.kernel) };
            self.unknown(SCHEDULE, &owner, "statement", id, self.kernel.statements.keys());
            return;
        };
        for iname in statement.inames.iter().filter(|iname| !bound.contains(iname)) {
            let message = format!("the schedule runs statement `{id}` outside of its iname `{iname}`");
            self.report(SCHEDULE, &Owner::statement(id, statement), message, "schedule the kernel again");
        }
    }
}

fn add<'a>(runs: &mut Runs<'a>, more: Runs<'a>) {
    for (id, count) in more {
        let slot = runs.entry(id).or_insert(0);
        *slot = slot.saturating_add(count);
    }
}
