//! Derivatives that `diff_kernel` makes, against central differences of what the kernel computes.

use diag::SourceMap;
use ir::{Kernel, Name, Scalar};
use pass::{Failure, Pipeline, Silent};
use runtime::{Array, Bindings, Inputs, Numbers, Options, c_strides, interpret};

/// Where derivatives are taken: no kink, and all in the domain of what is tested.
const X: [f64; 4] = [0.37, 0.81, 0.12, 0.55];
const W: [f64; 3] = [1.3, -0.4, 0.9];
const STEP: f64 = 1e-6;

fn parse(text: &str) -> Kernel {
    let id = SourceMap::default().add("case.lpir", text);
    let module = ir::text::parse_module(text, id).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    module.kernels.into_values().next().unwrap()
}

fn apply(kernel: &Kernel, calls: &str) -> Result<Kernel, Box<Failure>> {
    let id = SourceMap::default().add("calls", calls);
    let pipeline = Pipeline::parse(&transforms::REGISTRY, calls, id, &[]).unwrap();
    let module = ir::Module { kernels: [(kernel.name.clone(), kernel.clone())].into_iter().collect() };
    let done = transforms::manager(&mut Silent).run(&module, &pipeline.steps).map_err(Box::new)?;
    Ok(done.result.kernels.into_values().next().unwrap())
}

fn applied(kernel: &Kernel, calls: &str) -> Kernel {
    apply(kernel, calls).unwrap_or_else(|failure| panic!("{failure:#?}"))
}

fn doubles(shape: &[usize], values: &[f64]) -> Array {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Array { ty: Scalar::F64, shape: shape.to_vec(), strides: c_strides(shape), bytes }
}

/// Runs a kernel; arguments that it does not have are left out.
fn run(kernel: &Kernel, x: &[f64], output: &str) -> Vec<f64> {
    let is_there = |name: &str| kernel.args.contains_key(&Name::from(name));
    let rank = kernel.args[&Name::from("x")].shape().map_or(0, <[_]>::len);
    let shape: &[usize] = if rank == 2 { &[2, 2] } else { &[4] };
    let mut arrays = vec![("w".to_owned(), doubles(&[3], &W))];
    let mut sets = Vec::new();
    match rank {
        0 => sets.push(("x".to_owned(), x[0].to_string())),
        _ => arrays.push(("x".to_owned(), doubles(shape, x))),
    }
    arrays.retain(|(name, _)| is_there(name));
    let inputs = Inputs { sets, arrays, seed: 1, numbers: Numbers::Real, ..Inputs::default() };
    let mut bindings = Bindings::new(kernel, &inputs).unwrap_or_else(|errors| panic!("{errors:#?}"));
    interpret(kernel, &mut bindings, &Options::default()).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let array = bindings.array(output).unwrap();
    array.indices().map(|index| array.get(&index).unwrap().as_f64()).collect()
}

/// Compares all derivatives of `z` by `x`.
fn check(text: &str, calls: &str) {
    let kernel = parse(text);
    compare(&kernel, &applied(&kernel, calls), ["z", "z_dx"]);
}

/// Compares a derivative of an output, of the program as it is made and of the code that it becomes.
fn compare(kernel: &Kernel, derivative: &Kernel, [z, z_dx]: [&str; 2]) {
    let text = ir::text::print_module(&ir::Module {
        kernels: [(derivative.name.clone(), derivative.clone())].into_iter().collect(),
    });
    let lowered = transforms::lower::lower(derivative).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    let rank = kernel.args[&Name::from("x")].shape().map_or(0, <[_]>::len);
    let count = if rank == 0 { 1 } else { X.len() };
    for program in [derivative, &*lowered] {
        let is = run(program, &X, z_dx);
        for k in 0..count {
            let moved = |by: f64| {
                let mut x = X;
                x[k] += by;
                run(kernel, &x, z)
            };
            let slopes = |step: f64| {
                let pairs = moved(step).into_iter().zip(moved(-step));
                pairs.map(|(above, below)| (above - below) / (2.0 * step)).collect::<Vec<f64>>()
            };
            // Twice the step errs by four times as much.
            for (at, (should, coarse)) in slopes(STEP).iter().zip(slopes(2.0 * STEP)).enumerate() {
                let (is, error) = (is[at * count + k], (coarse - should).abs());
                if error > 1e-4 * (1.0 + should.abs()) || should.abs() > 1e6 {
                    // Random programs may grow so fast that differences tell nothing.
                    continue;
                }
                let close = (is - should).abs() <= 1e-7 * (1.0 + should.abs()) + error;
                assert!(close, "element {at} by {k}: {is}, not {should}\n{text}");
            }
        }
    }
}

