//! The commands of test cases: pipelines of the tools, without a shell.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What may be run.
const TOOLS: [&str; 4] = ["lpopt", "lptranslate", "lprun", "lpfc"];

/// How often a command is asked whether it has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// Where commands run.
#[derive(Debug)]
pub struct Place<'a> {
    /// What `lpopt` means: whatever runs the cases, maybe a program with more transforms, under another name.
    pub lpopt: &'a Path,
    /// The folder of the other tools.
    pub tools: &'a Path,
    /// The file that holds the case, which `%s` stands for.
    pub file: &'a Path,
    /// An empty folder, which `%t` stands for.
    pub scratch: &'a Path,
    /// How long each command may take.
    pub limit: Duration,
}

/// What a pipeline has written, and how it ended.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// Standard output of the last command.
    pub stdout: String,
    /// Standard error of all of them.
    pub stderr: String,
    /// The first exit code that is not 0.
    pub code: i32,
}

/// Runs a pipeline, command by command, up to the first that fails.
///
/// # Errors
/// Where it is none, or a command cannot be run, or does not end.
pub fn run(line: &str, place: &Place<'_>) -> Result<Ran, String> {
    let mut ran = Ran::default();
    let mut input: Option<File> = None;
    for words in stages(line)? {
        let (mut stdout, mut stderr, status) = stage(&words, place, input.take())?;
        ran.code = status.code().unwrap_or(-1);
        ran.stderr.push_str(&text(&mut stderr)?);
        if ran.code != 0 {
            ran.stdout = text(&mut stdout)?;
            return Ok(ran);
        }
        stdout.rewind().map_err(|error| error.to_string())?;
        input = Some(stdout);
    }
    if let Some(mut stdout) = input {
        ran.stdout = text(&mut stdout)?;
    }
    Ok(ran)
}

fn text(file: &mut File) -> Result<String, String> {
    let mut bytes = Vec::new();
    file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Runs one command; gives what it wrote, and how it ended.
fn stage(
    words: &[String],
    place: &Place<'_>,
    input: Option<File>,
) -> Result<(File, File, ExitStatus), String> {
    let [tool, arguments @ ..] = words else { return Err("a command is missing".to_owned()) };
    if !TOOLS.contains(&tool.as_str()) {
        return Err(format!("`{tool}` is none of the tools, `{}`", TOOLS.join("`, `")));
    }
    let failed = |error: io::Error| format!("`{tool}` cannot be run: {error}");
    let (stdout, stderr) = (tempfile::tempfile().map_err(failed)?, tempfile::tempfile().map_err(failed)?);
    let folder =
        place.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let program = if tool == "lpopt" { place.lpopt.to_path_buf() } else { place.tools.join(tool) };
    let child = Command::new(program)
        .args(arguments.iter().map(|word| filled(word, place)))
        .current_dir(folder)
        .envs([("NO_COLOR", "1"), ("TERM", "xterm"), ("LC_ALL", "C.UTF-8")])
        .stdin(input.map_or(Stdio::null(), Stdio::from))
        .stdout(stdout.try_clone().map_err(failed)?)
        .stderr(stderr.try_clone().map_err(failed)?)
        .spawn();
    let status = ended(&mut child.map_err(failed)?, place.limit).map_err(failed)?;
    let late = || format!("`{tool}` did not end within {} seconds", place.limit.as_secs());
    Ok((stdout, stderr, status.ok_or_else(late)?))
}

/// A word with the file and the folder in the place of `%s` and `%t`.
fn filled(word: &str, place: &Place<'_>) -> PathBuf {
    let file = place.file.file_name().unwrap_or_default().to_string_lossy();
    PathBuf::from(word.replace("%s", &file).replace("%t", &place.scratch.to_string_lossy()))
}

/// How a process ended; none where it had to be stopped.
fn ended(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(PAUSE);
    }
}

/// The commands of a pipeline, as words. Quotes keep blanks and bars, as in a shell; a backslash outside of
/// single quotes keeps the character behind it.
fn stages(line: &str) -> Result<Vec<Vec<String>>, String> {
    let mut stages = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut letters = line.chars();
    let end_word = |stages: &mut Vec<Vec<String>>, word: &mut Option<String>| {
        if let Some(stage) = stages.last_mut() {
            stage.extend(word.take());
        }
    };
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            (None, ' ' | '\t') => end_word(&mut stages, &mut word),
            (None, '|') => {
                end_word(&mut stages, &mut word);
                stages.push(Vec::new());
            }
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    end_word(&mut stages, &mut word);
    if let Some(quote) = quote { Err(format!("nothing closes the quote {quote}")) } else { Ok(stages) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipelines_are_split_as_by_a_shell() {
        let words = |line| stages(line).unwrap().iter().map(|stage| stage.join("\u{1}")).collect::<Vec<_>>();
        assert_eq!(words("lpopt %s -p 'a(\"i\") | b'"), ["lpopt\u{1}%s\u{1}-p\u{1}a(\"i\") | b"]);
        assert_eq!(
            words("lpopt a\\ b|lprun - \"x \\\" y\" ''"),
            ["lpopt\u{1}a b", "lprun\u{1}-\u{1}x \" y\u{1}"]
        );
        assert_eq!(words("| lpopt"), ["", "lpopt"]);
        assert!(stages("lpopt 'a").is_err());
    }
}
