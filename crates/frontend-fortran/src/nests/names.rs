//! Which variables a part of a unit shares with the rest of it, and what is declared of them.

use super::scopes::{self, Scopes};
use super::work_arrays::is_work_array;
use super::{flow, inner, names_in};
use diag::{Diagnostic, Label, LabelPlace, SourceMap, Span};
use fortran_syntax::ast::{
    Attribute, BaseType, Entity, Expr, Extent, Ident, KindSpec, Node, NodeKind, Specification, TypeSpec,
    Unit, UnitKind, Upper, UseStatement,
};
use fortran_syntax::is_error;
use fortran_syntax::mention::{self, Mentions};
use fortran_syntax::part::Bound;
use fortran_syntax::unit::File;
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// What the units around one declare.
#[derive(Debug, Clone, Default)]
pub(super) struct Around {
    /// Whether all names have to be declared.
    is_explicit: bool,
    pub(super) names: BTreeSet<Name>,
    /// Those that are constants for certain.
    constants: BTreeSet<Name>,
    /// Whether modules may give further names.
    takes_all: bool,
    /// Components of the types of the file, and procedures that these have.
    components: BTreeSet<Name>,
    bound: BTreeSet<Name>,
    /// The modules of the file, and whether types may come from others.
    modules: BTreeSet<Name>,
    has_other_types: bool,
}

impl Around {
    /// Collects what there is round the units of a file.
    pub(super) fn collect(file: &File) -> Self {
        let mut around = Around::default();
        for unit in file.all_units() {
            around.modules.insert(unit.head.name.name.clone());
            for (specification, _) in &unit.specifications {
                let Specification::Type(definition) = specification else { continue };
                let entities = definition.components.iter().flat_map(|component| &component.entities);
                around.components.extend(entities.map(|entity| entity.name.name.clone()));
                around.bound.extend(definition.bound_names().cloned());
            }
        }
        around
    }

    /// Whether a component with something in parentheses may be a function bound to a type.
    fn may_be_bound(&self, component: &Name) -> bool {
        self.bound.contains(component) || self.has_other_types && !self.components.contains(component)
    }

    /// What there is round the units within a unit.
    pub(super) fn enter_unit(&self, unit: &Unit) -> Self {
        let mut inner = self.clone();
        inner.take(unit);
        let (mut own, mut lasting) = (BTreeMap::new(), BTreeSet::new());
        unit.specifications.iter().for_each(|(of, _)| note(of, &mut own, &mut lasting));
        inner.constants.retain(|name| !own.contains_key(name));
        let constants = own.iter().filter(|(_, meaning)| **meaning == Meaning::Constant);
        inner.constants.extend(constants.map(|(name, _)| name.clone()));
        inner.names.extend(own.into_keys());
        inner.names.extend(unit.contained.iter().map(|inner| inner.head.name.name.clone()));
        inner.names.extend(unit.head.args.iter().map(|arg| arg.name.clone()));
        // Those that nothing declares.
        inner.names.extend(mention::unit_mentions(unit).names);
        inner
    }

    /// What the `implicit` and `use` statements of a unit say.
    fn take(&mut self, unit: &Unit) {
        for (specification, _) in &unit.specifications {
            match specification {
                Specification::ImplicitNone => self.is_explicit = true,
                Specification::Implicit(_) => self.is_explicit = false,
                Specification::Use(used) => self.take_names(used),
                _ => {}
            }
        }
    }

    fn take_names(&mut self, used: &UseStatement) {
        self.has_other_types |=
            !self.modules.contains(&used.module.name) && !fortran_sema::standard::is_standard(used);
        self.names.extend(used.names.iter().map(|(local, _)| local.name.clone()));
        self.constants.retain(|name| !used.names.iter().any(|(local, _)| local.name == *name));
        if !used.only && !fortran_sema::standard::is_standard(used) {
            self.takes_all = true;
            self.constants.clear();
        }
    }
}

/// What a name of a unit stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Variable,
    Constant,
    /// A variable of a common block.
    Common,
    /// A procedure, a type, or what is one of several procedures.
    Other,
    /// A procedure within the unit, or a statement function.
    Inner,
}

