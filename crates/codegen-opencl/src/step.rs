//! Array elements, statements and loops.

use crate::dialect::Dialect;
use crate::interval::Interval;
use crate::printed::{C, Precedence};
use crate::printer::Printer;
use crate::reuse::{self, Before};
use crate::terms::plus_one;
use crate::wrap::wrapped;
use crate::{ispc, literal, part, pocl};
use diag::Diagnostic;
use ir::fold::Folder;
use ir::{
    AddressSpace, Ended, Expr, InameTag, Kernel, LValue, Layout, Loop, Name, Node, Statement, Step, affine,
    walk,
};
use poly::{Aff, Constraint, Term};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The body of one device function as it grows.
pub(crate) struct Body<'p, 'a> {
    pub(crate) printer: &'p mut Printer<'a>,
    pub(crate) text: String,
    pub(crate) line_map: bool,
    /// Numbers of work items with their declarations, which loops in which work items meet repeat.
    pub(crate) asked: Vec<(Name, String)>,
}

impl Printer<'_> {
    /// An array element, `a[i]`.
    pub(crate) fn element(&mut self, array: &Name, index: &[Expr]) -> Result<C, Diagnostic> {
        let (part, index) = part::element(self.kernel, array, index)?;
        let name = self.names.get(&part);
        if let Some(temp) = self.kernel.temps.get(array) {
            if index.is_empty() {
                let one_element = temp.space == Some(AddressSpace::Global);
                return Ok(C::primary(if one_element { format!("{name}[0]") } else { name }));
            }
            if let Some(count) = self.vectors.get(array) {
                return self.element_of_vector(array, name, &index, *count);
            }
            // Row-major private and local arrays are declared with all their extents.
            if temp.space != Some(AddressSpace::Global) && temp.layout.of_part() == Layout::c(index.len()) {
                return Ok(C::primary(self.subscripted(name, &index)?));
            }
        }
        let position = self.position(array, &index)?;
        Ok(C::primary(format!("{name}[{}]", self.index(&position)?.0.text)))
    }

    /// Puts numbers in the place of inames whose loops are written out, if there are any around.
    pub(crate) fn unrolled_folder(&self) -> Option<Folder<'_>> {
        (!self.unrolled.is_empty()).then(|| Folder::new(self.kernel, &self.unrolled))
    }

    /// A name with each subscript in brackets of its own.
    pub(crate) fn subscripted(&mut self, name: String, index: &[Expr]) -> Result<String, Diagnostic> {
        index
            .iter()
            .try_fold(name, |text, subscript| Ok(format!("{text}[{}]", self.index(subscript)?.0.text)))
    }

    pub(crate) fn strides(&self, array: &Name, rank: usize) -> Result<Vec<Expr>, Diagnostic> {
        let strides = self.strides_here(array);
        if strides.len() == rank {
            return Ok(strides);
        }
        Err(Diagnostic::error(
            "lp::codegen::stride",
            format!("a stride of `{array}` depends on an unknown extent"),
        )
        .help("declare the array's shape, or give strides with `tag_array_axes`"))
    }
}

/// When a loop has its one iteration, at its upper bound; `None` where it may have several.
fn at_most_once(inner: &Loop<Step>) -> Option<Vec<Constraint>> {
    let upper = affine::to_aff(&inner.upper)?;
    let lowers = match inner.lower.node() {
        Node::Call { function, args } if &**function == "max" => args.as_slice(),
        _ => std::slice::from_ref(&inner.lower),
    };
    let lowers: Vec<Aff> = lowers.iter().map(affine::to_aff).collect::<Option<_>>()?;
    let is_last = |lower: &Aff| upper.sub(lower).is_some_and(|gap| gap.as_constant() == Some(0));
    let others = lowers.iter().filter(|lower| !is_last(lower));
    if others.clone().count() == lowers.len() {
        return None;
    }
    others.map(|lower| without_quotient(Constraint::le(lower, &upper)?)).collect()
}

