//! `lprun`: `lpopt` under another name.

mod launcher;

fn main() -> std::process::ExitCode {
    launcher::run("lprun")
}
