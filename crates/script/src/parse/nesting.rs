//! Bounds on the nesting of scripts. Whoever walks through a tree calls itself for each level, and a stack
//! that runs out ends the process.

/// How deep brackets and blocks may nest.
const MAX_DEPTH: usize = 64;

/// Words and signs that one element of a list or one line may hold: `- - - 1` and `a.b.c` nest without
/// brackets. Half a stack of 8 MiB takes twice as many.
const MAX_ELEMENT: usize = 1000;

/// Branches that the conditions of a script may have: each is inside of the one before.
const MAX_BRANCHES: usize = 1000;

/// A place where a script nests too deeply.
#[derive(Debug, PartialEq, Eq)]
pub struct TooDeep {
    /// Line, from 0.
    pub line: usize,
    /// What nests.
    pub what: &'static str,
}

/// Looks for what nests too deeply.
pub(super) fn check(text: &str) -> Result<(), TooDeep> {
    let mut scan = Scan { line: 0, elements: vec![0], sum: 0, blocks: vec![0], branches: 0 };
    let mut rest = text;
    let mut at_start = true;
    while let Some(first) = rest.chars().next() {
        if at_start && scan.elements.len() == 1 {
            scan.block(rest)?;
        }
        at_start = first == '\n';
        let length = token(rest, first);
        let (token, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        scan.token(first, token)?;
        rest = behind;
    }
    Ok(())
}

struct Scan {
    line: usize,
    /// Tokens since the last separator, for each bracket that is open and the line itself.
    elements: Vec<usize>,
    sum: usize,
    /// Indentations of the blocks that are open.
    blocks: Vec<usize>,
    branches: usize,
}

impl Scan {
    fn block(&mut self, line: &str) -> Result<(), TooDeep> {
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        let is_blank = line.trim_start_matches([' ', '\t', '\r']).starts_with(['\n', '#']);
        if is_blank {
            return Ok(());
        }
        self.blocks.retain(|open| *open < indentation);
        self.blocks.push(indentation);
        self.require_at_most(self.blocks.len(), MAX_DEPTH, "blocks nest more than 64 deep")
    }

    fn token(&mut self, first: char, token: &str) -> Result<(), TooDeep> {
        self.line += token.matches('\n').count();
        match first {
            '(' | '[' | '{' => {
                self.count()?;
                self.elements.push(0);
            }
            ')' | ']' | '}' if self.elements.len() > 1 => self.sum -= self.elements.pop().unwrap_or(0),
            ',' | ';' => self.separate(),
            '\n' if self.elements.len() == 1 => self.separate(),
            '#' => {}
            _ if first.is_whitespace() => {}
            _ => self.count()?,
        }
        self.branches += usize::from(token == "elif");
        self.require_at_most(self.branches, MAX_BRANCHES, "the script has more than 1000 `elif`")?;
        self.require_at_most(self.elements.len(), MAX_DEPTH, "brackets nest more than 64 deep")
    }

    fn count(&mut self) -> Result<(), TooDeep> {
        if let Some(count) = self.elements.last_mut() {
            *count += 1;
            self.sum += 1;
        }
        self.require_at_most(self.sum, MAX_ELEMENT, "an expression has more than 1000 words and signs")
    }

    fn separate(&mut self) {
        if let Some(count) = self.elements.last_mut() {
            self.sum -= std::mem::take(count);
        }
    }

    fn require_at_most(&self, found: usize, most: usize, what: &'static str) -> Result<(), TooDeep> {
        if found <= most { Ok(()) } else { Err(TooDeep { line: self.line, what }) }
    }
}

/// Bytes of the token that starts here: a word, a string, a comment, or one character.
fn token(rest: &str, first: char) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    match first {
        '#' => rest.find('\n').unwrap_or(rest.len()),
        '"' | '\'' => string(rest, first),
        _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        _ => first.len_utf8(),
    }
}

fn string(rest: &str, quote: char) -> usize {
    let triple: String = std::iter::repeat_n(quote, 3).collect();
    let end = if rest.starts_with(&triple) { triple.as_str() } else { rest.get(..1).unwrap_or_default() };
    let mut at = end.len();
    while let Some(behind) = rest.get(at..) {
        let Some(next) = behind.chars().next() else { return rest.len() };
        if behind.starts_with(end) {
            return at + end.len();
        }
        if next == '\n' && end.len() == 1 {
            return at;
        }
        at += next.len_utf8();
        if next == '\\' {
            at += rest.get(at..).and_then(|escaped| escaped.chars().next()).map_or(0, char::len_utf8);
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_scripts_are_shallow() {
        let text = "def f(k):\n  \"\"\"((((\"\"\"\n  for i in [1, 2]:\n    k = g(k, 'it\\'s', \"#(\") # ((((\n  return k\n";
        assert_eq!(check(text), Ok(()));
        assert_eq!(check(&format!("x = [{}]\n", "[1, -2, a.b], ".repeat(100_000))), Ok(()));
        assert_eq!(check(&"x = (1 + 2)*3\n".repeat(100_000)), Ok(()));
        assert_eq!(check(&format!("x = {}1\n", "1 + ".repeat(400))), Ok(()));
        assert_eq!(check("x = ')))' + \"]]\"\n}\n"), Ok(()));
    }

    #[test]
    fn whatever_nests_is_found() {
        let blocks: String = (0..100).map(|depth| " ".repeat(depth) + "if a:\n").collect();
        let deep = [
            "(".repeat(100),
            format!("x = {}1", "-".repeat(2000)),
            format!("x = a{}", ".b".repeat(2000)),
            format!("x = f{}", "()".repeat(2000)),
            format!("x = {}1", "1 if 2 else ".repeat(400)),
            format!("x = [f({}1)]", "1 + ".repeat(1000)),
            format!("if a:\n  pass\n{}", "elif a:\n  pass\n".repeat(2000)),
            blocks,
        ];
        for text in deep {
            assert!(check(&text).is_err(), "{}", &text[..40]);
        }
        assert_eq!(check("\n\nx = \"\"\"\n\"\"\"\n((((").map_err(|deep| deep.line), Ok(()));
        assert_eq!(check(&format!("\n\"\"\"\n\"\"\"\n{}", "[".repeat(99))).map_err(|deep| deep.line), Err(3));
    }
}
