//! Gives names in generated code: to strides, to positions that several elements lie near, and to values that
//! were loaded or stored and are used again.

use crate::flat::flat;
use crate::interval::{self, Interval};
use crate::named::Entry;
use crate::place::{Base, Distance, Place, subscripts};
use crate::printed::C;
use crate::printer::Printer;
use crate::reuse;
use diag::Diagnostic;
use ir::{Expr, Name, Node, Scalar, Step, affine, typing, walk};

impl Printer<'_> {
    /// Forgets what a loop or a condition may change, or a barrier.
    pub(crate) fn forget_before(&mut self, step: &Step) {
        if step.meets() {
            self.named.meet();
        } else if !matches!(step, Step::Run(_)) && !self.named.values.is_empty() {
            let written = reuse::written(self.kernel, std::slice::from_ref(step));
            written.into_iter().for_each(|array| self.named.forget(array));
        }
    }

    /// A name that nothing else has.
    fn fresh(&mut self, stem: &str) -> Name {
        let is_given = |text: &str| self.named.given.contains(text) || self.kernel.is_taken(text);
        let name = self.names.further(stem, self.dialect(), is_given);
        self.named.given.insert(name.to_string());
        name
    }

    /// Declares a name for an integer; gives its declaration.
    fn integer(&mut self, stem: &str, value: &Expr, range: Interval) -> Result<(Name, String), Diagnostic> {
        let (printed, width) = self.index(value)?;
        let name = self.fresh(stem);
        self.named.widths.insert(name.clone(), width);
        self.ranges.insert(name.clone(), range);
        let ty = self.dialect().ty(width.scalar());
        let line = format!("{ty} const {name} = {};", printed.text);
        Ok((name, line))
    }

    /// Gives a stride of an array a name at the head of the function, where its value fits 64 bits whatever
    /// the arguments are. Others are computed where an element is known to exist.
    fn name_stride(&mut self, array: &Name, axis: usize, stride: &Expr) -> Result<(), Diagnostic> {
        if is_plain(stride) || self.named.has_stride(stride) {
            return Ok(());
        }
        let is_argument = |name: &Name| typing::is_value_argument(self.kernel, name);
        let variable = |name: &Name| interval::of_variable(self.kernel, name);
        if !walk::names(stride).iter().all(is_argument) || !is_safe(stride, &variable) {
            return Ok(());
        }
        let line = self.declare_stride(array, axis, stride, interval::range_of(stride, &variable), 0)?;
        self.named.head.push(line);
        Ok(())
    }

    /// Gives a stride of an array a name in a block; gives its declaration.
    fn declare_stride(
        &mut self,
        array: &Name,
        axis: usize,
        stride: &Expr,
        range: Interval,
        depth: usize,
    ) -> Result<String, Diagnostic> {
        let stem = format!("{}_stride{axis}", self.names.get(array));
        let (name, line) = self.integer(&stem, stride, range)?;
        self.named.strides.push(Entry { what: stride.clone(), name, depth });
        Ok(line)
    }

    /// Whether a base is a sum that gets a name wherever its inames are known: it fits 64 bits whatever they
    /// are.
    pub(crate) fn is_open_sum(&self, base: &Base) -> bool {
        let is_open = |name: &Name| self.ranges.contains_key(name) && !self.unrolled.contains_key(name);
        base.split_name().is_some()
            && base.position(&Distance::default(), &Clone::clone).is_some_and(|sum| {
                walk::names(&sum).iter().all(is_open) && is_safe(&sum, &|name| self.variable_range(name))
            })
    }

    /// A sum with a part of it written by its name.
    pub(crate) fn named_sum(&self, sum: &Expr) -> Option<Expr> {
        if !self.named.bases.iter().any(|entry| entry.what.0.is_sum()) {
            return None;
        }
        let sum = affine::to_aff(sum)?;
        self.named.bases.iter().rev().find_map(|entry| {
            let (base, distance) = &entry.what;
            let left = base.rest(&sum)?.offset(distance.as_elements()?.checked_neg()?)?;
            let left = affine::from_aff(&left);
            let others = match left.node() {
                Node::Sum(terms) => terms.clone(),
                Node::Int(0) => Vec::new(),
                _ => vec![left],
            };
            Some(Expr::sum(std::iter::once(Expr::from(&entry.name)).chain(others).collect()))
        })
    }

    /// Gives the strides of a base names, where one of its elements exists; gives declarations for this
    /// block.
    fn name_strides_of(&mut self, array: &Name, base: &Base) -> Result<Vec<String>, Diagnostic> {
        let all = self.strides_here(array);
        let mut lines = Vec::new();
        for (stride, _) in base.0.iter().filter(|(stride, _)| !is_plain(stride)) {
            let axis = all.iter().position(|other| other == stride).unwrap_or(0);
            self.name_stride(array, axis, stride)?;
            if self.named.has_stride(stride) {
                continue;
            }
            let (range, depth) = (self.range(stride), self.named.depth);
            lines.push(self.declare_stride(array, axis, stride, range, depth)?);
        }
        Ok(lines)
    }

    /// The position of an element of an array, with what has a name written by it.
    pub(crate) fn position(&mut self, array: &Name, index: &[Expr]) -> Result<Expr, Diagnostic> {
        let strides = self.strides(array, index.len())?;
        if !self.dialect().names_places() {
            return Ok(flat(index, &strides));
        }
        for (axis, (stride, subscript)) in strides.iter().zip(index).enumerate() {
            if subscript.as_int() != Some(0) {
                self.name_stride(array, axis, stride)?;
            }
        }
        let named = |part: &Expr| self.named_part(part);
        if let Some(place) = Place::of_element(self.kernel, index, &strides)
            && let Some(entry) = self.named.base(&place.base)
            && let Some(left) = place.distance.relative_to(&entry.what.1)
        {
            let terms = std::iter::once(Expr::from(&entry.name)).chain(left.terms(&named));
            return Ok(Expr::sum(terms.collect()));
        }
        let [index, strides] = [index, &strides].map(|parts| parts.iter().map(named).collect::<Vec<_>>());
        Ok(flat(&index, &strides))
    }

    /// A stride or a subscript, by names as far as there are some.
    fn named_part(&self, part: &Expr) -> Expr {
        let stride = self.named.stride(part);
        match part.node() {
            Node::Sum(_) if stride == *part => self.named_sum(part).unwrap_or(stride),
            _ => stride,
        }
    }

    /// Gives the position at a distance from a base a name, near which an element of an array exists, or a
    /// sum; gives its declaration.
    pub(crate) fn name_base(
        &mut self,
        array: Option<&Name>,
        base: Base,
        distance: Distance,
    ) -> Result<Vec<String>, Diagnostic> {
        let mut lines = match array {
            Some(array) => self.name_strides_of(array, &base)?,
            None => Vec::new(),
        };
        let named = |part: &Expr| self.named_part(part);
        let (Some(value), Some(plain)) =
            (base.position(&distance, &named), base.position(&distance, &Clone::clone))
        else {
            return Ok(lines);
        };
        let stem = base.split_name().unwrap_or_else(|| {
            array.map_or("at".to_owned(), |array| format!("{}_at", self.names.get(array)))
        });
        let (name, line) = self.integer(&stem, &value, self.range(&plain))?;
        let depth = self.named.depth;
        self.named.bases.push(Entry { what: (base, distance), name, depth });
        lines.push(line);
        Ok(lines)
    }

    /// Gives the value of an element a name; gives that and its type.
    pub(crate) fn name_value(
        &mut self,
        array: &Name,
        index: &[Expr],
    ) -> Result<Option<(Name, &'static str)>, Diagnostic> {
        let Some(places) = subscripts(self.kernel, index) else { return Ok(None) };
        let element = if index.is_empty() && self.kernel.temps.contains_key(array) {
            Expr::from(array)
        } else {
            Expr::load(array.clone(), index.to_vec())
        };
        let ty = self.dialect().ty(self.scalar_of(&element)?);
        let name = self.fresh(&self.names.get(array));
        let depth = self.named.depth;
        self.named.values.push(Entry { what: (array.clone(), places), name: name.clone(), depth });
        Ok(Some((name, ty)))
    }

    /// The value of an element, by the name that it has or from memory.
    pub(crate) fn read(&mut self, array: &Name, index: &[Expr]) -> Result<C, Diagnostic> {
        let places = if self.named.values.is_empty() { None } else { subscripts(self.kernel, index) };
        match places.and_then(|places| self.named.value(array, &places)) {
            Some(name) => Ok(C::primary(name.to_string())),
            None => self.element(array, index),
        }
    }
}

/// Whether a stride is written as shortly as a name.
fn is_plain(stride: &Expr) -> bool {
    stride.as_int().is_some() || stride.as_var().is_some()
}

/// Whether a value and all that is computed on the way fit 64 bits, and nothing is divided by zero.
fn is_safe(expr: &Expr, variable: &dyn Fn(&Name) -> Interval) -> bool {
    let whole = Interval::of_type(Scalar::I64);
    let fits = |expr: &Expr| {
        let range = interval::range_of(expr, variable);
        whole.low <= range.low && range.high <= whole.high
    };
    let prefixes = |operands: &[Expr], build: fn(Vec<Expr>) -> Expr| {
        (1..operands.len()).all(|count| fits(&build(operands.iter().take(count).cloned().collect())))
    };
    let is_own = match expr.node() {
        Node::Sum(terms) => prefixes(terms, Expr::sum),
        Node::Product(factors) => prefixes(factors, Expr::product),
        Node::FloorDiv(_, divisor) | Node::Mod(_, divisor) => {
            divisor.as_int().is_some_and(|number| number > 0)
        }
        _ => true,
    };
    is_own && fits(expr) && walk::children(expr).into_iter().all(|child| is_safe(child, variable))
}