/// The names of a unit.
pub(super) struct Names<'u> {
    pub(super) unit: &'u Unit,
    sources: &'u SourceMap,
    pub(super) own: BTreeMap<Name, Meaning>,
    pub(super) arrays: BTreeSet<Name>,
    /// Dummy arguments that the unit cannot change.
    read_only: BTreeSet<Name>,
    /// Variables of which no part may have one of its own.
    lasting: BTreeSet<Name>,
    /// What the unit takes from elsewhere.
    pub(super) around: Around,
    has_unread_declarations: bool,
    pub(super) scopes: Scopes<'u>,
    /// Loops, each with what it reads from before, as far as that is known.
    loops: Vec<(Span, Option<BTreeSet<Name>>)>,
}

/// What a part of a unit shares with it.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Variables.
    pub(super) args: Vec<Name>,
    pub(super) specifications: Vec<(Specification, Span)>,
    /// Bounds of arrays that may have had other values when these were declared.
    pub(super) bounds: Vec<Bound>,
    /// Variables without a declaration that are not mentioned before.
    pub(super) fresh: Vec<Name>,
    /// Procedures within the unit that it calls.
    pub(super) contained: Vec<Unit>,
}

impl<'u> Names<'u> {
    pub(super) fn collect(unit: &'u Unit, sources: &'u SourceMap, around: &Around) -> Self {
        let mut own = BTreeMap::new();
        let mut lasting = unit.parts.listed.clone();
        let result = unit.head.result.as_ref().unwrap_or(&unit.head.name);
        if unit.head.kind == UnitKind::Function {
            own.insert(result.name.clone(), Meaning::Variable);
            lasting.insert(result.name.clone());
        }
        for arg in &unit.head.args {
            own.insert(arg.name.clone(), Meaning::Variable);
            lasting.insert(arg.name.clone());
        }
        for (specification, _) in &unit.specifications {
            note(specification, &mut own, &mut lasting);
        }
        for inner in &unit.contained {
            own.insert(inner.head.name.name.clone(), Meaning::Inner);
        }
        let arrays = mention::arrays(unit);
        for (name, value) in statement_functions(unit, &arrays) {
            own.insert(name.clone(), Meaning::Inner);
            // Each call reads what its value names.
            lasting.extend(mention::names(value));
        }
        let mut here = around.clone();
        here.take(unit);
        let read_only = unit.specifications.iter().flat_map(|(of, _)| only_read(of)).collect();
        let (loops, has_unread_declarations) = (Vec::new(), false);
        let mut names = Names {
            unit,
            sources,
            own,
            arrays,
            read_only,
            lasting,
            around: here,
            has_unread_declarations,
            scopes: Scopes::collect(unit, sources),
            loops,
        };
        let first = unit.parts.first.map_or(u32::MAX, |first| first.start);
        let is_unread = names.errors(&|span| span.start < first).next().is_some();
        names.has_unread_declarations = is_unread;
        names.loops = names.all_loops();
        names
    }

    /// Where a span lies in the file that is read.
    pub(super) fn placed(&self, span: Span) -> Span {
        self.sources.outermost(span)
    }

    /// Why a name of an `associate` may stand for something else in a part than where it began.
    pub(super) fn changed(&self, whole: Span) -> Option<String> {
        let may_be_bound = |component: &Name| self.around.may_be_bound(component);
        self.scopes.changed(whole, &|name| self.is_intrinsic(name), &may_be_bound)
    }

    /// Whether a name means a function of the language, whatever modules have.
    pub(super) fn is_intrinsic(&self, name: &Name) -> bool {
        let is_else =
            self.own.contains_key(name) || self.around.takes_all || self.around.names.contains(name);
        fortran_sema::intrinsic::is_any_function(name) && !is_else
    }

    fn all_loops(&self) -> Vec<(Span, Option<BTreeSet<Name>>)> {
        let mut all = Vec::new();
        super::collect(&self.unit.body, &mut all);
        let of_loop = |node: &&Node| {
            let construct = super::construct_of(self.unit, self.placed(node.span))?;
            let whole = Span { end: construct.last.end, ..construct.first };
            let is_read = self.unread(whole).is_empty();
            let exposed = is_read.then(|| flow::exposed(std::slice::from_ref(*node))).flatten();
            Some((whole, exposed))
        };
        all.iter().filter_map(of_loop).collect()
    }

    /// What is wrong with statements within a span.
    pub(super) fn unread(&self, whole: Span) -> Vec<Diagnostic> {
        self.errors(&|span| whole.start <= span.start && span.end <= whole.end).cloned().collect()
    }

