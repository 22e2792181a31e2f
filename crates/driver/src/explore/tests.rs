//! Keys in, screens out.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use super::bench::Steps;
use super::draw::draw;
use super::state::{Key, Mode, Pane, State};
use super::{Kept, complete};
use crate::effort::Budget;
use diag::SourceMap;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const KERNEL: &str = "lpir 1
kernel @double {
  arg n : i32
  arg a : f32[n] in
  arg b : f32[n] out
  domain [n] -> { [i] : 0 <= i < n }
  s: b[i] = 2.0f*a[i] in(i)
}
";

fn steps() -> Steps {
    let mut sources = SourceMap::default();
    let id = sources.add("double.lpir", KERNEL);
    let module = ir::text::parse_module(KERNEL, id).unwrap();
    Steps::new(sources, module, Budget::default(), Kept::default())
}

fn begun(steps: &mut Steps, calls: &[&str]) -> State {
    let calls: Vec<String> = calls.iter().map(|call| (*call).to_owned()).collect();
    State::new(steps, &calls, "out.txt".to_owned())
}

fn typed(state: &mut State, steps: &mut Steps, text: &str) {
    text.chars().for_each(|letter| state.press(Key::Letter(letter), steps));
}

fn screen(state: &State, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, state)).unwrap();
    terminal.backend().to_string()
}

const SPLIT: &str = "split_iname(\"i\", 16, outer_tag=\"g.0\", inner_tag=\"l.0\")";

#[test]
fn a_step_is_added_shown_and_undone() {
    let mut steps = steps();
    let mut state = begun(&mut steps, &[]);
    assert!(!state.is_changed() && state.calls.is_empty());
    state.press(Key::Letter('a'), &mut steps);
    typed(&mut state, &mut steps, SPLIT);
    state.press(Key::Enter, &mut steps);
    assert_eq!((state.calls.len(), state.at), (1, 1), "{:?}", state.message);
    assert!(state.text.iter().any(|line| line.contains("i_inner")), "{:?}", state.text);
    insta::assert_snapshot!("kernel", screen(&state, 90, 24));
    for (pane, word) in [(Pane::Code, "__kernel"), (Pane::Changes, "@@"), (Pane::Stats, "operations")] {
        state.press(Key::Tab, &mut steps);
        assert_eq!(state.pane, pane);
        assert!(state.text.iter().any(|line| line.contains(word)), "{:?}", state.text);
    }
    insta::assert_snapshot!("stats", screen(&state, 90, 24));
    assert!(state.is_changed());
    state.press(Key::Letter('u'), &mut steps);
    assert!(state.calls.is_empty() && !state.is_changed());
    state.press(Key::Letter('u'), &mut steps);
    assert_eq!(state.message, ["there is nothing to undo"]);
}

#[test]
fn a_refused_step_is_told_and_not_kept() {
    let mut steps = steps();
    let mut state = begun(&mut steps, &[SPLIT]);
    for wrong in ["split_iname(\"nope\", 4)", "no_step()", "split_iname(", "tag_inames(\"i_inner\", \"l.9\")"]
    {
        state.press(Key::Letter('a'), &mut steps);
        typed(&mut state, &mut steps, wrong);
        state.press(Key::Enter, &mut steps);
        assert_eq!(state.calls.len(), 1, "{wrong}");
        assert!(state.refused.is_some() && !state.message.is_empty(), "{wrong}");
    }
    let mut state = begun(&mut steps, &[SPLIT, "split_iname(\"nope\", 4)", SPLIT]);
    assert_eq!(state.calls.len(), 1);
    assert!(state.is_changed());
    insta::assert_snapshot!("refused", screen(&state, 100, 30));
    state.press(Key::Letter('q'), &mut steps);
    assert_eq!(state.mode, Mode::Leave);
    state.press(Key::Letter('n'), &mut steps);
    state.press(Key::Letter('q'), &mut steps);
    state.press(Key::Letter('y'), &mut steps);
    assert!(state.is_over);
}

#[test]
fn steps_are_edited_deleted_and_written() {
    let mut steps = steps();
    let mut state = begun(&mut steps, &["split_iname(\"i\", 16)", "split_iname(\"i_inner\", 4)"]);
    // The second step needs the first.
    state.press(Key::Up, &mut steps);
    state.press(Key::Letter('d'), &mut steps);
    assert_eq!(state.calls.len(), 2);
    state.press(Key::Letter('e'), &mut steps);
    state.press(Key::Erase, &mut steps);
    state.press(Key::Erase, &mut steps);
    typed(&mut state, &mut steps, "2)");
    state.press(Key::Enter, &mut steps);
    assert!(state.calls.first().unwrap().contains("12"), "{:?} {:?}", state.calls, state.message);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.txt");
    state.press(Key::Letter('w'), &mut steps);
    (0..20).for_each(|_| state.press(Key::Erase, &mut steps));
    typed(&mut state, &mut steps, path.to_str().unwrap());
    state.press(Key::Enter, &mut steps);
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2, "{:?}", state.message);
    assert!(!state.is_changed());
    state.press(Key::Letter('q'), &mut steps);
    assert!(state.is_over);
}

#[test]
fn what_is_typed_is_completed() {
    let mut sources = SourceMap::default();
    let id = sources.add("double.lpir", KERNEL);
    let module = ir::text::parse_module(KERNEL, id).unwrap();
    assert_eq!(complete::complete(&module, "split_ina"), (9, vec!["split_iname(".to_owned()]));
    assert!(complete::complete(&module, "split_iname(\"").1.contains(&"i".to_owned()));
    assert_eq!(complete::complete(&module, "split_iname(\"i\", 4, inner_t").1, ["inner_tag="]);
    assert!(complete::complete(&module, "none(x").1.is_empty());
    let mut steps = steps();
    let mut state = begun(&mut steps, &[]);
    state.press(Key::Letter('a'), &mut steps);
    typed(&mut state, &mut steps, "split_ina");
    state.press(Key::Tab, &mut steps);
    assert!(screen(&state, 80, 10).contains("step: split_iname("));
}

#[test]
fn every_key_in_any_order_on_any_terminal_is_no_fault() {
    let mut steps = steps();
    let mut state = begun(&mut steps, &[SPLIT]);
    let keys = [
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::Tab,
        Key::BackTab,
        Key::PageUp,
        Key::PageDown,
        Key::Home,
        Key::End,
        Key::Erase,
        Key::Delete,
        Key::Enter,
        Key::Escape,
        Key::Letter('a'),
        Key::Letter('e'),
        Key::Letter('d'),
        Key::Letter('u'),
        Key::Letter('?'),
        Key::Letter('('),
        Key::Letter('\u{7}'),
        Key::Letter('ü'),
    ];
    let mut number = 1_usize;
    for turn in 0..600_usize {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let key = keys.get((number >> 33) % keys.len()).copied().unwrap();
        state.press(key, &mut steps);
        let (width, height) = ([1, 2, 7, 30, 200][turn % 5], [1, 2, 3, 9, 60][turn % 4]);
        screen(&state, width, height);
    }
    let long = "x".repeat(100_000);
    state.text = (0..100_000).map(|_| long.clone()).take(50).collect();
    screen(&state, 80, 24);
}
