//! The intrinsic functions, generic and specific names alike.

pub(crate) mod arrays;
pub(crate) mod texts;

use crate::defaults::Defaults;
use ir::Scalar::{self, C64, C128, F32, F64, I32};
use poly::Name;

/// What a function does with its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// A function of real numbers, by its name in the IR.
    Real(&'static str),
    Abs,
    /// A part of a complex number, or its conjugate, by name in the IR.
    Part(&'static str),
    /// A complex number from one or two parts, of that type unless a kind says otherwise.
    Complex(Scalar),
    /// `max` or `min` of two or more.
    Extreme(&'static str),
    Mod,
    Modulo,
    Sign,
    /// The positive part of a difference.
    Dim,
    /// Conversion; an argument `kind` may name another type of the family.
    To(Scalar),
    /// Conversion to an integer after rounding by this function.
    Rounded(&'static str),
    Merge,
    /// An operation on the bits of integers, by its name in the IR.
    Bits(&'static str),
    /// Whether a bit is set.
    BitTest,
    /// Bits moved to the left, or to the right by a negative number, with zeros behind them.
    Shift,
    /// Bits of one integer, of which others say which.
    BitField(Field),
    IsNan,
    IsFinite,
    /// The product in double precision of two numbers in single.
    DoubleProduct,
    /// A logical value of another kind.
    Logical,
    /// A property of the argument's type.
    Property(Property),
    SelectedRealKind,
    SelectedIntKind,
}

/// A function of the bits of one integer, and of numbers that say which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// `ibset`, `ibclr`: one bit is set, or is not.
    Set,
    Clear,
    /// `ibits`: so many bits from one on, as a number.
    Extract,
    /// `shiftl`, `shiftr`, `shifta`: all are moved; what comes in are zeros, and copies of the sign with the
    /// last.
    Left,
    Right,
    Arithmetic,
}

/// Properties of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Property {
    Kind,
    Bits,
    Epsilon,
    Huge,
    Tiny,
    Radix,
    Digits,
    MinExponent,
    MaxExponent,
    Precision,
    Range,
}

/// One function. `I32`, `F32` and `C64` stand for the default types, whatever their sizes are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Intrinsic {
    pub(crate) name: &'static str,
    pub(crate) action: Action,
    /// The type that arguments must have, for a specific name.
    pub(crate) takes: Option<Scalar>,
    /// The type that the result is converted to, where that is another.
    pub(crate) gives: Option<Scalar>,
}

const fn generic(name: &'static str, action: Action) -> Intrinsic {
    Intrinsic { name, action, takes: None, gives: None }
}

const fn specific(name: &'static str, action: Action, takes: Scalar) -> Intrinsic {
    Intrinsic { name, action, takes: Some(takes), gives: None }
}

const fn converting(name: &'static str, action: Action, takes: Scalar, gives: Scalar) -> Intrinsic {
    Intrinsic { name, action, takes: Some(takes), gives: Some(gives) }
}

use Action::{
    Abs, BitField, BitTest, Bits, Complex, Dim, DoubleProduct, Extreme, IsFinite, IsNan, Logical, Merge, Mod,
    Modulo, Part, Real, Rounded, SelectedIntKind, SelectedRealKind, Shift, Sign, To,
};

static INTRINSICS: &[Intrinsic] = &[
    // What `[real :: x]` does, under names that no source has.
    generic("[cmplx]", Complex(C64)),
    generic("[dble]", To(F64)),
    generic("[int]", To(I32)),
    generic("[real]", To(F32)),
    generic("abs", Abs),
    generic("acos", Real("acos")),
    generic("acosh", Real("acosh")),
    generic("aimag", Part("imag")),
    generic("aint", Real("trunc")),
    specific("alog", Real("log"), F32),
    specific("alog10", Real("log10"), F32),
    converting("amax0", Extreme("max"), I32, F32),
    specific("amax1", Extreme("max"), F32),
    converting("amin0", Extreme("min"), I32, F32),
    specific("amin1", Extreme("min"), F32),
    specific("amod", Mod, F32),
    generic("anint", Real("round")),
    generic("asin", Real("asin")),
    generic("asinh", Real("asinh")),
    generic("atan", Real("atan")),
    generic("atan2", Real("atan2")),
    generic("atanh", Real("atanh")),
    generic("bit_size", Action::Property(Property::Bits)),
    generic("btest", BitTest),
    specific("cabs", Abs, C64),
    specific("ccos", Real("cos"), C64),
    specific("cdabs", Abs, C128),
    specific("cdexp", Real("exp"), C128),
    specific("cdlog", Real("log"), C128),
    specific("cdsqrt", Real("sqrt"), C128),
    generic("ceiling", Rounded("ceil")),
    specific("cexp", Real("exp"), C64),
    specific("clog", Real("log"), C64),
    generic("cmplx", Complex(C64)),
    generic("conjg", Part("conj")),
    generic("cos", Real("cos")),
    generic("cosh", Real("cosh")),
    specific("csin", Real("sin"), C64),
    specific("csqrt", Real("sqrt"), C64),
    specific("dabs", Abs, F64),
    specific("dacos", Real("acos"), F64),
    specific("dasin", Real("asin"), F64),
    specific("datan", Real("atan"), F64),
    specific("datan2", Real("atan2"), F64),
    generic("dble", To(F64)),
    generic("dcmplx", Complex(C128)),
    specific("dconjg", Part("conj"), C128),
    specific("dcos", Real("cos"), F64),
    specific("dcosh", Real("cosh"), F64),
    specific("ddim", Dim, F64),
    specific("dexp", Real("exp"), F64),
    generic("dfloat", To(F64)),
    generic("digits", Action::Property(Property::Digits)),
    generic("dim", Dim),
    specific("dimag", Part("imag"), C128),
    specific("dint", Real("trunc"), F64),
    specific("dlog", Real("log"), F64),
    specific("dlog10", Real("log10"), F64),
    specific("dmax1", Extreme("max"), F64),
    specific("dmin1", Extreme("min"), F64),
    specific("dmod", Mod, F64),
    specific("dnint", Real("round"), F64),
    specific("dprod", DoubleProduct, F32),
    specific("dreal", Part("real"), C128),
    specific("dsign", Sign, F64),
    specific("dsin", Real("sin"), F64),
    specific("dsinh", Real("sinh"), F64),
    specific("dsqrt", Real("sqrt"), F64),
    specific("dtan", Real("tan"), F64),
    specific("dtanh", Real("tanh"), F64),
    generic("epsilon", Action::Property(Property::Epsilon)),
    generic("erf", Real("erf")),
    generic("erfc", Real("erfc")),
    generic("exp", Real("exp")),
    specific("float", To(F32), I32),
    generic("floor", Rounded("floor")),
    generic("gamma", Real("tgamma")),
    generic("huge", Action::Property(Property::Huge)),
    generic("hypot", Real("hypot")),
    specific("iabs", Abs, I32),
    generic("iand", Bits("bit_and")),
    generic("ibclr", BitField(Field::Clear)),
    generic("ibits", BitField(Field::Extract)),
    generic("ibset", BitField(Field::Set)),
    specific("idim", Dim, I32),
    specific("idint", To(I32), F64),
    specific("idnint", Rounded("round"), F64),
    generic("ieee_is_finite", IsFinite),
    generic("ieee_is_nan", IsNan),
    generic("ieor", Bits("bit_xor")),
    specific("ifix", To(I32), F32),
    generic("int", To(I32)),
    generic("ior", Bits("bit_or")),
    generic("ishft", Shift),
    specific("isign", Sign, I32),
    generic("isnan", IsNan),
    generic("kind", Action::Property(Property::Kind)),
    generic("log", Real("log")),
    generic("log10", Real("log10")),
    generic("logical", Logical),
    generic("max", Extreme("max")),
    specific("max0", Extreme("max"), I32),
    converting("max1", Extreme("max"), F32, I32),
    generic("maxexponent", Action::Property(Property::MaxExponent)),
    generic("merge", Merge),
    generic("min", Extreme("min")),
    specific("min0", Extreme("min"), I32),
    converting("min1", Extreme("min"), F32, I32),
    generic("minexponent", Action::Property(Property::MinExponent)),
    generic("mod", Mod),
    generic("modulo", Modulo),
    generic("nint", Rounded("round")),
    // `not`, which is a word of `.lpir` and gets a line behind it.
    generic("not_", Bits("bit_not")),
    generic("precision", Action::Property(Property::Precision)),
    generic("radix", Action::Property(Property::Radix)),
    generic("range", Action::Property(Property::Range)),
    generic("real", To(F32)),
    generic("selected_int_kind", SelectedIntKind),
    generic("selected_real_kind", SelectedRealKind),
    generic("shifta", BitField(Field::Arithmetic)),
    generic("shiftl", BitField(Field::Left)),
    generic("shiftr", BitField(Field::Right)),
    generic("sign", Sign),
    generic("sin", Real("sin")),
    generic("sinh", Real("sinh")),
    specific("sngl", To(F32), F64),
    generic("sqrt", Real("sqrt")),
    generic("tan", Real("tan")),
    generic("tanh", Real("tanh")),
    generic("tiny", Action::Property(Property::Tiny)),
    specific("zabs", Abs, C128),
    specific("zexp", Real("exp"), C128),
    specific("zlog", Real("log"), C128),
    specific("zsqrt", Real("sqrt"), C128),
];

/// Whether Fortran has a function of that name, of single values.
pub(crate) fn is_intrinsic(name: &Name) -> bool {
    find(name).is_some() || texts::is_function(name)
}

/// Whether Fortran has a function of that name, of single values or of arrays.
pub fn is_any_function(name: &Name) -> bool {
    is_intrinsic(name) || arrays::is_function(name)
}

/// The intrinsic function of that name.
pub(crate) fn find(name: &str) -> Option<&'static Intrinsic> {
    INTRINSICS.binary_search_by(|intrinsic| intrinsic.name.cmp(name)).ok().and_then(|at| INTRINSICS.get(at))
}

