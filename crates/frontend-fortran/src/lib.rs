//! Fortran to intermediate representation.
//!
//! A file goes through four crates: `fortran-syntax` (from text to trees), `fortran-sema` (what names and
//! expressions mean), `fortran-normalise` (jumps, calls, induction variables, live ranges), and this one,
//! which chains them: `library` (files that others name), `nests` (loops that are read as routines of their
//! own), `lower` (kernels), `outline` (where the parts of routines stand).

mod library;
mod lower;
mod nests;
mod outline;

use diag::{Diagnostic, SourceId, SourceMap, Span};
use fortran_sema::{derived, hir, known, resolve, scopes, settled};
use fortran_syntax::block_scope::Taken;
use fortran_syntax::include::TextOptions;
use fortran_syntax::layout::Layout;
use fortran_syntax::{ast, blocks, directive, form, include, is_error, parse, preprocess, unit};
use ir::Module;
use library::Others;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

pub use fortran_sema::defaults::Defaults;
pub use fortran_sema::leave_out::LeaveOut;
pub use fortran_sema::resolve::INTERNAL;
pub use fortran_syntax::ast::Record;
pub use fortran_syntax::directive::{Script, Style, is_of_data};
pub use fortran_syntax::files::{Find, Found, Wanted};
pub use fortran_syntax::form::strip_marker as directive;
pub use fortran_syntax::layout::{CARD, Form};
pub use fortran_syntax::part::{Bound, Part};
pub use fortran_syntax::preprocess::{is_for_preprocessor, is_preprocessed};
pub use library::{Library, units};
pub use nests::ways_round;
pub use outline::{Outline, outlines};

/// How a text is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Its source form.
    pub form: Form,
    /// Columns of a line in fixed form that are read; nothing for all of them.
    pub columns: Option<usize>,
    /// Macros that are defined from the start, each with its text.
    pub defines: Vec<(String, String)>,
    /// Whether the text is what a preprocessor left, or one that none reads.
    pub is_preprocessed: bool,
    /// Whether statements behind `!$` count.
    pub openmp: bool,
    /// Types without a kind.
    pub defaults: Defaults,
    /// What is left out.
    pub leave_out: LeaveOut,
    /// The loops that are read as routines of their own.
    pub loops: Loops,
    /// Whether elements of arrays that tell how often loops run are arguments of their own.
    pub takes_elements: bool,
    /// Routines whose loops are read although they could be kernels as a whole, by the places of their names.
    pub in_parts: BTreeSet<Span>,
}

/// Loops that become kernels, because no routine holds them that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loops {
    /// None.
    Nowhere,
    /// The outermost ones of main programs.
    OfPrograms,
    /// All of main programs and of routines that are no kernels.
    OfUnits,
}

impl Options {
    /// A text of that form, types without a kind as usual.
    pub fn new(form: Form, defines: Vec<(String, String)>) -> Self {
        let (defaults, leave_out) = (Defaults::default(), LeaveOut::default());
        let (loops, in_parts) = (Loops::Nowhere, BTreeSet::new());
        Options {
            form,
            columns: Some(CARD),
            defines,
            is_preprocessed: false,
            openmp: false,
            defaults,
            leave_out,
            loops,
            takes_elements: false,
            in_parts,
        }
    }
}

impl Options {
    /// What they say of the text alone.
    fn text(&self) -> TextOptions<'_> {
        let Options { form, columns, defines, is_preprocessed, openmp, .. } = self;
        TextOptions {
            layout: Layout { form: *form, columns: *columns },
            defines,
            is_preprocessed: *is_preprocessed,
            openmp: *openmp,
        }
    }
}

/// A routine that cannot be a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Its name.
    pub name: poly::Name,
    /// Where that stands.
    pub span: Span,
    /// What is wrong with it, by place.
    pub reasons: Vec<Diagnostic>,
}

