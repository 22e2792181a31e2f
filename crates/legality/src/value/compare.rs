//! Claim (compare): Expressions that are found equal operand by operand have the same value.

use ir::typing::{self, Type};
use ir::{Expr, Kernel, Name, Node, affine, exact, walk};
use poly::{Aff, Set};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Mismatch;
use super::placed::{Frame, PlacedExpr};
use super::prove::{Cover, Equal};
use crate::model::Model;

/// How deep buffers, forwarded values and operators may nest.
const MAX_DEPTH: usize = 128;

/// Where two expressions are compared.
#[derive(Clone)]
pub(crate) struct ComparedAt {
    /// The instances, over the columns of the scheduled kernel's side.
    pub(crate) own: Set,
    /// The same over those of the reference's side.
    pub(crate) want: Set,
    pub(crate) depth: usize,
    /// Whether they are index arithmetic, which is exact: then only the numbers count, not their types.
    pub(crate) is_exact: bool,
}

impl ComparedAt {
    pub(crate) fn new(set: &Set) -> Self {
        ComparedAt { own: set.clone(), want: set.clone(), depth: MAX_DEPTH, is_exact: false }
    }

    pub(crate) fn deeper(&self) -> Option<Self> {
        Some(ComparedAt { depth: self.depth.checked_sub(1)?, ..self.clone() })
    }

    /// The same place for subscripts, or for operands that are numbers without a type, where `is_exact`.
    fn of_operands(&self, is_exact: bool) -> Self {
        ComparedAt { is_exact, ..self.clone() }
    }
}

/// The comparison of one expression of the kernel with one of the reference. What needs isl is collected, and
/// asked once all operands are seen to fit, since only then the inames of reductions have values.
pub(crate) struct Comparison<'m, 'k> {
    pub(crate) model: &'m Model<'k>,
    /// The reference instance.
    pub(crate) top: Rc<Frame<'k>>,
    /// Arguments that are known.
    pub(crate) pinned: &'m BTreeMap<Name, Aff>,
    pub(crate) equal: Vec<Equal>,
    pub(crate) covers: Vec<Cover>,
    /// How many reductions were met, which numbers their columns.
    pub(crate) reductions: usize,
    /// How many buffers were read, which numbers the columns of what fills them.
    pub(crate) inlined: usize,
    /// Which operands of commutative operators to exchange, in the order in which they are met.
    exchanged: Vec<bool>,
    met: usize,
}

/// An operand: the integers that a sum or product starts with count as one.
enum Operand<'k> {
    Integer(Aff),
    Other(PlacedExpr<'k>),
}

impl<'m, 'k> Comparison<'m, 'k> {
    pub(crate) fn new(
        model: &'m Model<'k>,
        top: &Rc<Frame<'k>>,
        pinned: &'m BTreeMap<Name, Aff>,
        exchanged: Vec<bool>,
    ) -> Self {
        Comparison {
            model,
            top: Rc::clone(top),
            pinned,
            equal: Vec::new(),
            covers: Vec::new(),
            reductions: 0,
            inlined: 0,
            exchanged,
            met: 0,
        }
    }

    /// The choices that were made.
    pub(crate) fn choices(self) -> Vec<bool> {
        self.exchanged
    }

