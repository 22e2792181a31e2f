//! Random kernels. They need not make sense; they only need a text.

use ir::{
    Access, AddressSpace, Arg, ArgKind, Atomic, Axis, Comparison, Declared, Domain, Expr, Fetch,
    HardwareAxis, HardwareIndex, Host, Iname, InameTag, Instance, Kernel, LValue, Launch, Layout, Loc, Loop,
    Module, Name, Node, Origin, Promise, Promotion, Provenance, ReductionOp, Requirement, Rule, Scalar,
    Schedule, Statement, StatementKind, Step, SyncScope, Temp, Trusted, Unordered, conversions,
};
use poly::{Aff, Set};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::rc::Rc;

/// Names of variables, words of the language among them.
const NAMES: &[&str] = &[
    "a", "b", "i", "j", "n", "out", "in", "if", "for", "barrier", "kernel", "domain", "cast", "sum", "f64",
    "e1", "nan",
];
const RULES: &[&str] = &["f", "g"];
const FUNCTIONS: &[&str] = &["sin", "max", "min", "fma"];

/// What the reader of an expression must be told.
pub(crate) fn is_rule(name: &str) -> bool {
    RULES.contains(&name)
}

fn name() -> impl Strategy<Value = Name> {
    select(NAMES).prop_map(Name::from)
}

fn names() -> impl Strategy<Value = Vec<Name>> {
    vec(name(), 0..4)
}

fn scalar() -> impl Strategy<Value = Scalar> {
    select(&Scalar::ALL[..])
}

fn leaf() -> impl Strategy<Value = Expr> {
    let integer = prop_oneof![-3..4_i64, Just(i64::MIN), Just(i64::MAX), any::<i64>()];
    let number = any::<f64>().prop_filter("no text", |value| !value.is_nan());
    let real = prop_oneof![Just(0.0), Just(-1.0), Just(1.5), Just(-0.0), Just(f64::INFINITY), number];
    let ty = select(&[None, Some(Scalar::F32), Some(Scalar::F64)][..]);
    prop_oneof![
        integer.prop_map(Expr::int),
        (real, ty).prop_map(|(value, ty)| Expr::real(value, ty)),
        any::<bool>().prop_map(Expr::bool),
        name().prop_map(Expr::var),
        name().prop_map(Expr::var),
    ]
}

/// Expressions in the normal form that the constructors give.
pub(crate) fn expr() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(5, 40, 4, |inner| {
        let two = (inner.clone(), inner.clone());
        let operands = vec(inner.clone(), 2..4);
        let args = vec(inner.clone(), 0..3);
        let comparison = select(
            &[
                Comparison::Less,
                Comparison::LessEqual,
                Comparison::Greater,
                Comparison::GreaterEqual,
                Comparison::Equal,
                Comparison::NotEqual,
            ][..],
        );
        prop_oneof![
            3 => operands.clone().prop_map(Expr::sum),
            3 => operands.clone().prop_map(Expr::product),
            2 => inner.clone().prop_map(|e| e.negated()),
            2 => two.clone().prop_map(|(a, b)| a.minus(&b)),
            1 => two.clone().prop_map(|(a, b)| Expr::new(Node::Quotient(a, b))),
            1 => two.clone().prop_map(|(a, b)| Expr::new(Node::FloorDiv(a, b))),
            1 => two.clone().prop_map(|(a, b)| Expr::new(Node::Mod(a, b))),
            1 => two.clone().prop_map(|(a, b)| Expr::new(Node::Power(a, b))),
            1 => (comparison, two.clone()).prop_map(|(op, (a, b))| Expr::new(Node::Compare(op, a, b))),
            1 => operands.clone().prop_map(|operands| Expr::new(Node::And(operands))),
            1 => operands.prop_map(|operands| Expr::new(Node::Or(operands))),
            1 => inner.clone().prop_map(|e| Expr::new(Node::Not(e))),
            1 => (two, inner.clone()).prop_map(|((a, b), c)| Expr::new(Node::Select(a, b, c))),
            1 => (scalar(), inner.clone()).prop_map(|(ty, e)| Expr::cast(ty, e)),
            1 => (name(), args.clone()).prop_map(|(array, index)| Expr::load(array, index)),
            1 => (select(FUNCTIONS), args.clone()).prop_map(|(function, args)| Expr::call(function, args)),
            1 => (select(RULES), option::of(name()), args)
                .prop_map(|(rule, tag, args)| Expr::new(Node::Rule { name: rule.into(), tag, args })),
            1 => (operation(), vec(name(), 1..3), option::of(over()), inner).prop_map(
                |(op, inames, over, body)| Expr::new(Node::Reduce { op, inames, over, body })
            ),
        ]
    })
}

