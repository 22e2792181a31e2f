//! `load("file.star", "name")`, and what is made of lines that Python needs and the dialect does not have.

use super::tags;
use super::tags::Kind;
use super::value::{CallableValue, ComplexValue, TagValue};
use super::{adjacent, dialect, direct, displays, globals, host, imaginary, imports, memory, nesting};
use crate::input;
use diag::{Diagnostic, Origin};
use starlark::environment::{FrozenModule, Globals, Module as Environment};
use starlark::eval::{Evaluator, FileLoader};
use starlark::syntax::AstModule;
use starlark::values::FrozenHeapName;
use std::path::{Component, Path, PathBuf};

/// How deep files may load files.
const MAX_DEPTH: usize = 16;

/// What a path begins with that names one of the templates.
const LIBRARY: &str = "@lib/";

/// The templates that come with the tools.
const TEMPLATES: [(&str, &str); 3] = [
    ("gemm.star", include_str!("../../../../lib/gemm.star")),
    ("reduce.star", include_str!("../../../../lib/reduce.star")),
    ("stencil.star", include_str!("../../../../lib/stencil.star")),
];

/// Loads files relative to the script that asks.
pub(super) struct Files {
    /// The folder of the file that asks.
    folder: PathBuf,
    /// The folder of the script that was started; nothing is loaded from outside of it.
    top: PathBuf,
    depth: usize,
}

impl Files {
    /// The loader for a script of that path.
    pub(super) fn new(script: &str) -> Self {
        let folder = Path::new(script).parent().map(Path::to_path_buf).unwrap_or_default();
        Files { top: folder.clone(), folder, depth: 0 }
    }

    /// Why a file is not to be loaded, if it is not.
    fn obstacle(&self, relative: &Path) -> Option<&'static str> {
        let is_plain =
            relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let real = |path: &Path| Path::new(".").join(path).canonicalize().ok();
        if !is_plain {
            Some("the path leaves the script's folder")
        } else if self.depth >= MAX_DEPTH {
            Some("files load each other too deeply")
        } else {
            // A file that is not there is reported where it is read.
            let (file, top) = (real(&self.folder.join(relative))?, real(&self.top)?);
            (!file.starts_with(top)).then_some("a link leads out of the script's folder")
        }
    }

    /// The name and the text of a file.
    fn file_text(&self, path: &str) -> starlark::Result<(String, String)> {
        let relative = Path::new(path);
        if let Some(why) = self.obstacle(relative) {
            return Err(starlark::Error::new_other(anyhow::anyhow!("cannot load `{path}`: {why}")));
        }
        let name = self.folder.join(relative).to_string_lossy().into_owned();
        let text = host::with(|host| {
            let id = input::read(&mut host.sources, &name)?;
            host.ids.insert(name.clone(), id);
            Ok(host.text(id))
        });
        let text = text.map_err(|problem: Diagnostic| host::fail(problem.into()))?;
        Ok((name, text))
    }
}

/// The text of a template.
fn template_text(path: &str, template: &str) -> starlark::Result<String> {
    let found = TEMPLATES.iter().find(|(name, _)| *name == template);
    let Some((_, text)) = found else {
        let known = TEMPLATES.map(|(name, _)| format!("`{LIBRARY}{name}`")).join(", ");
        return Err(starlark::Error::new_other(anyhow::anyhow!("there is no `{path}`; there are {known}")));
    };
    host::with(|host| {
        let id = host.sources.add(path, *text);
        host.ids.insert(path.to_owned(), id);
    });
    Ok((*text).to_owned())
}

impl FileLoader for Files {
    fn load(&self, path: &str) -> starlark::Result<FrozenModule> {
        let (name, text) = match path.strip_prefix(LIBRARY) {
            Some(template) => (path.to_owned(), template_text(path, template)?),
            None => self.file_text(path)?,
        };
        let full = Path::new(&name);
        let folder = full.parent().map(Path::to_path_buf).unwrap_or_default();
        let inner = Files { folder, top: self.top.clone(), depth: self.depth + 1 };
        Environment::with_temp_heap(|environment| {
            let (ast, globals) = parse(&name, &text, &environment)?;
            let mut evaluator = limited(&environment)?;
            evaluator.set_loader(&inner);
            evaluator.eval_module(ast, &globals)?;
            drop(evaluator);
            Ok(environment.freeze_named(FrozenHeapName::User(Box::new(name)))?)
        })
    }
}

/// Loop iterations and calls that a script may make: a few seconds.
const MAX_TICKS: u64 = 50_000_000;

/// An evaluator that ends what does not end by itself.
pub(super) fn limited<'v, 'a, 'e>(
    environment: &'a Environment<'v>,
) -> starlark::Result<Evaluator<'v, 'a, 'e>> {
    let mut evaluator = Evaluator::new(environment);
    evaluator.set_max_tick_count(MAX_TICKS).map_err(starlark::Error::new_other)?;
    memory::watch(&mut evaluator);
    Ok(evaluator)
}

/// Parses a script, unless it nests so deeply that this would take more stack than there is, and binds its imaginary numbers.
/// Also gives the names that it finds.
pub(super) fn parse(
    name: &str,
    text: &str,
    environment: &Environment<'_>,
) -> starlark::Result<(AstModule, Globals)> {
    let (text, classes) = tags::taken_out(text);
    let (text, numbers) = imaginary::named(&displays::listed(&adjacent::joined(&text)));
    for (name, value) in numbers {
        environment.set(&name, environment.heap().alloc(ComplexValue::imaginary(value)));
    }
    let (prepared, called) = direct::named(&prepared(&text));
    for (name, item) in called {
        environment.set(&name, item.alloc(environment.heap()));
    }
    let foreign = host::with(|host| host.foreign.keys().cloned().collect::<Vec<_>>());
    let foreign = foreign.into_iter().filter(|name| tags::is_class(name)).map(|name| (name, Kind::Tag));
    for (name, kind) in classes.into_iter().chain(foreign) {
        let value = match kind {
            Kind::Tag => environment.heap().alloc(TagValue::class(&name)),
            Kind::Callable => environment.heap().alloc(CallableValue(name.clone())),
        };
        environment.set(&name, value);
    }
    if let Err(deep) = nesting::check(&prepared) {
        let span = host::with(|host| host.line(name, deep.line));
        let error = Diagnostic::error("lp::script::depth", deep.what).at_entity(None, Origin(span), "here");
        return Err(host::fail(error.help("build it up step by step, in variables or in a loop").into()));
    }
    let globals = globals(&prepared);
    Ok((AstModule::parse(name, prepared, &dialect())?, globals))
}

/// A script with its imports bound, and `fill, = f()` unpacked by index.
fn prepared(text: &str) -> String {
    let mut lines = Vec::new();
    for line in imports::bound(text).lines() {
        let unpacked = line.split_once(", =").filter(|(name, _)| imports::is_name(name.trim()));
        lines.push(match unpacked {
            Some((name, value)) => format!("[{name}] ={value}"),
            None => line.to_owned(),
        });
    }
    lines.join("\n") + "\n"
}
