//! The temporaries of a window and the statements that keep them.

use super::window::Window;
use crate::rewrite::{Iteration, served_statements};
use diag::Diagnostic;
use ir::{Expr, Fetch, Kernel, LValue, Name, Provenance, Statement, Temp, fresh, walk};
use pass::Refusal;
use poly::{Aff, Error};

/// More would not stay in registers, and each is a fetch behind the next one.
const MAX_LENGTH: i64 = 7;

/// Lets the reader of a window use temporaries.
pub(super) fn keep(kernel: &mut Kernel, window: &Window) -> Result<(), Refusal> {
    if window.length > MAX_LENGTH {
        let message = format!(
            "`{}` reads `{}` over {} iterations of `{}`, more than {MAX_LENGTH}",
            window.reader, window.array, window.length, window.iname
        );
        let help = "fetch them into a buffer with `add_prefetch`";
        return Err(Diagnostic::error("lp::rotate::length", message).help(help).into());
    }
    let reader = kernel.statements.get(&window.reader).cloned().ok_or(Error::Overflow)?;
    let kept: Vec<Name> = (0..window.length).map(|at| temporary(kernel, window, at)).collect();
    let of = served_statements(kernel, [&window.reader]);
    let emit = Emit { window, reader: &reader, kept: &kept, of };
    let mut after = emit.before_the_loop(kernel)?;
    after.push(emit.load(kernel)?);
    let mut changed = reader.map_exprs(&mut |expr| emit.redirected(expr));
    changed.after.extend(after);
    kernel.statements.insert(window.reader.clone(), changed);
    emit.rotate(kernel)
}

fn temporary(kernel: &mut Kernel, window: &Window, at: i64) -> Name {
    let name = kernel.fresh_name(&format!("{}_{at}", window.array));
    let ty = ir::typing::type_of_variable(kernel, &window.array).ok().map(ir::typing::Type::scalar);
    kernel.temps.insert(name.clone(), Temp::private(ty, Vec::new()));
    name
}

struct Emit<'a> {
    window: &'a Window,
    /// As it was.
    reader: &'a Statement,
    /// The temporaries, in the order of the elements.
    kept: &'a [Name],
    /// The reference statements for which it works.
    of: Vec<Name>,
}

impl Emit<'_> {
    /// A fetch in the reader's loops, of that element.
    fn fetch(&self, kept: &Name, value: Expr) -> Statement {
        let mut fetch = Statement::assign(LValue::Scalar(kept.clone()), value);
        fetch.inames = self.reader.inames.clone();
        fetch.predicates = self.reader.predicates.clone();
        fetch.after = self.reader.after.clone();
        fetch.provenance = Some(Provenance::Fetch(Fetch::new(self.of.clone())));
        (fetch.loc, fetch.origin) = (self.reader.loc.clone(), self.reader.origin);
        fetch
    }

    fn element(&self, number: usize) -> Result<Expr, Error> {
        let number = i64::try_from(number).map_err(|_| Error::Overflow)?;
        self.window.element(number).ok_or(Error::Overflow)
    }

    /// Puts a statement before the reader.
    fn insert(&self, kernel: &mut Kernel, what: &str, statement: Statement) -> Name {
        let id = self.fresh(kernel, what);
        let at = kernel.statements.get_index_of(&self.window.reader).unwrap_or(0);
        kernel.statements.shift_insert(at, id.clone(), statement);
        id
    }

    fn fresh(&self, kernel: &Kernel, what: &str) -> Name {
        fresh(&format!("{}_{what}", self.window.array), |name| kernel.statements.contains_key(name))
    }

    /// Fetches all but the last element for the first iteration.
    fn before_the_loop(&self, kernel: &mut Kernel) -> Result<Vec<Name>, Refusal> {
        let first = Iteration::first(kernel, &self.window.iname, &self.reader.inames)?;
        let mut ids = Vec::new();
        for (at, kept) in self.kept.iter().enumerate().take(self.kept.len().saturating_sub(1)) {
            let fetch = first.moved_fetch(&self.fetch(kept, self.element(at)?))?;
            ids.push(self.insert(kernel, &format!("first_{at}"), fetch));
        }
        Ok(ids)
    }

    /// Fetches the last element in each iteration.
    fn load(&self, kernel: &mut Kernel) -> Result<Name, Refusal> {
        let last = self.kept.len().saturating_sub(1);
        let kept = self.kept.last().ok_or(Error::Overflow)?;
        let fetch = self.fetch(kept, self.element(last)?);
        Ok(self.insert(kernel, "load", fetch))
    }

    /// Lets each temporary take the next one's value for the next iteration, behind the reader.
    fn rotate(&self, kernel: &mut Kernel) -> Result<(), Refusal> {
        let iname = &self.window.iname;
        let next = Aff::dim(iname).offset(1).ok_or(Error::Overflow)?;
        let mut last = self.window.reader.clone();
        let behind = kernel.statements.get_index_of(&last).unwrap_or(0).saturating_add(1);
        for (at, pair) in self.kept.windows(2).enumerate() {
            let [to, from] = pair else { continue };
            let mut fetch = self.fetch(to, Expr::var(from.clone()));
            fetch.after.insert(last);
            fetch.fetch_for(iname, next.clone());
            last = self.fresh(kernel, &format!("move_{at}"));
            kernel.statements.shift_insert(behind.saturating_add(at), last.clone(), fetch);
        }
        Ok(())
    }

    /// The reader's value with temporaries for what it reads of the window.
    fn redirected(&self, expr: &Expr) -> Expr {
        let inner = walk::map_children(expr, &mut |child| self.redirected(child));
        let kept = self.window.number(&inner).and_then(|number| self.kept.get(number));
        kept.map_or(inner, |kept| Expr::var(kept.clone()))
    }
}