/// How a routine is called from Fortran, as far as its kernel does not tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interface {
    /// The kernel, in the order of kernels.
    pub kernel: poly::Name,
    /// The routine's name in its source.
    pub routine: poly::Name,
    /// Where that name stands; for a part of a unit, where it begins.
    pub name_at: Span,
    /// Whether it is a function, whose result is the last dummy argument of the kernel.
    pub is_function: bool,
    /// Whether it is a function with a value of a derived type: the last of its records.
    pub gives_record: bool,
    /// Which of the arguments in the source are stars, labels of the caller; the last dummy of the kernel is
    /// the number of the one that the routine returns to, or 0.
    pub stars: Vec<usize>,
    /// Whether it is a part of a unit, which nobody calls.
    pub is_part: bool,
    /// Modules that are not at hand and that may give any name to it, or to what is put in place of its
    /// calls: what is taken for a variable of its own may be one of theirs.
    pub unseen: Vec<poly::Name>,
    /// Components of each element of an array of a module: these have gaps.
    pub scattered: Vec<poly::Name>,
    /// Variables that modules keep to themselves, each behind its module.
    pub private: Vec<(poly::Name, poly::Name)>,
    /// Number of dummy arguments; further ones of the kernel come from modules and hosts.
    pub dummies: usize,
    /// Arguments that are characters.
    pub characters: Vec<poly::Name>,
    /// Arguments that are logical values of other than 4 bytes, and their bytes.
    pub logicals: Vec<(poly::Name, u64)>,
    /// The module that holds it.
    pub module: Option<poly::Name>,
    /// The routine that holds it and alone can call it.
    pub host: Option<poly::Name>,
    /// Dummy arguments of derived types.
    pub records: Vec<Record>,
    /// Dummy arguments of assumed shape; their extents are arguments of the kernel, behind its dummies.
    pub assumed: Vec<poly::Name>,
    /// Arrays that were allocated elsewhere, each with the arguments of the kernel that are its lower bounds.
    pub allocated: Vec<(poly::Name, Vec<poly::Name>)>,
    /// Those of them that pointers point to.
    pub pointers: Vec<poly::Name>,
    /// Arguments of the kernel, behind its dummies, that are elements of others: the array, and subscripts as
    /// the source has them.
    pub elements: Vec<(poly::Name, (poly::Name, Vec<i64>))>,
    /// Such arrays that are from elsewhere, as `outside` has the kernel's own arguments.
    pub of_elements: Vec<(poly::Name, Origin)>,
    /// The lower bounds of arrays.
    pub lower: Vec<(poly::Name, Vec<ir::Expr>)>,
    /// Arguments of the kernel that are no dummies but variables from elsewhere.
    pub outside: Vec<(poly::Name, Origin)>,
    /// Those of these that the routine can name itself, each with the name that it has where it is declared.
    pub named: Vec<(poly::Name, poly::Name)>,
    /// The argument that is not zero where the original stops.
    pub stops: Option<poly::Name>,
    /// What the original says there, for 1 and the following numbers.
    pub said: Vec<String>,
}

/// What an argument is that the source does not show as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A variable of a module, by its name there.
    Module(poly::Name, poly::Name),
    /// A component of a variable of a module, with the names of the components on the way.
    Component(poly::Name, poly::Name, Vec<poly::Name>),
    /// The bytes of a common block behind so many others.
    Common(String, u64),
    /// A variable that keeps its value between calls and that its routine alone can name, with its value
    /// before the first: one for all elements of an array, or those of the elements in order.
    Kept(Vec<String>),
    /// A variable that nothing outside of the routine or its host can name.
    Hidden,
}