    /// The errors of the unit that are at such a place.
    fn errors(&self, is_there: &dyn Fn(Span) -> bool) -> impl Iterator<Item = &'u Diagnostic> {
        errors_at(self.unit, self.sources, is_there)
    }

    /// What statements share with the rest of the unit, and why they cannot be told apart from it.
    pub(super) fn shared(&self, nodes: &[Node], whole: Span) -> (Shared, Vec<String>) {
        let mut mentions = Mentions::of_block(nodes);
        mentions.names.extend(mentions.called.iter().cloned());
        let associated: BTreeSet<Name> =
            scopes::associated(nodes).into_iter().map(|(name, _)| name).collect();
        let mut exposed = flow::exposed(nodes).unwrap_or_else(|| mentions.names.clone());
        let (mut shared, mut problems) = (Shared::default(), Vec::new());
        for called in inner::called(self.unit, &mentions.names) {
            let (seen, open) = self.seen_within(called);
            problems.extend(
                open.map(|name| format!("`{name}` in `{}` may be the unit's", called.head.name.name)),
            );
            exposed.extend(seen.iter().cloned());
            mentions.names.extend(seen);
            shared.contained.push(called.clone());
        }
        if flow::allocates(nodes) {
            problems.push("it allocates arrays".to_owned());
        }
        for name in &associated {
            mentions.names.remove(name);
            if self.own.contains_key(name) {
                problems.push(format!("`{name}` is also a name of an `associate`"));
            }
        }
        let mut needed: BTreeSet<Name> = mentions.names.clone();
        let mut asked: Vec<Name> = needed.iter().cloned().collect();
        let mut private = BTreeSet::new();
        let mut args = BTreeSet::new();
        // Bounds in declarations need further names, which may need others, until none is new.
        while let Some(name) = asked.pop() {
            let is_new_bound = !mentions.names.contains(&name);
            match self.is_variable(&name, &mentions, whole) {
                Ok(_) if self.scopes.is_hidden(&name, whole) => {
                    problems.push(format!("`{name}` means something else where it stands"));
                }
                Ok(false) => {}
                Ok(true) if self.scopes.kept_if_local(&name, whole).is_some() => {
                    let is_kept = self.scopes.kept_if_local(&name, whole) == Some(true);
                    if is_new_bound || is_kept && !self.is_own(&name, &exposed, whole) {
                        problems.push(format!("`{name}`, which a block in it declares, has a value before"));
                    }
                    private.insert(name.clone());
                }
                Ok(true)
                    if !is_new_bound
                        && (self.is_own(&name, &exposed, whole) || self.is_work_array(&name, whole)) =>
                {
                    private.insert(name.clone());
                }
                Ok(true) => drop(args.insert(name.clone())),
                Err(reason) => problems.push(reason),
            }
            mentions.called.extend(self.called_in_declarations(&name));
            for next in self.declaring(&name) {
                if needed.insert(next.clone()) {
                    asked.push(next);
                } else if private.remove(&next) {
                    if self.scopes.kept_if_local(&next, whole).is_some() {
                        problems.push(format!("`{next}`, which a block in it declares, is a bound"));
                    }
                    args.insert(next);
                }
            }
        }
        let of_unit = self.unit.head.args.iter().map(|arg| arg.name.clone());
        shared.args = of_unit.filter(|name| args.contains(name)).collect();
        let others: Vec<Name> = args.into_iter().filter(|name| !shared.args.contains(name)).collect();
        shared.args.extend(others);
        shared.bounds = self.bounds(&shared.args);
        let fresh = shared.args.iter().filter(|name| !self.own.contains_key(*name));
        shared.fresh = fresh.cloned().collect();
        shared.specifications = self.specifications(&shared.args, &needed);
        (shared, problems)
    }

    /// Variables of the unit that a procedure within it may name, and a name of which only rules of implicit
    /// typing tell whose it is.
    fn seen_within(&self, called: &Unit) -> (BTreeSet<Name>, Option<Name>) {
        let is_variable = |meaning: &Meaning| matches!(meaning, Meaning::Variable | Meaning::Common);
        let own = self.own.iter().filter(|(_, meaning)| is_variable(meaning)).map(|(name, _)| name);
        let seen = own.filter(|name| inner::may_name(called, name)).cloned().collect();
        let is_open = |name: &Name| {
            let is_word = self.unit.parts.words.iter().any(|(word, _)| word == name);
            is_word && !self.own.contains_key(name) && !fortran_sema::intrinsic::is_any_function(name)
        };
        let open = inner::undeclared(called).into_iter().find(is_open).filter(|_| !self.around.is_explicit);
        (seen, open)
    }

    /// Functions that the declaration of a name calls.
    fn called_in_declarations(&self, name: &Name) -> BTreeSet<Name> {
        let mut all = BTreeSet::new();
        for (specification, _) in &self.unit.specifications {
            let (_, attributes, entities) = parts_of(specification);
            for entity in entities.iter().filter(|entity| entity.name.name == *name) {
                let extents = extents_of(entity, attributes);
                all.extend(extents.iter().flat_map(|extent| exprs_of(extent)).flat_map(mention::applied));
            }
        }
        all.retain(|name| !self.arrays.contains(name) && !self.is_text(name));
        all
    }

    /// Whether a name of the head has a declaration that was read.
    fn is_declared(&self, name: &Name) -> bool {
        let mut all = self.unit.specifications.iter().map(|(specification, _)| parts_of(specification));
        all.any(|(_, _, entities)| entities.iter().any(|entity| entity.name.name == *name))
    }

    /// Whether statements before a part mention a name.
    fn is_mentioned_before(&self, name: &Name, whole: Span) -> bool {
        let first = self.unit.parts.first.map_or(0, |first| first.start);
        let is_before = |at: u32| first <= at && at < whole.start;
        self.unit.parts.words.iter().any(|(word, at)| word == name && is_before(*at))
    }

    /// Whether a name is a variable of the unit.
    fn is_variable(&self, name: &Name, mentions: &Mentions, whole: Span) -> Result<bool, String> {
        let is_called = mentions.called.contains(name)
            || mentions.applied.contains(name) && !self.arrays.contains(name) && !self.is_text(name);
        match self.own.get(name) {
            Some(Meaning::Inner) if self.unit.contained.iter().any(|inner| inner.head.name.name == *name) => {
                Ok(false)
            }
            Some(Meaning::Inner) => Err(format!("`{name}` is a statement function of the unit")),
            Some(Meaning::Variable) if is_called => {
                if self.lasting.contains(name) && self.is_head_name(name) {
                    return Err(format!("`{name}` is given by the caller"));
                }
                // Within a `block`, compilers take it for a variable.
                match self.is_mentioned_before(name, whole) {
                    true => Ok(false),
                    false => {
                        Err(format!("`{name}`, of which the unit says its type alone, is first called there"))
                    }
                }
            }
            Some(Meaning::Variable)
                if self.has_unread_declarations && self.is_head_name(name) && !self.is_declared(name) =>
            {
                Err(format!("nothing is known of `{name}`"))
            }
            Some(Meaning::Other) if self.is_head_name(name) => {
                Err(format!("`{name}` is given by the caller"))
            }
            Some(Meaning::Variable) => Ok(true),
            Some(Meaning::Constant | Meaning::Common | Meaning::Other) => Ok(false),
            None if self.unit.parts.obscure.contains(name) => {
                Err(format!("a declaration of `{name}` is not understood"))
            }
            None if is_called || self.around.is_explicit || self.around.names.contains(name) => Ok(false),
            None if self.has_unread_declarations => Err(format!("nothing is known of `{name}`")),
            None if self.around.takes_all => Err(format!("`{name}` may come from a module")),
            // Its type is in its first letter.
            None => Ok(true),
        }
    }

    fn is_head_name(&self, name: &Name) -> bool {
        let head = &self.unit.head;
        head.name.name == *name || head.args.iter().any(|arg| arg.name == *name)
    }

    fn is_text(&self, name: &Name) -> bool {
        self.unit.specifications.iter().any(|(specification, _)| match specification {
            Specification::Declare(ty, _, entities) => {
                ty.base == BaseType::Character && entities.iter().any(|entity| entity.name.name == *name)
            }
            _ => false,
        })
    }

    /// Whether nothing of a variable's value gets into the part or out of it: all its other uses lie in loops
    /// that set it first.
    fn is_own(&self, name: &Name, exposed: &BTreeSet<Name>, whole: Span) -> bool {
        if exposed.contains(name) || self.lasting.contains(name) || self.arrays.contains(name) {
            return false;
        }
        if self.scopes.kept_if_local(name, whole).is_some() {
            return true;
        }
        let first = self.unit.parts.first.map_or(0, |first| first.start);
        let own = self.scopes.spelled(name);
        let extent = self.scopes.extent(name);
        let is_within = |at: u32, span: Span| span.start <= at && at < span.end;
        let is_safe = |at: u32| {
            at < first
                || is_within(at, whole)
                || self.loops.iter().any(|(span, exposed)| {
                    let is_around = span.start <= whole.start && whole.end <= span.end;
                    is_within(at, *span)
                        && !is_around
                        && exposed.as_ref().is_some_and(|exposed| !exposed.contains(name))
                })
        };
        let is_meant = |at: u32| extent.is_none_or(|extent| is_within(at, extent));
        let mut uses = self.unit.parts.words.iter().filter(|(word, at)| *word == own && is_meant(*at));
        uses.all(|(_, at)| is_safe(*at))
            && !self.unit.contained.iter().any(|inner| inner::may_name(inner, &own))
    }

    fn is_work_array(&self, name: &Name, whole: Span) -> bool {
        let loops = self.loops.iter().map(|(span, _)| *span);
        let is_constant = |bound: &Name| match self.own.get(bound) {
            Some(meaning) => *meaning == Meaning::Constant,
            None => self.around.constants.contains(bound),
        };
        // One that a construct declares has another name here than in the text.
        let is_spelled_so = self.scopes.spelled(name) == *name;
        is_spelled_so
            && self.arrays.contains(name)
            && self.own.get(name) == Some(&Meaning::Variable)
            && self.scopes.kept_if_local(name, whole).is_none()
            && is_work_array(self.unit, name, whole, loops, &is_constant)
    }

    /// Names in the declarations of a name.
    fn declaring(&self, name: &Name) -> BTreeSet<Name> {
        let mut all = BTreeSet::new();
        for (specification, _) in &self.unit.specifications {
            let (ty, attributes, entities) = parts_of(specification);
            for entity in entities.iter().filter(|entity| entity.name.name == *name) {
                let extents = extents_of(entity, attributes);
                all.extend(extents.iter().flat_map(|extent| names_in(exprs_of(extent))));
                let kinds = ty.and_then(|ty| ty.kind.as_ref()).into_iter().chain(&entity.length);
                all.extend(names_in(kinds.filter_map(|kind| match kind {
                    KindSpec::Kind(expr) => Some(expr),
                    KindSpec::Star(_) | KindSpec::Assumed => None,
                })));
            }
            // Blocks are shared as a whole.
            if let Specification::Common(blocks) = specification {
                for block in blocks.iter().filter(|block| has(&block.members, name)) {
                    all.extend(block.members.iter().map(|member| member.name.name.clone()));
                }
            }
        }
        all
    }

    /// Bounds that mention variables.
    fn bounds(&self, args: &[Name]) -> Vec<Bound> {
        let is_variable = |expr: &&Expr| {
            let is_constant =
                |name: &Name| self.own.get(name) == Some(&Meaning::Constant) || self.read_only.contains(name);
            !mention::names(expr).iter().all(is_constant)
        };
        let mut all = Vec::new();
        for (specification, _) in &self.unit.specifications {
            let (_, attributes, entities) = parts_of(specification);
            for entity in entities.iter().filter(|entity| args.contains(&entity.name.name)) {
                let extents = extents_of(entity, attributes);
                for (axis, extent) in (1_usize..).zip(extents) {
                    let array = entity.name.name.clone();
                    let upper = match &extent.upper {
                        Upper::Bound(upper) => Some(upper),
                        Upper::Assumed | Upper::Deferred | Upper::Shared(_) => None,
                    };
                    let place = |expr: &Expr| self.placed(expr.span);
                    let lower = extent.lower.as_ref().filter(is_variable).map(place);
                    let upper = upper.filter(is_variable).map(place);
                    if lower.is_some() || upper.is_some() {
                        all.push(Bound { array, axis, lower, upper });
                    }
                }
            }
        }
        all
    }

    /// The declarations of the names that are needed.
    fn specifications(&self, args: &[Name], needed: &BTreeSet<Name>) -> Vec<(Specification, Span)> {
        // Constants stay, since kinds and bounds of what stays may name them.
        let is_needed = |name: &Name| needed.contains(name) || self.own.get(name) == Some(&Meaning::Constant);
        let entities = |all: &[Entity], is_constant: bool| -> Vec<Entity> {
            let own = all.iter().filter(|entity| is_needed(&entity.name.name)).cloned();
            let plain = |entity: Entity| {
                let keeps = is_constant || self.own.get(&entity.name.name) == Some(&Meaning::Constant);
                let initial = entity.initial.clone().filter(|_| keeps);
                Entity { initial, ..entity }
            };
            own.map(plain).collect()
        };
        let given = |names: &[Ident]| -> Vec<Ident> {
            names.iter().filter(|name| args.contains(&name.name)).cloned().collect()
        };
        let attributes = |all: &[Attribute]| -> Vec<Attribute> {
            all.iter().filter(|of| means_the_same(of)).cloned().collect()
        };
        let mut kept = Vec::new();
        for (specification, span) in &self.unit.specifications {
            let specification = match specification {
                Specification::Declare(ty, words, all) => {
                    Specification::Declare(ty.clone(), attributes(words), entities(all, is_constant(words)))
                }
                Specification::Record(ty, words, all) => {
                    Specification::Record(ty.clone(), attributes(words), entities(all, is_constant(words)))
                }
                Specification::Dimension(all) => Specification::Dimension(entities(all, false)),
                Specification::Intent(intent, names) if intent != "out" => {
                    Specification::Intent(intent.clone(), given(names))
                }
                Specification::Optional(names) => Specification::Optional(given(names)),
                Specification::Common(blocks) => {
                    let is_used = |block: &&fortran_syntax::ast::CommonBlock| {
                        block.members.iter().any(|member| is_needed(&member.name.name))
                    };
                    Specification::Common(blocks.iter().filter(is_used).cloned().collect())
                }
                Specification::Data(_)
                | Specification::Save(..)
                | Specification::Value(_)
                | Specification::Intent(..) => continue,
                other => other.clone(),
            };
            let is_empty = match &specification {
                Specification::Declare(_, _, all)
                | Specification::Record(_, _, all)
                | Specification::Dimension(all) => all.is_empty(),
                _ => false,
            };
            if !is_empty {
                kept.push((specification, *span));
            }
        }
        let head = &self.unit.head;
        if let (UnitKind::Function, Some(ty)) = (head.kind, &head.ty) {
            let name = head.result.as_ref().unwrap_or(&head.name).clone();
            if args.contains(&name.name) {
                let span = name.span;
                let entity = Entity { name, extents: None, length: None, initial: None };
                kept.push((Specification::Declare(ty.clone(), Vec::new(), vec![entity]), span));
            }
        }
        kept
    }
}