fn operation() -> impl Strategy<Value = ReductionOp> {
    prop_oneof![
        6 => select(&ReductionOp::ALL[..]),
        1 => select(&["a", "in", "f64"][..]).prop_map(|name| ReductionOp::Declared(name.into())),
    ]
}

fn functions() -> impl Strategy<Value = Vec<(Name, Declared)>> {
    let function = (vec((name(), scalar()), 0..3), scalar(), option::of(leaf()), option::of(expr()), loc());
    let function = function.prop_map(|(params, result, neutral, formula, loc)| Declared {
        params,
        result,
        neutral,
        formula,
        loc,
        origin: Origin::default(),
    });
    btree_map(select(FUNCTIONS).prop_map(Name::from), function, 0..3)
        .prop_map(|all| all.into_iter().collect())
}

fn aff() -> impl Strategy<Value = Aff> {
    let linear = || {
        vec((name(), -40..40_i64), 0..3).prop_map(|terms| {
            let sum =
                |sum: Aff, (name, factor): (Name, i64)| sum.add_scaled(&Aff::dim(&name), factor).unwrap();
            terms.into_iter().fold(Aff::constant(0), sum)
        })
    };
    (linear(), -5..5_i64, option::of((linear(), 1..20_i64, -3..3_i64))).prop_map(
        |(outside, constant, floor)| {
            let outside = outside.offset(constant).unwrap();
            match floor {
                None => outside,
                Some((inside, by, factor)) => {
                    outside.add_scaled(&inside.floor_div(by).unwrap(), factor).unwrap()
                }
            }
        },
    )
}

fn loc() -> impl Strategy<Value = Option<Loc>> {
    let file = select(&["a.f90", "", "a \"b\"\\c\n#.f"][..]);
    let place = (file, any::<u32>(), 0..100_u32).prop_map(|(file, line, column)| Loc {
        file: file.into(),
        line,
        column,
        call: None,
    });
    let call = option::of(place.clone().prop_map(Box::new));
    option::of((place, call).prop_map(|(place, call)| Loc { call, ..place }))
}

fn layout(rank: usize) -> impl Strategy<Value = Layout> {
    let axis =
        prop_oneof![(0..3_u8).prop_map(Axis::Level), expr().prop_map(Axis::Stride), Just(Axis::Separate)];
    prop_oneof![Just(Layout::c(rank)), Just(Layout::f(rank)), vec(axis, 0..4).prop_map(Layout)]
}

fn arg() -> impl Strategy<Value = Arg> {
    let access = select(&[Access::In, Access::Out, Access::InOut][..]);
    let array = (vec(option::of(expr()), 0..4), access).prop_flat_map(|(shape, access)| {
        layout(shape.len()).prop_map(move |layout| ArgKind::Array { shape: shape.clone(), layout, access })
    });
    let kind = prop_oneof![1 => Just(ArgKind::Value), 3 => array];
    (option::of(scalar()), kind, loc()).prop_map(|(ty, kind, loc)| Arg {
        ty,
        kind,
        loc,
        origin: Origin::default(),
    })
}

fn temp() -> impl Strategy<Value = Temp> {
    let space = select(&[AddressSpace::Private, AddressSpace::Local, AddressSpace::Global][..]);
    (option::of(scalar()), option::of(space), vec(expr(), 0..4), loc()).prop_flat_map(
        |(ty, space, shape, loc)| {
            let temp = move |layout| Temp {
                ty,
                space,
                shape: shape.clone(),
                layout,
                loc: loc.clone(),
                origin: Origin::default(),
            };
            let rank = temp(Layout::default()).shape.len();
            layout(rank).prop_map(temp)
        },
    )
}

fn iname() -> impl Strategy<Value = Iname> {
    let tag = prop_oneof![
        (0..3_u8).prop_map(InameTag::Group),
        (0..3_u8).prop_map(InameTag::Local),
        select(&[InameTag::LocalAuto, InameTag::Unroll, InameTag::For][..]),
    ];
    (option::of(tag), names(), loc()).prop_map(|(tag, words, loc)| Iname {
        tag,
        words,
        loc,
        origin: Origin::default(),
    })
}

fn rule() -> impl Strategy<Value = Rule> {
    (names(), expr(), loc()).prop_map(|(params, body, loc)| Rule {
        params,
        body,
        loc,
        origin: Origin::default(),
    })
}