/// A quotient is at least a number where its dividend is at least the product with the divisor.
fn without_quotient(constraint: Constraint) -> Option<Constraint> {
    let [(Term::Floor(dividend, divisor), 1)] = constraint.aff.terms() else { return Some(constraint) };
    let least = constraint.aff.constant_part().checked_mul(*divisor)?;
    Constraint::ge(&dividend.offset(least)?, &Aff::constant(0))
}

/// A note about a loop, at the first statement in it.
pub(crate) fn at_first_statement(note: Diagnostic, kernel: &Kernel, inner: &Loop<Step>) -> Diagnostic {
    match first_statement(&inner.body).and_then(|id| kernel.statements.get(id)) {
        Some(statement) => note.at_entity(statement.loc.as_ref(), statement.origin, ""),
        None => note,
    }
}

/// The statement that stands first in the text.
fn first_statement(steps: &[Step]) -> Option<&Name> {
    steps.iter().find_map(|step| match step {
        Step::Run(id) => Some(id),
        Step::For(inner) => first_statement(&inner.body),
        Step::If { then, otherwise, .. } => first_statement(then).or_else(|| first_statement(otherwise)),
        Step::Barrier { .. } => None,
    })
}

fn is_barrier(step: &Step) -> bool {
    matches!(step, Step::Barrier { .. })
}

fn reads_memory(kernel: &Kernel, condition: &Expr) -> bool {
    walk::any(condition, &mut |part| match part.node() {
        Node::Load { .. } => true,
        Node::Var(name) => kernel.temps.contains_key(name),
        _ => false,
    })
}

impl Body<'_, '_> {
    /// All steps at that depth of indentation, as a block of code with names of its own.
    pub(crate) fn steps(&mut self, steps: &[Step], depth: usize) -> Result<(), Diagnostic> {
        self.printer.named.open();
        self.more_steps(steps, depth)?;
        self.printer.named.close();
        Ok(())
    }

