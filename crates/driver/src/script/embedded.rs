//! Scripts of a few lines that a program runs on kernels which it holds: how another language calls what scripts call.

use super::host::{self, Entry, Host};
use super::value::KernelValue;
use super::{errors, load, memory};
use crate::cli::{Failure, Session};
use diag::{Diagnostic, Origin, SourceId};
use ir::{Kernel, Loc, Module, Name};
use judge::blame::Applied;
use starlark::environment::Module as Environment;
use starlark::values::Value;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
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
    let mut host = Host::new(session, &name, script, Module::default());
    let variables: Vec<String> = held.iter().map(|one| one.variable.clone()).collect();
    host.kernels = held.into_iter().map(entry).collect();
    host::enter(host);
    let outcome = Environment::with_temp_heap(|environment| -> starlark::Result<Answer> {
        for (handle, variable) in variables.iter().enumerate() {
            environment.set(variable, environment.heap().alloc(KernelValue::new(handle)));
        }
        let (ast, globals) = load::parse(&name, &text, &environment)?;
        let mut evaluator = load::limited(&environment)?;
        memory::within(true, || evaluator.eval_module(ast, &globals))?;
        let result = environment.get("RESULT");
        of_value(&name, result.ok_or_else(|| starlark::Error::new_other(anyhow::anyhow!("no `RESULT`")))?)
    });
    let mut host = host::leave();
    session.sources = host.sources.clone();
    match outcome {
        Ok(answer) => Ok((answer, host.warnings)),
        Err(error) => {
            let told = host.failure.take();
            Err(told.unwrap_or_else(|| errors::failure(&session.sources, &host, &error)))
        }
    }
}

/// The kernel with the calls that led to it. What each of these calls made is no longer known.
fn entry(held: Held) -> Entry {
    let Held { kernel, steps, .. } = held;
    let origin = Origin::default();
    let applied = |call| Applied { origin, call, before: kernel.clone(), kernel: kernel.clone() };
    let steps = steps.into_iter().map(applied).collect();
    Entry { steps, ..Entry::new(kernel.clone(), kernel.name.clone()) }
}

fn of_value(script: &str, value: Value<'_>) -> starlark::Result<Answer> {
    if let Some(handle) = KernelValue::of(value) {
        return Ok(of_kernel(script, handle));
    }
    let items = ListRef::from_value(value).map(|list| list.content());
    let items = items.or_else(|| TupleRef::from_value(value).map(|tuple| tuple.content()));
    match items {
        Some(items) => {
            items.iter().map(|item| of_value(script, *item)).collect::<Result<_, _>>().map(Answer::List)
        }
        None => Ok(Answer::Data(value.to_json().map_err(starlark::Error::new_other)?)),
    }
}

fn of_kernel(script: &str, handle: usize) -> Answer {
    let entry = host::with(|host| host.kernels.get(handle).cloned());
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
