//! Prints kernels. Each struct is taken apart completely, so that a new field cannot be forgotten here.

mod entity;
mod expr;
mod schedule;
mod statement;

use super::VERSION;
use super::quote::quote;
use crate::{
    Arg, Domain, Iname, IndexMap, Kernel, Loc, Module, Name, Promotion, Requirement, Rule, Temp, Trusted,
    Unordered,
};
use poly::Set;
pub use statement::print_statement;
use std::fmt::{self, Display};

/// One printed line.
pub(crate) struct Printed {
    /// Tells the entity; the reader of text uses the same keys. Empty unless keys are wanted.
    pub(crate) key: String,
    pub(crate) indent: usize,
    pub(crate) text: String,
}

/// Collects lines.
pub(crate) struct Printer {
    lines: Vec<Printed>,
    keyed: bool,
    indent: usize,
    scope: String,
}

impl Printer {
    pub(crate) fn new(keyed: bool) -> Self {
        Printer { lines: Vec::new(), keyed, indent: 0, scope: String::new() }
    }

    pub(crate) fn into_lines(self) -> Vec<Printed> {
        self.lines
    }

    fn line(&mut self, key: fmt::Arguments<'_>, text: String) {
        let key = if self.keyed { format!("{}{key}", self.scope) } else { String::new() };
        self.lines.push(Printed { key, indent: self.indent, text });
    }

    /// A file.
    pub(crate) fn module(&mut self, module: &Module) {
        let Module { kernels } = module;
        self.line(format_args!("header"), format!("lpir {VERSION}"));
        for kernel in kernels.values() {
            self.line(format_args!(""), String::new());
            self.kernel(kernel);
        }
    }

    fn kernel(&mut self, kernel: &Kernel) {
        let outer = std::mem::replace(&mut self.scope, format!("{}/", kernel.name));
        let loc = Behind(&kernel.loc);
        self.line(format_args!("kernel"), format!("kernel @{}{loc} {{", kernel.name));
        self.body(kernel);
        self.line(format_args!("close"), "}".to_owned());
        self.scope = outer;
    }

    fn body(&mut self, kernel: &Kernel) {
        let Kernel {
            name,
            args,
            temps,
            domains,
            assumptions,
            inames,
            priorities,
            slabs,
            rules,
            functions,
            preambles,
            statements,
            reassociate,
            promotion,
            target,
            unordered,
            trusted,
            promises,
            requires,
            reference,
            schedule,
            // These stand on the line that opens the block.
            loc: _,
            origin: _,
        } = kernel;
        self.indent += 1;
        self.data(args, temps);
        self.loops(domains, assumptions, inames);
        for (number, order) in priorities.iter().enumerate() {
            self.line(format_args!("priority {number}"), format!("priority {}", Commas(order)));
        }
        for (iname, (first, last)) in slabs {
            self.line(format_args!("slab {iname}"), format!("slab {iname} ({first}, {last})"));
        }
        if let Some(target) = target {
            self.line(format_args!("target"), format!("target {target}"));
        }
        self.properties(*reassociate, *promotion, *unordered, trusted);
        for promise in promises {
            self.line(format_args!("promise {promise}"), format!("promise {promise}"));
        }
        for (number, Requirement { condition, message, loc, origin: _ }) in requires.iter().enumerate() {
            let text = format!("require {condition} : {}{}", quote(message), Behind(loc));
            self.line(format_args!("require {number}"), text);
        }
        for (number, text) in preambles.iter().enumerate() {
            self.line(format_args!("preamble {number}"), format!("preamble {}", quote(text)));
        }
        for (name, function) in functions {
            self.line(format_args!("function {name}"), entity::function(name, function));
        }
        for (name, rule) in rules {
            let Rule { params, body, loc, origin: _ } = rule;
            let text = format!("rule {name}({}) := {body}{}", Commas(params), Behind(loc));
            self.line(format_args!("rule {name}"), text);
        }
        for (id, statement) in statements {
            self.line(format_args!("statement {id}"), print_statement(id, statement));
        }
        if let Some(reference) = reference {
            self.reference(name, reference);
        }
        if let Some(schedule) = schedule {
            self.schedule(schedule);
        }
        self.indent -= 1;
    }

    fn data(&mut self, args: &IndexMap<Name, Arg>, temps: &IndexMap<Name, Temp>) {
        for (name, arg) in args {
            self.line(format_args!("arg {name}"), entity::arg(name, arg));
        }
        for (name, temp) in temps {
            self.line(format_args!("temp {name}"), entity::temp(name, temp));
        }
    }

    fn loops(&mut self, domains: &[Domain], assumptions: &Set, inames: &IndexMap<Name, Iname>) {
        for (number, domain) in domains.iter().enumerate() {
            let Domain { set, parent } = domain;
            let parent = parent.map_or_else(String::new, |parent| format!("in {parent} "));
            self.line(format_args!("domain {number}"), format!("domain {parent}{}", set.text()));
        }
        if !says_nothing(assumptions) {
            self.line(format_args!("assume"), format!("assume {}", assumptions.text()));
        }
        for (name, iname) in inames {
            let Iname { tag, words, loc, origin: _ } = iname;
            let mut line = format!("iname {name}{}", tag.map_or_else(String::new, |tag| format!(" : {tag}")));
            statement::clause(&mut line, "tags", words);
            self.line(format_args!("iname {name}"), format!("{line}{}", Behind(loc)));
        }
    }

