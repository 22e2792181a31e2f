//! `tests/legality`: transformations that would change a result, named `refuse_..`, and others that keep it.
//!
//! Each refused case names the codes of its refusal and its legal twin. A run on the interpreter confirms
//! that it would have computed something else; runs of each accepted case, that it computes the same.

mod case;
mod confirm;
mod witness;

use crate::snapshot::{inputs, trial};
use case::{Case, Header, folder, is_illegal, stem};
use diag::Diagnostic;
use ir::Kernel;
use judge::{Judge, Verdict, factors};
use libtest_mimic::Trial;
use std::collections::{BTreeMap, BTreeSet};
use witness::Witness;

/// Cases of each kind that there must be, beside those of expressions.
const LEAST: usize = 120;

pub(crate) fn trials() -> Vec<Trial> {
    let files = inputs("tests/legality", case::EXTENSIONS);
    let cases: Vec<String> = files.into_iter().filter(|path| !stem(path).starts_with("wrong_")).collect();
    let mut trials = Vec::new();
    for path in &cases {
        let own = path.clone();
        if is_illegal(path) {
            trials.push(trial(path, move || refused(&own)));
            continue;
        }
        trials.push(trial(path, move || accepted(&own)));
        let (name, own) = (format!("{path} on a device"), path.clone());
        trials.push(trial(&name, move || same_on_a_device(&own)).with_ignored_flag(true));
    }
    trials.push(trial("tests/legality: each illegal case has a legal twin", move || paired(&cases)));
    trials
}

fn header(path: &str) -> Result<Header, String> {
    std::fs::read_to_string(path).map(|text| Header::of(&text)).map_err(|error| error.to_string())
}

/// What each kernel of an accepted case should compute, and its loop tree.
fn lowered(case: &Case) -> Result<Vec<(&Kernel, Kernel)>, String> {
    let problems = case.refusals();
    if !problems.is_empty() {
        return Err(format!("it should have been accepted:\n{}", case.rendered(&problems)));
    }
    let lower = |kernel| {
        let proved = transforms::lower::lower(kernel).map_err(|errors| case.rendered(&errors))?;
        Ok::<_, String>(proved.into_kernel())
    };
    case.pairs().into_iter().map(|(original, kernel)| Ok((original, lower(kernel)?))).collect()
}

/// The kernel must be accepted, and agree with the original wherever it is run.
fn accepted(path: &str) -> Result<(), String> {
    let case = Case::load(path)?;
    for (original, lowered) in lowered(&case)? {
        match Judge::new(original.clone(), factors(original, &case.steps)).compare(&lowered) {
            Verdict::Same(runs) if runs > 0 => {}
            Verdict::Same(_) => return Err("it could not be run at any size".to_owned()),
            Verdict::Changed(change) => {
                return Err(format!("{}\n{}", change.evidence, change.notes().join("\n")));
            }
            Verdict::Unknown(errors) => return Err(case.rendered(&errors)),
        }
    }
    Ok(())
}

/// The generated code must compute the same to the last bit.
fn same_on_a_device(path: &str) -> Result<(), String> {
    let case = Case::load(path)?;
    for (original, lowered) in lowered(&case)? {
        let sizes = confirm::sizes(original, &lowered, &case.steps, &Witness::default());
        confirm::same_on_a_device(original, &lowered, &sizes).map_err(|error| match error {
            Ok(text) => text,
            Err(problems) => case.rendered(&problems),
        })?;
    }
    Ok(())
}

