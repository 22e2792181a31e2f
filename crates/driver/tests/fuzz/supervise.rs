//! Watches the process that runs the cases, and starts another one behind a case that ends it.

use crate::child::Job;
use crate::device;
use crate::random::seed_of;
use crate::summary::Summary;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Address space of a child, in KiB: what asks for more is ended by the system.
const MEMORY: u64 = 3 << 20;
/// More failures of one kind tell nothing new.
const ENOUGH: usize = 40;

/// What to run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(crate) target: &'a str,
    pub(crate) seed: u64,
    pub(crate) milliseconds: u64,
    pub(crate) cases: u64,
    /// A child that says nothing for so long hangs.
    pub(crate) silence: Duration,
}

/// How a child ended.
enum End {
    /// It ran all that it was asked to, up to that case.
    Done(u64),
    /// A case ended it, at that one or soon after it.
    Broken(u64, String),
    /// What the target needs is not installed.
    Absent,
}

/// Runs cases of a target; how many failed.
pub(crate) fn run(plan: &Plan<'_>) -> usize {
    let mut summary = Summary::default();
    let start = Instant::now();
    for kept in [true, false] {
        let mut job = Job {
            target: plan.target.to_owned(),
            kept,
            seed: plan.seed,
            first: 0,
            end: plan.cases,
            milliseconds: plan.milliseconds,
            careful: kept,
        };
        let limit = Duration::from_millis(plan.milliseconds);
        while summary.failures.len() < ENOUGH && job.first < job.end {
            let left = limit.saturating_sub(start.elapsed());
            job.milliseconds =
                if kept { u64::MAX } else { u64::try_from(left.as_millis()).unwrap_or(u64::MAX) };
            if job.milliseconds == 0 {
                break;
            }
            match watch(&job, plan.silence, &mut summary) {
                End::Absent => {
                    println!("{}: what it needs is not installed", plan.target);
                    return 0;
                }
                End::Done(next) if kept || next == job.end || start.elapsed() >= limit => {
                    job.first = next;
                    break;
                }
                End::Done(next) => (job.first, job.careful) = (next, false),
                // Which one it was shows when each is told.
                End::Broken(case, _) if !job.careful => (job.first, job.careful) = (case, true),
                End::Broken(case, how) => {
                    summary.failures.push(format!("seed {} {how}\n", seed_of(plan.seed, case)));
                    (job.first, job.careful) = (case + 1, kept);
                }
            }
        }
        *(if kept { &mut summary.kept } else { &mut summary.cases }) = job.first;
    }
    summary.elapsed = start.elapsed();
    summary.report(plan.target, plan.seed);
    summary.failures.len()
}

fn spawn(job: &Job, folder: &Path) -> (Child, Receiver<String>) {
    let environment = if job.target == "oclgrind" { device::environment(folder) } else { None };
    let program = std::env::current_exe().expect("this program has a path");
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\"")])
        .arg(program)
        .env("LP_FUZZ_CHILD", job.to_string())
        .envs(environment.into_iter().flatten())
        .stdin(Stdio::null())
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

/// Starts a child and follows it to its end.
fn watch(job: &Job, silence: Duration, summary: &mut Summary) -> End {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, lines) = spawn(job, folder.path());
    let mut end = End::Broken(job.first, String::from("ended the process"));
    let mut failure: Option<String> = None;
    loop {
        match lines.recv_timeout(silence) {
            Ok(line) => match (&mut failure, line.split_once(' ')) {
                (Some(text), _) if line != "end" => *text += &format!("{line}\n"),
                (Some(_), _) => summary.failures.extend(failure.take()),
                (None, Some(("fail", seed))) => failure = Some(format!("seed {seed}: ")),
                (None, Some((word, rest))) => said(word, rest, &mut end, summary),
                (None, None) => {}
            },
            Err(RecvTimeoutError::Timeout) => {
                let _ = child.kill();
                let _ = child.wait();
                return match end {
                    End::Absent => End::Absent,
                    End::Done(case) | End::Broken(case, _) => {
                        End::Broken(case, format!("says nothing for {silence:?}"))
                    }
                };
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.wait();
                return match end {
                    End::Broken(case, how) => End::Broken(case, format!("{how}: {status:?}")),
                    done => done,
                };
            }
        }
    }
}

/// A line of the child.
fn said(word: &str, rest: &str, end: &mut End, summary: &mut Summary) {
    let mut numbers = rest.split(' ').map_while(|word| word.parse::<u64>().ok());
    let (first, second) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    match word {
        "case" => {
            summary.memory = summary.memory.max(second);
            *end = End::Broken(first, String::from("ended the process"));
        }
        "slowest" => {
            summary.memory = summary.memory.max(second);
            summary.slowest = summary.slowest.max(Duration::from_millis(first));
        }
        "count" => summary.count(rest),
        "done" => *end = End::Done(first),
        "absent" => *end = End::Absent,
        _ => {}
    }
}
