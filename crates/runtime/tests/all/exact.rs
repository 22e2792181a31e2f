//! Floating-point numbers as elements of a field, and traces of runs.

use crate::common;

use common::{doubles, inputs, kernel};
use runtime::{
    Array, Bindings, Element, Floats, Numbers, Options, Tolerance, Trace, compare, interpret, trace,
};

const FIELD: Options = Options {
    descending: false,
    work_items: runtime::WorkItemOrder::Ascending,
    fuel: 100_000,
    ignore_schedule: false,
    floats: Floats::Field,
};

/// The array `out` after a run on real numbers, as elements of the field.
fn out(text: &str, n: &str) -> Result<Array, String> {
    let kernel = kernel(text);
    let mut given = inputs(&[("n", n)], &[]);
    given.numbers = Numbers::Real;
    let mut bindings = Bindings::new(&kernel, &given).map_err(|errors| errors[0].code.to_owned())?;
    interpret(&kernel, &mut bindings, &FIELD).map_err(|errors| errors[0].code.to_owned())?;
    Ok(bindings.array("out").unwrap().clone())
}

fn with(value: &str) -> String {
    format!(
        "kernel @k {{
          arg n : i32
          arg a : f64[n + 1] in
          arg b : f32[n + 1] in
          arg out : f64[] out
          domain [n] -> {{ [i] : 0 <= i < n }}
          domain [n] -> {{ [j] : 0 <= j < n }}
          s: out = {value}  in()
        }}"
    )
}

#[track_caller]
fn same(a: &str, b: &str) -> bool {
    compare(&out(&with(a), "7").unwrap(), &out(&with(b), "7").unwrap(), Tolerance::EXACT).is_none()
}

#[test]
fn orders_of_sums_and_products_do_not_matter() {
    assert!(same("sum(i, a[i])", "sum(i, a[n - 1 - i])"));
    assert!(same("sum(i, sum(j, a[i]*b[j]))", "sum(j, b[j])*sum(i, a[i])"));
    assert!(same("product(i, a[i] + b[i])", "product(j, b[j] + a[j])"));
    assert!(same("sum(i, a[i])/3.0", "sum(i, a[i]/3.0)"));
    assert!(same("(a[0] + 1e30) - 1e30", "a[0]"));
    assert!(same("a[0]*1e-300*1e300*3", "1e300*(1e-300*(a[0] + a[0] + a[0]))"));
    assert!(same("reduce(max, i, a[i])", "-reduce(min, i, -a[i])"));
    assert!(same("sin(a[1] + a[2])", "sin(a[2] + a[1])"));
    assert!(same("if(a[1] < a[2], a[1], a[2])", "fmin(a[2], a[1])"));
    assert!(same("a[1]**5", "a[1]*a[1]*a[1]*a[1]*a[1]"));
    // Rounded, these differ.
    assert!(same("(a[1] + b[1]) + a[2]", "a[1] + (b[1] + a[2])"));
}

/// Whether two complex values are the same, pair by pair of elements.
#[track_caller]
fn same_complex(a: &str, b: &str) -> bool {
    let complex = |value: &str| {
        let text = with(value).replace("arg out : f64[]", "arg z : c128[n + 1] in\narg out : c128[]");
        out(&text, "7").unwrap()
    };
    assert_eq!((complex(a).ty, complex(a).shape), (ir::Scalar::U64, vec![2]));
    compare(&complex(a), &complex(b), Tolerance::EXACT).is_none()
}

#[test]
fn complex_numbers_are_pairs_of_elements() {
    assert!(same_complex("sum(i, z[i]*a[i])", "sum(i, a[n - 1 - i]*z[n - 1 - i])"));
    assert!(same_complex("product(i, z[i])", "product(i, z[n - 1 - i])"));
    assert!(same_complex("z[0]/z[1]*z[1]", "z[0]"));
    assert!(same_complex("z[0]*conj(z[0])", "complex(real(z[0])**2 + imag(z[0])**2, 0)"));
    assert!(same_complex("z[0]**(-3)*z[0]**5", "z[0]*z[0]"));
    assert!(same_complex("-2*z[0] + z[0] - complex(0.1, 0.2)", "-z[0] - 0.1 - complex(0, 0.2)"));
    assert!(!same_complex("z[0]", "conj(z[0])"));
    assert!(!same_complex("z[0]*z[1]", "z[0]*conj(z[1])"));
    assert!(!same_complex("exp(z[0])", "exp(z[1])"));
    assert!(!same_complex("abs(z[0])", "abs(z[1])"));
    assert!(!same_complex("if(z[0] == z[1], 1, 0)", "if(z[0] != z[1], 1, 0)"));
}

