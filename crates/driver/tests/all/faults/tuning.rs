//! F21: searches that are killed, that share a folder, whose device fails, or whose disk is full.

use crate::faults::device::with_fault;
use crate::faults::tool::{DOUBLE, WorkFolder, finish};
use std::process::{Command, Stdio};
use std::time::Duration;

const STEPS: &str = "tune block in [2, 3, 4] where block*parts <= 8\ntune parts in [1, 2]\n\
    split_iname(\"i\", block*parts)\nif parts > 1: split_iname(\"i_inner\", parts)\n";

/// What `STEPS` allows.
const VARIANTS: usize = 6;

const SEARCH: &[&str] = &[
    "tune",
    "in.lpir",
    "--pipeline",
    "steps.txt",
    "--set",
    "n=16",
    "--repeat",
    "1",
    "--into",
    "found",
    "--device",
];

fn search(device: &'static str) -> Vec<&'static str> {
    SEARCH.iter().copied().chain([device]).collect()
}

fn place() -> WorkFolder {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    place.write("steps.txt", STEPS);
    place
}

/// The lines of a journal that are of a kind, without a piece at its end that is no line yet.
fn lines(place: &WorkFolder, kind: &str) -> Vec<String> {
    let text = std::fs::read_to_string(place.path("found/journal.jsonl")).unwrap_or_default();
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    whole.filter(|line| line.starts_with(&format!("{{\"{kind}\""))).map(str::to_owned).collect()
}

/// What was measured, in order: the values of the parameters.
fn measured(place: &WorkFolder) -> Vec<String> {
    let variant = |line: &String| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        value["sample"]["variant"].to_string()
    };
    lines(place, "sample").iter().map(variant).collect()
}

/// That each variant was measured once.
fn is_complete(place: &WorkFolder) {
    let mut variants = measured(place);
    variants.sort();
    let count = variants.len();
    variants.dedup();
    assert_eq!((variants.len(), count), (VARIANTS, VARIANTS), "{variants:?}");
}

#[test]
fn twenty_killed_searches_lose_nothing_and_measure_nothing_twice() {
    let mut stages = Vec::new();
    for round in 0..20 {
        let place = place();
        // Killed where it just has so many lines, or a moment later: in all its stages, between lines and
        // within them.
        let wanted = round % VARIANTS;
        let mut child = place
            .command("lprun", &search("interp"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while lines(&place, "sample").len() < wanted && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(400 * u64::try_from(round).unwrap()));
        child.kill().unwrap();
        child.wait().unwrap();
        let before = lines(&place, "sample");
        stages.push(before.len());
        place.tool("lprun", &search("interp")).done();
        is_complete(&place);
        let after = lines(&place, "sample");
        assert_eq!(after[..before.len()], before, "what was measured stays");
        let claims = lines(&place, "claim").len();
        assert!(claims <= VARIANTS + 1, "{claims} claims: what had ended was begun again");
        assert!(place.has("found/best.txt") && place.has("found/tuned.json"));
    }
    println!("killed after so many samples: {stages:?}");
    assert!(stages.iter().filter(|stage| **stage < VARIANTS).count() > 10, "{stages:?}");
}

#[test]
fn two_searches_on_one_folder_share_the_work() {
    for _ in 0..3 {
        let place = place();
        let start = || {
            let mut command = place.command("lprun", &search("interp"));
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let both = [start(), start()];
        for child in both {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        is_complete(&place);
        assert_eq!(lines(&place, "claim").len(), VARIANTS);
        assert_eq!(lines(&place, "search").len(), 1);
        assert!(std::fs::read_dir(place.path("found/workers")).unwrap().next().is_none());
    }
}

#[test]
fn faults_of_a_device_are_results() {
    // A variant of a few microseconds is stopped as slower whenever the machine is busy just then.
    let measured = &["timed", "slower"][..];
    for (fault, outcomes, code) in [
        ("driver crashes", &["device"][..], "lp::tune::none"),
        ("compiler aborts", &["device"], "lp::tune::none"),
        ("small groups", measured, ""),
        ("computes something else", &["wrong"], "lp::tune::none"),
    ] {
        let place = place();
        println!("{fault}");
        let arguments: Vec<&str> = search("opencl").into_iter().chain(["--time-limit", "30"]).collect();
        let Some(run) = with_fault(&place, fault, &arguments) else { return };
        let run = if code.is_empty() { run.done() } else { run.refused(code) };
        let samples = lines(&place, "sample");
        assert_eq!(samples.len(), VARIANTS, "{}", run.err);
        let ended: Vec<String> =
            outcomes.iter().map(|outcome| format!("\"outcome\":\"{outcome}\"")).collect();
        assert!(samples.iter().all(|line| ended.iter().any(|end| line.contains(end))), "{samples:?}");
        assert_eq!(outcomes == ["wrong"], run.err.contains("wrong values with"), "{}", run.err);
    }
}

#[test]
fn a_device_that_hangs_is_left() {
    let place = place();
    place.write("steps.txt", "tune block in [2]\nsplit_iname(\"i\", block)\n");
    let arguments: Vec<&str> = search("opencl").into_iter().chain(["--time-limit", "2"]).collect();
    let Some(run) = with_fault(&place, "device hangs", &arguments) else { return };
    run.refused("lp::tune::none");
    assert!(lines(&place, "sample")[0].contains("lp::device::timeout"));
}

#[test]
fn what_somebody_else_ends_is_not_recorded() {
    let place = place();
    let Some(run) = with_fault(&place, "ended from outside", &search("opencl")) else { return };
    run.refused("lp::tune::stopped");
    assert!(lines(&place, "sample").is_empty());
    place.tool("lprun", &search("opencl")).done();
    is_complete(&place);
}

#[test]
fn a_full_disk_ends_a_search_that_goes_on_later() {
    let place = place();
    let lprun = env!("CARGO_BIN_EXE_lprun");
    let line = format!("trap '' XFSZ; ulimit -f 4; exec {lprun} {}", search("interp").join(" "));
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(place.path("")).env("NO_COLOR", "1").stdin(Stdio::null());
    finish(&mut command).refused("lp::tune::journal-file");
    let text = place.read("found/journal.jsonl");
    assert!(text.ends_with('\n') && text.len() > 1000, "{text}");
    let before = lines(&place, "sample");
    place.tool("lprun", &search("interp")).done();
    is_complete(&place);
    assert_eq!(lines(&place, "sample")[..before.len()], before);
}
