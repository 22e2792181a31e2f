//! Names with two underscores in classes, to which Python adds the name of the class.

use std::rc::Rc;

/// A name as the code of a class has it: `__n` in a class `P` is `_P__n`.
pub(crate) fn mangled(class: Option<&Rc<str>>, name: &str) -> Rc<str> {
    let is_private = name.starts_with("__") && !name.ends_with("__") && !name.contains('.');
    // A class whose name is all underscores hides nothing.
    let class = class.map(|class| class.trim_start_matches('_')).filter(|class| !class.is_empty());
    match class.filter(|_| is_private) {
        Some(class) => format!("_{class}{name}").into(),
        None => name.into(),
    }
}

/// Whether Python itself may give a meaning to a name.
pub(crate) fn is_of_python(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__")
}
