//! Makes what a kernel is run on from what is given: derives sizes, draws the rest, and lays out arrays.

use crate::array::{are_apart, overlap, positive};
use crate::fill;
use crate::inputs::Inputs;
use crate::interp::{self, MAX_BYTES};
use crate::random::Random;
use crate::{Array, Bindings, Placed, Places, Value, extent, promises, requirements};
use diag::{Diagnostic, nearest};
use ir::{Access, Arg, ArgKind, Expr, IndexMap, Kernel, Layout, Name, affine};
use poly::{Aff, Constraint, ConstraintKind, Term};

impl Bindings {
    /// Derives sizes from the arrays given, draws everything else that may be random, and fills memory that
    /// the kernel only writes with a pattern that no result has.
    ///
    /// # Errors
    /// Where a name is unknown, a value does not fit its type, sizes contradict each other, one is missing,
    /// or a requirement of the kernel does not hold.
    pub fn new(kernel: &Kernel, inputs: &Inputs) -> Result<Self, Vec<Diagnostic>> {
        Bindings::where_required(kernel, inputs, true)
    }

    /// The same, also where the kernel requires something else.
    ///
    /// # Errors
    /// As for [`Bindings::new`], but for requirements.
    pub fn unchecked(kernel: &Kernel, inputs: &Inputs) -> Result<Self, Vec<Diagnostic>> {
        Bindings::where_required(kernel, inputs, false)
    }

    fn where_required(kernel: &Kernel, inputs: &Inputs, required: bool) -> Result<Self, Vec<Diagnostic>> {
        let mut builder = Builder { kernel, inputs, bindings: Bindings::default(), errors: Vec::new() };
        builder.set_values();
        builder.solve_sizes();
        builder.draw_values();
        builder.finish_if_clean()?;
        if required {
            requirements::check(kernel, &builder.bindings.values).map_err(|refused| vec![refused])?;
        }
        builder.make_arrays();
        builder.finish_if_clean()?;
        Ok(builder.bindings)
    }

    /// The same contents for another kernel, such as the reference of the first; what only that one takes
    /// follows from the shapes of arrays.
    ///
    /// # Errors
    /// As for [`Bindings::new`].
    pub fn rebind(&self, kernel: &Kernel) -> Result<Self, Vec<Diagnostic>> {
        let known = |name: &Name| kernel.args.contains_key(name);
        let values = self.values.iter().filter(|(name, _)| known(name));
        let arrays = self.arrays.iter().filter(|(name, _)| known(name));
        Bindings::new(
            kernel,
            &Inputs {
                sets: values.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
                arrays: arrays.map(|(name, array)| (name.to_string(), array.clone())).collect(),
                ..Inputs::default()
            },
        )
    }

    /// The values of scalars alone, without any array.
    ///
    /// # Errors
    /// Where a name is unknown, a value does not fit its type, or one is missing.
    pub fn of_values(kernel: &Kernel, inputs: &Inputs) -> Result<Self, Vec<Diagnostic>> {
        let mut builder = Builder { kernel, inputs, bindings: Bindings::default(), errors: Vec::new() };
        builder.set_values();
        builder.take_fixed();
        builder.draw_values();
        builder.finish_if_clean()?;
        Ok(builder.bindings)
    }

    /// Values of all scalars, where they follow from those given and from the shapes of arrays, of which the
    /// contents do not matter; and where all arrays lie.
    ///
    /// # Errors
    /// As for [`Bindings::new`], but for requirements and contents.
    pub fn places(kernel: &Kernel, inputs: &Inputs) -> Result<Places, Vec<Diagnostic>> {
        let mut builder = Builder { kernel, inputs, bindings: Bindings::default(), errors: Vec::new() };
        builder.set_values();
        builder.solve_sizes();
        builder.draw_values();
        builder.finish_if_clean()?;
        let mut arrays = IndexMap::default();
        for (name, arg) in &kernel.args {
            let Some(declared) = Declared::of_arg(arg) else { continue };
            match builder.placed(name, arg, declared) {
                Ok(place) => drop(arrays.insert(name.clone(), place)),
                Err(error) => builder.error(*error),
            }
        }
        builder.finish_if_clean()?;
        Ok(Places { values: builder.bindings.values, arrays })
    }
}