    /// Steps that belong to the block that is open.
    fn more_steps(&mut self, steps: &[Step], depth: usize) -> Result<(), Diagnostic> {
        let mut plan = Vec::new();
        if self.printer.dialect().names_places() {
            plan = reuse::plan(self.printer, steps);
        }
        plan.resize_with(steps.len(), Before::default);
        for (step, before) in steps.iter().zip(plan) {
            self.printer.forget_before(step);
            if let Step::Run(id) = step
                && let Some(statement) = self.printer.kernel.statements.get(id)
            {
                self.origin(statement);
            }
            self.name_before(&before, depth)?;
            self.step(step, &before, depth)?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, before: &Before, depth: usize) -> Result<(), Diagnostic> {
        match step {
            Step::For(inner) => {
                let folded = self.printer.unrolled_folder().map(|folder| Loop {
                    lower: folder.subscript(&inner.lower),
                    upper: folder.subscript(&inner.upper),
                    ..inner.clone()
                });
                let inner = folded.as_ref().unwrap_or(inner);
                if inner.unroll { self.unroll(inner, depth) } else { self.sequential(inner, depth) }
            }
            Step::If { condition, then, otherwise } => {
                match self.printer.unrolled_folder().and_then(|folder| folder.decided(condition)) {
                    Some(holds) => self.steps(if holds { then } else { otherwise }, depth),
                    None => self.choice("", step, depth),
                }
            }
            Step::Barrier { reason } => {
                let reason = literal::comment(reason);
                // Where one thread does all, nobody is waited for.
                if let Some(barrier) = self.printer.dialect().barrier() {
                    self.line(depth, &format!("{barrier} // {reason}"));
                }
                Ok(())
            }
            Step::Run(id) => {
                let Some(statement) = self.printer.kernel.statements.get(id) else { return Ok(()) };
                let folded = self.printer.unrolled_folder().map(|folder| folder.statement(statement));
                self.statement(id, folded.as_ref().unwrap_or(statement), before.is_kept, depth)
            }
        }
    }

    /// Declares what gets a name before a step.
    fn name_before(&mut self, before: &Before, depth: usize) -> Result<(), Diagnostic> {
        for (array, base, distance) in &before.bases {
            let lines = self.printer.name_base(array.as_ref(), base.clone(), distance.clone())?;
            lines.iter().for_each(|line| self.line(depth, line));
        }
        for (array, index) in &before.values {
            let element = self.printer.element(array, index)?;
            if let Some((name, ty)) = self.printer.name_value(array, index)? {
                self.line(depth, &format!("{ty} const {name} = {};", element.text));
            }
        }
        Ok(())
    }

    /// `if` and `else`; where a choice is all that is in the `else`, `else if`.
    fn choice(&mut self, before: &str, step: &Step, depth: usize) -> Result<(), Diagnostic> {
        let Step::If { condition: holds, then, otherwise } = step else { return Ok(()) };
        let is_settled = !reads_memory(self.printer.kernel, holds);
        let condition = match self.printer.unrolled_folder().map(|folder| folder.condition(holds)) {
            Some(folded) => self.printer.condition(&folded)?.text,
            None => self.printer.condition(holds)?.text,
        };
        if before.is_empty() && is_settled && (otherwise.is_empty() || otherwise.iter().any(is_barrier)) {
            self.where_it_holds(holds, &mut |body| body.guarded(&condition, then, depth))?;
            return match otherwise.as_slice() {
                [] => Ok(()),
                _ => self.guarded(&format!("!({condition})"), otherwise, depth),
            };
        }
        let head = format!("{before}if ({condition})");
        self.where_it_holds(holds, &mut |body| body.block(&head, then, depth))?;
        match otherwise.as_slice() {
            [] => Ok(()),
            [inner @ Step::If { .. }] => self.choice("else ", inner, depth),
            _ => self.block("else", otherwise, depth),
        }
    }

    /// Steps under a condition that they do not change, which has one value in a group where there are
    /// barriers. These stand outside, as do those of an `else`: what PoCL 3.1 makes of two barriers in
    /// branches writes where it should not.
    fn guarded(&mut self, condition: &str, steps: &[Step], depth: usize) -> Result<(), Diagnostic> {
        for part in steps.chunk_by(|a, b| is_barrier(a) == is_barrier(b)) {
            match part {
                [Step::Barrier { .. }, ..] => self.steps(part, depth)?,
                _ => self.block(&format!("if ({condition})"), part, depth)?,
            }
        }
        Ok(())
    }

    pub(crate) fn line(&mut self, depth: usize, text: &str) {
        self.text.push_str(&wrapped(depth.saturating_mul(2), text));
        self.text.push('\n');
    }

    /// Braces stay away around a single plain statement.
    pub(crate) fn block(&mut self, head: &str, steps: &[Step], depth: usize) -> Result<(), Diagnostic> {
        self.braced(head, "", steps, depth)
    }

    /// The body of a loop, which asks anew for numbers of work items if these meet in it.
    fn repeated(&mut self, head: &str, steps: &[Step], depth: usize) -> Result<(), Diagnostic> {
        if !steps.iter().any(Step::meets) {
            return self.block(head, steps, depth);
        }
        let asked = std::mem::take(&mut self.asked);
        let tested = pocl::tested(steps);
        let again = asked.iter().filter(|(iname, _)| tested.contains(iname)).map(|(_, line)| line.as_str());
        let first = pocl::asked_again(again, &"  ".repeat(depth + 1));
        self.braced(head, &first, steps, depth)?;
        self.asked = asked;
        Ok(())
    }

    /// Steps behind a head and some first lines.
    fn braced(&mut self, head: &str, first: &str, steps: &[Step], depth: usize) -> Result<(), Diagnostic> {
        let single = matches!(steps, [Step::Run(_)]) && !self.line_map && first.is_empty();
        let begin = self.text.len();
        self.steps(steps, depth + 1)?;
        let body = self.text.split_off(begin);
        let single = single && body.matches(';').count() == 1;
        self.line(depth, &if single { head.to_owned() } else { format!("{head} {{") });
        self.text.push_str(first);
        self.text.push_str(&body);
        if !single {
            self.line(depth, "}");
        }
        Ok(())
    }

    fn sequential(&mut self, inner: &Loop<Step>, depth: usize) -> Result<(), Diagnostic> {
        if self.matrix(inner, depth)? { Ok(()) } else { self.counted(inner, depth) }
    }

    /// A loop with a counter.
    pub(crate) fn counted(&mut self, inner: &Loop<Step>, depth: usize) -> Result<(), Diagnostic> {
        if let Some(condition) = at_most_once(inner) {
            return self.once(inner, &condition, depth);
        }
        let (low, high) = (self.printer.range(&inner.lower), self.printer.range(&inner.upper));
        let most = self.printer.greatest(&inner.iname);
        let high = Interval::new(high.low.min(most), high.high.min(most));
        let lower = self.printer.index(&inner.lower)?.0.text;
        let end = self.loop_end(&inner.upper, low.low >= 0)?;
        // The counter is compared once with a value past its last one, so its type must hold that too.
        let range = Interval::new(low.low, high.high.max(low.high).saturating_add(1));
        self.printer.ranges.insert(inner.iname.clone(), range);
        let name = self.printer.names.get(&inner.iname);
        let ty = self.printer.declared(&inner.iname, range);
        self.printer.ranges.insert(inner.iname.clone(), Interval::new(low.low, high.high.max(low.low)));
        let (go_on, body) = self.ended(inner)?;
        let is_shared = self.printer.dialect() == Dialect::Ispc
            && go_on.is_empty()
            && ispc::is_uniform(self.printer.kernel, [&inner.lower, &inner.upper]);
        let shared = if is_shared { Dialect::Ispc.shared() } else { "" };
        let head = format!("for ({shared}{ty} {name} = {lower}; {name} {end}{go_on}; ++{name})");
        let outer = self.printer.learn(&inner.upper, low.low);
        let iname = self.printer.kernel.inames.get(&inner.iname);
        if iname.is_some_and(|iname| iname.tag == Some(InameTag::UnrollHint)) {
            self.unroll_hint(depth);
        }
        self.repeated(&head, &body, depth)?;
        self.printer.forget(outer);
        self.printer.end_counter(&inner.iname);
        Ok(())
    }

    fn unroll_hint(&mut self, depth: usize) {
        if let Some(hint) = self.printer.dialect().unroll_hint() {
            self.line(depth, hint);
        }
    }

    /// What else must hold for a loop to go on, and what it does then.
    fn ended<'s>(&mut self, inner: &'s Loop<Step>) -> Result<(String, Cow<'s, [Step]>), Diagnostic> {
        let Some(Ended { condition, body }) = inner.ended(self.printer.kernel) else {
            return Ok((String::new(), Cow::Borrowed(inner.body.as_slice())));
        };
        let condition =
            self.printer.unrolled_folder().map_or(condition.clone(), |folder| folder.condition(&condition));
        let text = self.printer.condition(&condition)?.text_in(Precedence::And);
        Ok((format!(" && {text}"), body))
    }

