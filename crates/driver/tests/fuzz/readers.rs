//! Each reader alone, on small damaged texts: a diagnostic or a result, in bounded time and memory.

use crate::corpus;
use crate::damage::damage;
use crate::random::Random;
use crate::tally::Tally;
use crate::target::Target;
use diag::{Diagnostic, SourceId, SourceMap};
use driver::cli::{Common, Session};
use driver::script;
use frontend_fortran::{Form, Options};
use ir::matching::{Match, StackMatch};
use ir::{Kernel, Module};
use pass::Pipeline;
use poly::Set;

/// Largest text that is damaged: small ones run more often.
const LARGEST: usize = 450;

/// How a text is read; an error is a fault.
type Read = fn(&str, &mut Tally) -> Result<(), String>;

/// A reader and the texts that are damaged for it.
pub(crate) struct Reader {
    texts: Vec<String>,
    read: Read,
}

impl Reader {
    pub(crate) fn new(texts: Vec<String>, read: Read) -> Self {
        assert!(!texts.is_empty(), "there is nothing to damage");
        Reader { texts, read }
    }
}

impl Target for Reader {
    fn run(&mut self, seed: u64, tally: &mut Tally) -> Result<(), String> {
        let text = self.show(seed);
        (self.read)(&text, tally).map_err(|what| format!("{what}\n{text}"))
    }

    fn show(&self, seed: u64) -> String {
        let mut random = Random::new(seed);
        let other = random.below(self.texts.len());
        let mut text = random.pick(&self.texts).clone();
        for _ in 0..1 + random.below(3) {
            text = damage(&mut random, &text, &self.texts[other]);
        }
        text
    }

    fn replay(&mut self, text: &str, tally: &mut Tally) -> Result<(), String> {
        (self.read)(text, tally)
    }
}

/// Texts of a language.
pub(crate) fn small(extension: &str) -> Vec<String> {
    corpus::texts(extension, LARGEST)
}

/// Those of them that are read without an error are counted.
fn good<T>(result: Result<T, Vec<Diagnostic>>, tally: &mut Tally) -> Result<Option<T>, String> {
    match result {
        Ok(value) => {
            tally.count("still good");
            Ok(Some(value))
        }
        Err(errors) if errors.is_empty() => Err("refused without a reason".to_owned()),
        Err(_) => Ok(None),
    }
}

fn source(text: &str) -> SourceId {
    SourceMap::default().add("case", text)
}

fn fortran(text: &str, form: Form, tally: &mut Tally) -> Result<(), String> {
    let options = Options::new(form, Vec::new());
    let mut sources = SourceMap::default();
    let id = sources.add("case", text);
    good(frontend_fortran::import(&mut sources, id, &options), tally).map(drop)
}

pub(crate) fn fortran_free(text: &str, tally: &mut Tally) -> Result<(), String> {
    fortran(text, Form::Free, tally)
}

pub(crate) fn fortran_fixed(text: &str, tally: &mut Tally) -> Result<(), String> {
    fortran(text, Form::Fixed, tally)
}

pub(crate) fn loopy(text: &str, tally: &mut Tally) -> Result<(), String> {
    good(frontend_loopy::import(text, source(text), "case"), tally).map(drop)
}

pub(crate) fn lpir(text: &str, tally: &mut Tally) -> Result<(), String> {
    let Some(module) = good(ir::text::parse_module(text, source(text)), tally)? else { return Ok(()) };
    if module.kernels.values().all(|kernel| ir::verify::verify(kernel).is_empty()) {
        tally.count("consistent too");
    }
    let printed = ir::text::print_module(&module);
    match ir::text::parse_module(&printed, source(&printed)) {
        Ok(again) if again == module => Ok(()),
        Ok(_) => Err(format!("printing and reading changed the module\n{printed}")),
        Err(errors) => Err(format!("what was printed does not parse: {errors:?}\n{printed}")),
    }
}