/// Whether an attribute of a unit's variable holds where it is an argument of a part. Parts give back what
/// they assign, and begin with the values from before.
fn means_the_same(attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Other(word, Some(intent)) => word.name != "intent" || intent != "out",
        Attribute::Other(word, None) => !matches!(word.name.as_str(), "save" | "value"),
        Attribute::Dimension(_) => true,
    }
}

fn note(specification: &Specification, own: &mut BTreeMap<Name, Meaning>, lasting: &mut BTreeSet<Name>) {
    let is_attribute = |of: &Attribute, word: &str| of.is(word);
    match specification {
        Specification::Declare(_, words, entities) | Specification::Record(_, words, entities) => {
            let is_other = |of: &Attribute| is_attribute(of, "external") || is_attribute(of, "intrinsic");
            let meaning = match words {
                _ if is_constant(words) => Meaning::Constant,
                words if words.iter().any(is_other) => Meaning::Other,
                _ => Meaning::Variable,
            };
            let is_plain = words.iter().all(|of| is_attribute(of, "save"));
            let is_record = matches!(specification, Specification::Record(..));
            for name in entities.iter().map(|entity| &entity.name.name) {
                // What was said of it before says more.
                own.entry(name.clone())
                    .and_modify(|old| {
                        if *old == Meaning::Variable {
                            *old = meaning;
                        }
                    })
                    .or_insert(meaning);
                if !is_plain || is_record {
                    lasting.insert(name.clone());
                }
            }
        }
        Specification::Dimension(entities) => {
            for entity in entities {
                own.entry(entity.name.name.clone()).or_insert(Meaning::Variable);
            }
        }
        Specification::Parameter(constants) => {
            own.extend(constants.iter().map(|(name, _)| (name.name.clone(), Meaning::Constant)));
        }
        Specification::Common(blocks) => {
            let members = blocks.iter().flat_map(|block| &block.members);
            own.extend(members.map(|member| (member.name.name.clone(), Meaning::Common)));
        }
        Specification::External(names) => {
            own.extend(names.iter().map(|name| (name.name.clone(), Meaning::Other)));
        }
        Specification::Type(definition) => drop(own.insert(definition.name.name.clone(), Meaning::Other)),
        Specification::Generic(name, _) => drop(own.insert(name.name.clone(), Meaning::Other)),
        Specification::Equivalence(sets) => {
            lasting.extend(sets.iter().flatten().map(|target| target.name.name.clone()));
        }
        _ => {}
    }
}

