//! What is explored, and what keys do to it. Nothing here knows a terminal: keys go in, a state that can be
//! drawn comes out.

use super::line::Line;

/// A key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Letter(char),
    Enter,
    Escape,
    Erase,
    Delete,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Tab,
    BackTab,
    /// The user wants out.
    Break,
}

/// What is shown of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pane {
    Kernel,
    Code,
    Changes,
    Stats,
}

impl Pane {
    /// All of them, in their order.
    pub(super) const ALL: [Pane; 4] = [Pane::Kernel, Pane::Code, Pane::Changes, Pane::Stats];

    pub(super) fn title(self) -> &'static str {
        match self {
            Pane::Kernel => "kernel",
            Pane::Code => "code",
            Pane::Changes => "changes",
            Pane::Stats => "stats",
        }
    }
}

/// A pipeline that was not taken: nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refused {
    /// The number of the step, from 0.
    pub(super) step: usize,
    /// The diagnostics.
    pub(super) text: String,
}

/// Who takes steps.
pub(super) trait Bench {
    /// Takes these steps, all or none.
    fn take(&mut self, calls: &[String]) -> Result<(), Refused>;
    /// The calls that were taken, as they are written to a file.
    fn calls(&self) -> Vec<String>;
    /// What a pane shows after so many steps.
    fn show(&mut self, steps: usize, pane: Pane) -> Vec<String>;
    /// What may stand at the end of a text that is typed as a step after so many, and how many letters it
    /// replaces.
    fn complete(&self, steps: usize, typed: &str) -> (usize, Vec<String>);
    /// Writes the calls to a file.
    fn write(&mut self, path: &str) -> Result<(), String>;
}

/// What is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Asked {
    /// A step that is put behind so many others.
    New(usize),
    /// Another call in the place of a step, by its number from 0.
    Other(usize),
    /// The name of a file.
    File,
}

/// What keys mean now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mode {
    /// They move and command.
    Look,
    /// They type.
    Type(Asked, Line),
    /// Any of them ends the help.
    Help,
    /// They answer whether to leave what is not written.
    Leave,
}

/// Lines that a page is moved by.
const PAGE: usize = 10;

/// Candidates of a completion that are shown.
const SHOWN: usize = 12;

/// The state.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// The calls that were taken.
    pub(super) calls: Vec<String>,
    /// How many steps the shown kernel has gone through.
    pub(super) at: usize,
    pub(super) pane: Pane,
    /// Lines of the pane that are above what is shown.
    pub(super) scroll: usize,
    /// What the pane shows.
    pub(super) text: Vec<String>,
    /// What was said last; several lines where a step was refused.
    pub(super) message: Vec<String>,
    /// The step that was refused last, by its number from 0, until something else is done.
    pub(super) refused: Option<(usize, String)>,
    pub(super) mode: Mode,
    pub(super) is_over: bool,
    /// Pipelines of before.
    before: Vec<Vec<String>>,
    /// What was written last.
    written: Vec<String>,
    file: String,
}

impl State {
    /// Begins with a pipeline, as far as it can be taken.
    pub(super) fn new(bench: &mut dyn Bench, calls: &[String], file: String) -> Self {
        let mut state = State {
            calls: Vec::new(),
            at: 0,
            pane: Pane::Kernel,
            scroll: 0,
            text: Vec::new(),
            message: vec!["? for help".to_owned()],
            refused: None,
            mode: Mode::Look,
            is_over: false,
            before: Vec::new(),
            written: calls.to_vec(),
            file,
        };
        if let Err(refused) = bench.take(calls) {
            let good = calls.get(..refused.step).unwrap_or_default().to_vec();
            state.refuse(calls, &refused);
            if !good.is_empty() && bench.take(&good).is_err() {
                state.message.push("the steps before it cannot be taken either".to_owned());
            }
        } else {
            state.written = bench.calls();
        }
        state.calls = bench.calls();
        state.at = state.calls.len();
        state.text = bench.show(state.at, state.pane);
        state
    }

