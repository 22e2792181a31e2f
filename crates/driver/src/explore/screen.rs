//! The terminal: keys come from it, and what is drawn goes to it.

use super::draw::draw;
use super::state::{Bench, Key, State};
use crate::terminal;
use ratatui::Terminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
use ratatui::crossterm::{ExecutableCommand, cursor};
use ratatui::prelude::CrosstermBackend;
use std::io::{self, stdout};

/// Gives the terminal back, however the work ends.
struct Borrowed;

impl Drop for Borrowed {
    fn drop(&mut self) {
        terminal::restore();
    }
}

/// Shows a state until the user has enough of it.
///
/// # Errors
/// Those of the terminal, which is given back first.
pub(super) fn show(mut state: State, bench: &mut dyn Bench) -> io::Result<()> {
    let borrowed = Borrowed;
    enable_raw_mode()?;
    stdout().execute(EnterAlternateScreen)?.execute(cursor::Hide)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    while !state.is_over {
        terminal.draw(|frame| draw(frame, &state))?;
        if let Event::Key(event) = event::read()?
            && let Some(key) = key(event)
        {
            state.press(key, bench);
        }
    }
    drop(borrowed);
    Ok(())
}

fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char('c' | 'd') if control => Key::Break,
        KeyCode::Char(_) if control => return None,
        KeyCode::Char(letter) => Key::Letter(letter),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Erase,
        KeyCode::Delete => Key::Delete,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        _ => return None,
    })
}
