//! How the lines of a text are laid out.

/// Source form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Lines of any layout; `&` continues a statement.
    Free,
    /// Labels, continuation and code in columns of their own.
    Fixed,
}

impl Form {
    /// The form that a file's extension stands for.
    pub fn of_path(path: &str) -> Option<Form> {
        let (_, extension) = path.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "f" | "for" | "ftn" | "f77" => Some(Form::Fixed),
            "f90" | "f95" | "f03" | "f08" | "floopy" => Some(Form::Free),
            _ => None,
        }
    }
}

/// Columns of a line in fixed form that are read by the standard.
pub const CARD: usize = 72;

/// How the lines of a text are laid out.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Its source form.
    pub form: Form,
    /// Columns of a line in fixed form that are read; nothing for all of them.
    pub columns: Option<usize>,
}

impl From<Form> for Layout {
    fn from(form: Form) -> Layout {
        Layout { form, columns: Some(CARD) }
    }
}