    /// Whether there is something that was not written.
    pub(super) fn is_changed(&self) -> bool {
        self.calls != self.written
    }

    /// What a key does.
    pub(super) fn press(&mut self, key: Key, bench: &mut dyn Bench) {
        let (at, pane, calls) = (self.at, self.pane, self.calls.clone());
        match self.mode.clone() {
            Mode::Help => self.mode = Mode::Look,
            Mode::Leave => self.leave(key),
            Mode::Look => self.command(key, bench),
            Mode::Type(asked, line) => self.typed(key, asked, line, bench),
        }
        if (at, pane) != (self.at, self.pane) || calls != self.calls {
            self.text = bench.show(self.at, self.pane);
            self.scroll = 0;
        }
    }

    fn leave(&mut self, key: Key) {
        match key {
            Key::Letter('y' | 'Y') | Key::Break => self.is_over = true,
            _ => {
                self.mode = Mode::Look;
                self.message = vec!["w writes the pipeline".to_owned()];
            }
        }
    }

    fn command(&mut self, key: Key, bench: &mut dyn Bench) {
        match key {
            Key::Up => self.at = self.at.saturating_sub(1),
            Key::Down => self.at = self.at.saturating_add(1).min(self.calls.len()),
            Key::Home => self.at = 0,
            Key::End => self.at = self.calls.len(),
            Key::Tab | Key::Right => self.turn(1),
            Key::BackTab | Key::Left => self.turn(Pane::ALL.len() - 1),
            Key::PageUp | Key::Letter('k') => self.scrolled(false, key == Key::PageUp),
            Key::PageDown | Key::Letter('j') => self.scrolled(true, key == Key::PageDown),
            Key::Letter('a') => self.mode = Mode::Type(Asked::New(self.at), Line::default()),
            Key::Letter('e') => self.edit(),
            Key::Letter('d') => self.drop_step(bench),
            Key::Letter('u') => self.undo(bench),
            Key::Letter('w') => self.mode = Mode::Type(Asked::File, Line::from_text(&self.file)),
            Key::Letter('?') => self.mode = Mode::Help,
            Key::Letter('q') | Key::Break if self.is_changed() => self.mode = Mode::Leave,
            Key::Letter('q') | Key::Break => self.is_over = true,
            _ => {}
        }
    }

    fn turn(&mut self, by: usize) {
        let now = Pane::ALL.iter().position(|pane| *pane == self.pane).unwrap_or(0);
        self.pane = Pane::ALL.iter().cycle().nth(now + by).copied().unwrap_or(Pane::Kernel);
    }

    fn scrolled(&mut self, down: bool, is_page: bool) {
        let by = if is_page { PAGE } else { 1 };
        let last = self.text.len().saturating_sub(1);
        self.scroll =
            if down { self.scroll.saturating_add(by).min(last) } else { self.scroll.saturating_sub(by) };
    }

    fn edit(&mut self) {
        match self.at.checked_sub(1).and_then(|step| Some((step, self.calls.get(step)?))) {
            Some((step, call)) => self.mode = Mode::Type(Asked::Other(step), Line::from_text(call)),
            None => self.message = vec!["the input is no step; `a` adds one".to_owned()],
        }
    }

    fn drop_step(&mut self, bench: &mut dyn Bench) {
        let Some(step) = self.at.checked_sub(1).filter(|step| *step < self.calls.len()) else {
            self.message = vec!["the input is no step".to_owned()];
            return;
        };
        let mut calls = self.calls.clone();
        let gone = calls.remove(step);
        if self.take(calls, bench) {
            self.at = step;
            self.message = vec![format!("deleted `{gone}`; u brings it back")];
        }
    }

    fn undo(&mut self, bench: &mut dyn Bench) {
        let Some(calls) = self.before.pop() else {
            self.message = vec!["there is nothing to undo".to_owned()];
            return;
        };
        match bench.take(&calls) {
            Ok(()) => {
                self.calls = bench.calls();
                self.at = self.at.min(self.calls.len());
                self.refused = None;
                self.message = vec!["undone".to_owned()];
            }
            Err(refused) => self.refuse(&calls, &refused),
        }
    }

