//! F8: outputs appear whole or not at all.

use crate::faults::tool::{DOUBLE, WorkFolder, finish, is_long};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A kernel whose outputs are large enough to be cut by a kill.
fn large(seed: usize) -> String {
    let statements: String = (0..160)
        .map(|at| format!("  s{at}: out[i] = out[i] + {at}.0*a[i] + {seed}.0  in(i) time({at}, i)\n"))
        .collect();
    DOUBLE.replace("f64[n] out", "f64[n] inout").replace("  s: out[i] = 2*a[i]  in(i)\n", &statements)
}

#[test]
fn a_killed_run_leaves_whole_files() {
    let place = WorkFolder::new();
    place.write("a.lpir", large(1));
    place.write("b.lpir", large(2));
    let mut wanted = Vec::new();
    let start = std::time::Instant::now();
    for input in ["a.lpir", "b.lpir"] {
        place.run(&format!("lptranslate {input} -o out.cl")).done();
        wanted.push((place.read("out.cl"), place.read("out.launch.json")));
    }
    let whole = start.elapsed() / 2;
    let rounds: u32 = if is_long() { 1000 } else { 200 };
    let mut torn = 0;
    for round in 0..rounds {
        let input = if round % 2 == 0 { "a.lpir" } else { "b.lpir" };
        let mut child = place
            .command("lptranslate", &[input, "-o", "out.cl"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Kills are spread over the whole run, and most of them over its end, where files are written.
        let part = f64::from(round * 7919 % rounds) / f64::from(rounds);
        std::thread::sleep(whole.mul_f64(if round % 4 == 0 { part } else { 0.7 + 0.4 * part }));
        let _ = child.kill();
        child.wait().unwrap();
        let found = (place.read("out.cl"), place.read("out.launch.json"));
        assert!(wanted.iter().any(|(code, _)| *code == found.0), "a torn file in round {round}");
        assert!(wanted.iter().any(|(_, json)| *json == found.1), "a torn description in round {round}");
        torn += u32::from(!wanted.contains(&found));
    }
    // Two files cannot be renamed at once, so a kill may hit the moment between, which is a thousandth of the
    // run or less. Of the kills, spread as they are, that is one in three hundred; more than one in forty
    // would be another fault.
    assert!(torn * 40 <= rounds, "{torn} of {rounds} runs left files of two runs");
    // What a killed parent leaves to its child ends too.
    std::thread::sleep(Duration::from_millis(200));
    let before = place.files();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(place.files(), before);
    // What a kill in the moment of the renaming left, the next run removes.
    place.run("lptranslate a.lpir -o out.cl").done();
    assert_eq!(place.files(), ["a.lpir", "b.lpir", "out.cl", "out.launch.json"]);
    assert_eq!((place.read("out.cl"), place.read("out.launch.json")), wanted[0]);
}

#[test]
fn a_failed_run_leaves_the_old_files() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    place.write("bad.lpir", DOUBLE.replace("a[i]", "a[i, i]"));
    place.run("lptranslate in.lpir -o out.cl").done();
    let (code, json) = (place.read("out.cl"), place.read("out.launch.json"));
    place.run("lptranslate bad.lpir -o out.cl").refused("lp::");
    assert_eq!((place.read("out.cl"), place.read("out.launch.json")), (code.clone(), json));
    // The second output cannot be written, so the first one is not either.
    std::fs::remove_file(place.path("out.launch.json")).unwrap();
    std::fs::create_dir(place.path("out.launch.json")).unwrap();
    place.write("in.lpir", DOUBLE.replace("2*a[i]", "3*a[i]"));
    place.run("lptranslate in.lpir -o out.cl").refused("lp::driver::write");
    assert_eq!(place.read("out.cl"), code);
    place
        .run("lprun in.lpir --device interp --set n=4 --out out=out.npy,a=no/such/a.npy")
        .refused("lp::npy::write");
    place
        .run("lpopt in.lpir -p tag_inames(\"i:for\") --emit-pipeline no/such/calls.txt -o in2.lpir")
        .refused("lp::driver::write");
    assert_eq!(place.files(), ["bad.lpir", "in.lpir", "out.cl", "out.launch.json"]);
}

#[test]
fn what_is_no_file_is_written_to() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    place.write("old.lpir", "old");
    std::fs::set_permissions(place.path("old.lpir"), std::fs::Permissions::from_mode(0o600)).unwrap();
    symlink("old.lpir", place.path("link.lpir")).unwrap();
    symlink("/dev/null", place.path("null.lpir")).unwrap();
    place.run("lptranslate in.lpir -o link.lpir").done();
    assert!(std::fs::symlink_metadata(place.path("link.lpir")).unwrap().is_symlink());
    assert!(place.read("old.lpir").contains("kernel @double"));
    assert_eq!(std::fs::metadata(place.path("old.lpir")).unwrap().permissions().mode() & 0o777, 0o600);
    // A link to what is not there yet stays a link, too.
    std::fs::create_dir(place.path("far")).unwrap();
    symlink("far/new.lpir", place.path("dangling.lpir")).unwrap();
    place.run("lptranslate in.lpir -o dangling.lpir").done();
    assert!(std::fs::symlink_metadata(place.path("dangling.lpir")).unwrap().is_symlink());
    assert!(place.read("far/new.lpir").contains("kernel @double"));
    place.run("lptranslate in.lpir -o null.lpir").done();
    place.run("lptranslate in.lpir --to lpir -o /dev/null").done();
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let pipe = place.path("pipe.lpir");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap());
    place.run("lptranslate in.lpir -o pipe.lpir").done();
    assert!(reader.join().unwrap().contains("kernel @double"));
    assert!(std::fs::metadata(place.path("pipe.lpir")).unwrap().file_type().is_fifo());
    place.run("lptranslate in.lpir -o new.lpir").done();
    assert_eq!(std::fs::metadata(place.path("new.lpir")).unwrap().permissions().mode() & 0o777, 0o644);
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    const CALLS: &str = "split_iname(\"i\", 4); tag_inames(\"i_inner:l.0\")";
    let place = WorkFolder::new();
    place.write("crooked.lpir", DOUBLE.replace("  iname i\n", "  iname  i\n"));
    place.write("in.lpir", large(1));
    place.write("bad.lpir", "lpir 1\n".to_owned() + &"x\n".repeat(10_000));
    for (tool, arguments) in [
        ("lptranslate", &["in.lpir"][..]),
        ("lpopt", &["in.lpir", "--time"]),
        ("lpopt", &["--list-passes"]),
        ("lpopt", &["fmt", "--check", "crooked.lpir"]),
        ("lpopt", &["in.lpir", "-p", CALLS, "--print-ir-before", "all", "--print-ir-after", "all"]),
        ("lpopt", &["in.lpir", "-p", CALLS, "--print-ir-changed"]),
        ("lpopt", &["bisect", "in.lpir", "-p", CALLS]),
        ("lpopt", &["reduce", "in.lpir", "-p", "rename_iname(\"x\", \"y\")"]),
        ("lprun", &["in.lpir", "--device", "interp", "--set", "n=4"]),
        ("lptranslate", &["bad.lpir"]),
    ] {
        let mut child =
            place.command(tool, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop((child.stdout.take(), child.stderr.take()));
        let code = child.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 1)), "{tool} {arguments:?}: {code:?}");
    }
    assert_eq!(place.files(), ["bad.lpir", "crooked.lpir", "in.lpir"]);
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let place = WorkFolder::new();
    std::fs::create_dir(place.path("disk")).unwrap();
    let disk = place.path("disk").to_string_lossy().into_owned();
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs", &disk]).output();
    if !mount.is_ok_and(|mount| mount.status.success()) {
        eprintln!("skipped: this machine lets nobody mount a small disk");
        return;
    }
    let result = std::panic::catch_unwind(|| {
        place.write("in.lpir", large(1));
        place.write("disk/out.cl", "old");
        place.write("disk/filler", [0_u8; 60_000]);
        place.run("lptranslate in.lpir -o disk/out.cl").refused("lp::driver::write");
        assert_eq!((place.read("disk/out.cl").as_str(), place.has("disk/out.launch.json")), ("old", false));
        assert_eq!(std::fs::read_dir(place.path("disk")).unwrap().count(), 2);
        place
            .run("lprun in.lpir --device interp --set n=40000 --out out=disk/a.npy")
            .refused("lp::npy::write");
        assert!(!place.has("disk/a.npy"));
    });
    assert!(Command::new("umount").arg(&disk).status().unwrap().success());
    result.unwrap();
}

#[test]
fn a_full_standard_output_is_an_error() {
    let place = WorkFolder::new();
    place.write("in.lpir", DOUBLE);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = place.command("lptranslate", &["in.lpir"]);
    let out = command.stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(out.status.code(), Some(1), "{}", String::from_utf8_lossy(&out.stderr));
    let _ = finish(&mut place.command("lptranslate", &["in.lpir"])).done();
}
