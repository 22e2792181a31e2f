//! Whether an expression that was rewritten performs the same operations in the same types. Literals adapt to
//! what they meet and variables do not, so one in place of the other may change an operation around it.

use ir::operands::{computed, operand_types};
use ir::typing::{Type, Untyped, type_of, type_of_variable};
use ir::{Expr, Kernel, Node, Scalar, Statement, affine, expand, walk};

/// Whether one expression stands for another one whose value is computed in a type; `None` if it is no
/// replacement.
type Replaced<'a> = dyn Fn(&Expr, &Expr, Option<Scalar>) -> Option<bool> + 'a;

/// A kernel before and after a rewriting.
pub(crate) struct Versions<'a> {
    pub(crate) before: &'a Kernel,
    pub(crate) after: &'a Kernel,
    /// Tells of an expression before and after, converted to a type, whether it is a part that was replaced,
    /// and then whether its value is the same.
    pub(crate) replaced: &'a Replaced<'a>,
}

impl Versions<'_> {
    /// Whether both statements compute alike.
    ///
    /// # Errors
    /// Where something has no type yet.
    pub(crate) fn agree(&self, old: &Statement, new: &Statement) -> Result<bool, Untyped> {
        for ((old, wanted), (new, _)) in parts(self.before, old).into_iter().zip(parts(self.after, new)) {
            let old = expand::expand_rules(old, &self.before.rules);
            let new = expand::expand_rules(new, &self.after.rules);
            let Some((old, new)) = old.zip(new) else { return Ok(false) };
            if !self.alike(&old, &new, wanted)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn alike(&self, old: &Expr, new: &Expr, wanted: Option<Scalar>) -> Result<bool, Untyped> {
        if let Some(same) = (self.replaced)(old, new, wanted) {
            return Ok(same);
        }
        if wanted.is_none() && is_exact_operation(old, new) {
            return self.operands_alike(old, new, &vec![None; walk::children(old).len()]);
        }
        let types = (computed(self.before, old, wanted)?, computed(self.after, new, wanted)?);
        if self.is_exact(old, new, types.1) {
            return Ok(true);
        }
        // How a power is computed depends on how many bits its exponent has.
        if let (Node::Power(_, before), Node::Power(_, after)) = (old.node(), new.node())
            && type_of(self.before, before)?.scalar() != type_of(self.after, after)?.scalar()
        {
            return Ok(false);
        }
        let before = operand_types(self.before, old, types.0)?;
        if types.0 != types.1 || before != operand_types(self.after, new, types.1)? {
            return Ok(false);
        }
        self.operands_alike(old, new, &before)
    }

    fn operands_alike(&self, old: &Expr, new: &Expr, wanted: &[Option<Scalar>]) -> Result<bool, Untyped> {
        let operands = walk::children(old).into_iter().zip(walk::children(new)).zip(wanted);
        for ((old, new), wanted) in operands {
            if !self.alike(old, new, *wanted)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether both are one operation of index arithmetic, which has no type.
fn is_exact_operation(old: &Expr, new: &Expr) -> bool {
    let operands = (walk::children(old).len(), walk::children(new).len());
    let is_one = matches!(
        (old.node(), new.node()),
        (Node::Sum(_), Node::Sum(_))
            | (Node::Product(_), Node::Product(_))
            | (Node::FloorDiv(..), Node::FloorDiv(..))
            | (Node::Mod(..), Node::Mod(..))
    );
    is_one && operands.0 == operands.1
}

impl Versions<'_> {
    /// Whether an integer became a constant whose type has all integers of 32 bits: it is the same number in
    /// each.
    fn is_exact(&self, old: &Expr, new: &Expr, ty: Scalar) -> bool {
        let is_constant = || affine::to_aff(new).is_some_and(|aff| aff.terms().is_empty());
        type_of(self.after, new) == Ok(Type::AnyInt)
            && ty.holds(Scalar::I32)
            && matches!(type_of(self.before, old), Ok(Type::Of(before)) if before.is_integer())
            && is_constant()
    }
}

/// The expressions of a statement and the types that they are converted to, none for subscripts.
fn parts<'s>(kernel: &Kernel, statement: &'s Statement) -> Vec<(&'s Expr, Option<Scalar>)> {
    let target = statement.target();
    let ty = target.and_then(|target| type_of_variable(kernel, target.name()).ok()).map(Type::scalar);
    let value = statement.value().into_iter().map(|value| (value, ty));
    let subscripts = target.into_iter().flat_map(|target| target.index()).map(|index| (index, None));
    let conditions = statement.predicates.iter().map(|condition| (condition, Some(Scalar::Bool)));
    value.chain(subscripts).chain(conditions).collect()
}