    /// Takes another pipeline, and says whether it was.
    fn take(&mut self, calls: Vec<String>, bench: &mut dyn Bench) -> bool {
        match bench.take(&calls) {
            Ok(()) => {
                self.before.push(std::mem::replace(&mut self.calls, bench.calls()));
                self.refused = None;
                self.message.clear();
                true
            }
            Err(refused) => {
                self.refuse(&calls, &refused);
                false
            }
        }
    }

    fn refuse(&mut self, calls: &[String], refused: &Refused) {
        let call = calls.get(refused.step).cloned().unwrap_or_default();
        self.message = refused.text.lines().map(str::to_owned).collect();
        self.refused = Some((refused.step, call));
    }

    fn typed(&mut self, key: Key, asked: Asked, mut line: Line, bench: &mut dyn Bench) {
        match key {
            Key::Escape | Key::Break => {
                self.mode = Mode::Look;
                return;
            }
            Key::Enter => {
                self.mode = Mode::Look;
                return self.done(&asked, &line.text(), bench);
            }
            Key::Letter(letter) => line.insert(letter),
            Key::Erase => line.erase(),
            Key::Delete => line.delete(),
            Key::Left => line.left(),
            Key::Right => line.right(),
            Key::Home => line.home(),
            Key::End => line.end(),
            Key::Tab => self.completed(&asked, &mut line, bench),
            Key::Up | Key::Down | Key::PageUp | Key::PageDown | Key::BackTab => {}
        }
        self.mode = Mode::Type(asked, line);
    }

    fn completed(&mut self, asked: &Asked, line: &mut Line, bench: &dyn Bench) {
        let steps = match asked {
            Asked::New(behind) => *behind,
            Asked::Other(step) => *step,
            Asked::File => return,
        };
        let (letters, candidates) = bench.complete(steps, &line.before_cursor());
        match candidates.as_slice() {
            [] => self.message = vec!["nothing that fits".to_owned()],
            [one] => line.complete(letters, one),
            all => {
                line.complete(letters, &common(all));
                let mut shown: Vec<&str> = all.iter().take(SHOWN).map(String::as_str).collect();
                if all.len() > SHOWN {
                    shown.push("..");
                }
                self.message = vec![shown.join("  ")];
            }
        }
    }

    fn done(&mut self, asked: &Asked, text: &str, bench: &mut dyn Bench) {
        let text = text.trim().to_owned();
        if text.is_empty() {
            return;
        }
        let mut calls = self.calls.clone();
        match asked {
            Asked::File => self.write(&text, bench),
            Asked::New(behind) => {
                let behind = (*behind).min(calls.len());
                calls.insert(behind, text);
                let count = self.calls.len();
                if self.take(calls, bench) {
                    // A line may hold several calls.
                    self.at = behind + self.calls.len().saturating_sub(count);
                }
            }
            Asked::Other(step) => {
                if let Some(call) = calls.get_mut(*step) {
                    *call = text;
                    self.take(calls, bench);
                    self.at = self.at.min(self.calls.len());
                }
            }
        }
    }

    fn write(&mut self, path: &str, bench: &mut dyn Bench) {
        match bench.write(path) {
            Ok(()) => {
                self.written.clone_from(&self.calls);
                self.file = path.to_owned();
                self.message = vec![format!("wrote {} steps to `{path}`", self.calls.len())];
            }
            Err(problem) => self.message = problem.lines().map(str::to_owned).collect(),
        }
    }
}

/// What all texts begin with.
fn common(texts: &[String]) -> String {
    let Some((first, others)) = texts.split_first() else { return String::new() };
    let is_shared =
        |(at, letter): &(usize, char)| others.iter().all(|text| text.chars().nth(*at) == Some(*letter));
    first.chars().enumerate().take_while(is_shared).map(|(_, letter)| letter).collect()
}
