use super::*;
use crate::Outcome;
use std::fs;
use std::io::Write;

fn search(name: &str) -> Search {
    let about = BTreeMap::from([("kernel".to_owned(), name.to_owned())]);
    Search {
        fingerprint: "1".to_owned(),
        about,
        parameters: vec![("a".to_owned(), vec![Setting::Integer(1)])],
    }
}

fn variant(number: i64) -> BTreeMap<String, Setting> {
    BTreeMap::from([("a".to_owned(), Setting::Integer(number))])
}

fn sample(number: i64) -> Sample {
    let sample = Sample::timed(None, vec![1.0, 2.0]);
    Sample { device: "d".to_owned(), variant: variant(number), ..sample }
}

#[test]
fn what_was_recorded_is_known_to_who_comes_next() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path(), &search("k")).unwrap();
    assert!(journal.claim("d", &variant(1)).unwrap());
    assert!(!journal.claim("d", &variant(1)).unwrap(), "its own claim");
    assert!(journal.claim("e", &variant(1)).unwrap(), "another device");
    journal.record(&sample(1)).unwrap();
    let other = Journal::open(folder.path(), &search("k")).unwrap();
    assert_eq!(other.state("d", &variant(1)), Known::Time(1.5));
    assert_eq!(other.state("e", &variant(1)), Known::Busy);
    assert_eq!(other.state("d", &variant(2)), Known::New);
    assert_eq!(other.samples(), [sample(1)]);
    drop(journal);
    let mut other = other;
    other.refresh().unwrap();
    assert_eq!(other.state("e", &variant(1)), Known::New, "its process has left");
}

#[test]
fn two_take_no_variant_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut one = Journal::open(folder.path(), &search("k")).unwrap();
    let mut other = Journal::open(folder.path(), &search("k")).unwrap();
    assert!(one.claim("d", &variant(1)).unwrap());
    assert!(!other.claim("d", &variant(1)).unwrap());
    assert!(other.claim("d", &variant(2)).unwrap());
    other.record(&sample(2)).unwrap();
    assert!(!one.claim("d", &variant(2)).unwrap());
    assert_eq!(one.state("d", &variant(2)), Known::Time(1.5));
}

#[test]
fn a_torn_line_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let mut journal = Journal::open(folder.path(), &search("k")).unwrap();
    journal.record(&sample(1)).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    for cut in 0..whole.len() {
        fs::write(&path, &whole.as_bytes()[..cut]).unwrap();
        let kept = whole[..cut].matches('\n').count();
        let again = Journal::open(folder.path(), &search("k")).unwrap();
        assert_eq!(again.samples().len(), kept.saturating_sub(1), "cut at {cut}");
        assert!(fs::read_to_string(&path).unwrap().ends_with('\n'));
    }
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"sample\":{\"dev").unwrap();
    let mut journal = Journal::open(folder.path(), &search("k")).unwrap();
    journal.record(&sample(2)).unwrap();
    let again = Journal::open(folder.path(), &search("k")).unwrap();
    assert_eq!(again.samples().last(), Some(&sample(2)));
}

#[test]
fn other_searches_and_edited_lines_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    drop(Journal::open(folder.path(), &search("k")).unwrap());
    let before = fs::read_to_string(&path).unwrap();
    let problem = Journal::open(folder.path(), &search("other")).unwrap_err();
    assert!(problem.message.contains("another search") && problem.notes[0].contains("kernel: k there"));
    assert_eq!(fs::read_to_string(&path).unwrap(), before, "nothing is written");
    fs::write(&path, format!("{before}nonsense\n")).unwrap();
    assert!(Journal::open(folder.path(), &search("k")).unwrap_err().message.contains("line 2"));
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let problem = Journal::open(&file, &search("k")).unwrap_err();
    assert!(problem.message.contains("file"), "{}", problem.message);
}

#[test]
fn failures_are_known_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path(), &search("k")).unwrap();
    let failed = Sample::failed(Outcome::Crashed, "signal 11");
    journal.record(&Sample { device: "d".to_owned(), variant: variant(1), ..failed }).unwrap();
    assert_eq!(journal.state("d", &variant(1)), Known::Failed);
    assert!(!journal.claim("d", &variant(1)).unwrap());
}

#[test]
fn a_journal_is_read_by_who_takes_no_part() {
    let folder = tempfile::tempdir().unwrap();
    assert!(recorded(folder.path()).is_err(), "there is none");
    let mut journal = Journal::open(folder.path(), &search("k")).unwrap();
    assert!(journal.claim("d", &variant(1)).unwrap());
    assert_eq!(recorded(folder.path()).unwrap(), (search("k"), Vec::new()));
    journal.record(&sample(1)).unwrap();
    let mut file = fs::OpenOptions::new().append(true).open(folder.path().join(JOURNAL)).unwrap();
    file.write_all(b"{\"sample\": {\"dev").unwrap();
    assert_eq!(recorded(folder.path()).unwrap(), (search("k"), vec![sample(1)]), "a piece is no line");
    file.write_all(b"\n").unwrap();
    assert!(recorded(folder.path()).is_err(), "but one that cannot be read is an error");
}