/// Whether a kernel requires by this that arguments of a call share no elements: Fortran leaves that to the
/// caller, and programs do not test it.
#[must_use]
pub fn is_left_to_callers(requirement: &str) -> bool {
    fortran_normalise::is_of_shared(requirement)
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// One kernel for each subroutine, in file order.
    pub module: Module,
    /// How each kernel's routine is called.
    pub interfaces: Vec<Interface>,
    /// The routines that are no kernels.
    pub refused: Vec<Refused>,
    /// The script in its transform blocks.
    pub script: Option<Script>,
    /// What the user may not expect.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a Fortran file.
///
/// A routine with errors does not keep the others from being read: it is listed among those refused.
///
/// # Errors
/// Everything that is wrong with the text, errors and warnings, by place, where no routine of it can be read
/// or what is wrong belongs to none.
pub fn import(
    sources: &mut SourceMap,
    source: SourceId,
    options: &Options,
) -> Result<Imported, Vec<Diagnostic>> {
    let read = survey(sources, source, options, &mut Library::default(), &mut |_| None);
    accepted(read, sources, source)
}

/// What was read of a file, if any of it can be used.
///
/// # Errors
/// As for [`import`].
pub fn accepted(read: Imported, sources: &SourceMap, source: SourceId) -> Result<Imported, Vec<Diagnostic>> {
    let is_fault = |refused: &Refused| refused.reasons.iter().any(|reason| reason.code == INTERNAL);
    let is_sound = !read.warnings.iter().any(is_error) && !read.refused.iter().any(is_fault);
    if !read.module.kernels.is_empty() && is_sound {
        return Ok(read);
    }
    let is_empty = read.module.kernels.is_empty() && read.refused.is_empty();
    let mut found = read.warnings;
    found.extend(read.refused.into_iter().flat_map(|refused| refused.reasons));
    if is_empty && !found.iter().any(is_error) {
        let file = sources.get(source).map(|source| &*source.name).unwrap_or_default();
        let message = format!("there is no subroutine in `{file}`");
        let error = Diagnostic::error(blocks::STRUCTURE, message);
        found
            .push(error.help(
                "of a main program, put the loops into a subroutine that gets its arrays as arguments",
            ));
    }
    by_place(&mut found, sources);
    Err(found)
}

/// Reads a file in which anything may be wrong: errors that belong to no routine are among the warnings.
/// Routines and modules may lie in other files, which the library keeps: `find` is asked for the text of the
/// one that should hold them, and for what `include` names.
///
/// A library belongs to one map of sources.
pub fn survey(
    sources: &mut SourceMap,
    source: SourceId,
    options: &Options,
    library: &mut Library,
    find: &mut Find<'_>,
) -> Imported {
    let mut found = Vec::new();
    let (mut units, script) = read(sources, source, options, &mut found, find);
    found.append(&mut units.found);
    let Others { files: mut others, misread } = library.closure(&units, options, sources, find);
    if let Some(apart) = taken_apart(&units, &others, options.defaults) {
        (units, others) = apart;
    }
    let files = Files { own: &units, others: &others, misread: &misread };
    let Kernels { module, interfaces, refused, mut warnings } =
        kernels(&files, sources, options, &mut library.routines);
    found.append(&mut warnings);
    by_place(&mut found, sources);
    Imported { module, interfaces, refused, script, warnings: found }
}

/// The program units of a text, and the script in its transform blocks.
fn read(
    sources: &mut SourceMap,
    source: SourceId,
    options: &Options,
    found: &mut Vec<Diagnostic>,
    find: &mut Find<'_>,
) -> (unit::File, Option<Script>) {
    let items = include::statements(sources, source, &options.text(), found, find);
    let read = directive::read(items, found);
    let may_have_loops = match options.loops {
        Loops::Nowhere => false,
        Loops::OfPrograms => read.lines.iter().any(|line| line.starts_with("program")),
        Loops::OfUnits => true,
    };
    let has_parts = may_have_loops || !read.kernels.is_empty();
    let mut taken = Taken::of_lines(&read.lines);
    let mut file = unit::read(&read.lines, &read.unclosed, sources, source, &mut taken, has_parts);
    options.leave_out.apply(&mut file.units);
    settled::settle(&mut file.units, &mut taken);
    if has_parts {
        nests::add(&mut file, sources, &read.kernels, options.loops);
    }
    (file, read.script)
}

/// Each routine of a file as the front end sees it: as it was read, and after each rewrite that changed it.
pub fn routines(
    sources: &mut SourceMap,
    source: SourceId,
    options: &Options,
    library: &mut Library,
    find: &mut Find<'_>,
) -> String {
    let (mut file, _) = read(sources, source, options, &mut Vec::new(), find);
    let mut others = library.closure(&file, options, sources, find).files;
    if let Some(apart) = taken_apart(&file, &others, options.defaults) {
        (file, others) = apart;
    }
    let units = units_at_hand(&file, &others);
    let (scopes, modules) = (scopes::Scopes::of_units(&units), resolve::Modules::default());
    let mut text = String::new();
    for routine in units.iter().filter(|known| known.is_own_kernel()) {
        let defaults = options.defaults;
        let (hosts, units, scopes, modules) = (routine.hosts.as_slice(), &*units, &scopes, &modules);
        let world = resolve::World { hosts, units, scopes, modules, defaults };
        if routine.unit.is_declared {
            let read = resolve::routine(routine.unit, world, &mut Vec::new());
            let mut callees = fortran_normalise::Callees::new(world, &mut library.routines, sources);
            text.push_str(&fortran_normalise::shown(read, &mut callees));
        }
    }
    text
}

/// The units of a file and of those that were read for it.
fn units_at_hand<'u>(file: &'u unit::File, others: &'u [std::rc::Rc<unit::File>]) -> Vec<known::Known<'u>> {
    let foreign = others.iter().flat_map(|other| known::units_of(other, true));
    known::units_of(file, false).into_iter().chain(foreign).collect()
}

/// The same with all variables of derived types taken apart, where there are any.
fn taken_apart(
    file: &unit::File,
    others: &[std::rc::Rc<unit::File>],
    defaults: Defaults,
) -> Option<(unit::File, Vec<std::rc::Rc<unit::File>>)> {
    let units = units_at_hand(file, others);
    let (scopes, modules) = (scopes::Scopes::of_units(&units), resolve::Modules::default());
    let world = resolve::World { hosts: &[], units: &units, scopes: &scopes, modules: &modules, defaults };
    derived::taken_apart(file, others, world)
}

/// Sorts what was found by where it stands.
fn by_place(found: &mut [Diagnostic], sources: &SourceMap) {
    found.sort_by_key(|diagnostic| match diagnostic.labels.first().map(|label| &label.place) {
        Some(diag::LabelPlace::Span(span)) => sources.outermost(*span).start,
        _ => 0,
    });
}

/// The script of a file whose subroutines cannot be read as they stand, because the script gives them their
/// macros with `c_preprocess`: that of `!$loopy begin` blocks, which gets the text and reads it by itself.
pub fn script(sources: &mut SourceMap, source: SourceId, options: &Options) -> Option<Script> {
    let text = sources.get(source).map(|source| Arc::clone(&source.text)).unwrap_or_default();
    let mut found = Vec::new();
    let lines = preprocess::lines(&text, &options.defines, sources, source, &mut found, &mut |_| None);
    let items = form::items(&lines, options.text().layout, source, &mut found);
    directive::read(items, &mut found).script.filter(|script| script.style == Style::Result)
}

/// What the routines of a file come to.
#[derive(Default)]
struct Kernels {
    module: Module,
    interfaces: Vec<Interface>,
    refused: Vec<Refused>,
    warnings: Vec<Diagnostic>,
}

/// The file that is translated, and those that were read for it.
struct Files<'f> {
    own: &'f unit::File,
    others: &'f [Rc<unit::File>],
    /// What the preprocessor could not read of the others: any of their lines may be another than the
    /// compiler's.
    misread: &'f [Diagnostic],
}