/// The kernel must be refused for the right reason, and a run must show it.
fn refused(path: &str) -> Result<(), String> {
    let header = header(path)?;
    let case = Case::load(path)?;
    let problems = case.refusals();
    let first = problems.first().ok_or("it should have been refused")?;
    let expected = header.expect.first().ok_or("no comment `EXPECT: lp::..` says why it is refused")?;
    if first.code != *expected {
        return Err(format!("it is refused, but not as {expected}:\n{}", case.rendered(&problems)));
    }
    let made = match &header.wrong {
        Some(name) => Some(Case::load(&format!("{}/{name}.lpir", folder(path)))?),
        None => None,
    };
    let pairs = match &made {
        Some(made) => case.originals().into_iter().zip(made.imported.kernels.values()).collect(),
        None => case.pairs(),
    };
    let mut shown = Vec::new();
    for (original, wrong) in pairs {
        shown.extend(evidence(&case, &header, original, wrong)?);
    }
    match (shown.is_empty(), &header.unshown) {
        (true, None) => Err(format!("no run shows a difference:\n{}", case.rendered(&problems))),
        (false, Some(why)) => {
            Err(format!("it says that no run can show it ({why}), but one does: {shown:?}"))
        }
        _ => Ok(()),
    }
}

/// What a run shows, at the sizes that the refusal names. Where a pass refuses before it, the checker must
/// refuse too.
fn evidence(
    case: &Case,
    header: &Header,
    original: &Kernel,
    wrong: &Kernel,
) -> Result<Option<String>, String> {
    let lowered = confirm::unguarded(wrong).map_err(|refusal| case.rendered(&refusal.0))?;
    let verdict = legality::findings(&lowered);
    let expected = header.expect.iter().find(|code| code.starts_with("lp::legality::"));
    let expected =
        expected.ok_or("no comment `EXPECT: .. lp::legality::..` says how the checker refuses it")?;
    if verdict.first().is_none_or(|problem| problem.code != *expected) {
        return Err(format!("the checker does not refuse it as {expected}:\n{}", case.rendered(&verdict)));
    }
    let own = case.refusals();
    let witness = witness(&own, &verdict, [original, &lowered])?;
    let sizes = confirm::sizes(original, wrong, &case.steps, &witness);
    Ok(match own.first().map(|problem| problem.code) {
        Some("lp::legality::ambiguous") => confirm::ambiguity(original, &sizes),
        _ => confirm::difference(original, &lowered, &sizes),
    })
}

/// The example that the refusal gives, after a look at all that it and the checker give.
fn witness(own: &[Diagnostic], verdict: &[Diagnostic], kernels: [&Kernel; 2]) -> Result<Witness, String> {
    let mut best = Witness::default();
    for problem in own.iter().chain(verdict) {
        let mut witness = Witness::of(problem, kernels[0]);
        witness.complete(kernels)?;
        witness.check(kernels)?;
        if best.parameters.is_empty() {
            best = witness;
        }
    }
    Ok(best)
}

/// Each illegal case has a legal twin, each family has several, and there are enough of both.
fn paired(cases: &[String]) -> Result<(), String> {
    let mut wrong = Vec::new();
    let names: BTreeSet<&str> = cases.iter().map(|path| stem(path)).collect();
    if names.len() != cases.len() {
        wrong.push("two cases have the same name".to_owned());
    }
    let (illegal, legal): (Vec<&String>, Vec<&String>) = cases.iter().partition(|path| is_illegal(path));
    let mut unshown = 0;
    let mut families: BTreeMap<&str, usize> = BTreeMap::new();
    for path in &illegal {
        let header = header(path)?;
        unshown += usize::from(header.unshown.is_some());
        *families.entry(folder(path)).or_default() += 1;
        match header.twin {
            Some(twin) if !is_illegal(&twin) && names.contains(twin.as_str()) => {}
            Some(twin) => wrong.push(format!("{path}: there is no legal case `{twin}`")),
            None => wrong.push(format!("{path} names no legal twin (`TWIN: name`)")),
        }
    }
    let single = families.iter().filter(|(_, count)| **count < 2).map(|(name, _)| *name);
    wrong.extend(single.map(|name| format!("{name} has one illegal case only")));
    let counted = |paths: &[&String]| paths.iter().filter(|path| !stem(path).contains("value_")).count();
    if counted(&illegal) < LEAST || counted(&legal) < LEAST || unshown * 20 > illegal.len() {
        wrong.push(format!("{} refused, {} accepted, {unshown} not shown", illegal.len(), legal.len()));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}