fn kind() -> impl Strategy<Value = StatementKind> {
    let element = (name(), vec(expr(), 0..3)).prop_map(|(array, index)| LValue::Element { array, index });
    let target = prop_oneof![name().prop_map(LValue::Scalar), element];
    prop_oneof![
        6 => (target, expr()).prop_map(|(target, value)| StatementKind::Assign { target, value }),
        1 => scope().prop_map(StatementKind::Barrier),
        1 => Just(StatementKind::Nop),
    ]
}

fn scope() -> impl Strategy<Value = SyncScope> {
    select(&[SyncScope::Local, SyncScope::Global][..])
}

fn provenance() -> impl Strategy<Value = Provenance> {
    let instance =
        || (name(), vec((name(), aff()), 0..3)).prop_map(|(statement, at)| Instance { statement, at });
    prop_oneof![
        instance().prop_map(Provenance::Performs),
        instance().prop_map(Provenance::Part),
        (vec(name(), 1..3), vec((aff(), aff()), 0..3))
            .prop_map(|(of, iteration)| Provenance::Fetch(Fetch { iteration, ..Fetch::new(of) })),
        vec(name(), 1..3).prop_map(|of| Provenance::Fetch(Fetch::storing_back(of))),
    ]
}

fn over() -> impl Strategy<Value = Vec<(Name, Aff)>> {
    vec((name(), aff()), 0..3)
}

fn statement() -> impl Strategy<Value = Statement> {
    let sets = (btree_set(name(), 0..3), btree_set(name(), 0..3), btree_set(name(), 0..3));
    let order = (vec(name(), 0..3), btree_set((name(), scope()), 0..3), option::of(vec(aff(), 0..3)));
    let atomic = option::of(select(&[Atomic::Init, Atomic::Update][..]));
    let rest = (
        prop_oneof![Just(0), any::<i64>().prop_map(|p| p.max(-i64::MAX))],
        atomic,
        option::of(provenance()),
        over(),
        loc(),
    );
    (kind(), names(), vec(expr(), 0..3), sets, order, rest).prop_map(
        |(kind, inames, predicates, sets, order, rest)| Statement {
            kind,
            inames,
            after: order.0.into_iter().collect(),
            predicates,
            tags: sets.0,
            no_sync: order.1,
            groups: sets.1,
            conflicts: sets.2,
            priority: rest.0,
            atomic: rest.1,
            time: order.2,
            provenance: rest.2,
            over: rest.3,
            loc: rest.4,
            origin: Origin::default(),
        },
    )
}

