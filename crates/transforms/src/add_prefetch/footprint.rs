//! Which part of an array a copy holds.

use super::AddPrefetch;
use crate::rules;
use diag::{Diagnostic, Origin};
use ir::{Domain, Expr, Iname, Kernel, Name, Node, Provenance, affine, walk};
use pass::{ArrayName, Refusal, Text};
use poly::{Aff, Constraint, Set};
use std::collections::BTreeMap;

/// What a call says about the array and the part of it to copy.
pub(super) struct Footprint {
    pub(super) array: ArrayName,
    /// The rule that stands for the reads that have a tag, with that tag: `a_at$one`.
    pub(super) tagged: Option<String>,
    /// The array's extents.
    pub(super) shape: Vec<Option<Expr>>,
    /// Lists of subscripts, if there are any.
    pub(super) subscripts: Vec<Vec<String>>,
    pub(super) slices: Vec<Slice>,
}

/// A whole axis, over which an iname runs while the call is carried out.
pub(super) struct Slice {
    pub(super) iname: Name,
    extent: Aff,
}

impl Footprint {
    pub(super) fn read(call: &AddPrefetch, kernel: &Kernel) -> Result<Self, Refusal> {
        let origin = call.var.origin;
        let (name, subscripts) = match call.var.trim().split_once('[') {
            Some((name, rest)) => (name, Some(rest.trim_end().trim_end_matches(']'))),
            None => (call.var.trim(), None),
        };
        let (name, tag) =
            name.trim().split_once('$').map_or((name.trim(), None), |(name, tag)| (name, Some(tag)));
        let array = ArrayName { name: Name::from(name), origin };
        crate::rewrite::array(kernel, &array)?;
        let tagged = tag.map(|tag| tagged_reads(kernel, &array, tag)).transpose()?;
        let of_argument = kernel.args.get(&array.name).and_then(|arg| arg.shape()).map(<[_]>::to_vec);
        let of_temp =
            || kernel.temps.get(&array.name).map(|temp| temp.shape.iter().cloned().map(Some).collect());
        let shape: Vec<Option<Expr>> = of_argument.or_else(of_temp).unwrap_or_default();
        if shape.is_empty() {
            let message = format!("`{}` has no axes", array.name);
            return Err(Diagnostic::error("lp::add-prefetch::scalar", message)
                .at_entity(None, origin, "")
                .into());
        }
        let mut footprint = Footprint { array, tagged, shape, subscripts: Vec::new(), slices: Vec::new() };
        if let Some(list) = subscripts {
            footprint.add(kernel, list, origin)?;
        }
        for list in call.footprint_subscripts.iter().flatten() {
            footprint.add(kernel, list, list.origin)?;
        }
        Ok(footprint)
    }

    /// Adds a list of subscripts.
    fn add(&mut self, kernel: &Kernel, list: &str, origin: Origin) -> Result<(), Refusal> {
        let refuse = |message: String| {
            Refusal::from(
                Diagnostic::error("lp::add-prefetch::subscripts", message).at_entity(None, origin, ""),
            )
        };
        let list = separated(list);
        if list.len() != self.shape.len() {
            let message = format!("`{}` has rank {}, not {}", self.array.name, self.shape.len(), list.len());
            return Err(refuse(message));
        }
        let mut subscripts = Vec::new();
        for (axis, (subscript, extent)) in list.into_iter().zip(&self.shape).enumerate() {
            if subscript != ":" {
                subscripts.push(current_subscript(kernel, &self.array, &subscript, origin)?);
                continue;
            }
            let Some(extent) = extent.as_ref().and_then(affine::to_aff) else {
                return Err(refuse(format!(
                    "the extent of axis {axis} of `{}` is not known",
                    self.array.name
                )));
            };
            let taken =
                |name: &str| kernel.is_taken(name) || self.slices.iter().any(|slice| &*slice.iname == name);
            let iname = ir::fresh(&format!("{}_axis_{axis}", self.array.name), taken);
            subscripts.push(iname.to_string());
            self.slices.push(Slice { iname, extent });
        }
        self.subscripts.push(subscripts);
        Ok(())
    }