    pub(crate) fn reference(&self) -> &'k Kernel {
        self.model.reference
    }

    pub(crate) fn compare(
        &mut self,
        own: &PlacedExpr<'k>,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        let kernel = self.model.kernel;
        let place = &place.deeper().ok_or_else(|| Mismatch::differ(&own.expr, &want.expr))?;
        // What is told by itself comes first; then what reads stand for; then operands, one by one.
        if let (Some(a), Some(b)) = (own.affine(kernel), want.affine(kernel)) {
            if !place.is_exact && !self.have_one_type(own, want) {
                return Err(Mismatch::differ(&own.expr, &want.expr));
            }
            return self.integers(&a, &b, &place.own).map_err(|no| no.or(&own.expr, &want.expr));
        }
        if self.is_known_argument(own, want) || is_one_number(&own.expr, &want.expr, place.is_exact) {
            return Ok(());
        }
        if let Some((number, integer)) = self.number_and_integer(own, want) {
            return self.integers(&number, &integer, &place.own).map_err(|no| no.or(&own.expr, &want.expr));
        }
        let read = own.read(kernel);
        if let Some(element) = read
            && self.model.buffers.contains_key(element.name)
        {
            return self.buffer(own, element, want, place);
        }
        if let Some((ty, inner)) = self.narrowed_buffer(own)
            && !matches!(want.expr.node(), Node::Cast(..))
        {
            return self.narrowed(ty, &own.sibling(inner), want, place);
        }
        if let Node::Reduce { inames, body, .. } = want.expr.node()
            && inames.is_empty()
        {
            return self.compare(own, &want.sibling(body), place);
        }
        if self.is_empty_reduction(&own.expr, want, place)? {
            return Ok(());
        }
        if let Some(wanted) = want.read(self.reference()) {
            return match read {
                Some(element) if element.name == wanted.name => {
                    self.list(own, element.index, want, wanted.index, place)?;
                    self.kept(want, wanted, place)
                }
                _ => self.forwarded(own, want, wanted, place),
            };
        }
        self.nodes(own, want, place)
    }

    /// Whether two integers have one type; a literal has that of what it meets.
    fn have_one_type(&self, own: &PlacedExpr<'k>, want: &PlacedExpr<'k>) -> bool {
        let is_literal = |side: &PlacedExpr<'k>| side.expr.as_int().is_some();
        is_literal(own) || is_literal(want) || self.one_type(own, want)
    }

    /// Whether two operations are done in one type.
    fn one_type(&self, own: &PlacedExpr<'k>, want: &PlacedExpr<'k>) -> bool {
        let own = typing::type_of(self.model.kernel, &own.expr).map(Type::scalar);
        own.is_ok() && own == typing::type_of(self.reference(), &want.expr).map(Type::scalar)
    }

    /// Whether two operations on operands of which some are numbers are done in one type. A number has the
    /// type of what it meets, or that of its own cast, so that the same numbers need not mean the same
    /// operation.
    fn are_done_in_one_type(&self, own: &PlacedExpr<'k>, want: &PlacedExpr<'k>) -> bool {
        let has_number =
            |side: &PlacedExpr<'k>| walk::children(&side.expr).iter().any(|e| has_type_of_number(e));
        if !has_number(own) && !has_number(want) {
            return true;
        }
        match (own.expr.node(), want.expr.node()) {
            // A number is the same in each type that holds it.
            (Node::Cast(..), Node::Cast(..)) => true,
            (Node::Compare(_, a, b), Node::Compare(_, c, d)) => {
                let both = |a: &Expr, b: &Expr| Expr::sum(vec![a.clone(), b.clone()]);
                self.takes_exact(own, want)
                    || self.one_type(&own.sibling(&both(a, b)), &want.sibling(&both(c, d)))
            }
            // The exponent has a type of its own.
            (Node::Power(_, a), Node::Power(_, b)) => {
                self.one_type(own, want) && self.one_type(&own.sibling(a), &want.sibling(b))
            }
            _ => self.one_type(own, want),
        }
    }

    /// Whether one is an argument whose value is known, and the other that value in its type.
    fn is_known_argument(&self, own: &PlacedExpr<'k>, want: &PlacedExpr<'k>) -> bool {
        let (Node::Cast(ty, number), Some(name)) = (own.expr.node(), want.expr.as_var()) else {
            return false;
        };
        let declared = self.model.kernel.args.get(name).and_then(|arg| arg.ty);
        number.as_int().is_some_and(|value| self.model.pinned.get(name) == Some(&value))
            && declared == Some(*ty)
    }

    /// A number with a type, and an integer of that type: they are equal where conditions say so.
    fn number_and_integer(&self, own: &PlacedExpr<'k>, want: &PlacedExpr<'k>) -> Option<(Aff, Aff)> {
        let Node::Cast(ty, number) = own.expr.node() else { return None };
        let (low, high) = ty.integer_range()?;
        let number = number.as_int().filter(|number| (low..=high).contains(&i128::from(*number)))?;
        let integer = want.affine(self.model.kernel).filter(|_| self.one_type(own, want))?;
        Some((Aff::constant(number), integer))
    }

    /// Two integers.
    pub(crate) fn integers(&mut self, own: &Aff, want: &Aff, points: &Set) -> Result<(), Mismatch> {
        if own != want {
            if want.sub(own).and_then(|difference| difference.as_constant()).is_some() {
                return Err(Mismatch::unnamed());
            }
            self.equal.push(Equal { own: own.clone(), want: want.clone(), place: points.clone() });
        }
        Ok(())
    }

    /// As many expressions as the shorter list has, one by one: further subscripts tell copies apart.
    pub(crate) fn list(
        &mut self,
        own: &PlacedExpr<'k>,
        index: &[Expr],
        want: &PlacedExpr<'k>,
        wanted: &[Expr],
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        let place = &place.of_operands(true);
        index.iter().zip(wanted).try_for_each(|(a, b)| self.compare(&own.sibling(a), &want.sibling(b), place))
    }

    /// Whether the operands of an expression of both sides are integers without a type: what a cast converts,
    /// and signed integers that are compared.
    fn takes_exact(&self, own: &PlacedExpr<'k>, want: &PlacedExpr<'k>) -> bool {
        let signed = |kernel: &Kernel, e: &Expr| {
            typing::type_of(kernel, e).is_ok_and(|ty| ty.scalar().is_signed_integer())
        };
        let both = |a: &Expr, b: &Expr| signed(self.model.kernel, a) && signed(self.reference(), b);
        match (own.expr.node(), want.expr.node()) {
            (Node::Compare(_, a, b), Node::Compare(_, c, d)) => {
                let is_index = |e: &Expr| affine::to_aff(e).is_some();
                both(a, c) && both(b, d) || [a, b, c, d].into_iter().all(is_index)
            }
            (Node::Cast(_, a), Node::Cast(_, b)) => {
                affine::to_aff(a).is_some() && affine::to_aff(b).is_some()
            }
            _ => false,
        }
    }

    fn nodes(
        &mut self,
        own: &PlacedExpr<'k>,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        match (own.expr.node(), want.expr.node()) {
            (Node::Sum(_), Node::Sum(_)) | (Node::Product(_), Node::Product(_)) => {
                self.operands(own, want, place)
            }
            (Node::Select(c, a, b), Node::Select(wanted, wanted_a, wanted_b)) => {
                self.compare(&own.sibling(c), &want.sibling(wanted), place)?;
                for (holds, branch, other) in [(true, a, wanted_a), (false, b, wanted_b)] {
                    let inside = self.place_where(&own.sibling(c), &want.sibling(wanted), holds, place)?;
                    self.compare(&own.sibling(branch), &want.sibling(other), &inside)?;
                }
                Ok(())
            }
            (Node::And(a), Node::And(b)) | (Node::Or(a), Node::Or(b)) if a.len() == b.len() => {
                let goes_on = matches!(own.expr.node(), Node::And(_));
                let mut inside = place.clone();
                for (a, b) in a.iter().zip(b) {
                    self.compare(&own.sibling(a), &want.sibling(b), &inside)?;
                    inside = self.place_where(&own.sibling(a), &want.sibling(b), goes_on, &inside)?;
                }
                Ok(())
            }
            _ => {
                let blank = |e: &Expr| walk::map_children(e, &mut |_| Expr::int(0));
                let (a, b) = (walk::children(&own.expr), walk::children(&want.expr));
                let is_reduction = matches!(own.expr.node(), Node::Reduce { .. });
                if is_reduction || a.len() != b.len() || blank(&own.expr) != blank(&want.expr) {
                    return Err(Mismatch::differ(&own.expr, &want.expr));
                }
                // Shifts, roots and the like have a type also where all around them is exact.
                let is_exact = place.is_exact && exact::is_operation(&own.expr);
                if !is_exact && !self.are_done_in_one_type(own, want) {
                    return Err(Mismatch::differ(&own.expr, &want.expr));
                }
                let place = &place.of_operands(self.takes_exact(own, want));
                a.into_iter()
                    .zip(b)
                    .try_for_each(|(a, b)| self.compare(&own.sibling(a), &want.sibling(b), place))
            }
        }
    }

    /// The instances at which a condition holds or does not.
    fn place_where(
        &self,
        own: &PlacedExpr<'k>,
        want: &PlacedExpr<'k>,
        holds: bool,
        place: &ComparedAt,
    ) -> Result<ComparedAt, Mismatch> {
        let kernel = self.model.kernel;
        Ok(ComparedAt {
            own: own.points_where(kernel, &place.own, holds)?,
            want: want.points_where(kernel, &place.want, holds)?,
            depth: place.depth,
            is_exact: place.is_exact,
        })
    }

    /// The operands of two sums or products. Where any order will do, a buffer may still hold an operand that
    /// is itself one of several, as the source has it.
    fn operands(
        &mut self,
        own: &PlacedExpr<'k>,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        if !place.is_exact && !self.are_done_in_one_type(own, want) {
            return Err(Mismatch::differ(&own.expr, &want.expr));
        }
        if !self.reference().reassociate {
            return self.in_their_order(own, want, place);
        }
        let mark = (self.equal.len(), self.covers.len());
        match self.in_any_order(own, want, place) {
            Err(Mismatch::Differ(no)) if self.reads_buffer(own) || self.reads_gone(want) => {
                self.equal.truncate(mark.0);
                self.covers.truncate(mark.1);
                match self.in_their_order(own, want, place) {
                    Err(Mismatch::Differ(_)) => Err(Mismatch::Differ(no)),
                    other => other,
                }
            }
            other => other,
        }
    }

    /// Whether an operand is read from a buffer.
    fn reads_buffer(&self, side: &PlacedExpr<'k>) -> bool {
        list_of(side).iter().any(|part| {
            let part = side.sibling(part);
            part.read(self.model.kernel).is_some_and(|read| self.model.buffers.contains_key(read.name))
        })
    }

    /// Whether an operand is a temporary that the kernel lacks, in the place of which stands what was
    /// assigned to it.
    fn reads_gone(&self, side: &PlacedExpr<'k>) -> bool {
        list_of(side).iter().any(|part| {
            let part = side.sibling(part);
            part.read(self.reference()).is_some_and(|read| !self.model.kernel.temps.contains_key(read.name))
        })
    }

    /// Operands in order, but for the first two, which commute exactly.
    fn in_their_order(
        &mut self,
        own: &PlacedExpr<'k>,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        let kernel = self.model.kernel;
        let (mut a, mut b) = (operands(kernel, own), operands(kernel, want));
        // The first operand of one may stand for several of the other: both are folded from the left.
        match a.len().cmp(&b.len()) {
            Ordering::Less => b = joined(want, a.len()),
            Ordering::Equal => {}
            Ordering::Greater => a = joined(own, b.len()),
        }
        let mut order: Vec<&Operand<'k>> = b.iter().collect();
        if a.len() != b.len() {
            return Err(Mismatch::differ(&own.expr, &want.expr));
        }
        let exchange = a.len() > 1 && self.exchange();
        if exchange {
            order.swap(0, 1);
        }
        let mark = (self.equal.len(), self.covers.len());
        let Err(no) = self.in_order(&a, &order, place) else { return Ok(()) };
        if a.len() < 2 || exchange || matches!(no, Mismatch::Isl(_)) {
            return Err(no.or(&own.expr, &want.expr));
        }
        self.equal.truncate(mark.0);
        self.covers.truncate(mark.1);
        order.swap(0, 1);
        match self.in_order(&a, &order, place) {
            Err(Mismatch::Differ(_)) => Err(no.or(&own.expr, &want.expr)),
            other => other,
        }
    }

    fn in_order(
        &mut self,
        a: &[Operand<'k>],
        b: &[&Operand<'k>],
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        a.iter().zip(b).try_for_each(|(a, b)| self.operand(a, b, place))
    }

    fn operand(&mut self, a: &Operand<'k>, b: &Operand<'k>, place: &ComparedAt) -> Result<(), Mismatch> {
        let kernel = self.model.kernel;
        match (a, b) {
            (Operand::Other(a), Operand::Other(b)) => self.compare(a, b, place),
            (Operand::Integer(a), Operand::Integer(b)) => self.integers(a, b, &place.own),
            (Operand::Integer(a), Operand::Other(b)) => {
                let b = integer(kernel, b).ok_or_else(Mismatch::unnamed)?;
                self.integers(a, &b, &place.own)
            }
            (Operand::Other(a), Operand::Integer(b)) => {
                let a = integer(kernel, a).ok_or_else(Mismatch::unnamed)?;
                self.integers(&a, b, &place.own)
            }
        }
    }

    /// The operands of nested sums or products in whatever order.
    fn in_any_order(
        &mut self,
        own: &PlacedExpr<'k>,
        want: &PlacedExpr<'k>,
        place: &ComparedAt,
    ) -> Result<(), Mismatch> {
        let kernel = self.model.kernel;
        let (a, mut b) = (flat(kernel, own), flat(kernel, want));
        if a.len() != b.len() {
            return Err(Mismatch::differ(&own.expr, &want.expr));
        }
        let mut open = Vec::new();
        // Operands that are the same for sure find each other first: `m[i]*m[j]` could as well fit crosswise.
        for a in a {
            if !self.paired(&a, &mut b, true, place)? {
                open.push(a);
            }
        }
        for a in open {
            if !self.paired(&a, &mut b, false, place)? {
                return Err(Mismatch::differ(&own.expr, &want.expr));
            }
        }
        Ok(())
    }

    /// Takes the first operand that fits another one; `at_once` asks for one that leaves no question.
    fn paired(
        &mut self,
        a: &Operand<'k>,
        others: &mut Vec<Operand<'k>>,
        at_once: bool,
        place: &ComparedAt,
    ) -> Result<bool, Mismatch> {
        let mark = (self.equal.len(), self.covers.len());
        for at in 0..others.len() {
            let Some(b) = others.get(at) else { break };
            match self.operand(a, b, place) {
                Err(Mismatch::Isl(error)) => return Err(Mismatch::Isl(error)),
                Ok(()) if !at_once || mark == (self.equal.len(), self.covers.len()) => {
                    others.remove(at);
                    return Ok(true);
                }
                Ok(()) | Err(Mismatch::Differ(_)) => {
                    self.equal.truncate(mark.0);
                    self.covers.truncate(mark.1);
                }
            }
        }
        Ok(false)
    }

    /// Whether to exchange the first two operands here.
    fn exchange(&mut self) -> bool {
        let at = self.met;
        self.met += 1;
        if let Some(choice) = self.exchanged.get(at) {
            return *choice;
        }
        self.exchanged.push(false);
        false
    }
}

/// Whether both are the same integer, also where one of them is converted to a type that holds it. Two that
/// are converted to different types are the same where only the number counts.
fn is_one_number(own: &Expr, want: &Expr, is_exact: bool) -> bool {
    let number = |e: &Expr| converted_literal(e).or_else(|| e.as_int());
    let differ = matches!((own.node(), want.node()), (Node::Cast(a, _), Node::Cast(b, _)) if a != b);
    (is_exact || !differ) && number(own).is_some_and(|value| number(want) == Some(value))
}

/// An integer operand: index arithmetic, or a literal that is converted to a type which holds it.
fn integer(kernel: &Kernel, side: &PlacedExpr<'_>) -> Option<Aff> {
    converted_literal(&side.expr).map(Aff::constant).or_else(|| side.affine(kernel))
}

/// The integer literal that is converted to a type which holds it.
fn converted_literal(expr: &Expr) -> Option<i64> {
    let Node::Cast(ty, inner) = expr.node() else { return None };
    inner.as_int().filter(|value| ty.represents(*value))
}

/// Whether the operands of an operation are literals all, so that none of them tells its type.
fn tells_no_type(operands: &[&Expr]) -> bool {
    !operands.is_empty() && operands.iter().all(|operand| adapts(operand))
}

/// Whether an expression may have the type of a number: it is one, or one of those that it stands for is.
fn has_type_of_number(expr: &Expr) -> bool {
    match expr.node() {
        Node::Select(_, a, b) => has_type_of_number(a) || has_type_of_number(b),
        Node::Reduce { body, .. } => has_type_of_number(body),
        _ => adapts(expr) || converted_literal(expr).is_some(),
    }
}

/// Whether an expression has the type of what it meets: a literal, or a choice or function of literals.
fn adapts(expr: &Expr) -> bool {
    match expr.node() {
        Node::Select(_, a, b) => adapts(a) && adapts(b),
        Node::Call { args, .. } => tells_no_type(&args.iter().collect::<Vec<_>>()),
        _ => expr.as_int().is_some(),
    }
}

fn list_of<'e>(side: &'e PlacedExpr<'_>) -> &'e [Expr] {
    match side.expr.node() {
        Node::Sum(list) | Node::Product(list) => list,
        _ => std::slice::from_ref(&side.expr),
    }
}

/// The sum or product of some operands of one.
fn folded(side: &PlacedExpr<'_>, list: &[Expr]) -> Expr {
    match side.expr.node() {
        Node::Product(_) => Expr::product(list.to_vec()),
        _ => Expr::sum(list.to_vec()),
    }
}

/// That many operands of a sum or product, of which the first is that of those that come first; none if there
/// are fewer, or if that is the whole.
fn joined<'k>(side: &PlacedExpr<'k>, count: usize) -> Vec<Operand<'k>> {
    let list = list_of(side);
    let first = list.len().checked_sub(count).map(|further| further + 1);
    let Some((first, rest)) = first.filter(|_| count > 1).and_then(|first| list.split_at_checked(first))
    else {
        return Vec::new();
    };
    let parts = std::iter::once(folded(side, first)).chain(rest.iter().cloned());
    parts.map(|part| Operand::Other(side.sibling(&part))).collect()
}