/// The intrinsic function that a name means with so many arguments: `atan(y, x)` is `atan2(y, x)`.
pub(crate) fn of_arguments(name: &str, count: usize) -> Option<&'static Intrinsic> {
    find(if name == "atan" && count == 2 { "atan2" } else { name })
}

/// Whether any intrinsic function has that name.
pub(crate) fn is_any(name: &str) -> bool {
    let name = Name::new(name);
    is_any_function(&name) || name == "present"
}

/// Whether the intrinsic function of that name gives a property of its argument's type: one number, also for
/// an array.
pub(crate) fn is_property(name: &str) -> bool {
    find(name).is_some_and(|intrinsic| matches!(intrinsic.action, Action::Property(_)))
}

/// All names, for suggestions.
pub(crate) fn names<'a>() -> impl Iterator<Item = &'a str> {
    INTRINSICS.iter().map(|intrinsic| intrinsic.name)
}

impl Intrinsic {
    /// The function where default types have these sizes. Double precision keeps its own.
    pub(crate) fn with_defaults(&self, defaults: Defaults) -> Intrinsic {
        let sized = |ty| match ty {
            I32 => defaults.integer,
            F32 => defaults.real,
            C64 => defaults.real.complex(),
            other => other,
        };
        let action = match self.action {
            To(ty) => To(sized(ty)),
            Complex(ty) => Complex(sized(ty)),
            other => other,
        };
        Intrinsic { action, takes: self.takes.map(sized), gives: self.gives.map(sized), ..*self }
    }