pub(crate) fn sets(text: &str, tally: &mut Tally) -> Result<(), String> {
    let (result, is_condition) = match text.contains('{') {
        true => (Set::parse(text), false),
        false => (Set::parse_condition(text), true),
    };
    let Ok(parsed) = result else { return Ok(()) };
    tally.count("still good");
    if is_condition {
        return Ok(());
    }
    match Set::parse(parsed.text()) {
        Ok(again) if again.is_equal(&parsed) == Ok(false) => Err(format!("became `{}`", parsed.text())),
        Ok(_) => Ok(()),
        Err(errors) => Err(format!("is printed as `{}`, which does not parse: {errors:?}", parsed.text())),
    }
}

pub(crate) fn pipeline(text: &str, tally: &mut Tally) -> Result<(), String> {
    let Some(pipeline) = good(Pipeline::parse(&transforms::REGISTRY, text, source(text), &[]), tally)? else {
        return Ok(());
    };
    let printed = pipeline.print();
    match Pipeline::parse(&transforms::REGISTRY, &printed, source(&printed), &[]) {
        Ok(again) if again.print() == printed => Ok(()),
        Ok(again) => Err(format!("`{printed}` is printed as `{}`", again.print())),
        Err(errors) => Err(format!("is printed as `{printed}`, which does not parse: {errors:?}")),
    }
}

pub(crate) fn matches(text: &str, tally: &mut Tally) -> Result<(), String> {
    let id = source(text);
    good(StackMatch::parse(text, id, 0), tally)?;
    good(Match::parse(text, id, 0), tally).map(drop)
}

/// A script sees one small kernel.
pub(crate) fn script(text: &str, tally: &mut Tally) -> Result<(), String> {
    thread_local! {
        static KERNEL: Option<Kernel> = kernel();
    }
    let Some(kernel) = KERNEL.with(Clone::clone) else { return Err("the kernel does not parse".to_owned()) };
    let mut session = Session::new(Common::default());
    let id = session.sources.add("case.star", text);
    let module = Module { kernels: [(kernel.name.clone(), kernel)].into_iter().collect() };
    if script::run_file(&mut session, id, module, &[]).is_ok() {
        tally.count("still good");
    }
    Ok(())
}

fn kernel() -> Option<Kernel> {
    let text = "lpir 1\nkernel @k {\n  arg n : i32\n  arg a : f64[n] in\n  arg out : f64[n] out\n  \
        domain [n] -> { [i] : 0 <= i < n }\n  s: out[i] = 2*a[i]  in(i)\n}\n";
    ir::text::parse_module(text, source(text)).ok()?.kernels.pop().map(|(_, kernel)| kernel)
}

/// Scripts: those of the transform blocks, and what the language has besides calls.
pub(crate) fn scripts() -> Vec<String> {
    let mut found = corpus::texts("star", 4000);
    for text in corpus::texts("f90", 8000) {
        let mut sources = SourceMap::default();
        let id = sources.add("case", text.as_str());
        let options = Options::new(Form::Free, Vec::new());
        let script = frontend_fortran::import(&mut sources, id, &options).ok().and_then(|read| read.script);
        found.extend(script.map(|script| script.text));
    }
    found.extend(SCRIPTS.iter().map(|text| (*text).to_owned()));
    found
}

const SCRIPTS: &[&str] = &[
    "knl = lp.split_iname(knl, \"i\", 16, outer_tag=\"g.0\", inner_tag=\"l.0\")\n",
    "for iname in [\"i\"]:\n    knl = lp.split_iname(knl, iname, 4)\nprint(knl)\n",
    "def f(k, factor=8):\n    return lp.split_iname(k, \"i\", factor)\nknl = f(knl) if True else knl\n",
    "names = [i for i in knl.inames if i != \"j\"]\nknl = lp.rename_iname(knl, names[0], \"q\")\n",
    "d = {\"i\": \"g.0\"}\nknl = lp.tag_inames(knl, d)\nx = \"%s_%d\" % (\"i\", 3)\ny = \"{}\".format(knl)\n",
    "k = lp.make_kernel(\"{[i]: 0<=i<n}\", \"out[i] = 2*a[i]\")\nk = lp.add_dtypes(k, {\"a\": \"float64\"})\n",
    "load(\"other.star\", \"f\")\nfail(\"no\")\n",
];
