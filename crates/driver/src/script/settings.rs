//! Keywords of `make_kernel` besides the parts of a kernel.

use super::constants::{self, Constants};
use super::make::{Arguments, items};
use super::{convert, distinct, options, target};
use crate::cli::Failure;
use crate::registry::registry;
use diag::Origin;
use ir::matching::Glob;
use ir::{Module, Name, Scalar, Target};
use pass::{Argument, Call, Step};
use script::Value;
use std::collections::BTreeSet;

/// Their names. `target` is what `lptranslate --to target` prints. `fixed_parameters` gives parameters
/// values: integers, letters, real and complex numbers. Those that only steer Loo.py's own work have no
/// effect: `index_dtype`, since what indices need is proved, and what belongs to Python.
/// `silenced_warnings="write_race(ID)"` is a promise; others have no effect.
pub(super) const KEYWORDS: &[&str] = &[
    "default_dtype",
    "default_order",
    "default_offset",
    "options",
    "iname_slab_increments",
    "temporary_variables",
    "fixed_parameters",
    "preambles",
    "preamble_generators",
    "symbol_manglers",
    "substitutions",
    "target",
    "index_dtype",
    "silenced_warnings",
    "tags",
    "applied_iname_rewrites",
];

/// What they say.
pub(super) struct Settings {
    /// The type of arguments that are given none.
    ty: Option<Scalar>,
    pub(super) column_major: bool,
    /// The language that code is wanted in.
    target: Option<Target>,
    /// Text for the front of generated code.
    preambles: Vec<String>,
    /// Whether floating-point sums and products may be reassociated.
    pub(super) reassociate: bool,
    /// Parameters with values that are no integers.
    constants: Constants,
    /// Parameters with integers or letters as values.
    fixed: Vec<Argument>,
    /// Statements whose instances write different elements, as the author says.
    distinct: Vec<Glob>,
    /// First and last iterations of loops that get code of their own.
    slabs: Vec<(Name, Vec<u32>)>,
}

impl Settings {
    /// Reads them.
    ///
    /// # Errors
    /// Where one has a value that has no meaning here.
    pub(super) fn from_call(args: &Arguments<'_>) -> script::Result<Self> {
        // What has no meaning here is refused unless it is given as nothing, as scripts do.
        for name in ["preamble_generators", "symbol_manglers", "substitutions"] {
            let is_empty = |value: &Value| {
                items(value).is_empty() || value.as_entries().is_some_and(|entries| entries.is_empty())
            };
            if args.get(usize::MAX, name).is_some_and(|value| !is_empty(value)) {
                return Err(
                    args.refuse(format!("`{name}` holds objects of Python, which have no meaning here"))
                );
            }
        }
        if args.get(usize::MAX, "index_dtype").is_some() {
            let ty = args.dtype(usize::MAX, "index_dtype")?;
            if !ty.is_some_and(Scalar::is_signed_integer) {
                return Err(args.refuse("`index_dtype` is a type of integers with sign"));
            }
        }
        let reorders = match args.get(usize::MAX, "options") {
            Some(given) => options::reorders_sums(args, given)?,
            None => None,
        };
        let column_major = match args.text(usize::MAX, "default_order")? {
            None | Some("C" | "c" | "auto") => false,
            Some("F" | "f") => true,
            Some(_) => return Err(args.refuse("`default_order` is `\"C\"` or `\"F\"`")),
        };
        if args
            .get(usize::MAX, "default_offset")
            .is_some_and(|offset| !matches!(convert::bare_text(offset).as_str(), "0" | "auto"))
        {
            return Err(args
                .refuse("arrays start at their first element: `default_offset` can only be 0 or `lp.auto`"));
        }
        let ty = args.dtype(usize::MAX, "default_dtype")?;
        let slabs = args.get(usize::MAX, "iname_slab_increments").and_then(Value::as_entries);
        let numbers = |counts: &Value| {
            let counts = items(counts).into_iter();
            counts.filter_map(|count| u32::try_from(count.as_int()?).ok()).collect()
        };
        let slabs = slabs.iter().flatten();
        let slabs =
            slabs.map(|(iname, counts)| (Name::from(convert::bare_text(iname)), numbers(counts))).collect();
        let target = target::from_call(args)?;
        Ok(Settings {
            ty,
            column_major,
            target,
            preambles: preambles(args)?,
            reassociate: reorders != Some(false),
            constants: Constants::from_call(args)?,
            fixed: fixed(args)?,
            distinct: distinct::statements(args)?,
            slabs,
        })
    }