fn kernels(
    files: &Files<'_>,
    sources: &mut SourceMap,
    options: &Options,
    foreign: &mut fortran_normalise::Routines,
) -> Kernels {
    let mut kernels = Kernels::default();
    let units = units_at_hand(files.own, files.others);
    let (scopes, modules) = (scopes::Scopes::of_units(&units), resolve::Modules::default());
    let (hosts, scopes, modules, defaults) = (&[][..], &scopes, &modules, options.defaults);
    let world = resolve::World { hosts, units: &units, scopes, modules, defaults };
    let mut callees = fortran_normalise::Callees::new(world, foreign, sources);
    let mut accepted = Vec::new();
    let is_own = |known: &&known::Known<'_>| known.is_own_kernel() && known.hosts.is_empty();
    let global: BTreeSet<poly::Name> =
        units.iter().filter(is_own).map(|known| known.unit.head.name.name.clone()).collect();
    for routine in units.iter().filter(|known| known.is_own_kernel()) {
        let unit = routine.unit;
        // Of a routine that is a kernel no loop need be one, nor of a loop where the outermost are wanted.
        let is_within = |part: &Part| {
            options.loops == Loops::OfPrograms && part.around.iter().any(|around| accepted.contains(around))
        };
        let is_spared =
            |part: &Rc<Part>| !part.is_region && (accepted.contains(&part.unit_at) || is_within(part));
        if unit.part.as_ref().is_some_and(is_spared) {
            continue;
        }
        let world = resolve::World { hosts: &routine.hosts, ..world };
        let mut found = unit.found.clone();
        let mut made = kernel(unit, options, world, &mut callees, &mut found);
        found.extend_from_slice(files.misread);
        let is_taken = |kernel: &ir::Kernel| kernels.module.kernels.contains_key(&kernel.name);
        // Procedures of several hosts may have one name, which may be that of a global one as well.
        if let (Some((kernel, interface)), Some(host)) = (&mut made, routine.hosts.last())
            && (is_taken(kernel) || global.contains(&kernel.name))
        {
            kernel.name = poly::Name::new(format!("{}_{}", host.head.name.name, kernel.name));
            interface.kernel = kernel.name.clone();
        }
        if let Some((kernel, _)) = &made
            && is_taken(kernel)
        {
            let message = format!("there are two subroutines `{}`", unit.head.name.name);
            found.push(Diagnostic::error(blocks::STRUCTURE, message).at(unit.head.name.span, ""));
        }
        match made {
            Some((kernel, interface)) if !found.iter().any(is_error) => {
                // What is assumed of a module is said once a file.
                found.retain(|warning| {
                    let is_old = kernels.warnings.iter().any(|other| other.message == warning.message);
                    !(resolve::is_assumption(warning) && is_old)
                });
                kernels.warnings.append(&mut found);
                if !options.in_parts.contains(&unit.head.name.span) {
                    accepted.push(unit.part.as_ref().map_or(unit.head.name.span, |part| part.first));
                }
                kernels.interfaces.push(interface);
                kernels.module.kernels.insert(kernel.name.clone(), kernel);
            }
            _ => {
                by_place(&mut found, callees.sources());
                let found = found.into_iter().map(|problem| unit.in_words_of_source(problem)).collect();
                kernels.refused.push(Refused {
                    name: unit.head.name.name.clone(),
                    span: unit.head.name.span,
                    reasons: found,
                });
            }
        }
    }
    if kernels.module.kernels.is_empty() && kernels.refused.is_empty() {
        kernels.refused.extend(units.iter().filter(|known| !known.is_foreign).filter_map(main_program));
    }
    kernels
}