struct Builder<'a> {
    kernel: &'a Kernel,
    inputs: &'a Inputs,
    bindings: Bindings,
    errors: Vec<Diagnostic>,
}

impl Builder<'_> {
    fn finish_if_clean(&mut self) -> Result<(), Vec<Diagnostic>> {
        if self.errors.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.errors)) }
    }

    fn error(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }

    fn set_values(&mut self) {
        for (at, (name, text)) in self.inputs.sets.iter().enumerate() {
            // All faults are collected, so that a user sees them at once.
            let before = self.inputs.sets.iter().take(at).find(|(other, _)| other == name);
            if let Some((_, other)) = before {
                let message = format!("`{name}` is set to `{other}` and to `{text}`");
                self.error(Diagnostic::error("lp::run::value", message));
                continue;
            }
            match self.kernel.args.get(name.as_str()) {
                None => {
                    let names = self.kernel.args.keys().map(|name| &**name);
                    let unknown = unknown("lp::run::unknown-argument", self.kernel, name);
                    let unknown = match nearest(name, names) {
                        Some(near) => unknown.help(format!("did you mean `{near}`?")),
                        None => unknown,
                    };
                    self.error(unknown);
                }
                Some(Arg { ty: Some(ty), kind, .. }) if is_scalar(kind) => {
                    match Value::parse_argument(*ty, text) {
                        Some(value) => {
                            self.bindings.values.insert(Name::from(name.as_str()), value);
                        }
                        None => self.error(Diagnostic::error(
                            "lp::run::value",
                            format!("`{text}` is no value of type `{ty}`, which `{name}` has"),
                        )),
                    }
                }
                Some(Arg { ty: None, .. }) => self.error(untyped(name)),
                Some(_) => self.error(
                    Diagnostic::error(
                        "lp::run::value",
                        format!("`{name}` is an array and cannot be set to `{text}`"),
                    )
                    .help(format!("give its contents with `--in {name}=FILE.npy`")),
                ),
            }
        }
    }

    /// Finds sizes from the shapes of the arrays given, until nothing new follows.
    fn solve_sizes(&mut self) {
        for (name, _) in &self.inputs.arrays {
            let known = self.kernel.args.get(name.as_str()).is_some_and(|arg| arg.shape().is_some());
            if !known {
                self.error(unknown("lp::run::unknown-array", self.kernel, name));
            }
        }
        self.take_fixed();
        while self.solve_once() {}
    }

    /// Values that the kernel assumes need not be given.
    fn take_fixed(&mut self) {
        for (name, value) in fixed(self.kernel) {
            self.bindings.values.entry(name).or_insert(value);
        }
    }

    fn solve_once(&mut self) -> bool {
        for (name, array) in &self.inputs.arrays {
            let shape = self.kernel.args.get(name.as_str()).and_then(Arg::shape).unwrap_or_default();
            for (declared, actual) in shape.iter().zip(&array.shape) {
                let solved = declared.as_ref().and_then(|declared| self.solve(declared, *actual));
                if let Some((unknown, value)) = solved {
                    self.bindings.values.insert(unknown, value);
                    return true;
                }
            }
        }
        false
    }

    /// The one unknown of `declared = actual`, where that is linear and has an integer solution.
    fn solve(&self, declared: &Expr, actual: usize) -> Option<(Name, Value)> {
        let known = self.bindings.values.iter().filter_map(|(name, value)| {
            Some((name.clone(), Aff::constant(i64::try_from(value.as_int()?).ok()?)))
        });
        let aff = affine::to_aff(declared)?.substitute(&known.collect())?;
        let [(Term::Dim(unknown), factor)] = aff.terms() else { return None };
        let rest = i64::try_from(actual).ok()?.checked_sub(aff.constant_part())?;
        if rest.checked_rem(*factor)? != 0 {
            return None;
        }
        let ty = self.kernel.args.get(unknown).filter(|arg| arg.kind == ArgKind::Value)?.ty?;
        Value::int(ty, i128::from(rest / factor)).map(|value| (unknown.clone(), value))
    }

    /// Draws floating-point scalars; integers decide sizes and branches and must be given.
    fn draw_values(&mut self) {
        for (name, arg) in &self.kernel.args {
            if arg.kind != ArgKind::Value || self.bindings.values.contains_key(name) {
                continue;
            }
            let Some(ty) = arg.ty else {
                self.error(untyped(name));
                continue;
            };
            if ty.is_inexact() {
                let mut random = Random::named(self.inputs.seed, name);
                let word = fill::inexact(ty, self.inputs.numbers, &mut random);
                self.bindings.values.insert(name.clone(), Value::of_word(ty, word));
            } else {
                let missing = Diagnostic::error("lp::run::missing", format!("`{name}` has no value"))
                    .at_entity(arg.loc.as_ref(), arg.origin, "declared here");
                self.error(missing.help(format!("give it one with `--set {name}=..`")));
            }
        }
    }

    fn make_arrays(&mut self) {
        let ranges = fill::subscript_ranges(self.kernel);
        let bounds = fill::bound_arrays(self.kernel);
        let telling = fill::telling_apart(self.kernel);
        for (name, arg) in &self.kernel.args {
            let Some(declared) = Declared::of_arg(arg) else { continue };
            match self.array(name, arg, declared) {
                Err(error) => self.error(*error),
                Ok((mut array, given)) => {
                    if let Some(value) = self.bindings.values.remove(name) {
                        array.set(&[], value.word());
                    } else if !given && declared.access != Access::Out {
                        let range = ranges.get(name).and_then(|uses| self.range(uses));
                        let promised = promises::find(self.kernel, &self.bindings.values, name);
                        let used = fill::ArrayUse {
                            range,
                            is_bound: bounds.contains(name),
                            promised,
                            apart: telling.contains(name),
                        };
                        if fill::fill(&mut array, self.inputs, name, used).is_none() {
                            let message = format!("no values for `{name}` are as the kernel promises");
                            let error = Diagnostic::error("lp::run::promise", message);
                            self.error(error.help(format!("give its contents with `--in {name}=FILE.npy`")));
                        }
                    }
                    self.bindings.arrays.insert(name.clone(), array);
                }
            }
        }
    }

    /// The values an integer array may have so that all subscripts it is used in are in range.
    fn range(&self, uses: &[fill::SubscriptUse]) -> Option<(i64, i64)> {
        let ranges = uses.iter().filter_map(|used| {
            let shape = self.kernel.args.get(&used.array).and_then(Arg::shape)?;
            let extent = shape.get(used.axis)?.as_ref()?;
            let [extent, offset] = [extent, &used.offset]
                .map(|expr| interp::constant_of(self.kernel, &self.bindings.values, expr));
            let (extent, offset) = (extent.ok()?, offset.ok()?);
            Some((offset.checked_neg()?, extent.checked_sub(offset)?))
        });
        ranges.reduce(|a, b| (a.0.max(b.0), a.1.min(b.1)))
    }

    /// Memory of an argument, and whether its contents were given.
    fn array(
        &self,
        name: &Name,
        arg: &Arg,
        declared: Declared<'_>,
    ) -> Result<(Array, bool), Box<Diagnostic>> {
        let Placed { ty, shape, strides } = self.placed(name, arg, declared)?;
        let mut array = Array::poisoned(ty, shape, strides, MAX_BYTES).ok_or_else(|| {
            located(
                name,
                arg,
                Diagnostic::error("lp::run::too-large", format!("`{name}` is larger than {MAX_BYTES} bytes")),
            )
        })?;
        let given = self.given(name);
        if let Some(given) = given {
            copy(name, given, &mut array).map_err(|error| located(name, arg, error))?;
        }
        Ok((array, given.is_some()))
    }

    fn given(&self, name: &Name) -> Option<&Array> {
        self.inputs.arrays.iter().find(|(given, _)| name == given.as_str()).map(|(_, array)| array)
    }

    /// Where the elements of an argument lie.
    fn placed(&self, name: &Name, arg: &Arg, declared: Declared<'_>) -> Result<Placed, Box<Diagnostic>> {
        let located = |diagnostic: Diagnostic| located(name, arg, diagnostic);
        let ty = arg.ty.ok_or_else(|| located(untyped(name)))?;
        let given = self.given(name);
        let mut extents = Vec::new();
        for (axis, extent) in declared.shape.iter().enumerate() {
            extents.push(match (extent, given) {
                (Some(extent), _) => {
                    interp::constant_of(self.kernel, &self.bindings.values, extent).map_err(located)?
                }
                (None, Some(array)) => {
                    array.shape.get(axis).and_then(|n| i64::try_from(*n).ok()).unwrap_or(0)
                }
                (None, None) => {
                    extent::needed(self.kernel, &self.bindings.values, name, axis).map_err(located)?
                }
            });
        }
        let known: Vec<Option<Expr>> = extents.iter().map(|extent| Some(Expr::int(*extent))).collect();
        let strides = declared.layout.strides(&known).ok_or_else(|| {
            located(Diagnostic::error(
                "lp::run::layout",
                format!("the layout of `{name}` gives it no strides"),
            ))
        })?;
        let mut steps = Vec::new();
        for stride in &strides {
            steps.push(interp::constant_of(self.kernel, &self.bindings.values, stride).map_err(located)?);
        }
        let (shape, strides) = (
            positive(name, "extent", &extents).map_err(located)?,
            positive(name, "stride", &steps).map_err(located)?,
        );
        if declared.access != Access::In && !are_apart(&shape, &strides) {
            return Err(located(overlap(name)));
        }
        Ok(Placed { ty, shape, strides })
    }
}

