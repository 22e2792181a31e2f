//! Loo.py's native kernel language.
//!
//! A kernel is written as domains, in isl's notation, and statements; a file may also say what its arguments
//! are:
//!
//! ```text
//! kernel doubling
//! args a, out : float32[n]
//! { [i] : 0 <= i < n }
//! out[i] = 2*a[i]
//! ```
//!
//! A line `temps w : float64[3] = [1, 4, 1]` declares a temporary that holds these values from the start, and
//! `temps t : float32[16, n] layout(f) local` one in a given memory; `[...]` leaves the extents to inference,
//! for arguments too. `function f(x: float64) : float64 := x*x` declares a function; without a formula it is
//! one that generated code finds elsewhere, and with `neutral 0.0` behind the type an operation of
//! reductions. Conditions on arguments stand in `assume`, settings in `options` lines.
//!
//! What the text leaves out is inferred here, and nowhere later: kinds and shapes of arguments, identifiers,
//! the loops of each statement, and dependencies. `text` reads lines, `blocks` takes `for`, `if` and `with`
//! apart, `names` tells what each name is, `draft` builds a kernel of what is written, and `infer` completes
//! it, with `link` for the kernels that it calls.

mod blocks;
mod calls;
mod constants;
mod draft;
mod extremum;
mod infer;
mod link;
mod lower;
mod names;
mod options;
mod segmented;
mod text;
mod tuple;

use blocks::Program;
pub use calls::Callees;
use diag::{Diagnostic, LabelPlace, Loc, SourceId, SourceMap, Span};
use draft::Settings;
use ir::{Module, Name};
use std::collections::BTreeSet;
use text::token::Raw;
use text::tree::Word;
pub use text::words;

/// A kernel and what its author should know about it.
#[derive(Debug, Clone)]
pub struct Imported {
    /// A module of one kernel.
    pub module: Module,
    /// Whether each statement is declared to come after the one before it.
    pub is_sequence: bool,
    /// What may not be meant as it is written.
    pub warnings: Vec<Diagnostic>,
}

/// A part of a kernel and its place in a source.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// The text.
    pub text: &'a str,
    /// The source that it stands in.
    pub source: SourceId,
    /// Offset of its first byte there.
    pub offset: usize,
}

/// The parts of a kernel that a script makes.
pub struct MakeKernel<'a> {
    /// Its name; `loopy_kernel` by default.
    pub name: Option<Piece<'a>>,
    /// Domains, one in each piece.
    pub domains: Vec<Piece<'a>>,
    /// Instructions and rules, any number in each piece.
    pub instructions: Vec<Piece<'a>>,
    /// Arguments in the notation of an `args` line, without that word: `a, out : float32[n] layout(c) in`.
    pub args: Vec<Piece<'a>>,
    /// Temporaries in the notation of a `temps` line, without that word: `buf : float32[16] local`.
    pub temps: Vec<Piece<'a>>,
    /// Whether a name that nothing declares becomes an argument.
    pub guess_arguments: bool,
    /// Conditions on arguments, such as `n mod 16 = 0`.
    pub assumptions: Option<Piece<'a>>,
    /// Whether each statement comes after the one before it.
    pub seq_dependencies: bool,
    /// Loop orders, each outermost first.
    pub loop_priority: Vec<Vec<Piece<'a>>>,
    /// Whether statements that nothing orders run in text order instead of being an error.
    pub text_order: bool,
    /// Whether floating-point sums and products may be reassociated.
    pub reassociate: bool,
    /// Whether the first axis of arrays is contiguous where their declarations do not say how they lie.
    pub column_major: bool,
    /// Tells where a span lies, for diagnostics of later tools.
    pub locate: &'a dyn Fn(Span) -> Option<Loc>,
}

/// Reads a `.loopy` file. `file` is the name under which places in it are remembered.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn import(text: &str, source: SourceId, file: &str) -> Result<Imported, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut program = Program::default();
    let lines = text::lines(text, source, 0, &mut errors);
    blocks::read(&mut program, vec![(source, lines)], &mut errors);
    program.guess_arguments = program.declarations.is_empty();
    let settings = settings(&program, &mut errors);
    let mut sources = SourceMap::default();
    let own = sources.add(file, text);
    let locate = |span: Span| sources.loc(Span { source: own, ..span });
    finish(&mut program, settings, &locate, errors, Extras::default()).map_err(in_text_order)
}

/// The names of the kernels that the statements of a kernel call.
pub fn called(parts: &MakeKernel<'_>) -> BTreeSet<Name> {
    calls::called(&statements(parts, &mut Vec::new()))
}

/// The statements and rules of a kernel.
fn statements<'a>(parts: &MakeKernel<'a>, errors: &mut Vec<Diagnostic>) -> Program<'a> {
    let mut program = Program::default();
    let mut texts = Vec::new();
    for piece in &parts.instructions {
        texts.push((piece.source, text::lines(piece.text, piece.source, piece.offset, errors)));
    }
    blocks::read(&mut program, texts, errors);
    program
}

