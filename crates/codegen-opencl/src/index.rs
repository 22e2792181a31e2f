//! Index arithmetic: exact integers, printed in `int` where all intermediate values provably fit, else in
//! `long`.

use crate::helper::Helper;
use crate::printed::{C, Precedence};
use crate::printer::Printer;
use crate::terms::{negative, plus_one};
use crate::vector::is_multiple;
use crate::width::Width;
use crate::{interval, literal};
use diag::Diagnostic;
use ir::{Comparison, Expr, Name, Node, Scalar, exact, typing, walk};

impl Printer<'_> {
    /// An integer expression in its natural width.
    pub(crate) fn index(&mut self, expr: &Expr) -> Result<(C, Width), Diagnostic> {
        match expr.node() {
            Node::Int(value) => {
                let width = if i32::try_from(*value).is_ok() { Width::Int } else { Width::Long };
                Ok((C::literal(literal::integer(*value, width.scalar(), self.dialect())), width))
            }
            Node::Sum(terms) => match self.named_sum(expr) {
                Some(named) => self.index(&named),
                None => self.index_sum(expr, terms),
            },
            Node::Product(factors) => self.index_product(expr, factors),
            Node::FloorDiv(a, b) => match self.settled_quotient(a, b) {
                Some(quotient) => self.index(&Expr::int(quotient)),
                None => self.index_division(a, b, "/", Helper::FloorDiv),
            },
            Node::Mod(a, b) if self.settled_quotient(a, b) == Some(0) => self.index(a),
            Node::Mod(a, b) => self.index_division(a, b, "%", Helper::FloorMod),
            Node::Select(condition, a, b) => {
                let width = self.width_of(a).max(self.width_of(b));
                let condition = self.condition(condition)?;
                let (a, b) = (self.index_as(a, width)?, self.index_as(b, width)?);
                Ok((C::ternary(&condition, &a, &b), width))
            }
            Node::Call { function, args } if matches!(&**function, "min" | "max") => {
                self.index_extreme(function, args)
            }
            Node::Call { function, args } if self.is_exact_call(expr) => {
                self.index_call(expr, function, args)
            }
            Node::Var(name) if self.kernel.inames.contains_key(name) || self.named.width(name).is_some() => {
                Ok((self.variable(name), self.variable_width(name)))
            }
            Node::Cast(ty, inner) if self.keeps(*ty, inner) => self.index(inner),
            _ => {
                let ty = self.scalar_of(expr)?;
                let width = if ty.bytes() > 4 || ty == Scalar::U32 { Width::Long } else { Width::Int };
                let printed = self.value(expr, ty)?;
                // Types without a sign would take the others' away.
                let exact = width == Width::Int || ty == Scalar::I64;
                Ok((if exact { printed } else { printed.cast(self.dialect().ty(Scalar::I64)) }, width))
            }
        }
    }

    /// The larger or smaller of indices; the built-in function takes two of the very same type.
    fn index_extreme(&mut self, function: &Name, args: &[Expr]) -> Result<(C, Width), Diagnostic> {
        let width = args.iter().map(|arg| self.width_of(arg)).max().unwrap_or(Width::Int);
        let floored = &**function == "max" && args.iter().any(|arg| arg.as_int() >= Some(0));
        let mut printed = Vec::new();
        for arg in args {
            let plain = if floored && width == Width::Int { self.plain_quotient(arg)? } else { None };
            let (plain, natural) = match plain {
                Some(plain) => plain,
                None => self.index(arg)?,
            };
            let narrow = self.scalar_of(arg).is_ok_and(|ty| ty.bytes() < 4);
            printed.push(match arg.as_int() {
                Some(value) => literal::integer(value, width.scalar(), self.dialect()),
                None if natural == width && !narrow => plain.text,
                None => plain.cast(self.dialect().ty(width.scalar())).text,
            });
        }
        let function = self.extreme(function, width.scalar());
        Ok((C::call(&function, &printed), width))
    }

    /// A function of integers that has one meaning for all sizes, in a width that holds operands and result.
    fn index_call(&mut self, whole: &Expr, function: &Name, args: &[Expr]) -> Result<(C, Width), Diagnostic> {
        let own = if self.range(whole).fits_int() { Width::Int } else { Width::Long };
        let width = args.iter().map(|arg| self.width_of(arg)).fold(own, Width::max);
        let printed: Vec<C> =
            args.iter().map(|arg| self.index_as(arg, width)).collect::<Result<_, Diagnostic>>()?;
        Ok((self.named(function, &printed, width.scalar(), width.scalar())?, width))
    }

    /// Whether such a function is called on inames, which have no type.
    fn is_exact_call(&self, expr: &Expr) -> bool {
        exact::is_operation(expr)
            && (exact::is_index_arithmetic(self.kernel, expr)
                || self.is_of_wide_inames(expr) && self.is_signed(expr))
    }

    fn is_signed(&self, expr: &Expr) -> bool {
        typing::type_of(self.kernel, expr).is_ok_and(|ty| ty.scalar().is_signed_integer())
    }

    /// Whether a type holds every value of index arithmetic, so that a conversion to it changes none.
    fn keeps(&self, ty: Scalar, expr: &Expr) -> bool {
        ty.is_integer() && exact::is_index_arithmetic(self.kernel, expr) && {
            let (range, whole) = (self.range(expr), interval::Interval::of_type(ty));
            whole.low <= range.low && range.high <= whole.high
        }
    }

    /// A value that is arithmetic on inames: exact, in a type that holds it. Where elements take part, the
    /// operation has their type, unless an iname leaves that.
    pub(crate) fn exact(&mut self, expr: &Expr) -> Result<Option<(C, Scalar)>, Diagnostic> {
        let is_iname = matches!(expr.node(), Node::Var(name) if self.kernel.inames.contains_key(name));
        let is_exact = (is_iname || exact::is_operation(expr))
            && self.mentions_inames(expr)
            && (exact::is_index_arithmetic(self.kernel, expr)
                || self.is_of_wide_inames(expr) && self.is_signed(expr));
        if !is_exact {
            return Ok(None);
        }
        let (printed, width) = self.index(expr)?;
        Ok(Some((printed, width.scalar())))
    }

    fn mentions_inames(&self, expr: &Expr) -> bool {
        walk::names(expr).iter().any(|name| self.kernel.inames.contains_key(name))
    }

    /// Whether the value of a wide iname is an operand, not only where an element is.
    fn is_of_wide_inames(&self, expr: &Expr) -> bool {
        match expr.node() {
            Node::Var(name) => {
                self.kernel.inames.contains_key(name) && self.variable_width(name) == Width::Long
            }
            Node::Load { .. } => false,
            _ => walk::children(expr).into_iter().any(|operand| self.is_of_wide_inames(operand)),
        }
    }

    /// The same in a given width.
    pub(crate) fn index_as(&mut self, expr: &Expr, width: Width) -> Result<C, Diagnostic> {
        if let (Some(value), Width::Long) = (expr.as_int(), width) {
            return Ok(C::literal(literal::integer(value, Scalar::I64, self.dialect())));
        }
        let (printed, natural) = self.index(expr)?;
        Ok(match (natural, width) {
            (Width::Int, Width::Long) => printed.cast(self.dialect().ty(Scalar::I64)),
            (Width::Long, Width::Int) => printed.cast("int"),
            _ => printed,
        })
    }

    /// A comparison of integers: `<=` with a right side that ends in `- 1` or the like reads better as `<`.
    pub(crate) fn index_comparison(&mut self, op: Comparison, a: &Expr, b: &Expr) -> Result<C, Diagnostic> {
        let (op, b) = match (op, plus_one(b)) {
            (Comparison::LessEqual, Some(bound)) => (Comparison::Less, bound),
            _ => (op, b.clone()),
        };
        let (a, _) = self.index(a)?;
        let (b, _) = self.index(&b)?;
        let precedence = if matches!(op, Comparison::Equal | Comparison::NotEqual) {
            Precedence::Equality
        } else {
            Precedence::Comparison
        };
        Ok(C::join(&[a, b], &format!(" {} ", op.symbol()), precedence))
    }

    /// A sum with negated terms printed as differences. From the first wide term on, all partial sums are
    /// wide; those before it must fit by themselves, or the first term is widened.
    fn index_sum(&mut self, whole: &Expr, terms: &[Expr]) -> Result<(C, Width), Diagnostic> {
        let is_zero = |term: &Expr| matches!(term.node(), Node::FloorDiv(a, b) if self.settled_quotient(a, b) == Some(0));
        if terms.iter().any(is_zero) {
            let left = terms.iter().filter(|term| !is_zero(term)).cloned().collect();
            return self.index(&Expr::sum(left));
        }
        let width = self.width_of(whole);
        // A difference is computed in the width of what is taken away.
        let is_narrow = |term: &&Expr| self.width_of(negative(term).as_ref().unwrap_or(*term)) == Width::Int;
        let narrow = terms.iter().take_while(is_narrow).count();
        let prefix_fits = terms.get(..narrow).is_none_or(|prefix| self.partial_sums_fit(prefix));
        let first_width = if narrow < terms.len() && prefix_fits { Width::Int } else { width };
        let mut sum: Option<(C, Width)> = None;
        for term in terms {
            sum = Some(match (sum, negative(term)) {
                (None, _) if narrow == 0 => self.term(term)?,
                (None, _) => (self.index_as(term, first_width)?, first_width),
                (Some((before, wide)), Some(positive)) => {
                    let (term, own) = self.term(&positive)?;
                    (before.minus(&term), wide.max(own))
                }
                (Some((before, wide)), None) => {
                    let (term, own) = self.term(term)?;
                    (before.plus(&term), wide.max(own))
                }
            });
        }
        Ok(sum.unwrap_or_else(|| (C::literal("0".to_owned()), Width::Int)))
    }

    /// A term, in 64 bits where its value may need them.
    fn term(&mut self, term: &Expr) -> Result<(C, Width), Diagnostic> {
        match self.width_of(term) {
            Width::Int => self.index(term),
            Width::Long => Ok((self.index_as(term, Width::Long)?, Width::Long)),
        }
    }

    /// A product. Once the first factor is wide, so is every partial result.
    fn index_product(&mut self, whole: &Expr, factors: &[Expr]) -> Result<(C, Width), Diagnostic> {
        let mut width = self.width_of(whole);
        let mut printed = Vec::new();
        for (at, factor) in factors.iter().enumerate() {
            if at == 0 {
                printed.push(self.index_as(factor, width)?);
            } else {
                let (factor, own) = self.index(factor)?;
                printed.push(factor);
                width = width.max(own);
            }
        }
        Ok((C::join(&printed, " * ", Precedence::Product), width))
    }

    fn partial_sums_fit(&self, terms: &[Expr]) -> bool {
        (1..=terms.len()).all(|count| {
            let part = terms.get(..count).unwrap_or(terms).to_vec();
            self.range(&Expr::sum(part)).fits_int()
        })
    }

    fn index_division(
        &mut self,
        a: &Expr,
        b: &Expr,
        symbol: &str,
        helper: fn(Scalar) -> Helper,
    ) -> Result<(C, Width), Diagnostic> {
        let width = self.width_of(a).max(self.width_of(b));
        let exact = self.range(a).low >= 0 && self.range(b).low > 0;
        let (a, b) = (self.index_as(a, width)?, self.index_as(b, width)?);
        if exact {
            return Ok((C::join(&[a, b], &format!(" {symbol} "), Precedence::Product), width));
        }
        let name = self.used.call(helper(width.scalar()));
        Ok((C::call(&name, &[a.text, b.text]), width))
    }

    /// The quotient where it is the same for all values that the dividend may have.
    fn settled_quotient(&self, a: &Expr, b: &Expr) -> Option<i64> {
        let divisor = b.as_int().map(i128::from).filter(|divisor| *divisor > 0)?;
        let range = self.range(a);
        let (low, high) = (range.low.div_euclid(divisor), range.high.div_euclid(divisor));
        if low == high { i64::try_from(low).ok() } else { None }
    }

    /// A floor quotient, less a constant or not, as C divides. Where only results above zero matter, below a
    /// counter that is never negative or in `max(0, ..)`, this is right: the two differ only where the floor
    /// is negative, and then C's quotient is not positive either.
    pub(crate) fn plain_quotient(&mut self, expr: &Expr) -> Result<Option<(C, Width)>, Diagnostic> {
        let (quotient, less) = match expr.node() {
            Node::Sum(terms) => match terms.as_slice() {
                [quotient, less] => (quotient, less.as_int().filter(|less| *less < 0)),
                _ => return Ok(None),
            },
            _ => (expr, Some(0)),
        };
        let (Node::FloorDiv(a, b), Some(less)) = (quotient.node(), less) else { return Ok(None) };
        let Some(number) = b.as_int().filter(|divisor| *divisor > 0) else { return Ok(None) };
        let ((count, wide), (divisor, own)) = (self.index(&self.whole(a, number))?, self.index(b)?);
        let plain = C::join(&[count, divisor], " / ", Precedence::Product);
        let less = less.checked_neg().filter(|less| *less > 0).map(|less| C::literal(less.to_string()));
        Ok(Some((less.map_or(plain.clone(), |less| plain.minus(&less)), wide.max(own))))
    }

    /// A dividend without a constant that changes no quotient: of `n + 15`, over 16, where it is assumed that
    /// `n` is a multiple of 16.
    fn whole(&self, dividend: &Expr, divisor: i64) -> Expr {
        let parts = if let Node::Sum(terms) = dividend.node() { terms.split_last() } else { None };
        let is_whole =
            |term: &Expr| matches!(term.node(), Node::Var(name) if is_multiple(self.kernel, name, divisor));
        match parts {
            Some((last, front))
                if last.as_int().is_some_and(|rest| 0 < rest && rest < divisor)
                    && front.iter().all(is_whole) =>
            {
                Expr::sum(front.to_vec())
            }
            _ => dividend.clone(),
        }
    }

    /// The width in which an expression and all partial results of its top level fit.
    pub(crate) fn width_of(&self, expr: &Expr) -> Width {
        let fits = match expr.node() {
            Node::Sum(operands) | Node::Product(operands) => {
                (1..=operands.len()).all(|count| {
                    let part = operands.get(..count).unwrap_or(operands).to_vec();
                    let part = if matches!(expr.node(), Node::Sum(_)) {
                        Expr::sum(part)
                    } else {
                        Expr::product(part)
                    };
                    self.range(&part).fits_int()
                }) && operands.iter().all(|operand| self.width_of(operand) == Width::Int)
            }
            Node::Var(name) => self.variable_width(name) == Width::Int,
            _ => self.range(expr).fits_int(),
        };
        if fits { Width::Int } else { Width::Long }
    }

    /// The range of an integer expression in the current scope.
    pub(crate) fn range(&self, expr: &Expr) -> interval::Interval {
        interval::range_of(expr, &|name| self.variable_range(name))
    }
}