    /// Gives the whole axes their inames.
    pub(super) fn declare_slices(&self, kernel: &mut Kernel) -> Result<(), poly::Error> {
        for Slice { iname, extent } in &self.slices {
            let value = Aff::dim(iname);
            let bounds = [Constraint::ge(&value, &Aff::constant(0)), Constraint::lt(&value, extent)];
            let bounds: Vec<Constraint> =
                bounds.into_iter().collect::<Option<_>>().ok_or(poly::Error::Overflow)?;
            let set = Set::from_constraints(&[], std::slice::from_ref(iname), &bounds)?;
            kernel.domains.push(Domain { set, parent: None });
            kernel.inames.insert(iname.clone(), Iname::default());
        }
        Ok(())
    }
}

/// The parts of a list between commas that stand in no brackets.
fn separated(list: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    for letter in list.chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

/// The rule that native kernels have for `a$one[..]`, and the tag.
fn tagged_reads(kernel: &Kernel, array: &ArrayName, tag: &str) -> Result<String, Refusal> {
    let reads = |body: &Expr, params: &[Name]| {
        matches!(body.node(), Node::Load { array: read, index }
            if *read == array.name && index.iter().map(Expr::as_var).eq(params.iter().map(Some)))
    };
    match kernel.rules.iter().find(|(_, rule)| reads(&rule.body, &rule.params)) {
        Some((name, _)) => Ok(format!("{name}${tag}")),
        None => {
            let message = format!("`{}` is nowhere read as `{0}${tag}[..]`", array.name);
            Err(Refusal::empty(message).at_entity(None, array.origin, "").into())
        }
    }
}

/// A subscript in terms of the loops that there are: those that were split or renamed have the values that
/// statements give them.
fn current_subscript(
    kernel: &Kernel,
    array: &ArrayName,
    subscript: &str,
    origin: Origin,
) -> Result<String, Refusal> {
    let text = Text { text: subscript.to_owned(), origin: Origin::default() };
    // What cannot be read is reported where the copy is made, with its place in the call.
    let Ok(expr) = rules::expression(kernel, &text) else { return Ok(subscript.to_owned()) };
    let gone: Vec<Name> = walk::names(&expr).into_iter().filter(|name| !kernel.is_taken(name)).collect();
    if gone.is_empty() {
        return Ok(subscript.to_owned());
    }
    let mut values: BTreeMap<Name, Aff> = BTreeMap::new();
    for name in gone {
        let found = former(kernel, array, &name);
        let [value] = found.as_slice() else {
            let message = match found.as_slice() {
                [] => format!("there is no loop `{name}`"),
                _ => format!("loop `{name}` has become different loops where `{}` is read", array.name),
            };
            let known = kernel.inames.keys().map(|iname| format!("`{iname}`")).collect::<Vec<_>>();
            let problem =
                Diagnostic::error("lp::add-prefetch::subscripts", message).at_entity(None, origin, "");
            return Err(problem.help(format!("the loops are {}", known.join(", "))).into());
        };
        values.insert(name, value.clone());
    }
    Ok(walk::substitute(&expr, &|name| values.get(name).map(affine::from_aff)).to_string())
}

/// What a loop of the reference has become in the statements that read an array, each value once.
fn former(kernel: &Kernel, array: &ArrayName, iname: &Name) -> Vec<Aff> {
    let mut found: Vec<Aff> = Vec::new();
    let mut add = |values: &[(Name, Aff)]| {
        for (_, value) in values.iter().filter(|(name, _)| name == iname) {
            if !found.contains(value) {
                found.push(value.clone());
            }
        }
    };
    for statement in kernel.statements.values() {
        let exprs: Vec<&Expr> = statement.expressions().collect();
        if !exprs.iter().any(|expr| reads(kernel, expr, &array.name)) {
            continue;
        }
        if let Some(Provenance::Performs(instance) | Provenance::Part(instance)) = &statement.provenance {
            add(&instance.at);
        }
        for expr in exprs {
            add(&reductions(kernel, expr));
        }
    }
    found
}

/// Whether an array is read, by rules too.
fn reads(kernel: &Kernel, expr: &Expr, array: &Name) -> bool {
    ir::expand::expand_rules(expr, &kernel.rules).is_some_and(|expr| {
        walk::any(&expr, &mut |e| matches!(e.node(), Node::Load { array: read, .. } if read == array))
    })
}

/// The loops of the reference that reductions are over.
fn reductions(kernel: &Kernel, expr: &Expr) -> Vec<(Name, Aff)> {
    let mut found = Vec::new();
    let Some(expanded) = ir::expand::expand_rules(expr, &kernel.rules) else { return found };
    walk::visit(&expanded, &mut |e| {
        if let Node::Reduce { over: Some(over), .. } = e.node() {
            found.extend(over.iter().cloned());
        }
    });
    found
}