/// A kernel of one statement.
fn formula(value: &str) {
    check(
        &format!(
            "lpir 1\n\nkernel @k {{\n  arg x : f64[4] in\n  arg w : f64[3] in\n  arg z : f64[4] out\n  \
             function cube(a: f64) : f64 := a**3\n  function both(a: f64, b: f64) : f64 := cube(a)*b + sin(b)\n  \
             rule next(s) := x[(s + 1) % 4]\n  domain {{ [i, j] : 0 <= i, j < 4 }}\n  domain {{ [k] : 0 <= k < 3 }}\n  iname i\n  \
             iname j\n  iname k\n  z: z[i] = {value}  in(i)\n}}\n"
        ),
        "diff_kernel(\"z\", \"x\")",
    );
}

#[test]
fn arithmetic() {
    for value in [
        "x[i]",
        "-x[i]*x[i] - 3*x[3 - i]/2",
        "x[i]*x[0]*x[(i + 1) % 4]*w[0]",
        "(x[i] - 2)/(1 + x[3 - i]**2)",
        "1/x[i]/x[0]",
        "x[i]**3 + x[i]**(-2) + x[i]**0.5 + x[i]**(1.0/3)",
        "x[i]**i + x[i]**w[2] + pow(x[i], 3) + pow(x[i], w[0])",
        "2.0**x[i] + x[i]**x[0] + pow(x[0], 2*x[i])",
        "x[i] % 0.1 + (2*x[i] + 0.21) % x[2]",
        "if(x[i] > 0.5, x[i]**2, x[0]) + min(x[i], 0.5) + max(x[0], x[i]**2)",
        "cast(f64, 2*x[i]) + floor(x[i]) + nint(x[i])*x[0]",
        "next(i)*next(0) + x[i]",
    ] {
        formula(value);
    }
}

#[test]
fn functions() {
    for name in [
        "abs", "acos", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "cube", "erf", "erfc", "exp",
        "exp2", "expm1", "fabs", "log", "log10", "log1p", "log2", "real", "rsqrt", "sin", "sinh", "sqrt",
        "tan", "tanh",
    ] {
        formula(&format!("{name}(x[i]*x[i])*w[1] + {name}(0.9*x[0])"));
        formula(&format!("{name}(x[i])"));
    }
    formula("acosh(1 + x[i]) + abs(x[i] - 0.5) + fabs(-x[i])");
    for name in ["atan2", "both", "copysign", "fmax", "fmin", "fmod", "hypot", "pow", "sign"] {
        formula(&format!("{name}(x[i], 2*x[0] + 0.3) + {name}(x[i], w[0]) + {name}(w[0], x[i])"));
    }
    formula("sign(x[i] - 0.5, w[1]) + copysign(x[i], x[0] - 5) + fma(x[i], x[0], x[i]**2)");
}

#[test]
fn sums() {
    formula("sum(j, exp(x[i]*x[j]))");
    formula("sum(j, x[j])*sum(j, if(j == i, 0.0, x[j]**2)) + sum(k, w[k]*x[k]**k)");
    formula("sqrt(sum(j, x[j]**2 + sum(k, w[k]*x[j]*x[i])) + 9)");
    // Of these, single terms are left, in a part of the range of their loops.
    formula("sum(k, w[k]*x[k + 1]*x[3 - k] - x[k]/w[k])");
    formula("sum((j, k), x[j]*w[k]*x[(j + k) % 4]*x[k + 1])");
    formula("sum(j, if(j == i, 1.0, 0.0)*x[j]*x[3 - i]) + sum(j, sum(k, x[j]*x[k]*w[k]))");
}