/// A main program, which is all that a file has.
fn main_program(known: &known::Known<'_>) -> Option<Refused> {
    let ast::Ident { name, span } = known.unit.head.name.clone();
    if known.unit.head.kind != ast::UnitKind::Program {
        return None;
    }
    let error = parse::unsupported_error("a main program", span);
    let error = error.help("put its loops into a subroutine that gets its arrays as arguments");
    Some(Refused { name, span, reasons: vec![error] })
}

/// Reports modules that are not at hand in the place of what may follow from that: all but what no kernel can
/// do.
fn tell_missing(modules: &[ast::Ident], before: usize, found: &mut Vec<Diagnostic>) {
    let own = found.split_off(before.min(found.len()));
    found.extend(own.into_iter().filter(|problem| problem.code == parse::UNSUPPORTED));
    found.extend(modules.iter().map(missing));
}

fn missing(module: &ast::Ident) -> Diagnostic {
    let message = format!("module `{}` is not at hand", module.name);
    let error = Diagnostic::error("lp::fortran::name", message).at(module.span, "");
    error.help(resolve::PLACES)
}

fn kernel(
    unit: &ast::Unit,
    options: &Options,
    world: resolve::World<'_>,
    callees: &mut fortran_normalise::Callees<'_>,
    found: &mut Vec<Diagnostic>,
) -> Option<(ir::Kernel, Interface)> {
    if !unit.is_declared {
        return None;
    }
    let before = found.len();
    let mut routine = resolve::routine(unit, world, found);
    routine.takes_elements |= options.takes_elements;
    let is_open = |module: &&ast::Ident| !PREFIXED_MODULES.contains(&module.name.as_str());
    // A module that is not at hand makes errors of its own, of which it is the cause.
    let own_missing: Vec<ast::Ident> =
        routine.missing.iter().map(|used| &used.module).filter(is_open).cloned().collect();
    let mut routine = fortran_normalise::normalise(routine, callees, found);
    if unit.part.is_some() {
        fortran_normalise::drop_unread(&mut routine);
    }
    let kernel = lower::kernel(&routine, callees.sources(), found);
    if found.iter().any(is_error) && !own_missing.is_empty() {
        tell_missing(&own_missing, before, found);
    }
    let kernel = kernel?;
    if kernel.requires.iter().any(|requirement| *requirement.condition.node() == ir::Node::Bool(false)) {
        let name = &unit.head.name;
        let message = format!("`{}` stops whatever its arguments are", name.name);
        let error = Diagnostic::error("lp::fortran::stop", message).at(name.span, "");
        found.push(error.help("routines that call it may be kernels"));
        return None;
    }
    found.extend(ir::verify::verify(&kernel));
    let is_function = unit.head.kind == ast::UnitKind::Function;
    // Whoever calls the kernel gives each argument what it is in the source, so all of that is told.
    let is_module = |unit: &&&ast::Unit| unit.head.kind == ast::UnitKind::Module;
    let name = |host: &&ast::Unit| host.head.name.name.clone();
    let module = world.hosts.last().filter(is_module).map(name);
    let host = world.hosts.last().filter(|host| !is_module(host)).map(name);
    let elements: Vec<_> =
        routine.elements.iter().map(element).filter(|(name, _)| kernel.args.contains_key(name)).collect();
    let arrays: Vec<&poly::Name> = elements.iter().map(|(_, (array, _))| array).collect();
    let of_elements = origins(&routine, world, arrays.iter().copied());
    let outside = origins(&routine, world, kernel.args.keys());
    let private = private(&routine, world, &outside);
    let scattered = scattered(&routine, world, &kernel);
    let named = named(&routine, world, kernel.args.keys().chain(arrays));
    let logicals = logicals(&routine, &kernel);
    let interface = Interface {
        kernel: kernel.name.clone(),
        routine: unit.head.name.name.clone(),
        name_at: unit.head.name.span,
        outside,
        named,
        logicals,
        stops: routine.stops.flag.clone().filter(|name| kernel.args.contains_key(name)),
        said: routine.stops.said.clone(),
        is_function,
        gives_record: unit.head.gives_record,
        stars: unit.parts.stars.clone(),
        unseen: unseen(&routine),
        private,
        scattered,
        is_part: unit.part.is_some(),
        dummies: unit.head.args.len(),
        records: unit.head.records.clone(),
        assumed: routine.assumed(),
        pointers: routine.pointers(),
        allocated: routine.allocated(),
        elements,
        of_elements,
        lower: routine.lower(),
        characters: routine.characters.into_iter().filter(|name| kernel.args.contains_key(name)).collect(),
        module,
        host,
    };
    Some((kernel, interface))
}

