//! What a search is about: its texts, its space, and how a variant is made.

use super::{Args, refused};
use crate::apply::Options;
use crate::cli::{Failure, Session, assignments};
use crate::input;
use crate::registry::registry;
use crate::script;
use crate::tuned::samples::{KERNEL, PROGRAM, SIZES, digest};
use crate::tuned::values;
use ir::IndexMap;
use pass::{Datum, Pipeline, Tunables};
use std::collections::BTreeMap;
use std::rc::Rc;
use tune::{Constraint, Parameter, Search, Space, Variant};

/// What is searched.
pub(super) struct Plan {
    pub(super) space: Space,
    pub(super) search: Search,
    /// The values of parameters that are given on the command line.
    fixed: Vec<(String, String)>,
}

impl Plan {
    /// Reads what is searched.
    ///
    /// # Errors
    /// Where nothing can be searched.
    pub(super) fn new(args: &Args, session: &mut Session) -> Result<Self, Failure> {
        let fixed = assignments(&args.fix).map_err(Failure::usage)?;
        let (tunables, text) = tunables(args, session, &fixed)?;
        let listed = |name: &str| fixed.iter().any(|(own, _)| own == name);
        let free = tunables.parameters.iter().filter(|own| !listed(&own.name));
        let free: Vec<_> = free.cloned().collect();
        if free.is_empty() {
            let (why, help) = if fixed.is_empty() {
                ("no `tune` line", "write one: `tune block in [16, 32, 64]`")
            } else {
                ("all parameters are given", "leave one out of `--fix`")
            };
            return Err(refused(format!("there is nothing to choose: {why}")).help(help).into());
        }
        let parameters: Vec<Parameter> = free
            .iter()
            .map(|own| Parameter {
                name: own.name.clone(),
                values: own.values.iter().filter_map(values::setting).collect(),
            })
            .collect();
        let space = Space::new(parameters.clone(), constraints(Tunables { parameters: free, ..tunables }));
        if space.first()?.is_none() {
            let problem = refused("no values go together: the conditions exclude all variants");
            return Err(problem.help("loosen what stands after `where`").into());
        }
        let search = search(args, session, &text, parameters)?;
        Ok(Plan { space, search, fixed })
    }

    /// The values that were given, by name.
    pub(super) fn given(&self) -> BTreeMap<String, String> {
        self.fixed.iter().cloned().collect()
    }

    /// How a variant is made.
    pub(super) fn options(&self, args: &Args, variant: &Variant) -> Options {
        let own = self.space.settings(variant);
        let own = own.into_iter().map(|(name, value)| (name, values::text(&value)));
        Options {
            input: Some(args.input.clone()),
            from: args.from,
            pipeline: args.pipeline.clone(),
            script: args.script.clone(),
            chosen: self.fixed.iter().cloned().chain(own).collect(),
            fortran: args.fortran.clone(),
            check: true,
            ..Options::default()
        }
    }
}

/// The parameters, and the text that has them.
fn tunables(
    args: &Args,
    session: &mut Session,
    fixed: &[(String, String)],
) -> Result<(Tunables, String), Failure> {
    let steps = args.pipeline.as_ref().or(args.script.as_ref());
    if let Some(path) = steps {
        let id = input::read(&mut session.sources, path)?;
        let text = session.sources.get(id).map(|source| source.text.to_string()).unwrap_or_default();
        let tunables = if args.script.is_some() {
            script::tunables(session, id, &text, fixed)?
        } else {
            Pipeline::tunables(registry(), &text, id, fixed, IndexMap::default())?
        };
        return Ok((tunables, text));
    }
    let id = input::read(&mut session.sources, &args.input)?;
    let kind = input::kind_of(&args.input, args.from).map_err(Failure::usage)?;
    let settings = args.fortran.settings_for(&[kind])?;
    let loaded = input::import_to_run(&mut session.sources, id, kind, &settings)?;
    let Some(block) = loaded.script else {
        let problem = refused("nothing says what is done to the kernel");
        return Err(Failure::usage(
            problem.help("give a pipeline, `--pipeline FILE`, or a script, `--script FILE`"),
        ));
    };
    Ok((script::tunables(session, id, &block.text, fixed)?, block.text))
}

/// The conditions, each asked as soon as all parameters in it have values.
fn constraints(tunables: Tunables) -> Vec<Constraint> {
    let tunables = Rc::new(tunables);
    let constraint = |at: usize| {
        let tunables = Rc::clone(&tunables);
        let position = |name: &str, all: &Tunables| all.parameters.iter().position(|own| own.name == name);
        let condition = tunables.conditions.get(at)?;
        let last = condition.names().filter_map(|name| position(name, &tunables)).max();
        let test = move |choices: &[usize]| {
            let value_of = |name: &str| -> Option<Datum> {
                let Some(parameter) = position(name, &tunables) else {
                    return Some(tunables.values.get(name)?.datum.clone());
                };
                let values = &tunables.parameters.get(parameter)?.values;
                Some(values.get(*choices.get(parameter)?)?.datum.clone())
            };
            tunables.conditions.get(at).map_or(Ok(true), |condition| condition.holds(&value_of))
        };
        Some(Constraint { needs: last.map_or(0, |last| last + 1), test: Box::new(test) })
    };
    (0..tunables.conditions.len()).filter_map(constraint).collect()
}

/// What decides what a time means: nothing of it may change within a journal.
fn search(
    args: &Args,
    session: &mut Session,
    steps: &str,
    parameters: Vec<Parameter>,
) -> Result<Search, Failure> {
    let id = input::read(&mut session.sources, &args.input)?;
    let program = session.sources.get(id).map(|source| source.text.to_string()).unwrap_or_default();
    let about: BTreeMap<String, String> = [
        (PROGRAM, digest(&program)),
        ("text of its steps", digest(steps)),
        (KERNEL, args.kernel.clone().unwrap_or_default()),
        (SIZES, sorted(&args.set)?),
        ("sizes compared at", sorted(&args.check)?),
        ("parameters given", sorted(&args.fix)?),
        ("products fused with sums", args.fp_contract.to_string()),
        ("Fortran", format!("{:?}", args.fortran)),
        ("seed of the inputs", args.seed.to_string()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect();
    let fingerprint = digest(&format!("{about:?} {parameters:?}"));
    let parameters = parameters.into_iter().map(|own| (own.name, own.values)).collect();
    Ok(Search { fingerprint, about, parameters })
}

/// Assignments in an order of their own, so that the command line's does not matter.
fn sorted(texts: &[String]) -> Result<String, Failure> {
    let mut all = assignments(texts).map_err(Failure::usage)?;
    all.sort();
    Ok(all.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(","))
}
