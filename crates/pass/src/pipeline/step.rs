//! One step of a pipeline: a transform and what it is for.

use crate::args::{Args, Argument, Call};
use crate::registry::Registry;
use crate::transform::{Spec, Transform};
use crate::value::{Datum, Value};
use diag::{Diagnostic, Origin};
use poly::Name;

/// A transform to apply.
#[derive(Debug)]
pub struct Step {
    /// The transform with its arguments.
    pub transform: Box<dyn Transform>,
    /// Which kernels it is for.
    pub target: Target,
    /// Whether it may find nothing to do.
    pub allow_empty: bool,
    /// Whether the user vouches for it, so that its legality is not checked.
    pub unchecked: bool,
    /// The call's place.
    pub origin: Origin,
}

/// Which kernels of a module a step is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Target {
    /// All of them.
    #[default]
    All,
    /// The one of that name: `kernel="dgemm"`.
    Kernel(Name),
    /// The one of that name if there is one, else all: the variable of `knl = lp.split_iname(knl, ..)`.
    Variable(Name),
}

impl Step {
    /// The step that a call of one of these transforms stands for.
    ///
    /// # Errors
    /// Everything that is wrong with the call.
    pub fn build(registry: &Registry, call: Call, variable: Option<Name>) -> Result<Step, Vec<Diagnostic>> {
        match registry.find(&call.name) {
            Some(spec) => Step::from_call(spec, call, variable),
            None => Err(vec![unknown(registry, &call)]),
        }
    }

    /// The step that a call of this transform stands for.
    ///
    /// # Errors
    /// Everything that is wrong with the call.
    pub(crate) fn from_call(
        spec: &Spec,
        call: Call,
        variable: Option<Name>,
    ) -> Result<Step, Vec<Diagnostic>> {
        let Call { name, name_origin, origin, args } = call;
        let mut step =
            Generic { kernel: variable.map_or(Target::All, Target::Variable), ..Generic::default() };
        let mut problems = Vec::new();
        let mut own = Vec::new();
        for argument in args {
            match step.take(&argument) {
                Some(Ok(())) => {}
                Some(Err(problem)) => problems.push(problem),
                None => own.push(argument),
            }
        }
        let args = Args::bind(spec.signature(), &Call { name, name_origin, origin, args: own });
        match (spec.build)(&args) {
            Ok(transform) if problems.is_empty() => {
                let Generic { kernel: target, allow_empty, unchecked } = step;
                Ok(Step { transform, target, allow_empty, unchecked, origin })
            }
            Ok(_) => Err(problems),
            Err(more) => Err(problems.into_iter().chain(more).collect()),
        }
    }

    /// The step as pipeline text.
    pub fn call(&self) -> String {
        let mut text = self.transform.call();
        if let Target::Kernel(name) = &self.target {
            text = for_kernel(text, name);
        }
        for (keyword, set) in [("allow_empty", self.allow_empty), ("unchecked", self.unchecked)] {
            if set {
                append(&mut text, keyword, &Value::new(Datum::Bool(true)));
            }
        }
        text
    }
}

/// The call of a transform as one for the kernel of that name only.
pub fn for_kernel(mut call: String, kernel: &Name) -> String {
    append(&mut call, "kernel", &Value::str(kernel.as_str()));
    call
}

/// Adds an argument to the text of a call.
fn append(call: &mut String, keyword: &str, value: &Value) {
    call.pop();
    let separator = if call.ends_with('(') { "" } else { ", " };
    call.push_str(&format!("{separator}{keyword}={value})"));
}

/// The values of the keywords that every transform takes.
#[derive(Default)]
struct Generic {
    kernel: Target,
    allow_empty: bool,
    unchecked: bool,
}

impl Generic {
    /// Takes the argument if it is one of the generic keywords.
    fn take(&mut self, argument: &Argument) -> Option<Result<(), Diagnostic>> {
        let (keyword, _) = argument.keyword.as_ref()?;
        let flag = match keyword.as_str() {
            "kernel" => return Some(self.take_kernel(&argument.value)),
            "allow_empty" => &mut self.allow_empty,
            "unchecked" => &mut self.unchecked,
            _ => return None,
        };
        Some(match argument.value.datum {
            Datum::Bool(value) => {
                *flag = value;
                Ok(())
            }
            _ => Err(wrong(keyword, "`True` or `False`", &argument.value)),
        })
    }

    fn take_kernel(&mut self, value: &Value) -> Result<(), Diagnostic> {
        match &value.datum {
            Datum::Str(name) => self.kernel = Target::Kernel(name.as_str().into()),
            Datum::None => {}
            _ => return Err(wrong("kernel", "the name of a kernel as a string", value)),
        }
        Ok(())
    }
}

fn wrong(keyword: &str, expected: &str, value: &Value) -> Diagnostic {
    let message = format!("argument `{keyword}`: expected {expected}, found {}", value.describe());
    Diagnostic::error("lp::call::argument", message).at_entity(None, value.origin, "")
}

fn unknown(registry: &Registry, call: &Call) -> Diagnostic {
    let names = registry.specs().iter().flat_map(|spec| spec.names());
    let help = diag::nearest(&call.name, names).map_or_else(
        || "`lpopt help` lists all transforms".to_owned(),
        |name| format!("did you mean `{name}`?"),
    );
    Diagnostic::error("lp::call::unknown-transform", format!("there is no transform `{}`", call.name))
        .at_entity(None, call.name_origin, "")
        .help(help)
}