/// The operands of a sum or product, of which those integers that come first are one.
fn operands<'k>(kernel: &Kernel, side: &PlacedExpr<'k>) -> Vec<Operand<'k>> {
    let list = list_of(side);
    let leading = (1..list.len()).rev().find_map(|count| {
        let (first, rest) = list.split_at(count);
        side.sibling(&folded(side, first)).affine(kernel).map(|aff| (aff, rest))
    });
    let (first, rest) = match leading {
        Some((aff, rest)) => (Some(Operand::Integer(aff)), rest),
        None => (None, list),
    };
    first.into_iter().chain(rest.iter().map(|e| Operand::Other(side.sibling(e)))).collect()
}

/// The operands of nested sums or products; integers stay together.
fn flat<'k>(kernel: &Kernel, side: &PlacedExpr<'k>) -> Vec<Operand<'k>> {
    let is_product = matches!(side.expr.node(), Node::Product(_));
    let nested = |part: &PlacedExpr<'k>| match part.expr.node() {
        Node::Product(_) => is_product && part.affine(kernel).is_none(),
        Node::Sum(_) => !is_product && part.affine(kernel).is_none(),
        _ => false,
    };
    let parts = operands(kernel, side).into_iter();
    let parts = parts.map(|part| match part {
        Operand::Other(part) if nested(&part) => flat(kernel, &part),
        part => vec![part],
    });
    parts.flatten().collect()
}
