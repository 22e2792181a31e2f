//! The loop tree.

use super::super::build::Context;
use super::super::error;
use super::super::lines::{LogicalLine, Shape};
use super::super::syntax::{self, StepLine};
use super::super::token::Token;
use super::{MAX_BLOCKS, Reader};
use crate::{HardwareAxis, HardwareIndex, Host, InameTag, Launch, Loop, Schedule, Step};

impl<'a> Reader<'a, '_> {
    /// The lines of a schedule, up to its closing brace.
    pub(crate) fn schedule(&mut self, context: &Context<'_>) -> Schedule {
        let mut count = 0;
        Schedule { host: self.host_block(context, &mut count, 1) }
    }

    /// The next line of a block with its number among the lines of the schedule; `None` at the block's end.
    fn step_line(
        &mut self,
        context: &Context<'_>,
        count: &mut usize,
        depth: usize,
    ) -> Option<(&'a LogicalLine<'a>, Option<StepLine>)> {
        let Some((index, line)) = self.next() else {
            self.unclosed("schedule");
            return None;
        };
        if line.shape == Shape::Closes {
            let key =
                if depth == 1 { "schedule close".to_owned() } else { format!("step close {count} {depth}") };
            self.note_key(index, &key);
            return None;
        }
        self.note_key(index, &format!("step {count}"));
        *count += 1;
        let step = match self.parse(line, context) {
            Some(syntax::ParsedLine::Step(step)) => Some(step),
            Some(_) => {
                let help = "steps are `launch`, `index`, `for`, `if`, `else`, `barrier` and `run`";
                self.report(error::STRUCTURE, "this line is no step of a schedule", self.span_of(line), help);
                None
            }
            None => None,
        };
        let too_deep = depth >= MAX_BLOCKS && line.shape == Shape::Opens;
        if too_deep {
            let message = format!("blocks are nested more than {MAX_BLOCKS} levels deep");
            self.report(error::DEPTH, message, self.span_of(line), "join conditions or loops");
        }
        let step = step.filter(|_| !too_deep);
        if step.is_none() {
            self.skip_block(line.shape);
        }
        Some((line, step))
    }

    /// Reports a step whose block is missing, or that has one too much; `true` where it is as it must be.
    fn has_block(&mut self, line: &LogicalLine<'_>, wanted: bool) -> bool {
        let has = line.shape == Shape::Opens;
        if wanted && !has {
            let message = "the block lacks its `{`";
            self.report(error::STRUCTURE, message, self.span_of(line), "end the line with `{`");
        } else if has && !wanted {
            self.report(error::STRUCTURE, "this line starts no block", self.span_of(line), "remove the `{`");
            self.skip_block(Shape::Opens);
        }
        has == wanted
    }

    fn host_block(&mut self, context: &Context<'_>, count: &mut usize, depth: usize) -> Vec<Host> {
        let mut steps = Vec::new();
        while let Some((line, step)) = self.step_line(context, count, depth) {
            let wants_block = matches!(step, Some(StepLine::Launch { .. } | StepLine::For { .. }));
            if wants_block && !self.has_block(line, true) {
                continue;
            }
            match step {
                Some(StepLine::Launch { name, groups, work_items }) => {
                    let mut indices = Vec::new();
                    let body = self.block(context, count, depth + 1, Some(&mut indices));
                    steps.push(Host::Launch(Launch { name, groups, work_items, indices, body }));
                }
                Some(StepLine::For { iname, lower, upper, unroll }) => {
                    let body = self.host_block(context, count, depth + 1);
                    steps.push(Host::For(Loop { iname, lower, upper, unroll, body }));
                }
                Some(_) => {
                    let help = "on the host there are `launch` and `for`; put other steps into a `launch`";
                    self.report(
                        error::STRUCTURE,
                        "this step stands outside of a launch",
                        self.span_of(line),
                        help,
                    );
                    self.skip_block(line.shape);
                }
                None => {}
            }
        }
        steps
    }

    /// Steps of a work item; `indices` collects the hardware indices where they may stand.
    fn block(
        &mut self,
        context: &Context<'_>,
        count: &mut usize,
        depth: usize,
        mut indices: Option<&mut Vec<HardwareIndex>>,
    ) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Some((line, step)) = self.step_line(context, count, depth) {
            let Some(step) = step else { continue };
            // A line in the wrong shape is reported and left out; what may not stand here at all comes below.
            let wants_block = matches!(step, StepLine::For { .. } | StepLine::If(_) | StepLine::Else);
            let is_plain = matches!(step, StepLine::Index { .. } | StepLine::Barrier(_) | StepLine::Run(_));
            if (wants_block || is_plain) && !self.has_block(line, wants_block) {
                continue;
            }
            match step {
                StepLine::For { iname, lower, upper, unroll } => {
                    let body = self.block(context, count, depth + 1, None);
                    steps.push(Step::For(Loop { iname, lower, upper, unroll, body }));
                }
                StepLine::If(condition) => {
                    let then = self.block(context, count, depth + 1, None);
                    let otherwise = self.otherwise(context, count, depth);
                    steps.push(Step::If { condition, then, otherwise });
                }
                StepLine::Barrier(reason) => steps.push(Step::Barrier { reason }),
                StepLine::Run(statement) => steps.push(Step::Run(statement)),
                StepLine::Index { iname, tag, base } => {
                    let axis = self.axis(line, tag);
                    match indices.as_deref_mut().filter(|_| steps.is_empty()) {
                        Some(indices) => indices.push(HardwareIndex { iname, axis, base }),
                        None => {
                            let message = "an `index` stands at the start of a launch";
                            self.report(error::STRUCTURE, message, self.span_of(line), "move it there");
                        }
                    }
                }
                StepLine::Else | StepLine::Launch { .. } => {
                    let help = "an `else` follows the `}` of an `if`; a launch stands on the host";
                    self.report(error::STRUCTURE, "this line may not stand here", self.span_of(line), help);
                    self.skip_block(line.shape);
                }
            }
        }
        steps
    }

    /// The `else` block behind an `if` block, where there is one.
    fn otherwise(&mut self, context: &Context<'_>, count: &mut usize, depth: usize) -> Vec<Step> {
        let next = self.lines.get(self.at).map(|line| line.tokens.as_slice());
        if !matches!(next, Some([(_, Token::Keyword("else"), _), ..])) {
            return Vec::new();
        }
        match self.step_line(context, count, depth) {
            Some((line, Some(StepLine::Else))) if self.has_block(line, true) => {
                self.block(context, count, depth + 1, None)
            }
            _ => Vec::new(),
        }
    }

    fn axis(&mut self, line: &LogicalLine<'_>, tag: Option<InameTag>) -> HardwareAxis {
        match tag {
            Some(InameTag::Group(axis)) => HardwareAxis::Group(axis),
            Some(InameTag::Local(axis)) => HardwareAxis::Local(axis),
            // An unknown tag is reported where it is read.
            None => HardwareAxis::Group(0),
            Some(_) => {
                self.report(
                    error::WORD,
                    "not a hardware axis",
                    self.span_of(line),
                    "write g.0 to g.2 or l.0 to l.2",
                );
                HardwareAxis::Group(0)
            }
        }
    }
}
