//! Where the parts of routines stand in their file, for those who put something in the place of a routine.

use crate::Options;
use crate::nests::{extents_of, parts_of};
use diag::{SourceId, SourceMap, Span};
use fortran_syntax::ast::{Attribute, Entity, Expr, Extent, Ident, Specification, Unit, UnitKind, Upper};
use fortran_syntax::files::Find;
use fortran_syntax::mention;
use fortran_syntax::part::{Bound, Part};
use fortran_syntax::unit::File;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A routine as it stands in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// Its name.
    pub name: Name,
    /// Where that stands in its first statement.
    pub name_at: Span,
    /// The units around it, the outermost first.
    pub hosts: Vec<Name>,
    /// Whether the innermost of them is a module.
    pub is_in_module: bool,
    /// Whether it is a function.
    pub is_function: bool,
    /// The variable with the value of a function.
    pub result: Option<Name>,
    /// Its first statement.
    pub head: Span,
    /// Its first executable statement.
    pub first: Span,
    /// The line before the routines within it.
    pub contains: Option<Span>,
    /// Its last statement.
    pub end: Span,
    /// Its dummy arguments.
    pub args: Vec<Name>,
    /// Attributes of its variables.
    pub attributes: Vec<(Name, Name)>,
    /// Variables of common blocks that it declares itself, behind the names of these.
    pub commons: Vec<(Name, Name)>,
    /// A variable with values from a `data` statement that no declaration gives a type.
    pub untyped: Option<Name>,
    /// Names that it declares, or the unit that it is a part of. Others that are called so have none there.
    pub declared: BTreeSet<Name>,
    /// Names that routines and programs around it declare.
    pub declared_around: BTreeSet<Name>,
    /// Names that `use` statements in it and in those give; nothing where one gives all of a module.
    pub used: Option<BTreeSet<Name>>,
    /// Bounds of arrays that those declare, where names stand of which the values may have changed since.
    pub bounds_around: Vec<Bound>,
    /// Where it stands, if it is a part of a unit.
    pub part: Option<Rc<Part>>,
}

impl Outline {
    /// Whether one of its variables has an attribute.
    #[must_use]
    pub fn has(&self, variable: &Name, attribute: &str) -> bool {
        self.attributes.iter().any(|(of, word)| of == variable && word == attribute)
    }
}

/// The routines of a file that have executable statements.
///
/// What stands in included files lies where the lines are that include them.
pub fn outlines(
    sources: &mut SourceMap,
    source: SourceId,
    options: &Options,
    find: &mut Find<'_>,
) -> Vec<Outline> {
    let (File { units, .. }, _) = crate::read(sources, source, options, &mut Vec::new(), find);
    let mut all = Vec::new();
    units.iter().for_each(|unit| collect(unit, &mut Vec::new(), &mut all));
    for outline in &mut all {
        outline.name_at = sources.outermost(outline.name_at);
        for bound in &mut outline.bounds_around {
            let places = bound.lower.iter_mut().chain(&mut bound.upper);
            places.for_each(|place| *place = sources.outermost(*place));
        }
    }
    all
}

fn collect<'u>(unit: &'u Unit, hosts: &mut Vec<&'u Unit>, all: &mut Vec<Outline>) {
    all.extend(outline(unit, hosts));
    if unit.part.is_some() {
        return;
    }
    hosts.push(unit);
    unit.contained.iter().for_each(|inner| collect(inner, hosts, all));
    hosts.pop();
}

fn outline(unit: &Unit, hosts: &[&Unit]) -> Option<Outline> {
    let head = &unit.head;
    if !head.kind.is_routine() {
        return None;
    }
    let is_function = head.kind == UnitKind::Function;
    let result = is_function.then(|| head.result.as_ref().unwrap_or(&head.name).name.clone());
    let (mut attributes, mut commons) = (Vec::new(), Vec::new());
    for (specification, _) in &unit.specifications {
        read(specification, &mut attributes, &mut commons);
    }
    let around = || hosts.iter().filter(|host| host.head.kind != UnitKind::Module);
    let used: Option<Vec<Vec<Name>>> = around().copied().chain([unit]).map(used).collect();
    Some(Outline {
        name: head.name.name.clone(),
        name_at: head.name.span,
        hosts: hosts.iter().map(|host| host.head.name.name.clone()).collect(),
        is_in_module: hosts.last().is_some_and(|host| host.head.kind == UnitKind::Module),
        is_function,
        result,
        head: unit.parts.head?,
        first: unit.parts.first?,
        contains: unit.parts.contains,
        end: unit.parts.end?,
        args: head.args.iter().map(|arg| arg.name.clone()).collect(),
        attributes,
        commons,
        untyped: untyped(unit),
        declared: match &unit.part {
            Some(part) => part.declared.clone(),
            None => unit.parts.declared.clone(),
        },
        used: used.map(|all| all.into_iter().flatten().collect()),
        declared_around: around().flat_map(|host| host.parts.declared.iter().cloned()).collect(),
        bounds_around: around().flat_map(|host| bounds(host)).collect(),
        part: unit.part.clone(),
    })
}