#[test]
fn chains_of_statements() {
    let statements = [
        "temp a : f64 private\n  domain { [i, j] : 0 <= i, j < 4 }\n  iname i\n  iname j\n  \
         a: a = 1/(1 + sinh(x[i] + w[0])**2)  in(i)\n  z: z[i] = sum(j, exp(a*x[j]))  in(i) after(a)",
        "temp a : f64[4] private\n  domain { [i, j] : 0 <= i, j < 4 }\n  domain { [k] : 0 <= k < 4 }\n  iname i\n  iname j\n  \
         iname k\n  a: a[k] = x[k]**2  in(k)\n  z: z[i] = sum(j, a[j]*a[i]) + a[3 - i]  in(i) after(a)",
        "temp a : f64 private\n  temp b : f64[4] private\n  temp c : f64 private\n  domain { [i, j, k] : 0 <= i, j, k < 4 }\n  iname i\n  \
         iname j\n  iname k\n  a: a = exp(x[i])  in(i)\n  b: b[k] = a*x[k]  in(i, k) after(a)\n  \
         c: c = b[0]*b[3] + a  in(i) after(b)\n  z: z[i] = c/a + sum(j, b[j])  in(i) after(b, c)",
        "domain { [i] : 0 <= i < 4 }\n  domain in 0 [i] -> { [k] : 0 <= k < i }\n  domain in 1 [i, k] -> { [l] : k <= l < 2 }\n  \
         iname i\n  iname k\n  iname l\n  z: z[i] = sum(k, x[k]**2*w[0]) + sum((k, l), x[l]*x[k]) + sum(k, x[i - k])  in(i)",
    ];
    for statements in statements {
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg x : f64[4] in\n  arg w : f64[3] in\n  arg z : f64[4] out\n  {statements}\n}}\n"
        );
        check(&text, "diff_kernel(\"z\", \"x\")");
    }
}

#[test]
fn loops_in_the_order_of_a_source() {
    let text = "lpir 1\n\nkernel @k {\n  arg x : f64[4] in\n  arg w : f64[3] in\n  arg z : f64[4] out\n  temp t : f64 private\n  \
                temp u : f64 private\n  domain { [i] : 0 <= i < 4 }\n  iname i\n  t: t = sin(x[i])  in(i) time(0, i, 0)\n  \
                u: u = t*x[0]  in(i) time(0, i, 1)\n  z: z[i] = u/t + u**2  in(i) time(0, i, 2)\n}\n";
    check(text, "diff_kernel(\"z\", \"x\")");
}

/// Accumulators, variables that are set anew, and what changes while a loop runs: as written in a source, and
/// after its sums were recognized.
#[test]
fn updates_in_the_order_of_a_source() {
    let bodies = [
        "s: s = w[0]  in(i) time(0, i, 0)\n  t: s = s + x[k]*x[i]**2  in(i, k) time(0, i, 1, k, 0)\n  \
         z: z[i] = s**2  in(i) time(0, i, 2)",
        "s: s = x[i]  in(i) time(0, i, 0)\n  t: s = s*s*0.5 + sin(x[k])*s  in(i, k) time(0, i, 1, k, 0)\n  \
         u: s = exp(s)*x[0]  in(i) time(0, i, 2)\n  z: z[i] = s/(1 + s**2)  in(i) time(0, i, 3)",
        "z0: z[i] = x[i]**2  in(i) time(0, i, 0)\n  z1: z[k] = z[k]*z[k] + x[0]  in(k) time(1, k, 0) if(k > 1)\n  \
         z2: z[l] = z[l]*z[3 - l]  in(l) time(2, l, 0)",
        "s: s = 1.0  time(0)\n  z: z[i] = s*x[i]  in(i) time(1, i, 0)\n  t: s = 0.3*s + x[3 - i]*s  in(i) time(1, i, 1)",
        "s: s = x[0]  time(0)\n  a: t[0] = s  time(1)\n  b: s = t[0]*x[1]  time(2)\n  c: t[0] = t[0]*s  time(3)\n  \
         z: z[i] = t[0]*s*x[i]  in(i) time(4, i, 0)",
        // Times that begin, and end, with an iteration.
        "s: s = x[i]*w[0]  in(i) time(i, 0)\n  t: s = s*s + x[0]  in(i) time(i, 1)\n  z: z[i] = exp(s)  in(i) time(i, 2)",
        "z0: z[i] = 1.0  in(i) time(0, i)\n  z1: z[k] = z[k]*x[k] + x[0]**2  in(k) time(1, k)\n  z2: z[l] = z[l]**2  in(l) time(2, l)",
    ];
    for body in bodies {
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg x : f64[4] in\n  arg w : f64[3] in\n  arg z : f64[4] out\n  temp s : f64 private\n  \
             temp t : f64[1] private\n  domain {{ [i] : 0 <= i < 4 }}\n  domain {{ [k] : 0 <= k < 4 }}\n  \
             domain {{ [l] : 0 <= l < 4 }}\n  iname i\n  iname k\n  iname l\n  {body}\n}}\n"
        );
        check(&text, "diff_kernel(\"z\", \"x\")");
    }
}