    /// A loop of at most one iteration, at its upper bound, as a block with the iname a constant.
    fn once(&mut self, inner: &Loop<Step>, condition: &[Constraint], depth: usize) -> Result<(), Diagnostic> {
        let conditions = condition.iter().map(affine::from_constraint).collect();
        let condition = match condition {
            [] => None,
            _ => Some(self.printer.condition(&Expr::all(conditions))?.text),
        };
        let meets = inner.body.iter().any(is_barrier);
        self.line(
            depth,
            &match &condition {
                Some(condition) if !meets => format!("if ({condition}) {{"),
                _ => "{".to_owned(),
            },
        );
        let range = self.printer.range(&inner.upper);
        let least = self.printer.range(&inner.lower).low.max(range.low);
        let range = Interval::new(least.min(range.high), range.high);
        let outer = self.printer.learn(&inner.upper, least);
        let value = self.printer.index(&inner.upper)?.0.text;
        let ty = self.printer.declared(&inner.iname, range);
        self.line(depth + 1, &format!("{ty} const {} = {value};", self.printer.names.get(&inner.iname)));
        self.printer.ranges.insert(inner.iname.clone(), range);
        match condition {
            Some(condition) if meets => self.guarded(&condition, &inner.body, depth + 1)?,
            _ => self.steps(&inner.body, depth + 1)?,
        }
        self.printer.forget(outer);
        self.printer.end_counter(&inner.iname);
        self.line(depth, "}");
        Ok(())
    }

