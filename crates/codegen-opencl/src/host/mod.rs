//! Conditions that a host tests and sizes that it computes, in C: integers in 64 bits, types of `<stdint.h>`,
//! functions of `<math.h>`. Where the interpreter finds that a condition has no value, as after a division by
//! zero, it does not hold. Texts of descriptions use no function of ours; those of a whole host may.

mod defined;
mod integer;
mod real;

use crate::dialect::Dialect;
use crate::literal::{self, integer_value};
use crate::names::Names;
use crate::printed::{C, Precedence};
use crate::untyped::no_type;
use diag::Diagnostic;
use ir::typing::{self, Type};
use ir::{Comparison, Expr, Kernel, Name, Node, Scalar, exact};

/// Prints for a host; identifiers are those of the generated functions' parameters.
pub(crate) struct Host<'a> {
    kernel: &'a Kernel,
    names: &'a Names,
    /// Whether [`HELPERS`] stand in the text around.
    has_helpers: bool,
    /// Elements of arrays that the text around has read.
    elements: &'a [Element],
}

/// An element of an array that a host reads before it launches anything.
pub(crate) struct Element {
    /// Where it stands in the kernel.
    pub(crate) load: Expr,
    /// The text that is its value, of its type or a wider one.
    pub(crate) value: String,
    /// The text that says whether the host knows it.
    pub(crate) is_known: String,
    /// The statement that reads it.
    pub(crate) declaration: String,
}

/// Functions that the texts of a whole host call, each with its name.
pub(crate) const HELPERS: &[(&str, &str)] = &[
    ("lp_div", include_str!("div.c")),
    ("lp_mod", include_str!("mod.c")),
    ("lp_max", include_str!("max.c")),
    ("lp_min", include_str!("min.c")),
];

impl<'a> Host<'a> {
    /// Texts that need nothing of ours.
    pub(crate) fn plain(kernel: &'a Kernel, names: &'a Names) -> Self {
        Host { kernel, names, has_helpers: false, elements: &[] }
    }

    /// Texts beside which the helpers stand.
    pub(crate) fn with_helpers(kernel: &'a Kernel, names: &'a Names) -> Self {
        Host::with_elements(kernel, names, &[])
    }

    /// The same, where elements of arrays were read before.
    pub(crate) fn with_elements(kernel: &'a Kernel, names: &'a Names, elements: &'a [Element]) -> Self {
        Host { kernel, names, has_helpers: true, elements }
    }

    /// A condition on value arguments.
    pub(crate) fn test(&self, condition: &Expr) -> Result<String, Diagnostic> {
        let printed = self.condition(condition)?;
        Ok(match self.defined(condition)? {
            Some(defined) => and(vec![defined, printed]).text,
            None => printed.text,
        })
    }

    /// An integer of 64 bits.
    pub(crate) fn size(&self, size: &Expr) -> Result<String, Diagnostic> {
        Ok(self.integer(size)?.printed.text)
    }
}

const DIALECT: Dialect = Dialect::C;

fn ty(ty: Scalar) -> &'static str {
    DIALECT.ty(ty)
}

fn and(conditions: Vec<C>) -> C {
    C::connective(conditions, " && ", Precedence::And)
}

fn compare(op: Comparison, a: &C, b: &C) -> C {
    let is_equality = matches!(op, Comparison::Equal | Comparison::NotEqual);
    let precedence = if is_equality { Precedence::Equality } else { Precedence::Comparison };
    C::join(&[a.clone(), b.clone()], &format!(" {} ", op.symbol()), precedence)
}

fn zero() -> C {
    C::literal("0".to_owned())
}