/// Makes a kernel from the parts that a script gives, with the same inference as [`import`]. The statements
/// of `callees`, where it calls these, take the place of the calls.
///
/// # Errors
/// Everything that is wrong with the parts.
pub fn make_kernel(parts: &MakeKernel<'_>, callees: &Callees) -> Result<Imported, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut program = statements(parts, &mut errors);
    for piece in &parts.args {
        program.declarations.extend(text::declaration(raw(piece).0, piece.source, &mut errors));
    }
    for piece in &parts.temps {
        program.temps.extend(text::declaration(raw(piece).0, piece.source, &mut errors));
    }
    program.guess_arguments = parts.guess_arguments;
    program.domains.extend(parts.domains.iter().map(raw));
    program.assumptions.extend(parts.assumptions.iter().map(raw));
    program.name = parts.name.as_ref().map(|name| Word { text: name.text.to_owned(), span: span(name) });
    let mut settings = settings(&program, &mut errors);
    settings.seq_dependencies |= parts.seq_dependencies;
    settings.text_order |= parts.text_order;
    settings.reassociate &= parts.reassociate;
    settings.column_major = parts.column_major;
    let extras = Extras { priorities: priorities(parts), callees: Some(callees) };
    finish(&mut program, settings, parts.locate, errors, extras).map_err(in_text_order)
}

fn raw<'a>(piece: &Piece<'a>) -> (Raw<'a>, SourceId) {
    (Raw { text: piece.text, start: piece.offset }, piece.source)
}

fn span(piece: &Piece<'_>) -> Span {
    Span::new(piece.source, piece.offset, piece.offset + piece.text.len())
}

/// Errors come from several passes over the text; readers go through it once.
fn in_text_order(mut errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    errors.sort_by_key(|error| {
        let place = error.labels.first().map(|label| &label.place);
        if let Some(LabelPlace::Span(span)) = place { Some(*span) } else { None }
    });
    errors
}

/// Loop orders, each outermost first.
type Priorities = Vec<Vec<(ir::Name, Span)>>;

/// What a script adds to a text.
#[derive(Default)]
struct Extras<'a> {
    priorities: Priorities,
    /// What can be called; nothing can where there are none.
    callees: Option<&'a Callees>,
}

fn priorities(parts: &MakeKernel<'_>) -> Priorities {
    let names =
        |order: &Vec<Piece<'_>>| order.iter().map(|p| (ir::Name::from(p.text.trim()), span(p))).collect();
    parts.loop_priority.iter().map(names).collect()
}

/// What `options` lines say.
fn settings(program: &Program<'_>, errors: &mut Vec<Diagnostic>) -> Settings {
    let mut settings =
        Settings { seq_dependencies: false, text_order: false, reassociate: true, column_major: false };
    for setting in &program.settings {
        let truth = match setting.value.as_ref().map(|value| value.text.as_str()) {
            None | Some("True" | "true") => Some(true),
            Some("False" | "false") => Some(false),
            Some(_) => None,
        };
        match (setting.name.text.as_str(), setting.value.as_ref(), truth) {
            ("order", Some(value), _) if value.text == "text" => settings.text_order = true,
            ("seq_dependencies", _, Some(truth)) => settings.seq_dependencies = truth,
            ("allow_fp_reordering", _, Some(truth)) => settings.reassociate = truth,
            ("compat", ..) => {
                let message = "Loo.py's order is not reproduced, since nothing promises it";
                let diagnostic = Diagnostic::error("lp::loopy::directive", message);
                let help = "text order and ascending loops are `options order(text)`";
                errors.push(diagnostic.at(setting.name.span, "").help(help));
            }
            (name, _, _) => {
                let diagnostic =
                    Diagnostic::error("lp::loopy::directive", format!("unknown option `{name}`"));
                let help = "options are `order(text)`, `seq_dependencies` and `allow_fp_reordering=False`";
                errors.push(diagnostic.at(setting.name.span, "").help(help));
            }
        }
    }
    settings
}

fn finish(
    program: &mut Program<'_>,
    settings: Settings,
    locate: draft::Locate<'_>,
    mut errors: Vec<Diagnostic>,
    extras: Extras<'_>,
) -> Result<Imported, Vec<Diagnostic>> {
    if program.items.is_empty() && program.domains.is_empty() && errors.is_empty() {
        let message = "there is neither a domain nor a statement";
        errors.push(Diagnostic::error("lp::loopy::empty", message).help("a statement is `out[i] = 2*a[i]`"));
    }
    let faulty = !errors.is_empty();
    let draft = draft::build(program, settings, locate, extras.callees.is_some(), &mut errors);
    let Some(mut draft) = draft.filter(|_| !faulty) else { return Err(errors) };
    for order in extras.priorities {
        for (iname, span) in &order {
            if !draft.kernel.inames.contains_key(iname) {
                let known = draft.kernel.inames.keys().map(|name| &**name);
                draft.errors.push(names::no_iname("lp::loopy::iname", iname, *span, known));
            }
        }
        draft.kernel.priorities.push(order.into_iter().map(|(iname, _)| iname).collect());
    }
    if !draft.errors.is_empty() {
        return Err(draft.errors);
    }
    let (kernel, warnings) = infer::complete(draft, extras.callees.unwrap_or(&Callees::new()))?;
    let mut module = Module::default();
    module.kernels.insert(kernel.name.clone(), kernel);
    Ok(Imported { module, is_sequence: settings.seq_dependencies, warnings })
}