/// An argument that is an element, and that element as the source has it.
fn element(element: &hir::Element) -> (poly::Name, (poly::Name, Vec<i64>)) {
    (element.name.clone(), (element.array.clone(), element.subscripts.clone()))
}

/// Modules of which all names begin with the same letters, by their standards: a name that does not may come
/// from none of them.
pub const PREFIXED_MODULES: [&str; 4] = ["mpi", "mpi_f08", "omp_lib", "openacc"];

/// Modules that are not at hand and of which all names are taken.
fn unseen(routine: &hir::Routine) -> Vec<poly::Name> {
    let whole = routine.missing.iter().filter(|used| !used.only);
    let names: BTreeSet<poly::Name> = whole.map(|used| used.module.name.clone()).collect();
    names.into_iter().collect()
}

/// The arguments of a kernel that are components of each element of an array of a module.
fn scattered(routine: &hir::Routine, world: resolve::World<'_>, kernel: &ir::Kernel) -> Vec<poly::Name> {
    let is_scattered = |name: &&poly::Name| {
        let home = routine.variables.get(*name).and_then(|variable| variable.declaration());
        let module = home.and_then(|home| Some((world.module(&home.place)?, &home.name)));
        module.is_some_and(|(module, own)| {
            records(module, own).any(|record| {
                let path = record.arguments.iter().find(|(leaf, _)| leaf == own).map(|(_, path)| path);
                let before = path.and_then(|path| path.split_last()).map(|(_, before)| before);
                before.is_some_and(|before| record.rank > 0 || before.iter().any(|(_, rank)| *rank > 0))
            })
        })
    };
    kernel.args.keys().filter(is_scattered).cloned().collect()
}