/// Arguments that a declaration says are only read.
fn only_read(specification: &Specification) -> Vec<Name> {
    let is_in = |of: &Attribute| matches!(of, Attribute::Other(name, Some(intent)) if name.name == "intent" && intent == "in");
    match specification {
        Specification::Declare(_, words, entities) if words.iter().any(is_in) => {
            entities.iter().map(|entity| entity.name.name.clone()).collect()
        }
        Specification::Intent(intent, names) if intent == "in" => {
            names.iter().map(|name| name.name.clone()).collect()
        }
        _ => Vec::new(),
    }
}

fn is_constant(words: &[Attribute]) -> bool {
    words.iter().any(|of| of.is("parameter"))
}

/// The names of statement functions, and what they stand for.
fn statement_functions<'u>(
    unit: &'u Unit,
    arrays: &'u BTreeSet<Name>,
) -> impl Iterator<Item = (&'u Name, &'u Expr)> {
    let is_definition = |node: &&Node| match &node.kind {
        NodeKind::Assign(target, _) => target.index.is_some() && target.components.is_empty(),
        _ => false,
    };
    let first = unit.body.iter().take_while(is_definition);
    first.filter_map(move |node| match &node.kind {
        NodeKind::Assign(target, value) if !arrays.contains(&target.name.name) => {
            Some((&target.name.name, value))
        }
        _ => None,
    })
}

