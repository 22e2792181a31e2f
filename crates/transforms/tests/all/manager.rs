//! The pass manager: what is refused, what is forgiven, what is recorded.

use crate::common;

use common::{module, run, shown};
use diag::{Diagnostic, Origin, SourceMap};
use ir::{Kernel, Module, Trusted};
use pass::{
    Applied, Args, Datum, Event, Failure, Group, Manager, Observer, Pipeline, Refusal, Rewrite, Silent, Spec,
    Step, Target, Transform, Value,
};
use std::time::Duration;

const TWO: &str = "lpir 1

kernel @one {
  arg n : i32
  arg a : f64[n] out
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  s: a[i] = 0.0  in(i) time(i)
}

kernel @two {
  arg n : i32
  arg a : f64[n] out
  domain [n] -> { [j] : 0 <= j < n }
  iname j
  s: a[j] = 0.0  in(j)
}
";

fn refused(pipeline: &str) -> Vec<Diagnostic> {
    match run(pipeline, &module(TWO)) {
        Err(Failure::Refused(problems)) => problems,
        other => panic!("{other:?}"),
    }
}

fn result(pipeline: &str) -> Module {
    run(pipeline, &module(TWO)).unwrap_or_else(|failure| panic!("{}", common::failure(&failure))).result
}

#[test]
fn a_step_is_for_all_kernels_or_for_the_one_named() {
    let done = result("assume(\"n >= 1\")");
    assert!(done.kernels.values().all(|kernel| kernel.reference.is_some()));
    for text in ["split_iname(\"i\", 4, kernel=\"one\")", "one = lp.split_iname(one, \"i\", 4)"] {
        let done = result(text);
        assert!(done.kernels["one"].inames.contains_key("i_outer"));
        assert_eq!(done.kernels["two"], module(TWO).kernels["two"]);
    }
    assert_eq!(refused("split_iname(\"i\", 4)")[0].code, "lp::unknown::iname");
    let problems = refused("assume(\"n >= 1\", kernel=\"twoo\")");
    assert_eq!(
        shown(&problems),
        "lp::step::unknown-kernel: there is no kernel `twoo`; help: did you mean `two`?\n"
    );
}

#[test]
fn a_step_counts_as_the_calls_that_it_found_out() {
    let done = run("assume(\"n >= 1\"); auto_parallel(block=4)", &module(TWO));
    let done = done.unwrap_or_else(|failure| panic!("{}", common::failure(&failure)));
    let split = |iname, kernel| {
        format!("split_iname(\"{iname}\", 4, outer_tag=\"g.0\", inner_tag=\"l.0\", kernel=\"{kernel}\")")
    };
    assert_eq!(done.calls, ["assume(\"n >= 1\")".to_owned(), split("i", "one"), split("j", "two")]);
    assert_eq!(result(&done.calls.join("\n")), done.result);
}

#[test]
fn the_reference_is_the_kernel_as_imported() {
    let before = module(TWO).kernels["one"].clone();
    let done = result("split_iname(\"i\", 4, kernel=\"one\"); tag_inames(\"i_outer: g.0\", kernel=\"one\")");
    let kernel = &done.kernels["one"];
    assert_eq!(**kernel.reference.as_ref().unwrap(), before);
    let statement = &kernel.statements["s"];
    assert_eq!(statement.time, None);
    assert!(before.statements["s"].time.is_some());
}

#[test]
fn an_empty_step_is_refused_unless_it_may_be_empty() {
    assert_eq!(refused("untag_inames(\"*\")")[0].code, "lp::step::no-change");
    assert_eq!(refused("untag_inames(\"q*\")")[0].code, Refusal::EMPTY);
    let before = module(TWO);
    assert_eq!(result("untag_inames(\"*\", allow_empty=True)"), before);
    assert_eq!(result("untag_inames(\"q*\", allow_empty=True)"), before);
}

#[test]
fn errors_say_which_step_replaced_an_iname() {
    let text = "split_iname(\"i\", 4, kernel=\"one\")\nsplit_iname(\"i\", 8, kernel=\"one\")";
    let problem = &refused(text)[0];
    assert_eq!(problem.message, "there is no iname `i`");
    assert_eq!(problem.labels[1].text, "`i` became `i_outer`, `i_inner` here");
}