    /// Gives parameters of a kernel that was made their values, and takes up what its author says of its
    /// statements: both are part of what it is. As in Loo.py, a parameter that the kernel does not have says
    /// nothing.
    ///
    /// # Errors
    /// Values that a parameter cannot have.
    pub(super) fn complete(&self, module: &mut Module, call: Origin) -> Result<(), Failure> {
        for kernel in module.kernels.values_mut() {
            let is_known = |arg: &&Argument| {
                arg.keyword.as_ref().is_some_and(|(name, _)| kernel.args.contains_key(name.as_str()))
            };
            let args: Vec<Argument> = self.fixed.iter().filter(is_known).cloned().collect();
            if !args.is_empty() {
                let name = "fix_parameters".to_owned();
                let step = Call { name, name_origin: call, origin: call, args };
                let step = Step::build(registry(), step, None)?;
                *kernel = step.transform.apply(kernel).map_err(|refusal| refusal.0)?.kernel;
            }
            distinct::promise(kernel, &self.distinct);
        }
        Ok(())
    }

    /// Applies them to a kernel that was made.
    ///
    /// # Errors
    /// Slabs of what is no iname, constants for what is no parameter or has no such value.
    pub(super) fn apply(&self, module: &mut Module) -> Result<(), String> {
        for kernel in module.kernels.values_mut() {
            kernel.target = self.target;
            let called = std::mem::take(&mut kernel.preambles);
            let new = called.into_iter().filter(|text| !self.preambles.contains(text));
            kernel.preambles = self.preambles.iter().cloned().chain(new).collect();
            self.constants.fix(kernel)?;
            for arg in kernel.args.values_mut() {
                arg.ty = arg.ty.or(self.ty);
            }
            for (iname, counts) in &self.slabs {
                let (true, [first, last]) = (kernel.inames.contains_key(iname), counts.as_slice()) else {
                    return Err(format!(
                        "`iname_slab_increments` gives two numbers to an iname, not to `{iname}`"
                    ));
                };
                if (*first, *last) != (0, 0) {
                    kernel.slabs.insert(iname.clone(), (*first, *last));
                }
            }
        }
        Ok(())
    }
}

/// Texts in the order of the words in front of them: `[("10_first", ".."), ("20_second", "..")]`.
fn preambles(args: &Arguments<'_>) -> script::Result<Vec<String>> {
    let Some(given) = args.get(usize::MAX, "preambles") else { return Ok(Vec::new()) };
    let pair = |value: &Value| match items(value).as_slice() {
        [order, text] => Some((order.as_str()?.to_owned(), text.as_str()?.to_owned())),
        _ => None,
    };
    let pairs: Option<BTreeSet<(String, String)>> = items(given).iter().map(pair).collect();
    let pairs = pairs.ok_or_else(|| {
        args.refuse("`preambles` is a list of pairs of texts, each a word that orders it and code")
    })?;
    Ok(pairs.into_iter().map(|(_, text)| text).collect())
}

/// Parameters that get integers or letters, as arguments of `fix_parameters`.
fn fixed(args: &Arguments<'_>) -> script::Result<Vec<Argument>> {
    let given = args.get(usize::MAX, "fixed_parameters").and_then(Value::as_entries);
    let argument = |(name, value): &(Value, Value)| {
        let value = convert::argument(value, args.origin)
            .map_err(|what| args.refuse(format!("`fixed_parameters` cannot take {what}")))?;
        Ok(Argument { keyword: Some((convert::bare_text(name), args.origin)), value })
    };
    given.iter().flatten().filter(|(_, value)| !constants::is_inexact(value)).map(argument).collect()
}
