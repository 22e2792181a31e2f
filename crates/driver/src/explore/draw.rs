//! Draws a state. Nothing here changes it.

use super::state::{Asked, Mode, Pane, State};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

/// Lines that a message takes at most.
const MESSAGE: u16 = 12;

/// Columns of a list of steps that is not too narrow.
const STEPS: u16 = 44;

/// What keys do.
const HELP: &[&str] = &[
    "up, down    choose a step; the panes show the kernel after it",
    "tab         the next pane: kernel, code, changes, stats",
    "j, k        scroll by a line, page down and page up by ten",
    "a           add a step behind the chosen one",
    "e           edit the chosen step",
    "d           delete it",
    "u           undo",
    "w           write the pipeline to a file",
    "q           quit",
    "",
    "While a step is typed, tab completes names of transforms, keywords, and",
    "names of the kernel inside quotes. A step that is refused is not kept.",
];

/// Draws all of it.
pub(super) fn draw(frame: &mut Frame<'_>, state: &State) {
    let lines = u16::try_from(state.message.len()).unwrap_or(MESSAGE).min(MESSAGE);
    let [main, message, input] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(lines), Constraint::Length(1)])
            .areas(frame.area());
    let wide = STEPS.min(frame.area().width / 3);
    let [steps, pane] = Layout::horizontal([Constraint::Length(wide), Constraint::Min(0)]).areas(main);
    draw_steps(frame, state, steps);
    draw_pane(frame, state, pane);
    frame.render_widget(
        Paragraph::new(state.message.iter().map(|line| plain(line)).collect::<Vec<_>>()),
        message,
    );
    draw_input(frame, state, input);
    if state.mode == Mode::Help {
        draw_help(frame);
    }
}

/// A line without letters that a terminal would obey.
fn plain(text: &str) -> Line<'static> {
    let letters = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    Line::from(letters.collect::<String>())
}

fn draw_steps(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let mut lines = vec![plain("  input")];
    for (number, call) in state.calls.iter().enumerate() {
        lines.push(plain(&format!("\u{2713} {}. {call}", number + 1)));
    }
    if let Some((step, call)) = &state.refused {
        let at = step.saturating_add(1).min(lines.len());
        lines.insert(at, plain(&format!("\u{2717} {call}")).style(Style::new().add_modifier(Modifier::DIM)));
    }
    let refused = state.refused.as_ref().is_some_and(|(step, _)| *step < state.at);
    let chosen = state.at + usize::from(refused);
    if let Some(line) = lines.get_mut(chosen) {
        *line = line.clone().style(Style::new().add_modifier(Modifier::REVERSED));
    }
    let title = if state.is_changed() { " steps * " } else { " steps " };
    let block = Block::bordered().title(title);
    let height = usize::from(block.inner(area).height);
    let first = (chosen + 1).saturating_sub(height);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).take(height).collect();
    frame.render_widget(Paragraph::new(shown).block(block), area);
}

fn draw_pane(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let titles = Pane::ALL.iter().map(|pane| match *pane == state.pane {
        true => format!("[{}]", pane.title()),
        false => format!(" {} ", pane.title()),
    });
    let block = Block::bordered().title(titles.collect::<String>());
    let height = usize::from(block.inner(area).height);
    let shown = state.text.iter().skip(state.scroll).take(height).map(|line| plain(line));
    frame.render_widget(Paragraph::new(shown.collect::<Vec<_>>()).block(block), area);
}

fn draw_input(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let Mode::Type(asked, line) = &state.mode else {
        let text = match &state.mode {
            Mode::Leave => "the pipeline is not written; leave it? y/n",
            _ => "a add  e edit  d delete  u undo  w write  tab pane  ? help  q quit",
        };
        return frame.render_widget(Paragraph::new(text), area);
    };
    let prompt = match asked {
        Asked::New(_) => "step: ",
        Asked::Other(_) => "edit: ",
        Asked::File => "file: ",
    };
    // What is typed is shown up to the cursor at least.
    let before = format!("{prompt}{}", line.before_cursor()).chars().count();
    let room = usize::from(area.width.saturating_sub(1));
    let hidden = before.saturating_sub(room);
    let text: String = format!("{prompt}{}", line.text()).chars().skip(hidden).collect();
    frame.render_widget(Paragraph::new(plain(&text)), area);
    let column = u16::try_from(before - hidden).unwrap_or(0);
    if area.width > 0 && area.height > 0 {
        frame.set_cursor_position((area.x.saturating_add(column), area.y));
    }
}

fn draw_help(frame: &mut Frame<'_>) {
    let area = frame.area();
    let height = u16::try_from(HELP.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let width = 76.min(area.width);
    let (x, y) = ((area.width - width) / 2, (area.height - height) / 2);
    let inner = Rect { x: area.x + x, y: area.y + y, width, height };
    frame.render_widget(Clear, inner);
    let lines: Vec<Line<'_>> = HELP.iter().map(|line| plain(line)).collect();
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" keys ")), inner);
}