fn has(entities: &[Entity], name: &Name) -> bool {
    entities.iter().any(|entity| entity.name.name == *name)
}

/// The type, the attributes and the entities of a declaration.
pub(crate) fn parts_of(specification: &Specification) -> (Option<&TypeSpec>, &[Attribute], Vec<&Entity>) {
    match specification {
        Specification::Declare(ty, words, entities) => (Some(ty), words, entities.iter().collect()),
        Specification::Record(_, words, entities) => (None, words, entities.iter().collect()),
        Specification::Dimension(entities) => (None, &[], entities.iter().collect()),
        Specification::Common(blocks) => {
            (None, &[], blocks.iter().flat_map(|block| &block.members).collect())
        }
        _ => (None, &[], Vec::new()),
    }
}

pub(crate) fn extents_of<'s>(entity: &'s Entity, attributes: &'s [Attribute]) -> &'s [Extent] {
    let of_all = attributes.iter().find_map(|attribute| match attribute {
        Attribute::Dimension(extents) => Some(extents),
        Attribute::Other(..) => None,
    });
    entity.extents.as_ref().or(of_all).map(Vec::as_slice).unwrap_or_default()
}

fn exprs_of(extent: &Extent) -> Vec<&Expr> {
    let upper = match &extent.upper {
        Upper::Bound(upper) => Some(upper),
        Upper::Assumed | Upper::Deferred | Upper::Shared(_) => None,
    };
    extent.lower.iter().chain(upper).collect()
}

/// The errors of a unit that are at such a place of its own file.
pub(super) fn errors_at<'u>(
    unit: &'u Unit,
    sources: &SourceMap,
    is_there: &dyn Fn(Span) -> bool,
) -> impl Iterator<Item = &'u Diagnostic> {
    let is_there = |label: &Label| match &label.place {
        LabelPlace::Span(span) => is_there(sources.outermost(*span)),
        LabelPlace::Loc(_) => false,
    };
    let has_label = move |of: &&Diagnostic| of.labels.iter().any(is_there);
    unit.found.iter().filter(|of| is_error(of)).filter(has_label)
}
