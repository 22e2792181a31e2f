use crate::rewrite::{change_interface, counted, map_subscripts, matching_arrays, parameters};
use diag::{Diagnostic, Origin};
use ir::{
    AddressSpace, Arg, ArgKind, Axis, Domain, Expr, Iname, InameTag, Kernel, Layout, Provenance, Scalar,
    Statement,
};
use pass::{Applied, Datum, FromArg, Mismatch, Refusal, Rewrite, Text, Transform, Value};
use poly::{Aff, Name};

/// Does what the kernel does several times, each time with arrays of its own.
///
/// Arrays that vary get an axis in front, and all statements run in a loop over it, of which the iterations
/// are in no order. The reference does the same, and the caller passes the arrays so. Temporaries in global
/// memory get the axis as well. Refused where an argument that varies is no array or has strides of its own,
/// and where something is known of contents of arrays.
///
/// ```lpir
/// # RUN: to_batched("m", ["a"])
/// lpir 1
///
/// kernel @scale {
///   arg n : i32
///   arg a : f64[n] inout
///   arg b : f64[n] in
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = b[i]*a[i]  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scale {
///   arg m : i32
///   arg n : i32
///   arg a : f64[m, n] layout(c) inout
///   arg b : f64[n] in
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [m] -> { [ibatch] : 0 <= ibatch < m }
///   iname i
///   iname ibatch
///   s: a[ibatch, i] = b[i]*a[ibatch, i]  in(ibatch, i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", reference)]
pub struct ToBatched {
    /// How many times: a number, or an integer argument, which is added where there is none of that name.
    pub nbatches: Count,
    /// Arrays that are others each time.
    #[arg(default = "[]")]
    pub batch_varying_args: Vec<Text>,
    /// Name of the loop, with a number behind it where that is taken.
    #[arg(default = "\"ibatch\"")]
    pub batch_iname_prefix: String,
    /// Runs one time after the other, so that temporaries serve again.
    #[arg(default = false)]
    pub sequential: bool,
}

/// A number or a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    text: String,
    origin: Origin,
}

impl FromArg for Count {
    const KIND: &'static str = "int or name";
    const PLURAL: &'static str = "ints or names";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let text =
            i64::from_arg(value).map(|number| number.to_string()).or_else(|_| String::from_arg(value))?;
        Ok(Count { text, origin: value.origin })
    }

    fn to_value(&self) -> Value {
        let datum = self.text.parse().map_or_else(|_| Datum::Str(self.text.clone()), Datum::Int);
        Value { datum, origin: self.origin }
    }
}

impl Rewrite for ToBatched {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        if !ir::is_identifier(&self.batch_iname_prefix) {
            return Err(self.fail(format!("`{}` is no name", self.batch_iname_prefix)).into());
        }
        let kernels = || std::iter::once(kernel).chain(kernel.reference.as_deref());
        if kernels().any(|kernel| !kernel.promises.is_empty() || !kernel.requires.is_empty()) {
            return Err(self.fail("the kernel promises or requires something of its arguments").into());
        }
        let iname = ir::fresh(&self.batch_iname_prefix, |name| {
            kernels().any(|kernel| {
                kernel.is_taken(name)
                    || kernel.rules.values().any(|rule| rule.params.iter().any(|own| own == name))
            })
        });
        let mut arrays: Vec<Name> = Vec::new();
        for pattern in &self.batch_varying_args {
            arrays.extend(matching_arrays(kernel, pattern)?);
        }
        if !self.sequential {
            let global = kernel.temps.iter().filter(|(_, temp)| temp.space == Some(AddressSpace::Global));
            arrays.extend(global.map(|(name, _)| name.clone()));
        }
        arrays.sort();
        arrays.dedup();
        let count = self.count(kernel)?;
        Ok(change_interface(kernel, &|kernel| self.batch(kernel, &iname, &count, &arrays))?.into())
    }
}

impl ToBatched {
    fn fail(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("lp::batch", message).at_entity(None, self.nbatches.origin, "")
    }

    /// The number of times as an extent.
    fn count(&self, kernel: &Kernel) -> Result<Expr, Diagnostic> {
        let text = self.nbatches.text.trim();
        if let Ok(number) = text.parse::<i64>() {
            let positive = Some(number).filter(|number| *number >= 1);
            return positive.map(Expr::int).ok_or_else(|| self.fail("a kernel is run at least once"));
        }
        let name = Name::from(text);
        let is_new = ir::is_identifier(text) && !kernel.is_taken(text);
        if is_new || parameters(kernel).contains(&name) && kernel.args.contains_key(&name) {
            return Ok(Expr::var(name));
        }
        Err(self.fail(format!("`{text}` is neither a number nor an integer argument")))
    }

    fn batch(&self, kernel: &mut Kernel, iname: &Name, count: &Expr, arrays: &[Name]) -> Result<(), Refusal> {
        if let Some(name) = count.as_var().filter(|name| !kernel.args.contains_key(*name)) {
            let arg =
                Arg { ty: Some(Scalar::I32), kind: ArgKind::Value, loc: None, origin: self.nbatches.origin };
            kernel.args.shift_insert(0, name.clone(), arg);
        }
        for array in arrays {
            self.widen(kernel, array, count)?;
            map_subscripts(kernel, array, &|index| [vec![Expr::var(iname.clone())], index.to_vec()].concat());
        }
        let set = counted(iname, count)?;
        kernel.domains.push(Domain { set, parent: None });
        let tag = self.sequential.then_some(InameTag::For);
        kernel.inames.insert(iname.clone(), Iname { tag, ..Iname::default() });
        kernel.statements.values_mut().for_each(|statement| enclose(statement, iname));
        Ok(())
    }

    /// Puts an axis in front, around all others.
    fn widen(&self, kernel: &mut Kernel, name: &Name, count: &Expr) -> Result<(), Refusal> {
        let fail = |what: &str| self.fail(format!("`{name}` cannot vary: {what}"));
        if let Some(arg) = kernel.args.get_mut(name) {
            let ArgKind::Array { shape, layout, .. } = &mut arg.kind else {
                return Err(fail("it is a value").into());
            };
            if shape.is_empty() {
                return Err(fail("it has no axes").into());
            }
            *layout = with_outer_axis(layout).ok_or_else(|| fail("its strides are given"))?;
            shape.insert(0, Some(count.clone()));
        } else if let Some(temp) = kernel.temps.get_mut(name) {
            if temp.shape.is_empty() {
                return Err(fail("it has no axes").into());
            }
            temp.layout = with_outer_axis(&temp.layout).ok_or_else(|| fail("its strides are given"))?;
            temp.shape.insert(0, count.clone());
        }
        Ok(())
    }
}

/// The layout with an axis in front that lies around all others.
fn with_outer_axis(layout: &Layout) -> Option<Layout> {
    let is_level = |axis: &&Axis| matches!(axis, Axis::Level(_));
    if layout.strides_given().next().is_some() {
        return None;
    }
    let outer = u8::try_from(layout.0.iter().filter(is_level).count()).ok()?;
    Some(Layout([vec![Axis::Level(outer)], layout.0.clone()].concat()))
}

/// Puts a statement into the loop, and what it performs too.
fn enclose(statement: &mut Statement, iname: &Name) {
    statement.inames.insert(0, iname.clone());
    if let Some(time) = &mut statement.time {
        time.splice(0..0, [Aff::constant(0), Aff::dim(iname)]);
    }
    if let Some(Provenance::Performs(instance) | Provenance::Part(instance)) = &mut statement.provenance {
        instance.at.insert(0, (iname.clone(), Aff::dim(iname)));
    }
}