fn repeated<Body: Clone + std::fmt::Debug>(
    body: impl Strategy<Value = Vec<Body>>,
) -> impl Strategy<Value = Loop<Body>> {
    (name(), expr(), expr(), any::<bool>(), body).prop_map(|(iname, lower, upper, unroll, body)| Loop {
        iname,
        lower,
        upper,
        unroll,
        body,
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let reason = select(&["", "a written by \"b\"", "#"][..]);
    let leaf = prop_oneof![
        name().prop_map(Step::Run),
        reason.prop_map(|reason| Step::Barrier { reason: reason.to_owned() })
    ];
    let step = leaf.prop_recursive(3, 8, 3, |inner| {
        let branch = (expr(), vec(inner.clone(), 0..3), vec(inner.clone(), 0..3));
        prop_oneof![
            repeated(vec(inner, 0..3)).prop_map(Step::For),
            branch.prop_map(|(condition, then, otherwise)| Step::If { condition, then, otherwise }),
        ]
    });
    vec(step, 0..4)
}

fn schedule() -> impl Strategy<Value = Schedule> {
    let axis = prop_oneof![(0..3_u8).prop_map(HardwareAxis::Group), (0..3_u8).prop_map(HardwareAxis::Local)];
    let index = (name(), axis, expr()).prop_map(|(iname, axis, base)| HardwareIndex { iname, axis, base });
    let launch = (name(), vec(expr(), 0..3), vec(expr(), 0..3), vec(index, 0..3), steps()).prop_map(
        |(name, groups, work_items, indices, body)| {
            Host::Launch(Launch { name, groups, work_items, indices, body })
        },
    );
    let host = launch.prop_recursive(2, 4, 2, |inner| repeated(vec(inner, 0..3)).prop_map(Host::For));
    vec(host, 0..3).prop_map(|host| Schedule { host })
}

const OUTER: &[&str] = &[
    "[n] -> { [i] : 0 <= i < n }",
    "{ [i] : 0 <= i < 16 and i mod 4 = 0 }",
    "{ [i, d] : i = 2*d or d < 3 }",
];
const INNER: &[&str] =
    &["[i, n] -> { [j] : 0 <= j and 2*j <= i + n }", "[n] -> { [j] : exists e : j = 3*e and 0 <= j <= n }"];

/// Domains by their text, the second inside of the first.
fn domains() -> impl Strategy<Value = Vec<Domain>> {
    let set = |text: &str| Set::parse(text).unwrap();
    (0..3_usize, select(OUTER), select(INNER), any::<bool>()).prop_map(
        move |(count, outer, inner, nested)| {
            let outer = Domain { set: set(outer), parent: None };
            let inner = Domain { set: set(inner), parent: nested.then_some(0) };
            [outer, inner].into_iter().take(count).collect()
        },
    )
}

/// Each at most once.
fn promises() -> impl Strategy<Value = Vec<Promise>> {
    let range = (aff(), name(), aff()).prop_map(|(low, array, high)| Promise::Range { array, low, high });
    let distinct =
        (name(), vec(name(), 0..3)).prop_map(|(statement, inames)| Promise::Distinct { statement, inames });
    let promise = prop_oneof![name().prop_map(Promise::Injective), distinct, range];
    vec(promise, 0..3).prop_map(|drawn| {
        let new = |(at, promise): &(usize, &Promise)| !drawn.iter().take(*at).any(|other| other == *promise);
        drawn.iter().enumerate().filter(new).map(|(_, promise)| promise.clone()).collect()
    })
}

fn requirements() -> impl Strategy<Value = Vec<Requirement>> {
    let requirement = (expr(), "\\PC{0,8}", loc());
    vec(
        requirement.prop_map(|(condition, message, loc)| Requirement {
            condition,
            message,
            loc,
            origin: Origin::default(),
        }),
        0..3,
    )
}

fn body() -> impl Strategy<Value = Kernel> {
    let data = (btree_map(name(), arg(), 0..4), btree_map(name(), temp(), 0..3));
    let loops = (
        domains(),
        vec(iname(), 3),
        vec(vec(name(), 1..3), 0..2),
        btree_map(name(), any::<(u32, u32)>(), 0..2),
    );
    let rules = (rule(), rule());
    let assume = select(&["{ : }", "[n] -> { : n >= 1 and n mod 2 = 0 }"][..]);
    let flags = (
        any::<bool>(),
        any::<bool>(),
        vec(trusted(), 0..2),
        assume,
        loc(),
        promises(),
        requirements(),
        (functions(), vec("\\PC{0,8}", 0..2)),
    );
    let code = (btree_map(name(), statement(), 0..4), option::of(schedule()));
    (name(), data, loops, rules, flags, code).prop_map(|(name, data, loops, rules, flags, code)| {
        let dims: Vec<Name> = loops.0.iter().flat_map(|domain| domain.set.dims().to_vec()).collect();
        Kernel {
            name,
            args: data.0.into_iter().collect(),
            temps: data.1.into_iter().collect(),
            domains: loops.0,
            assumptions: Set::parse(flags.3).unwrap(),
            inames: dims.into_iter().rev().zip(loops.1).collect(),
            priorities: loops.2,
            slabs: loops.3.into_iter().collect(),
            functions: flags.7.0.into_iter().collect(),
            preambles: flags.7.1,
            rules: RULES.iter().map(|name| Name::from(*name)).zip([rules.0, rules.1]).collect(),
            statements: code.0.into_iter().collect(),
            reassociate: flags.0,
            promotion: if flags.1 { Promotion::Pairwise } else { Promotion::Common },
            target: if flags.0 { Some(ir::Target::Cuda) } else { None },
            unordered: if flags.1 { Unordered::TextOrder } else { Unordered::Error },
            trusted: flags.2,
            promises: flags.5,
            requires: flags.6,
            reference: None,
            schedule: code.1,
            loc: flags.4,
            origin: Origin::default(),
        }
    })
}

fn trusted() -> impl Strategy<Value = Trusted> {
    ("\\PC{0,8}", vec("\\PC{0,8}", 0..3)).prop_map(|(step, unproved)| Trusted { step, unproved })
}

/// Up to two kernels.
pub(crate) fn module() -> impl Strategy<Value = Module> {
    let kernel = (body(), option::of(body())).prop_map(|(mut kernel, reference)| {
        kernel.reference = reference.map(Rc::new);
        // What is read has its conversions written out.
        conversions::written(&kernel)
    });
    vec(kernel, 0..3).prop_map(|kernels| Module {
        kernels: kernels.into_iter().map(|kernel| (kernel.name.clone(), kernel)).collect(),
    })
}