#[test]
fn legality_is_asked_unless_the_user_vouches() {
    let run = |text: &str| {
        let id = SourceMap::default().add("passes.txt", text);
        let pipeline = Pipeline::parse(&transforms::REGISTRY, text, id, &[]).unwrap();
        let legality = |_: &Kernel, _: &Kernel| vec![Diagnostic::error("lp::test", "no")];
        let mut manager = Manager {
            observer: &mut Silent,
            verify: &ir::verify::verify,
            legality: &legality,
            vouch: &transforms::vouched,
        };
        manager.run(&module(TWO), &pipeline.steps)
    };
    match run("assume(\"n >= 1\")") {
        Err(Failure::Refused(problems)) => {
            assert_eq!(problems[0].code, "lp::test");
            assert_eq!(problems[0].labels[0].text, "in this step");
        }
        other => panic!("{other:?}"),
    }
    let done = run("assume(\"n >= 1\", unchecked=True)").unwrap();
    let trusted = Trusted { step: "assume(\"n >= 1\")".to_owned(), unproved: Vec::new() };
    assert_eq!(done.result.kernels["one"].trusted, [trusted]);
}

/// What a transform does wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    Panics,
    BreaksRules,
    ChangesReference,
}

/// A transform with a fault.
#[derive(Debug)]
struct Faulty(Fault);

impl Rewrite for Faulty {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut changed = kernel.clone();
        match self.0 {
            Fault::Panics => panic!("oh no"),
            Fault::BreaksRules => changed.inames.clear(),
            Fault::ChangesReference => {
                let mut reference = kernel.reference.as_deref().unwrap().clone();
                reference.statements.shift_remove_index(0);
                changed.reference = Some(std::rc::Rc::new(reference));
            }
        }
        Ok(changed.into())
    }
}

impl Transform for Faulty {
    fn spec(&self) -> &'static Spec {
        fn build(_: &Args) -> Result<Box<dyn Transform>, Vec<Diagnostic>> {
            Err(Vec::new())
        }
        &Spec {
            name: "faulty",
            aliases: &[],
            group: Group::Inames,
            reference: pass::Reference::Kept,
            joins: false,
            doc: "",
            file: file!(),
            params: &[],
            build,
        }
    }

    fn values(&self) -> Vec<Value> {
        Vec::new()
    }
}

#[derive(Default)]
struct Count {
    before: usize,
    after: usize,
    time: Duration,
}

impl Observer for Count {
    fn before_step(&mut self, _: &Step, _: &Kernel) {
        self.before += 1;
    }

    fn after_step(&mut self, event: &Event<'_>) {
        self.after += usize::from(event.after.is_none());
        self.time += event.duration;
    }
}

#[test]
fn faults_of_transforms_are_told_from_refusals() {
    for fault in [Fault::Panics, Fault::BreaksRules, Fault::ChangesReference] {
        let transform = Box::new(Faulty(fault));
        let step = Step {
            transform,
            target: Target::All,
            allow_empty: false,
            unchecked: true,
            origin: Origin(None),
        };
        let mut count = Count::default();
        let legality = |_: &Kernel, _: &Kernel| Vec::new();
        let mut manager = Manager {
            observer: &mut count,
            verify: &ir::verify::verify,
            legality: &legality,
            vouch: &transforms::vouched,
        };
        match manager.run(&module(TWO), &[step]) {
            Err(Failure::Internal(internal)) => {
                assert_eq!(internal.violations.is_empty(), fault != Fault::BreaksRules);
                assert!(internal.message.starts_with("`faulty`"));
                let again = module(&internal.reproducer);
                assert_eq!(again.kernels["one"], module(TWO).kernels["one"]);
                assert_eq!(common::run_line(&internal.reproducer), "faulty(unchecked=True)");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!((count.before, count.after), (1, 1));
    }
}

#[test]
fn steps_are_built_from_values_too() {
    use pass::{Argument, Call};
    let argument = |keyword: Option<&str>, datum: Datum| Argument {
        keyword: keyword.map(|keyword| (keyword.to_owned(), Origin::default())),
        value: Value::new(datum),
    };
    let args = vec![
        argument(None, Datum::Str("i".to_owned())),
        argument(Some("inner_length"), Datum::Int(16)),
        argument(Some("slabs"), Datum::List(vec![Value::new(Datum::Int(0)), Value::new(Datum::Int(1))])),
    ];
    let call = Call {
        name: "split_iname".to_owned(),
        name_origin: Origin::default(),
        origin: Origin::default(),
        args,
    };
    let step = Step::build(&transforms::REGISTRY, call, None).unwrap();
    assert_eq!(step.call(), "split_iname(\"i\", 16, slabs=[0, 1])");
}
