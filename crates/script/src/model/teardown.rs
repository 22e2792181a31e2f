//! The end of values that hold others. A list may hold a list that holds a list, a million deep; each is
//! taken apart when the one that held it has been, so that no stack runs out.

use super::Value;
use std::cell::RefCell;

thread_local! {
    /// Values whose holders are gone; none where nobody takes values apart now.
    static WAITING: RefCell<Option<Vec<Value>>> = const { RefCell::new(None) };
}

/// Takes values apart that nobody else holds.
pub(crate) fn release(values: impl Iterator<Item = Value>) {
    let mut values = values.filter(holds_others).peekable();
    if values.peek().is_none() {
        return;
    }
    // While a thread ends, its lists are gone before its last values are.
    let is_first = WAITING.try_with(|waiting| {
        let mut waiting = waiting.borrow_mut();
        let is_first = waiting.is_none();
        waiting.get_or_insert_default().extend(values);
        is_first
    });
    if is_first != Ok(true) {
        return;
    }
    while let Ok(Some(value)) = WAITING.try_with(|waiting| waiting.borrow_mut().as_mut().and_then(Vec::pop)) {
        drop(value);
    }
    let _ = WAITING.try_with(|waiting| waiting.replace(None));
}

fn holds_others(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Object(_) | Value::Set(_))
}