/// The names that a unit takes from modules, if all are told.
fn used(unit: &Unit) -> Option<Vec<Name>> {
    let mut all = Vec::new();
    for (specification, _) in &unit.specifications {
        let Specification::Use(used) = specification else { continue };
        if !used.only && !fortran_sema::standard::is_standard(used) {
            return None;
        }
        all.extend(used.names.iter().map(|(local, _)| local.name.clone()));
    }
    Some(all)
}

/// The bounds of a unit's arrays in which names stand.
fn bounds(unit: &Unit) -> Vec<Bound> {
    let mut all = Vec::new();
    for (specification, _) in &unit.specifications {
        let (_, attributes, entities) = parts_of(specification);
        for entity in entities {
            let extents = extents_of(entity, attributes);
            all.extend(
                (1..).zip(extents).filter_map(|(axis, extent)| bound(&entity.name.name, axis, extent)),
            );
        }
    }
    all
}

/// The bounds of an array along an axis, if names stand in them.
fn bound(array: &Name, axis: usize, extent: &Extent) -> Option<Bound> {
    let named = |expr: &Expr| (!mention::names(expr).is_empty()).then_some(expr.span);
    let lower = extent.lower.as_ref().and_then(named);
    let upper = match &extent.upper {
        Upper::Bound(upper) => named(upper),
        Upper::Assumed | Upper::Deferred | Upper::Shared(_) => None,
    };
    (lower.is_some() || upper.is_some()).then(|| Bound { array: array.clone(), axis, lower, upper })
}

fn untyped(unit: &Unit) -> Option<Name> {
    let is_typed = |name: &Name| {
        unit.specifications.iter().any(|(specification, _)| match specification {
            Specification::Declare(_, _, entities) | Specification::Record(_, _, entities) => {
                entities.iter().any(|entity| entity.name.name == *name)
            }
            _ => false,
        })
    };
    let sets = unit.specifications.iter().filter_map(|(specification, _)| match specification {
        Specification::Data(sets) => Some(sets),
        _ => None,
    });
    let objects = sets.flatten().flat_map(|set| &set.objects);
    objects.map(|object| object.target().name.name.clone()).find(|name| !is_typed(name))
}

/// What a declaration says.
fn read(specification: &Specification, attributes: &mut Vec<(Name, Name)>, commons: &mut Vec<(Name, Name)>) {
    let mut note = |names: &[Ident], word: &str| {
        attributes.extend(names.iter().map(|name| (name.name.clone(), Name::new(word))));
    };
    match specification {
        Specification::Optional(names) => note(names, "optional"),
        Specification::Value(names) => note(names, "value"),
        Specification::Declare(_, words, entities) | Specification::Record(_, words, entities) => {
            let words = words.iter().filter_map(|word| match word {
                Attribute::Other(word, _) => Some(word.name.clone()),
                Attribute::Dimension(_) => None,
            });
            for word in words {
                let of = |entity: &Entity| (entity.name.name.clone(), word.clone());
                attributes.extend(entities.iter().map(of));
            }
        }
        Specification::Common(blocks) => {
            for block in blocks {
                let member = |member: &Entity| (block.name.clone(), member.name.name.clone());
                commons.extend(block.members.iter().map(member));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fortran_syntax::layout::Form;

    #[test]
    fn parts_of_routines_have_places() {
        let text = "module m\ncontains\nreal function f(a, &\n  b) result(c) ! head\nreal, optional :: a\n\
            common /k/ x\ninteger b\nc = b\nend function\nend module\n";
        let mut sources = SourceMap::default();
        let source = sources.add("t", text);
        let options = Options::new(Form::Free, Vec::new());
        let all = outlines(&mut sources, source, &options, &mut |_| None);
        let [f] = all.as_slice() else { panic!("{all:?}") };
        let at = |span: Span| &text[span.start as usize..span.end as usize];
        assert_eq!(at(f.head), "real function f(a, &\n  b) result(c)");
        assert_eq!((at(f.first), at(f.end)), ("c = b", "end function"));
        assert!(f.is_in_module && f.has(&Name::new("a"), "optional"));
        assert_eq!(f.commons, [(Name::new("k"), Name::new("x"))]);
        assert_eq!((f.args.len(), f.result.as_deref()), (2, Some("c")));
    }
}