/// How an array argument is declared.
#[derive(Clone, Copy)]
struct Declared<'a> {
    shape: &'a [Option<Expr>],
    layout: &'a Layout,
    access: Access,
}

impl<'a> Declared<'a> {
    /// The declaration of an argument; `None` where that is no array.
    fn of_arg(arg: &'a Arg) -> Option<Self> {
        let ArgKind::Array { shape, layout, access } = &arg.kind else { return None };
        Some(Declared { shape, layout, access: *access })
    }
}

/// A diagnostic about an argument, at its declaration.
fn located(name: &Name, arg: &Arg, diagnostic: Diagnostic) -> Box<Diagnostic> {
    let declared = format!("`{name}` is declared here");
    Box::new(diagnostic.at_entity(arg.loc.as_ref(), arg.origin, declared))
}

fn is_scalar(kind: &ArgKind) -> bool {
    match kind {
        ArgKind::Value => true,
        ArgKind::Array { shape, .. } => shape.is_empty(),
    }
}

fn unknown(code: diag::Code, kernel: &Kernel, name: &str) -> Diagnostic {
    Diagnostic::error(code, format!("kernel `{}` has no such argument `{name}`", kernel.name))
}

fn untyped(name: &str) -> Diagnostic {
    Diagnostic::error("lp::run::untyped", format!("`{name}` has no type yet"))
        .help("run `infer_types()`, or give it a type where it is declared")
}