    /// Least and largest number of arguments, without `kind`.
    pub(crate) fn arity(&self) -> (usize, usize) {
        match self.action {
            Bits("bit_not") => (1, 1),
            BitField(Field::Extract) => (3, 3),
            Real("atan2" | "hypot") | Mod | Modulo | Sign | Dim | Bits(_) | BitTest | Shift => (2, 2),
            BitField(_) | DoubleProduct => (2, 2),
            Extreme(_) => (2, usize::MAX),
            Merge => (3, 3),
            SelectedRealKind | Complex(_) => (1, 2),
            _ => (1, 1),
        }
    }

    /// Whether its result is real or complex, whatever its arguments are.
    pub(crate) fn gives_float(&self) -> bool {
        match self.action {
            Action::To(ty) | Action::Complex(ty) => ty.is_float() || ty.is_complex(),
            Action::Rounded(_) | Action::Logical => false,
            _ => true,
        }
    }

    /// Whether the last argument may be the kind of the result.
    pub(crate) fn takes_kind(&self) -> bool {
        self.takes.is_none()
            && matches!(self.action, To(_) | Complex(_) | Rounded(_) | Logical | Real("trunc" | "round"))
            && !self.name.starts_with('d')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_its_functions_exist() {
        assert!(INTRINSICS.windows(2).all(|pair| pair[0].name < pair[1].name));
        for intrinsic in INTRINSICS {
            assert!(std::ptr::eq(find(intrinsic.name).unwrap(), intrinsic));
            if let Real(function) | Extreme(function) | Rounded(function) = intrinsic.action {
                let known = ir::function::find(function).unwrap();
                assert_eq!(
                    known.arity.max(1),
                    if matches!(intrinsic.action, Extreme(_)) { 2 } else { intrinsic.arity().0 }
                );
            }
        }
    }
}