impl Host<'_> {
    fn type_of(&self, expr: &Expr) -> Result<Type, Diagnostic> {
        typing::type_of(self.kernel, expr).map_err(no_type)
    }

    fn condition(&self, expr: &Expr) -> Result<C, Diagnostic> {
        let all = |operands: &[Expr]| {
            operands.iter().map(|operand| self.condition(operand)).collect::<Result<Vec<C>, Diagnostic>>()
        };
        match expr.node() {
            Node::Bool(value) => Ok(C::literal(value.to_string())),
            Node::And(operands) => Ok(and(all(operands)?)),
            Node::Or(operands) => Ok(C::connective(all(operands)?, " || ", Precedence::Or)),
            Node::Not(inner) => Ok(self.condition(inner)?.not()),
            Node::Compare(op, a, b) if exact::compares(self.kernel, a, b) => {
                Ok(compare(*op, &self.integer(a)?.printed, &self.integer(b)?.printed))
            }
            Node::Compare(op, a, b) => {
                let ty = self.type_of(a)?.common(self.type_of(b)?).scalar();
                Ok(compare(*op, &self.value(a, ty)?, &self.value(b, ty)?))
            }
            _ => self.value(expr, Scalar::Bool),
        }
    }

    /// A value of that type.
    fn value(&self, expr: &Expr, wanted: Scalar) -> Result<C, Diagnostic> {
        let own = self.type_of(expr)?.adapted(wanted);
        let printed = match expr.node() {
            Node::Int(value) if own.is_float() => {
                C::literal(literal::real(integer_value(*value), own, DIALECT))
            }
            Node::Int(value) => C::literal(literal::integer(*value, own, DIALECT)),
            Node::Real(value) => C::literal(literal::real(value.value(), own, DIALECT)),
            Node::Var(name) => self.variable(name),
            Node::Load { .. } => self.element(expr)?,
            Node::Bool(_) | Node::Compare(..) | Node::And(_) | Node::Or(_) | Node::Not(_) => {
                self.condition(expr)?
            }
            Node::Cast(_, inner) => return Ok(convert(&self.cast(inner, own)?, own, wanted)),
            Node::Select(condition, a, b) => {
                C::ternary(&self.condition(condition)?, &self.value(a, own)?, &self.value(b, own)?)
            }
            _ if own.is_float() => self.real(expr, own)?,
            _ => {
                return Ok(convert(&self.integer(expr)?.widened(), Scalar::I64, wanted));
            }
        };
        Ok(convert(&printed, own, wanted))
    }

    fn variable(&self, name: &Name) -> C {
        C::primary(self.names.get(name))
    }

    fn element(&self, load: &Expr) -> Result<C, Diagnostic> {
        let element = self.elements.iter().find(|element| element.load == *load);
        element.map(|element| C::primary(element.value.clone())).ok_or_else(|| unprintable(load))
    }

    fn cast(&self, inner: &Expr, ty: Scalar) -> Result<C, Diagnostic> {
        if exact::is_index_arithmetic(self.kernel, inner) {
            return Ok(convert(&self.integer(inner)?.widened(), Scalar::I64, ty));
        }
        let own = self.type_of(inner)?.scalar();
        Ok(convert(&self.value(inner, own)?, own, ty))
    }
}

fn convert(printed: &C, own: Scalar, wanted: Scalar) -> C {
    match wanted {
        _ if own == wanted => printed.clone(),
        Scalar::Bool => compare(Comparison::NotEqual, printed, &zero()),
        _ => printed.cast(ty(wanted)),
    }
}

fn unprintable(expr: &Expr) -> Diagnostic {
    Diagnostic::error("lp::codegen::requirement", format!("a host cannot compute `{expr}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> String {
        let file = format!(
            "lpir 1\nkernel @k {{\n arg n, kernel : i32\n arg wide : i64\n arg big : u64\n arg x : f64\n arg f : f32\n arg t : i8\n \
             arg on : bool\n require {text} : \"\"\n}}\n"
        );
        let id = diag::SourceMap::default().add("t", file.as_str());
        let module = ir::text::parse_module(&file, id).unwrap();
        let kernel = &module.kernels[0];
        let names = Names::new(kernel, Dialect::OpenCl);
        Host::plain(kernel, &names).test(&kernel.requires[0].condition).unwrap()
    }

    #[test]
    fn conditions_need_nothing_of_ours() {
        for (text, c) in [
            ("n >= 0 and (on or not x > 0.5)", "n >= 0 && (on || !(x > 0.5))"),
            ("t == 78 or t == 110", "t == 78 || t == 110"),
            ("n >= max(1, kernel)", "n >= (1 >= v_kernel ? 1 : v_kernel)"),
            ("min(n, kernel) < abs(wide)", "(n <= v_kernel ? n : v_kernel) < (wide < 0 ? -wide : wide)"),
            ("n % 4 == 0", "((int64_t)n % 4 < 0 ? (int64_t)n % 4 + 4 : (int64_t)n % 4) == 0"),
            ("max(x, 1.0) < 2.0", "fmax(x, 1.0) < 2.0"),
            ("if(on, n, 3) != 4", "(on ? n : 3) != 4"),
            ("rem_trunc(n, 2) == 1", "(int64_t)n % 2 == 1"),
            ("cast(u8, n) < 200", "(uint8_t)n < 200"),
            ("big < 3", "big < 3uLL"),
            ("big - 3 < n", "(int64_t)big - 3 < n"),
        ] {
            assert_eq!(printed(text), c, "{text}");
        }
    }

    #[test]
    fn products_are_computed_in_64_bits_wherever_they_stand() {
        let printed = printed("n*kernel // 3 == 5");
        assert!(printed.starts_with("((int64_t)n * v_kernel % 3 < 0 ?"), "{printed}");
        assert!(!printed.contains("(n *"), "{printed}");
    }

    #[test]
    fn what_has_no_value_does_not_hold() {
        for (text, start) in [
            ("n // kernel == 2", "v_kernel != 0 && ("),
            ("kernel == 0 or n // kernel == 2", "(v_kernel == 0 || v_kernel != 0) && (v_kernel == 0 || ("),
            (
                "kernel != 0 and n // kernel == 2",
                "(!(v_kernel != 0) || v_kernel != 0) && (v_kernel != 0 && (",
            ),
            ("rem_trunc(n, big) == 0", "(int64_t)big != 0 && "),
            ("cast(u64, t*big) >= -n", "(double)(uint64_t)(t * "),
            ("cast(i32, x) == 1", "(double)x > -2147483649.0 && (double)x < 2147483648.0 && "),
        ] {
            let printed = printed(text);
            assert!(printed.starts_with(start), "{text}: {printed}");
        }
    }
}
