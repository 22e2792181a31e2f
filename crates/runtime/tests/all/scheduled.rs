//! Kernels with a loop tree: work items, barriers, and what goes wrong with them.

use crate::common;

use common::{doubles, elements, fault, run, try_run};
use runtime::{Options, WorkItemOrder};

const ORDERS: [WorkItemOrder; 4] =
    [WorkItemOrder::Ascending, WorkItemOrder::Descending, WorkItemOrder::Random(1), WorkItemOrder::Random(2)];

fn with(work_items: WorkItemOrder) -> Options {
    Options { work_items, ..Options::default() }
}

const FILL: &str = "kernel @fill {
  arg n : i32
  arg a : f64
  arg out : f64[n] out
  domain [n] -> { [o, p] : 0 <= p < 4 and 0 <= p + 4*o < n }
  iname o : g.0
  iname p : l.0
  s: out[p + 4*o] = a + p in(o, p)
  schedule {
    launch @fill groups((n + 3) // 4) work_items(4) {
      index o : g.0
      index p : l.0
      if p + 4*o < n {
        run s
      }
    }
  }
}";

#[test]
fn groups_and_work_items() {
    for work_items in ORDERS {
        let after = try_run(FILL, &[("n", "6"), ("a", "10")], &[], with(work_items)).unwrap();
        assert_eq!(elements(&after, "out"), [10.0, 11.0, 12.0, 13.0, 10.0, 11.0]);
    }
    assert_eq!(elements(&run(FILL, &[("n", "0"), ("a", "10")], &[]), "out"), [0.0; 0]);
}

/// Each group reverses its part of an array through local memory.
const REVERSE: &str = "kernel @reverse {
  arg n : i32
  arg x : f64[4*n] inout
  temp buf : f64[4] local
  temp t : f64 private
  domain [n] -> { [g, p] : 0 <= p < 4 and 0 <= g < n }
  put: buf[p] = x[4*g + p] in(g, p)
  get: t = buf[3 - p] in(g, p)
  out: x[4*g + p] = 2*t in(g, p)
  schedule {
    launch @reverse groups(n) work_items(4) {
      index g : g.0
      index p : l.0
      run put
      BARRIER
      run get
      run out
    }
  }
}";

#[test]
fn work_items_meet_at_barriers() {
    let x = [("x", doubles(&[8], |i| i[0] as f64))];
    for work_items in ORDERS {
        let after = try_run(&REVERSE.replace("BARRIER", "barrier"), &[], &x, with(work_items)).unwrap();
        assert_eq!(elements(&after, "x"), [6.0, 4.0, 2.0, 0.0, 14.0, 12.0, 10.0, 8.0]);
    }
}

#[test]
fn a_missing_barrier_is_a_race_in_every_order() {
    for work_items in ORDERS {
        let x = [("x", doubles(&[8], |i| i[0] as f64))];
        let errors = try_run(&REVERSE.replace("BARRIER", ""), &[], &x, with(work_items)).unwrap_err();
        assert!(matches!(errors[0].code, "lp::run::race" | "lp::run::uninitialized"), "{errors:?}");
    }
    // With memory that had values before, the race is found as such.
    let global = REVERSE.replace("temp buf : f64[4] local", "arg buf : f64[4] inout").replace("BARRIER", "");
    let (code, message, notes) = fault(&global, &[("n", "1")]);
    assert_eq!(code, "lp::run::race");
    assert_eq!(message, "work items 1 and 2 race for `buf[2]`: one reads and the other writes it");
    assert_eq!(notes[0], "no barrier lies between the two");
    assert_eq!(notes[1], "work item 1 was in the instance `get(g = 0, p = 1)`");
}