/// The scalar arguments of which the kernel assumes one value, as `fix_parameters` leaves them.
pub fn fixed(kernel: &Kernel) -> Vec<(Name, Value)> {
    let pieces = kernel.assumptions.pieces().unwrap_or_default();
    let [piece] = pieces.as_slice() else { return Vec::new() };
    let value = |constraint: &Constraint| {
        let [(Term::Dim(name), factor @ (1 | -1))] = constraint.aff.terms() else { return None };
        let arg = kernel.args.get(name).filter(|arg| arg.kind == ArgKind::Value)?;
        let value = Value::int(arg.ty?, -i128::from(constraint.aff.constant_part()) * i128::from(*factor))?;
        (constraint.kind == ConstraintKind::Equality).then(|| (name.clone(), value))
    };
    piece.iter().filter_map(value).collect()
}

/// Copies contents into a kernel's layout.
fn copy(name: &Name, from: &Array, to: &mut Array) -> Result<(), Diagnostic> {
    let describe = |array: &Array| {
        let shape: Vec<String> = array.shape.iter().map(ToString::to_string).collect();
        format!("{}[{}]", array.ty, shape.join(", "))
    };
    if from.ty != to.ty || from.shape != to.shape {
        let message =
            format!("`{name}` is {}, but the array given for it is {}", describe(to), describe(from));
        return Err(Diagnostic::error("lp::run::shape", message));
    }
    to.set_words(from.words());
    Ok(())
}
