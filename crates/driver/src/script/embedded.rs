//! Scripts of a few lines that a program runs on kernels which it holds: how another language calls what
//! scripts call.

use super::host::{self, Entry, Host};
use super::value::KernelValue;
use super::{errors, load};
use crate::cli::{Failure, Session};
use diag::{Diagnostic, Origin, SourceId};
use ir::{Kernel, Loc, Module, Name};
use judge::blame::Applied;
use script::Value;
use std::rc::Rc;

/// A kernel of the program.
#[derive(Debug)]
pub struct Held {
    /// The name by which the script knows it.
    pub variable: String,
    /// The kernel.
    pub kernel: Kernel,
    /// The calls that led to it.
    pub steps: Vec<String>,
}

/// What a script bound to `RESULT`.
#[derive(Debug)]
pub enum Answer {
    /// A kernel.
    Kernel {
        /// The kernel.
        kernel: Box<Kernel>,
        /// The calls that led to it.
        steps: Vec<String>,
        /// The kernels that were merged with it.
        joined: Vec<Name>,
    },
    /// A kernel that waits for others which it calls.
    Open {
        /// Its name.
        name: Name,
        /// The kernels that it calls.
        called: Vec<Name>,
    },
    /// Several of these.
    List(Vec<Answer>),
    /// Anything else, as JSON.
    Data(String),
}

/// Runs a script that binds `RESULT`, and gives what that is and what transforms had to say.
///
/// # Errors
/// What is wrong with the script, or why a transform refused.
pub fn answer(
    session: &mut Session,
    script: SourceId,
    held: Vec<Held>,
) -> Result<(Answer, Vec<Diagnostic>), Failure> {
    let source = session.sources.get(script).cloned();
    let (name, text) =
        source.map(|source| (source.name.to_string(), source.text.to_string())).unwrap_or_default();
    let mut host = Host::new(session, Module::default());
    let file = host.add_file(script, &text);
    let tree = match script::parse(&text, file) {
        Ok(tree) => tree,
        Err(fault) => return Err(errors::fault(&host, fault, file).into()),
    };
    let bound = Rc::new(script::Module::new(&name));
    for (handle, held) in held.iter().enumerate() {
        bound.set(&held.variable, KernelValue::new(handle).into());
    }
    host.kernels = held.into_iter().map(entry).collect();
    host::enter(host);
    let outcome = load::World::new(&name).run(&tree, &bound).and_then(|()| {
        let result = bound.get("RESULT");
        of_value(&name, &result.ok_or_else(|| host::error("no `RESULT`"))?)
    });
    let host = host::leave();
    session.sources = host.sources.clone();
    match outcome {
        Ok(answer) => Ok((answer, host.warnings)),
        Err(error) => Err(errors::failure(&host, &error, &bound)),
    }
}

/// The kernel with the calls that led to it. What each of these calls made is no longer known.
fn entry(held: Held) -> Entry {
    let Held { kernel, steps, .. } = held;
    let origin = Origin::default();
    let applied = |call| Applied::new(origin, call, &kernel, &kernel);
    let steps = steps.into_iter().map(applied).collect();
    Entry { steps, ..Entry::new(kernel.clone(), kernel.name.clone()) }
}

fn of_value(script: &str, value: &Value) -> script::Result<Answer> {
    if let Some(handle) = KernelValue::handle_of(value) {
        return Ok(of_kernel(script, handle));
    }
    match value.as_sequence() {
        Some(items) => {
            items.iter().map(|item| of_value(script, item)).collect::<Result<_, _>>().map(Answer::List)
        }
        None => Ok(Answer::Data(json(value)?.to_string())),
    }
}

/// A value as JSON.
fn json(value: &Value) -> script::Result<serde_json::Value> {
    Ok(match value {
        Value::None => serde_json::Value::Null,
        Value::Bool(truth) => (*truth).into(),
        Value::Int(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Str(text) => (**text).into(),
        Value::Set(set) => set.values().iter().map(json).collect::<script::Result<_>>()?,
        Value::Dict(_) => {
            let mut entries = serde_json::Map::new();
            for (key, value) in value.as_entries().unwrap_or_default() {
                let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                entries.insert(key, json(&value)?);
            }
            entries.into()
        }
        Value::Native(native) if !native.attributes().is_empty() && native.type_name() == "struct" => {
            let mut entries = serde_json::Map::new();
            for name in native.attributes() {
                let value = native.attribute(&name)?.unwrap_or(Value::None);
                entries.insert(name, json(&value)?);
            }
            entries.into()
        }
        Value::Native(native) => native.display().into(),
        _ => match value.as_sequence() {
            Some(items) => items.iter().map(json).collect::<script::Result<_>>()?,
            None => return Err(host::error(format!("a value of type `{}` is no data", value.type_name()))),
        },
    })
}

fn of_kernel(script: &str, handle: usize) -> Answer {
    let entry = host::with_host(|host| host.kernels.get(handle).cloned());
    let Some(Entry { kernel, steps, joined, open, .. }) = entry else { return Answer::List(Vec::new()) };
    match open {
        Some(open) => Answer::Open { name: kernel.name, called: open.called.into_iter().collect() },
        None => Answer::Kernel {
            kernel: Box::new(unplaced(kernel, script)),
            steps: steps.into_iter().map(|step| step.call).collect(),
            joined: joined.into_keys().collect(),
        },
    }
}

/// The kernel without places in the script, which nobody sees: kernels made of the same parts are equal.
fn unplaced(mut kernel: Kernel, script: &str) -> Kernel {
    let forget = |loc: &mut Option<Loc>| {
        if loc.as_ref().is_some_and(|loc| *loc.file == *script) {
            *loc = None;
        }
    };
    forget(&mut kernel.loc);
    kernel.args.values_mut().for_each(|arg| forget(&mut arg.loc));
    kernel.temps.values_mut().for_each(|temp| forget(&mut temp.loc));
    kernel.inames.values_mut().for_each(|iname| forget(&mut iname.loc));
    kernel.rules.values_mut().for_each(|rule| forget(&mut rule.loc));
    kernel.functions.values_mut().for_each(|function| forget(&mut function.loc));
    kernel.statements.values_mut().for_each(|statement| forget(&mut statement.loc));
    kernel.reference = kernel.reference.map(|reference| Rc::new(unplaced((*reference).clone(), script)));
    kernel
}