#[test]
fn groups_are_never_ordered() {
    let global =
        REVERSE.replace("temp buf : f64[4] local", "arg buf : f64[4] inout").replace("BARRIER", "barrier");
    let (code, _, notes) = fault(&global, &[("n", "2")]);
    assert_eq!(code, "lp::run::race");
    assert_eq!(notes[0], "they belong to different groups, which nothing orders within one launch");
    // Between launches everything is ordered.
    let text = "kernel @two {
      arg x : f64[4] inout
      temp g : f64[4] global
      domain { [a] : 0 <= a < 4 }
      domain { [b] : 0 <= b < 4 }
      domain { [t] : 0 <= t < 2 }
      s0: g[a] = x[a] in(t, a)
      s1: x[b] = g[3 - b] + t in(t, b)
      schedule {
        for t = 0 to 1 {
          launch @first groups(4) work_items() {
            index a : g.0
            run s0
          }
          launch @second groups() work_items(4) {
            index b : l.0
            run s1
          }
        }
      }
    }";
    let after = run(text, &[], &[("x", doubles(&[4], |i| i[0] as f64))]);
    assert_eq!(elements(&after, "x"), [1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn divergent_barriers_are_refused() {
    let text = FILL.replace("        run s\n", "        run s\n        barrier \"part\"\n");
    let (code, _, notes) = fault(&text, &[("n", "6"), ("a", "1")]);
    assert_eq!(code, "lp::run::divergence");
    assert_eq!(
        notes,
        [
            "work item 0 of the group (o = 1, p = 0) waits at the barrier `part`",
            "work item 2 of the group (o = 1, p = 2) has ended"
        ]
    );
    run(&text, &[("n", "8"), ("a", "1")], &[]);
}

#[test]
fn barriers_in_loops_and_private_memory() {
    // A tree sum in local memory, then every work item keeps its own copy of the result.
    let text = "kernel @sum {
      arg n : i32
      arg x : f64[8] in
      arg out : f64[8] out
      temp buf : f64[8] local
      temp mine : f64[2] private
      domain { [p] : 0 <= p < 8 }
      domain { [s] : 0 <= s < 3 }
      domain { [q] : 0 <= q < 2 }
      load: buf[p] = x[p] in(p)
      read: mine[0] = buf[p] + buf[(p + 2**s) % 8] in(p, s)
      write: buf[p] = mine[0] in(p, s)
      keep: mine[q] = buf[p]*(q + 1) in(p, q)
      out: out[p] = mine[0] + mine[1] in(p)
      schedule {
        launch @sum groups() work_items(8) {
          index p : l.0
          run load
          for s = 0 to 2 {
            barrier
            run read
            barrier
            run write
          }
          for q = 0 to 1 unroll {
            run keep
          }
          run out
        }
      }
    }";
    for work_items in ORDERS {
        let after =
            try_run(text, &[("n", "0")], &[("x", doubles(&[8], |i| i[0] as f64))], with(work_items)).unwrap();
        assert_eq!(elements(&after, "out"), [84.0; 8]);
    }
}

#[test]
fn atomic_updates_do_not_race() {
    let text = "kernel @histogram {
      arg x : i32[8] in
      arg h : i32[2] inout
      domain { [p] : 0 <= p < 8 }
      s: h[x[p] % 2] = h[x[p] % 2] + 1 in(p) ATOMIC
      schedule {
        launch @histogram groups() work_items(8) {
          index p : l.0
          run s
        }
      }
    }";
    let arrays = [("x", common::ints(&[8], |i| i[0] as i32)), ("h", common::ints(&[2], |_| 10))];
    assert_eq!(elements(&run(&text.replace("ATOMIC", "atomic"), &[], &arrays), "h"), [14.0, 14.0]);
    let errors = try_run(&text.replace("ATOMIC", ""), &[], &arrays, Options::default()).unwrap_err();
    assert_eq!(errors[0].code, "lp::run::race");
}

#[test]
fn private_memory_does_not_outlive_its_group_nor_reach_another_work_item() {
    let text = "kernel @p {
      arg out : f64[4] out
      temp t : f64 private
      domain { [g, p] : 0 <= g < 2 and 0 <= p < 2 }
      set: t = 1 in(g, p)
      use: out[2*g + p] = t in(g, p)
      schedule {
        launch @p groups(2) work_items(2) {
          index g : g.0
          index p : l.0
          if COND {
            run set
          }
          run use
        }
      }
    }";
    assert_eq!(elements(&run(&text.replace("COND", "p >= 0"), &[], &[]), "out"), [1.0; 4]);
    for condition in ["p == 0", "g == 0"] {
        assert_eq!(fault(&text.replace("COND", condition), &[]).0, "lp::run::uninitialized");
    }
}

#[test]
fn a_tree_without_a_needed_loop_is_refused() {
    let text = FILL.replace("index o : g.0\n", "").replace("p + 4*o < n", "p < n");
    let (code, message, _) = fault(&text, &[("n", "4"), ("a", "1")]);
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("lp::run::iname", "the schedule runs `s` outside any loop over `o`")
    );
}

#[test]
fn both_branches_and_the_unscheduled_reading_agree() {
    let text = "kernel @k {
      arg n : i32
      arg out : i32[n] out
      domain [n] -> { [i] : 0 <= i < n }
      even: out[i] = 1 in(i) if(i % 2 == 0)
      odd: out[i] = 2 in(i) if(i % 2 == 1)
      schedule {
        launch @k groups() work_items() {
          for i = 0 to n - 1 {
            if i % 2 == 0 {
              run even
            } else {
              run odd
            }
          }
        }
      }
    }";
    for ignore_schedule in [false, true] {
        let options = Options { ignore_schedule, ..Options::default() };
        let after = try_run(text, &[("n", "5")], &[], options).unwrap();
        assert_eq!(elements(&after, "out"), [1.0, 2.0, 1.0, 2.0, 1.0]);
    }
}
