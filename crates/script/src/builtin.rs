//! Python's own functions and types.

mod asked;
mod collection;
mod convert;

use crate::interpreter::Interpreter;
use crate::model::{Builtin, Call, Error, Exception, Result, Type, Value};
use crate::python_names::ELSEWHERE;

/// What a name is to Python.
///
/// # Errors
/// Where it is something without a meaning in scripts.
pub(crate) fn named(name: &str) -> Result<Option<Value>> {
    if let Some(builtin) = Builtin::ALL.iter().find(|builtin| builtin.name() == name) {
        return Ok(Some(Value::Builtin(*builtin)));
    }
    if let Some(ty) = Type::ALL.iter().find(|ty| ty.name() == name) {
        return Ok(Some(Value::Type(*ty)));
    }
    if let Some(class) = Exception::named(name) {
        return Ok(Some(Value::Class(class)));
    }
    match name {
        "__name__" => Ok(Some(Value::text("__main__"))),
        "Ellipsis" => Ok(Some(Value::Ellipsis)),
        _ if ELSEWHERE.contains(&name) => Err(without_meaning(name)),
        _ => Ok(None),
    }
}

/// The error of a name that Python knows and scripts do not.
pub(crate) fn without_meaning(name: &str) -> Error {
    Error::refused(format!("`{name}` has no meaning in scripts"))
}

/// The names that Python brings along.
pub fn names() -> impl Iterator<Item = &'static str> {
    let functions = Builtin::ALL.iter().map(|builtin| builtin.name());
    let types = Type::ALL.iter().map(|ty| ty.name());
    functions.chain(types).chain(["True", "False", "None"])
}

/// Calls a function of Python's.
pub(crate) fn call(interpreter: &mut Interpreter<'_>, builtin: Builtin, call: Call<'_>) -> Result<Value> {
    match builtin {
        Builtin::Abs | Builtin::Divmod | Builtin::Pow | Builtin::Round => {
            convert::arithmetic(interpreter, builtin, call)
        }
        Builtin::Chr | Builtin::Ord | Builtin::Format | Builtin::Repr | Builtin::Hash => {
            convert::text(interpreter, builtin, &call)
        }
        Builtin::Callable
        | Builtin::Dir
        | Builtin::Getattr
        | Builtin::Hasattr
        | Builtin::Isinstance
        | Builtin::Issubclass
        | Builtin::Setattr => asked::call(interpreter, builtin, &call),
        Builtin::Print => print(interpreter, call),
        _ => collection::call(interpreter, builtin, call),
    }
}

/// Makes a value of a type.
pub(crate) fn make(interpreter: &mut Interpreter<'_>, ty: Type, call: Call<'_>) -> Result<Value> {
    match ty {
        Type::Bool | Type::Complex | Type::Float | Type::Int | Type::Str => {
            convert::make(interpreter, ty, call)
        }
        Type::Type => {
            call.require_count(1, 1)?;
            asked::type_of(call.required(0)?)
        }
        Type::Object => Err(Error::refused("an `object()`")),
        _ => collection::make(interpreter, ty, call),
    }
}

fn print(interpreter: &mut Interpreter<'_>, mut call: Call<'_>) -> Result<Value> {
    let mut text_of = |name: &str, default: &str| match call.take(name) {
        None | Some(Value::None) => Ok(default.to_owned()),
        Some(Value::Str(text)) => Ok(text.to_string()),
        Some(other) => {
            Err(Error::of_type(format!("{name} must be None or a string, not {}", other.type_name())))
        }
    };
    let (separator, end) = (text_of("sep", " ")?, text_of("end", "\n")?);
    call.take("flush");
    if call.take("file").is_some() {
        return Err(Error::refused_with("`file` of `print`", "scripts print to one place"));
    }
    call.require_count(0, usize::MAX)?;
    let texts = call.positional.iter().map(|value| interpreter.str(value)).collect::<Result<Vec<_>>>()?;
    let text = texts.join(&separator) + &end;
    crate::work::spend(text.len())?;
    interpreter.host.print(&text);
    Ok(Value::None)
}