/// Numbers that repeat.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    /// A smooth value of moderate size, of the variables of a program at `i`.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(5) == 0 {
            let index = ["I", "3 - I", "(I + 1) % 4", "0", "2"][self.below(5)];
            return match self.below(5) {
                0 => format!("x[{index}]"),
                1 => format!("u[{index}]"),
                2 => "s".to_owned(),
                3 => "t".to_owned(),
                _ => "w[1]".to_owned(),
            };
        }
        let (a, b) = (self.value(depth - 1), self.value(depth - 1));
        match self.below(9) {
            0 => format!("({a} + {b})"),
            1 => format!("({a} - 0.5*{b})"),
            2 => format!("{a}*{b}"),
            3 => format!("sin({a})*{b}"),
            4 => format!("({a})/(1.5 + cos({b}))"),
            5 => format!("exp(-({a})**2)"),
            6 => format!("sqrt(2 + sin({a}))"),
            7 => format!("if({} > 0.5, {a}, {b})", ["w[0]", "w[1]", "I"][self.below(3)]),
            _ => format!("sum(j, x[j]*sin(({})*x[j]) + u[j]*w[0])", self.value(0)),
        }
    }
}

/// Programs that set and update two scalars and an array, in and out of loops. `I` is the loop, or the number
/// 1 outside of any.
#[test]
fn random_programs() {
    let mut checked = 0;
    for seed in 0..200 {
        let mut draw = Draw(seed);
        let loops: String =
            (2..10).map(|at| format!("domain {{ [i{at}] : 0 <= i{at} < 4 }}\n  iname i{at}\n  ")).collect();
        let mut body = "a: s = x[0]  time(0)\n  b: t = x[1]*x[3]  time(1)\n  c: u[i2] = x[i2]**2  in(i2) time(2, i2, 0)\n  ".to_owned();
        for at in 3..4 + draw.below(4) {
            let in_loop = draw.below(2) == 0;
            let index = if in_loop { format!("i{at}") } else { "1".to_owned() };
            for place in 0..1 + usize::from(in_loop) * draw.below(3) {
                let target = ["s", "t", "u[I]"][draw.below(3)];
                let set = format!("d_{at}_{place}: {target} = {}", draw.value(2)).replace('I', &index);
                body += &match in_loop {
                    true => format!("{set}  in({index}) time({at}, {index}, {place})\n  "),
                    false => format!("{set}  time({at})\n  "),
                };
            }
        }
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg x : f64[4] in\n  arg w : f64[3] in\n  arg z : f64[4] out\n  temp s : f64 private\n  \
             temp t : f64 private\n  temp u : f64[4] private\n  {loops}domain {{ [j] : 0 <= j < 4 }}\n  iname j\n  \
             {body}z: z[i9] = {}  in(i9) time(9, i9, 0)\n}}\n",
            draw.value(2).replace('I', "i9")
        );
        let kernel = parse(&text);
        // Some do not depend on the argument.
        if let Ok(derivative) = apply(&kernel, "diff_kernel(\"z\", \"x\")") {
            compare(&kernel, &derivative, ["z", "z_dx"]);
            checked += 1;
        }
    }
    assert!(checked > 120, "only {checked} programs depend on the argument");
}

#[test]
fn by_matrices_and_by_a_number() {
    let matrix = "lpir 1\n\nkernel @k {\n  arg x : f64[2, 2] in\n  arg w : f64[3] in\n  arg z : f64[2] out\n  \
                  domain { [i, j] : 0 <= i, j < 2 }\n  iname i\n  iname j\n  \
                  z: z[i] = sum(j, x[i, j]*x[j, i]*w[j]) + x[1, i]**2  in(i)\n}\n";
    check(matrix, "diff_kernel(\"z\", \"x\")");
    let number = "lpir 1\n\nkernel @k {\n  arg x : f64\n  arg w : f64[3] in\n  arg z : f64[3] out\n  temp a : f64 private\n  \
                  domain { [i] : 0 <= i < 3 }\n  iname i\n  a: a = x*w[i]  in(i)\n  z: z[i] = x*a + exp(x) + 2*x  in(i) after(a)\n}\n";
    check(number, "diff_kernel(\"z\", \"x\")");
    check(number, "diff_kernel(\"z\", \"x\", copy_outputs=\"z\")");
}

#[test]
fn second_derivatives() {
    let text = "lpir 1\n\nkernel @k {\n  arg x : f64\n  arg z : f64[3] out\n  temp a : f64 private\n  domain { [i] : 0 <= i < 3 }\n  \
                iname i\n  a: a = x**2  in(i)\n  z: z[i] = a*exp(i*x)  in(i) after(a)\n}\n";
    let first = applied(&parse(text), "diff_kernel(\"z\", \"x\")");
    compare(&first, &applied(&first, "diff_kernel(\"z_dx\", \"x\")"), ["z_dx", "z_dx_dx"]);
}
