//! What the terminal behind standard error can show.

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

/// How the terminal was before it was borrowed.
static BEFORE: OnceLock<Termios> = OnceLock::new();

/// Leaves the other screen, and shows the cursor.
const LEAVE: &[u8] = b"\x1b[?1049l\x1b[?25h";

/// Remembers how the terminal is now, so that it can be given back so.
pub fn remember() {
    if let Ok(now) = tcgetattr(std::io::stdin()) {
        let _ = BEFORE.set(now);
    }
}

/// Makes the terminal what it was when it was remembered, if it was. Where it is gone nothing can be done.
pub(crate) fn restore() {
    if let Some(before) = BEFORE.get() {
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Flush, before);
        let mut out = std::io::stdout();
        let _ = out.write_all(LEAVE).and_then(|()| out.flush());
    }
}

/// When messages are coloured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal that has colours, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How messages may look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Characters in a line.
    pub width: usize,
    /// Whether frames are drawn with characters beyond ASCII.
    pub has_unicode: bool,
    /// Whether text is coloured.
    pub has_color: bool,
}

/// Characters in a line where nothing says how many there are, and at most: longer ones are hard to read.
const WIDTH: usize = 110;

/// Fewer would leave no room for text beside a frame.
const LEAST: usize = 40;

impl Default for Look {
    /// What a file gets, whoever writes it.
    fn default() -> Self {
        Look { width: WIDTH, has_unicode: true, has_color: false }
    }
}

impl Look {
    /// What standard error shows, by the terminal there and by the environment.
    pub fn of_environment(color: Color) -> Self {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let is_dumb = variable("TERM").is_some_and(|term| term == "dumb");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        let has_unicode = !is_dumb && locale.is_none_or(|locale| is_utf8(&locale));
        let has_color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => has_unicode && std::io::stderr().is_terminal() && variable("NO_COLOR").is_none(),
        };
        let columns = terminal_size::terminal_size_of(std::io::stderr());
        let width = columns.map_or(WIDTH, |(columns, _)| usize::from(columns.0).clamp(LEAST, WIDTH));
        Look { width, has_unicode, has_color }
    }
}

/// Whether a locale, such as `en_US.UTF-8`, encodes all characters. Without a locale, terminals do.
fn is_utf8(locale: &str) -> bool {
    let encoding = locale.split_once('.').map_or("", |(_, rest)| rest);
    let encoding = encoding.split_once('@').map_or(encoding, |(encoding, _)| encoding);
    matches!(encoding.to_ascii_lowercase().as_str(), "utf-8" | "utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_their_encoding() {
        for locale in ["en_US.UTF-8", "C.utf8", "de_DE.UTF-8@euro"] {
            assert!(is_utf8(locale), "{locale}");
        }
        for locale in ["C", "POSIX", "de_DE", "de_DE.ISO-8859-1", "de_DE@euro"] {
            assert!(!is_utf8(locale), "{locale}");
        }
    }
}