/// Variables from elsewhere that their modules keep to themselves.
fn private(
    routine: &hir::Routine,
    world: resolve::World<'_>,
    outside: &[(poly::Name, Origin)],
) -> Vec<(poly::Name, poly::Name)> {
    let of = |(name, origin): &(poly::Name, Origin)| {
        let (Origin::Module(module, own) | Origin::Component(module, own, _)) = origin else { return None };
        // Of a variable of a derived type the source may have the name, or we that of a component.
        let leaf = routine.variables.get(name).and_then(|variable| Some(&variable.declaration()?.name));
        let is_hidden = |name: &poly::Name| world.scopes.is_private(module, name);
        (is_hidden(own) && leaf.is_none_or(is_hidden)).then(|| (module.clone(), own.clone()))
    };
    outside.iter().filter_map(of).collect()
}

/// The records of a module of which a variable may be a component: none where its source has the name.
fn records<'m>(module: &'m ast::Unit, name: &poly::Name) -> impl Iterator<Item = &'m ast::Record> {
    let is_written = module.parts.declared.contains(name);
    module.head.records.iter().filter(move |_| !is_written)
}

/// What a variable of a module is in its source.
fn in_module(module: &ast::Unit, name: &poly::Name) -> Origin {
    let place = module.head.name.name.clone();
    for record in records(module, name) {
        if let Some((_, path)) = record.arguments.iter().find(|(own, _)| own == name) {
            // Of several parts with axes there is no section of all elements.
            let ranks = std::iter::once(record.rank).chain(path.iter().map(|(_, rank)| *rank));
            let is_single = ranks.filter(|rank| *rank > 0).count() <= 1;
            let path = path.iter().map(|(name, _)| name.clone()).collect();
            return if is_single {
                Origin::Component(place, record.name.clone(), path)
            } else {
                Origin::Hidden
            };
        }
    }
    Origin::Module(place, name.clone())
}

/// The arguments of a kernel that are logical values of other than the usual bytes.
fn logicals(routine: &hir::Routine, kernel: &ir::Kernel) -> Vec<(poly::Name, u64)> {
    let logicals = kernel.args.keys().filter_map(|name| {
        let variable = routine.variables.get(name).filter(|variable| variable.ty == ir::Scalar::Bool)?;
        Some((name.clone(), variable.bytes)).filter(|(_, bytes)| *bytes != 4)
    });
    logicals.collect()
}

/// Those of some variables that are of modules and hosts, under the names that these have in the
/// routine, unless it declares these itself: [`Outline::declared`].
fn named<'n>(
    routine: &hir::Routine,
    world: resolve::World<'_>,
    names: impl Iterator<Item = &'n poly::Name>,
) -> Vec<(poly::Name, poly::Name)> {
    let own = |name: &poly::Name| {
        let home = routine.variables.get(name)?.declaration()?;
        let is_meant = world.scopes.means(&routine.place, &home.name, &home.place);
        is_meant.then(|| (name.clone(), home.name.clone()))
    };
    names.filter_map(own).collect()
}

/// Those of some variables that are from elsewhere.
fn origins<'n>(
    routine: &hir::Routine,
    world: resolve::World<'_>,
    names: impl Iterator<Item = &'n poly::Name>,
) -> Vec<(poly::Name, Origin)> {
    let origin = |name: &poly::Name| {
        let variable = routine.variables.get(name)?;
        let home = variable.declaration()?;
        let is_common = variable.home.as_ref().is_some_and(|home| home.in_common().is_some());
        let has_other_bytes = variable.ty != ir::Scalar::Bool && variable.bytes != hir::bytes_of(variable.ty);
        let origin = match home.in_common() {
            _ if is_common && has_other_bytes => Origin::Hidden,
            Some((block, before)) => Origin::Common(block.to_owned(), before),
            None if routine.missing.iter().any(|used| used.module.name == home.place) => {
                Origin::Module(home.place.clone(), home.name.clone())
            }
            None if home.place.ends_with(" keeps") => Origin::Kept(variable.first.clone()),
            None => world.module(&home.place).map_or(Origin::Hidden, |module| in_module(module, &home.name)),
        };
        Some((name.clone(), origin))
    };
    names.filter_map(origin).collect()
}
