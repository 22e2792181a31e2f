//! Watches the process that runs the cases, and starts another one behind a case that ends it.

use crate::random::seed_of;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A case that takes longer hangs.
const CASE_LIMIT: Duration = Duration::from_secs(5);
/// Memory of the child, in KiB.
const MEMORY: u64 = 3 << 20;
/// More failures of one kind tell nothing new.
const ENOUGH: usize = 40;

/// What the cases of one kind gave.
#[derive(Default)]
struct Summary {
    counts: BTreeMap<String, u64>,
    failures: Vec<String>,
    cases: u64,
    slowest: (Duration, u64),
}

/// Runs cases of a kind for some time; how many failed.
pub(crate) fn run(kind: &str, seed: u64, seconds: u64) -> usize {
    let mut summary = Summary::default();
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut first = 0;
    while Instant::now() < end && summary.failures.len() < ENOUGH {
        let left = end.saturating_duration_since(Instant::now()).as_secs().max(1);
        let (child, lines) = start(&format!("{kind}:{seed}:{first}:{left}"));
        first = watch(child, &lines, (seed, first), &mut summary) + 1;
    }
    report(kind, seed, &summary);
    summary.failures.len()
}

fn start(job: &str) -> (Child, Receiver<String>) {
    let program = std::env::current_exe().expect("this program has a path");
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\"")])
        .arg(program)
        .env("LP_FUZZ_CHILD", job)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let output = child.stdout.take().expect("piped");
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
        }
    });
    (child, lines)
}

/// Follows a child to its end; the last case that it began.
fn watch(
    mut child: Child,
    lines: &Receiver<String>,
    (seed, first): (u64, u64),
    summary: &mut Summary,
) -> u64 {
    let (mut case, mut began) = (first, Instant::now());
    let mut failure: Option<String> = None;
    loop {
        match lines.recv_timeout(CASE_LIMIT) {
            Ok(line) => match (&mut failure, line.split_once(' ')) {
                (Some(text), _) if line != "end" => *text += &format!("{line}\n"),
                (Some(_), _) => summary.failures.extend(failure.take()),
                (None, Some(("case", number))) => {
                    summary.slowest = summary.slowest.max((began.elapsed(), case));
                    (case, began) = (number.parse().unwrap_or(case), Instant::now());
                    summary.cases += 1;
                }
                (None, Some(("fail", seed))) => failure = Some(format!("seed {seed}: ")),
                (None, Some(("count", rest))) => count(rest, summary),
                _ => {}
            },
            Err(RecvTimeoutError::Timeout) => {
                summary
                    .failures
                    .push(format!("seed {} takes longer than {CASE_LIMIT:?}\n", seed_of(seed, case)));
                let _ = child.kill();
                break;
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.wait();
                if !status.as_ref().is_ok_and(std::process::ExitStatus::success) {
                    summary
                        .failures
                        .push(format!("seed {} ended the process: {status:?}\n", seed_of(seed, case)));
                }
                break;
            }
        }
    }
    let _ = child.wait();
    case
}

fn count(rest: &str, summary: &mut Summary) {
    if let Some((number, what)) = rest.split_once(' ') {
        *summary.counts.entry(what.to_owned()).or_default() += number.parse::<u64>().unwrap_or(0);
    }
}

fn report(kind: &str, seed: u64, summary: &Summary) {
    println!(
        "{kind}: {} cases from seed {seed}, slowest {:?} (case {})",
        summary.cases, summary.slowest.0, summary.slowest.1
    );
    for (what, count) in &summary.counts {
        println!("{count:>9} {what}");
    }
    for failure in &summary.failures {
        println!("FAILED {kind} {failure}");
    }
}