    fn properties(
        &mut self,
        reassociate: bool,
        promotion: Promotion,
        unordered: Unordered,
        trusted: &[Trusted],
    ) {
        if reassociate {
            self.line(format_args!("reassociate"), "reassociate".to_owned());
        }
        match promotion {
            Promotion::Common => {}
            Promotion::Pairwise => self.line(format_args!("promote"), "promote(pairwise)".to_owned()),
        }
        match unordered {
            Unordered::Error => {}
            Unordered::TextOrder => self.line(format_args!("order"), "order(text)".to_owned()),
        }
        for (number, Trusted { step, unproved }) in trusted.iter().enumerate() {
            let unproved: Vec<String> = unproved.iter().map(|text| quote(text)).collect();
            let colon = if unproved.is_empty() { "" } else { " : " };
            let text = format!("trusted {}{colon}{}", quote(step), unproved.join(", "));
            self.line(format_args!("trusted {number}"), text);
        }
    }

    fn reference(&mut self, outer_name: &Name, reference: &Kernel) {
        let renamed =
            if reference.name == *outer_name { String::new() } else { format!(" @{}", reference.name) };
        let loc = Behind(&reference.loc);
        self.line(format_args!("reference"), format!("reference{renamed}{loc} {{"));
        let outer = self.scope.len();
        self.scope.push_str("reference/");
        self.body(reference);
        self.line(format_args!("close"), "}".to_owned());
        self.scope.truncate(outer);
    }
}

/// The lines that declare or define what bears a name in a kernel; a statement may share its name with
/// something else.
pub fn print_entity(kernel: &Kernel, name: &str) -> Vec<String> {
    let mut printer = Printer::new(false);
    let Kernel { args, temps, inames, rules, functions, statements, .. } = kernel;
    let one = |name: &Name| Name::clone(name);
    if let Some((name, arg)) = args.get_key_value(name) {
        printer.data(&IndexMap::from_iter([(one(name), arg.clone())]), &IndexMap::default());
    }
    if let Some((name, temp)) = temps.get_key_value(name) {
        printer.data(&IndexMap::default(), &IndexMap::from_iter([(one(name), temp.clone())]));
    }
    if let Some((name, iname)) = inames.get_key_value(name) {
        let home = kernel.home(name).and_then(|at| kernel.domains.get(at));
        let home: Vec<Domain> =
            home.iter().map(|home| Domain { parent: None, set: home.set.clone() }).collect();
        printer.loops(&home, &kernel.assumptions, &IndexMap::from_iter([(one(name), iname.clone())]));
    }
    if let Some(Rule { params, body, loc, .. }) = rules.get(name) {
        printer.line(format_args!(""), format!("rule {name}({}) := {body}{}", Commas(params), Behind(loc)));
    }
    if let Some((name, function)) = functions.get_key_value(name) {
        printer.line(format_args!(""), entity::function(name, function));
    }
    if let Some((id, statement)) = statements.get_key_value(name) {
        printer.line(format_args!(""), print_statement(id, statement));
    }
    printer.into_lines().into_iter().map(|line| line.text).collect()
}

/// Whether these are the assumptions of a kernel without any.
fn says_nothing(assumptions: &Set) -> bool {
    assumptions.params().is_empty() && assumptions.dims().is_empty() && assumptions.is_universe() == Ok(true)
}

/// Joins lines to a text.
pub(crate) fn join(lines: Vec<Printed>) -> String {
    let mut text = String::new();
    for line in lines {
        if !line.text.is_empty() {
            text.extend(std::iter::repeat_n("  ", line.indent));
            text.push_str(&line.text);
        }
        text.push('\n');
    }
    text
}

/// The text of a file that holds the module.
pub fn print_module(module: &Module) -> String {
    let mut printer = Printer::new(false);
    printer.module(module);
    join(printer.into_lines())
}

/// The text of a file that holds this kernel alone.
pub fn print_kernel(kernel: &Kernel) -> String {
    format!("lpir {VERSION}\n\n{kernel}")
}

impl Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_module(self))
    }
}

impl Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(false);
        printer.kernel(self);
        f.write_str(&join(printer.into_lines()))
    }
}

/// Items with commas between.
pub(crate) struct Commas<T>(pub(crate) T);

impl<'a, T: ?Sized, Item: Display + 'a> Display for Commas<&'a T>
where
    &'a T: IntoIterator<Item = &'a Item>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, item) in self.0.into_iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

/// A place behind what stands on the line.
pub(crate) struct Behind<'a>(pub(crate) &'a Option<Loc>);

impl Display for Behind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some(Loc { file, line, column, call }) => {
                write!(f, " @{}:{line}:{column}", quote(file))?;
                call.as_ref().map_or(Ok(()), |call| Behind(&Some(Loc::clone(call))).fmt(f))
            }
        }
    }
}