    /// The comparison that ends a loop.
    pub(crate) fn loop_end(&mut self, upper: &Expr, from_zero: bool) -> Result<String, Diagnostic> {
        let constant = upper.as_int().and_then(|last| last.checked_add(1)).map(Expr::int);
        let (symbol, bound) = match plus_one(upper).or(constant) {
            Some(bound) => ("<", bound),
            None => ("<=", upper.clone()),
        };
        if let (Some((count, _)), "<", true) = (self.printer.plain_quotient(&bound)?, symbol, from_zero) {
            return Ok(format!("< {}", count.text_in(Precedence::Sum)));
        }
        Ok(format!("{symbol} {}", self.printer.index(&bound)?.0.text_in(Precedence::Sum)))
    }

    /// A loop without a counter.
    fn unroll(&mut self, inner: &Loop<Step>, depth: usize) -> Result<(), Diagnostic> {
        if self.vector(inner, depth)? { Ok(()) } else { self.write_out(inner, depth) }
    }

    /// Every iteration written out, with its value in place of the iname.
    pub(crate) fn write_out(&mut self, inner: &Loop<Step>, depth: usize) -> Result<(), Diagnostic> {
        let (Some(lower), Some(upper)) = (inner.lower.as_int(), inner.upper.as_int()) else {
            let name = &inner.iname;
            let message =
                format!("the number of iterations of `{name}` is not a constant, so it cannot be unrolled");
            let error = Diagnostic::error("lp::codegen::unroll", message);
            return Err(match self.printer.kernel.inames.get(name) {
                Some(iname) => error.at_entity(iname.loc.as_ref(), iname.origin, ""),
                None => error,
            });
        };
        // The iterations stand in the block that is open, so later ones see what earlier ones named.
        self.written_out(&inner.iname, lower..=upper, &mut |body| body.more_steps(&inner.body, depth))
    }

    /// Prints something for each value of an iname.
    pub(crate) fn written_out(
        &mut self,
        iname: &Name,
        values: RangeInclusive<i64>,
        print: &mut dyn FnMut(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        for value in values {
            let range = Interval::new(i128::from(value), i128::from(value));
            self.printer.ranges.insert(iname.clone(), range);
            self.printer.unrolled.insert(iname.clone(), vec![value]);
            print(self)?;
        }
        self.printer.unrolled.remove(iname);
        self.printer.ranges.shift_remove(iname);
        Ok(())
    }

    /// Says which line of the source the next one comes from.
    pub(crate) fn origin(&mut self, statement: &Statement) {
        if let (true, Some(loc)) = (self.line_map, &statement.loc) {
            self.text.push_str(&format!("#line {} \"{}\"\n", loc.line, literal::file_name(&loc.file)));
        }
    }

    /// One assignment. Where the value is kept, it gets a name.
    fn statement(
        &mut self,
        id: &Name,
        statement: &Statement,
        is_kept: bool,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let (Some(target), Some(value)) = (statement.target(), statement.value()) else { return Ok(()) };
        let ty = self.printer.scalar_of(&target.to_expr())?;
        let element = match target {
            LValue::Scalar(name) => self.printer.element(name, &[])?,
            LValue::Element { array, index } => self.printer.element(array, index)?,
        };
        if let Some(call) = self.atomic(statement, &element)? {
            self.line(depth, &call);
            return Ok(());
        }
        let mut value = self.printer.value(value, ty)?.text;
        self.printer.named.forget(target.name());
        if is_kept && let Some((name, ty)) = self.printer.name_value(target.name(), target.index())? {
            self.line(depth, &format!("{ty} const {name} = {value};"));
            value = name.to_string();
        }
        let declared = match self.printer.declaring.get(id) {
            Some(is_constant) => {
                let constant = if *is_constant { " const" } else { "" };
                format!("{}{constant} ", self.printer.dialect().ty(ty))
            }
            None => String::new(),
        };
        self.line(depth, &format!("{declared}{} = {value};", element.text));
        Ok(())
    }
}
