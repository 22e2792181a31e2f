//! What surrounds a script: the files that it may load, the names that imports bind, and where it prints.

use super::host::{self, ScriptFile};
use super::namespace::{Function, Namespace};
use super::tags::{ForeignValue, TagValue, is_class};
use super::value::record;
use super::{errors, memory};
use crate::registry::registry;
use crate::{input, output};
use diag::{Diagnostic, SourceId};
use script::{Call, Error, Fault, Host, Imported, Interpreter, Module, Native, Value, Wanted};
use std::any::Any;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// What a path begins with that names one of the templates.
const LIBRARY: &str = "@lib/";

/// The templates that come with the tools.
const TEMPLATES: [(&str, &str); 3] = [
    ("gemm.star", include_str!("../../lib/gemm.star")),
    ("reduce.star", include_str!("../../lib/reduce.star")),
    ("stencil.star", include_str!("../../lib/stencil.star")),
];

/// Endings of files that `import name` finds beside the script.
const ENDINGS: [&str; 2] = ["py", "star"];

/// What a script finds around it.
pub(super) struct World {
    /// The folder of the script that was started; nothing is loaded from outside of it.
    top: PathBuf,
}

impl World {
    /// The world of a script of that path.
    pub(super) fn new(script: &str) -> Self {
        World { top: folder_of(script) }
    }

    /// Runs a script that the host knows, whose names are bound in a module.
    pub(super) fn run(&mut self, tree: &script::Tree, module: &Rc<Module>) -> script::Result<()> {
        memory::mark_at_work(true, || Interpreter::new(self).run(tree, module))
    }

    /// Why a file is not to be loaded, if it is not.
    fn obstacle(&self, file: &Path, relative: &Path) -> Option<&'static str> {
        let is_plain =
            relative.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let real = |path: &Path| Path::new(".").join(path).canonicalize().ok();
        if !is_plain {
            return Some("the path leaves the script's folder");
        }
        // A file that is not there is reported where it is read.
        let (file, top) = (real(file)?, real(&self.top)?);
        (!file.starts_with(top)).then_some("a link leads out of the script's folder")
    }

    fn load(&self, path: &str, from: usize) -> script::Result<Imported> {
        if let Some(template) = path.strip_prefix(LIBRARY) {
            return template_file(path, template);
        }
        let file = folder_of_file(from).join(path);
        if let Some(why) = self.obstacle(&file, Path::new(path)) {
            return Err(Error::refused(format!("cannot load `{path}`: {why}")));
        }
        let name = file.to_string_lossy().into_owned();
        host::with_host(|host| {
            let id = input::read(&mut host.sources, &name)
                .map_err(|problem: Diagnostic| host::fail(problem.into()))?;
            Ok(loaded(host, name, id))
        })
    }

    /// A module that lies beside the script.
    fn neighbour(&self, module: &str, from: usize) -> Option<String> {
        let path = module.trim_start_matches('.').replace('.', "/");
        let folder = folder_of_file(from);
        let names = ENDINGS.map(|ending| format!("{path}.{ending}"));
        names.into_iter().find(|name| !path.is_empty() && folder.join(name).is_file())
    }
}

fn folder_of(file: &str) -> PathBuf {
    Path::new(file).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The folder of a file of the script, by its number.
fn folder_of_file(file: usize) -> PathBuf {
    host::with_host(|host| {
        let id = host.scripts.get(file).map(|file: &ScriptFile| file.id);
        let name = id.and_then(|id| host.sources.get(id)).map(|source| source.name.to_string());
        name.map(|name| folder_of(&name)).unwrap_or_default()
    })
}

/// A file that was read, with its number.
fn loaded(host: &mut host::Host, name: String, id: SourceId) -> Imported {
    let text = host.text(id);
    let file = host.add_file(id, &text);
    Imported::File { name, text, file }
}

/// A template.
fn template_file(path: &str, template: &str) -> script::Result<Imported> {
    let found = TEMPLATES.iter().find(|(name, _)| *name == template);
    let Some((_, text)) = found else {
        let known = TEMPLATES.map(|(name, _)| format!("`{LIBRARY}{name}`")).join(", ");
        return Err(Error::refused(format!("there is no `{path}`; there are {known}")));
    };
    Ok(host::with_host(|host| {
        let id = host.sources.add(path, *text);
        loaded(host, path.to_owned(), id)
    }))
}

impl Host for World {
    fn import(&mut self, wanted: &Wanted<'_>) -> script::Result<Imported> {
        let Wanted { module, item, own, is_file, file } = *wanted;
        if is_file {
            return self.load(module, file);
        }
        if let Some(path) = self.neighbour(module, file) {
            return self.load(&path, file);
        }
        let first = module.split('.').next().unwrap_or_default();
        let home = Namespace::named(first).filter(|_| ["loopy", "numpy", "islpy"].contains(&first));
        Ok(Imported::Value(match (home, item) {
            (Some(home), None) => Value::native(home),
            (Some(home), Some(item)) if home.has(item) => home.get(item).unwrap_or(Value::None),
            (Some(_), Some(item)) if first == "loopy" && (is_class(item) || item.ends_with("Callable")) => {
                Namespace::LOOPY.attribute(item)?.unwrap_or(Value::None)
            }
            (_, Some(item)) if is_class(item) => Value::native(TagValue::class(item)),
            _ => Value::native(ForeignValue { name: own.to_owned(), module: module.to_owned() }),
        }))
    }

    fn print(&mut self, text: &str) {
        if !host::with_host(|host| host.is_silent) {
            output::tell(text);
        }
    }

    fn fault(&mut self, fault: Fault, file: usize) -> Error {
        host::fail(host::with_host(|host| errors::fault(host, fault, file)).into())
    }

    fn name(&mut self, name: &str) -> Option<Value> {
        if let Some(namespace) = Namespace::named(name) {
            return Some(Value::native(namespace));
        }
        match name {
            "struct" => Some(Value::native(OwnFunction::Struct)),
            "fail" => Some(Value::native(OwnFunction::Fail)),
            _ => registry().find(name).map(|_| Value::native(Function::new(name))),
        }
    }
}

/// Functions that scripts have beside Python's.
#[derive(Debug, Clone, Copy)]
enum OwnFunction {
    /// `struct(a=1)`: a record.
    Struct,
    /// `fail("why")`: ends the script.
    Fail,
}

impl Native for OwnFunction {
    fn type_name(&self) -> &str {
        "function"
    }

    fn display(&self) -> String {
        match self {
            OwnFunction::Struct => "<function struct>".to_owned(),
            OwnFunction::Fail => "<function fail>".to_owned(),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, call: &Call<'_>) -> script::Result<Value> {
        match self {
            OwnFunction::Struct if call.positional.is_empty() => {
                Ok(record(call.named.iter().map(|(name, value)| (name.to_string(), value.clone()))))
            }
            OwnFunction::Struct => Err(host::error("`struct` takes arguments by name")),
            OwnFunction::Fail => {
                let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let texts: Vec<String> = call.positional.iter().map(text).collect();
                Err(Error::refused(format!("fail: {}", texts.join(" "))))
            }
        }
    }
}