#[test]
fn other_terms_give_other_results() {
    assert!(!same("sum(i, a[i])", "sum(i, a[i + 1])"));
    assert!(!same("sum(i, a[i])", "sum(i, b[i])"));
    assert!(!same("sum(i, a[i])", "sum(i, a[i]) + 1e-300"));
    assert!(!same("sin(a[1])", "cos(a[1])"));
    assert!(!same("atan2(a[1], a[2])", "atan2(a[2], a[1])"));
    assert!(!same("reduce(max, i, a[i])", "reduce(min, i, a[i])"));
    assert!(!same("floor(a[1])", "floor(a[2])"));
}

#[test]
fn neutral_elements_and_infinities_agree() {
    for (empty, literal) in [
        ("sum(i, a[i])", "0.0"),
        ("product(i, a[i])", "1.0"),
        ("reduce(max, i, a[i])", "-1e999"),
        ("reduce(min, i, a[i])", "1e999"),
    ] {
        let Ok(wanted) = out(&with(literal), "0") else { panic!("{literal}") };
        assert_eq!(compare(&out(&with(empty), "0").unwrap(), &wanted, Tolerance::EXACT), None, "{empty}");
    }
}

#[test]
fn what_the_field_has_no_value_for_is_said() {
    for value in ["nint(a[1])", "cast(i32, a[1])"] {
        assert_eq!(out(&with(value), "3").unwrap_err(), "lp::run::no-exact-value", "{value}");
    }
    let kernel = kernel(&with("a[0]"));
    let nan = doubles(&[2], |_| f64::NAN);
    let mut bindings = Bindings::new(&kernel, &inputs(&[("n", "1")], &[("a", nan)])).unwrap();
    assert_eq!(interpret(&kernel, &mut bindings, &FIELD).unwrap_err()[0].code, "lp::run::no-exact-value");
}

#[test]
fn unwritten_elements_are_no_elements_of_the_field_and_are_told() {
    let text = "kernel @k {
      arg n : i32
      arg out : bool[n] out
      domain [n] -> { [i] : 0 <= i < n }
      s: out[i] = true in(i) if(i != 2)
    }";
    let kernel = kernel(text);
    let mut bindings = Bindings::new(&kernel, &inputs(&[("n", "4")], &[])).unwrap();
    let report = interpret(&kernel, &mut bindings, &FIELD).unwrap();
    let written: Vec<Option<i128>> =
        (0..4).map(|at| report.written["out"].get(&[at]).unwrap().as_int()).collect();
    assert_eq!(written, [Some(1), Some(1), Some(0), Some(1)]);
}

fn traced(text: &str) -> Trace {
    let kernel = kernel(text);
    let mut bindings = Bindings::new(&kernel, &inputs(&[("n", "4")], &[])).unwrap();
    trace(&kernel, &mut bindings, &Options::default()).unwrap()
}

#[test]
fn a_trace_tells_who_wrote_what_was_read() {
    let trace = traced(
        "kernel @k {
          arg n : i32
          arg a : f64[n + 1] inout
          domain [n] -> { [i] : 0 <= i < n }
          s: a[i + 1] = a[i] in(i) time(i)
          t: a[0] = a[n] in() time(n)
        }",
    );
    let names: Vec<String> = trace.instances.iter().map(|ran| ran.instance.to_string()).collect();
    assert_eq!(names, ["s(i = 0)", "s(i = 1)", "s(i = 2)", "s(i = 3)", "t"]);
    let sources: Vec<Option<usize>> = trace.instances.iter().map(|ran| ran.reads[0].source).collect();
    assert_eq!(sources, [None, Some(0), Some(1), Some(2), Some(3)]);
    assert_eq!(trace.last[&Element { variable: "a".into(), index: vec![0] }], 4);
    assert_eq!(trace.last[&Element { variable: "a".into(), index: vec![2] }], 1);
}

#[test]
fn work_items_have_copies_of_their_own_in_a_trace() {
    let trace = traced(
        "kernel @k {
          arg n : i32
          arg a : f64[4] inout
          temp t : f64 private
          domain { [i] : 0 <= i < 4 }
          iname i : l.0
          s: t = a[i] in(i)
          u: a[i] = t in(i) after(s)
          schedule {
            launch @k groups() work_items(4) {
              index i : l.0
              run s
              barrier \"between\"
              run u
            }
          }
        }",
    );
    let writers: Vec<(String, Option<usize>)> = trace
        .instances
        .iter()
        .filter(|ran| &*ran.instance.statement == "u")
        .map(|ran| (ran.instance.to_string(), ran.reads[0].source))
        .collect();
    let wanted: Vec<(String, Option<usize>)> = (0..4).map(|i| (format!("u(i = {i})"), Some(i))).collect();
    assert_eq!(writers, wanted);
}
