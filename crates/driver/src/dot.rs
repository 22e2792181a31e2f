//! Dependencies and loop trees as graphs in the language of Graphviz.

use clap::ValueEnum;
use diag::Diagnostic;
use ir::{Host, Kernel, Module, Name, Statement, Step};
use std::fmt::Write;

/// What a graph shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Statements, and an arrow to each from those that come before it
    Dependencies,
    /// Launches, loops, conditions and barriers of the lowered kernel, with the statements in them
    Tree,
}

/// A graph of each kernel.
///
/// # Errors
/// Where a loop tree is wanted and a kernel cannot be lowered.
pub fn graphs(module: &Module, form: Form) -> Result<String, Vec<Diagnostic>> {
    let graphs = module.kernels.values().map(|kernel| match form {
        Form::Dependencies => Ok(dependencies(kernel)),
        Form::Tree => Ok(tree(&transforms::lower::lower(kernel)?.into_kernel())),
    });
    graphs.collect()
}

/// Statements and what they come after.
pub fn dependencies(kernel: &Kernel) -> String {
    let mut text = format!("digraph {} {{\n", quoted(&kernel.name));
    for (id, statement) in &kernel.statements {
        let _ = writeln!(text, "  {} [shape=box, label={}];", quoted(id), quoted(&label(id, statement)));
    }
    for (id, statement) in &kernel.statements {
        for before in &statement.after {
            let _ = writeln!(text, "  {} -> {};", quoted(before), quoted(id));
        }
    }
    text.push_str("}\n");
    text
}

fn tree(kernel: &Kernel) -> String {
    let mut tree = Tree { kernel, text: format!("digraph {} {{\n", quoted(&kernel.name)), count: 0 };
    let root = tree.node(None, &kernel.name);
    tree.host(root, kernel.schedule.as_ref().map(|schedule| schedule.host.as_slice()).unwrap_or_default());
    tree.text + "}\n"
}

struct Tree<'k> {
    kernel: &'k Kernel,
    text: String,
    count: usize,
}

impl Tree<'_> {
    /// A node under another one, and its number.
    fn node(&mut self, parent: Option<usize>, label: &str) -> usize {
        let own = self.count;
        self.count += 1;
        let _ = writeln!(self.text, "  n{own} [shape=box, label={}];", quoted(label));
        if let Some(parent) = parent {
            let _ = writeln!(self.text, "  n{parent} -> n{own};");
        }
        own
    }

    fn host(&mut self, parent: usize, steps: &[Host]) {
        for step in steps {
            match step {
                Host::Launch(launch) => {
                    let sizes =
                        |all: &[ir::Expr]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                    let label = format!(
                        "launch {} [{}] x [{}]",
                        launch.name,
                        sizes(&launch.groups),
                        sizes(&launch.work_items)
                    );
                    let own = self.node(Some(parent), &label);
                    self.steps(own, &launch.body);
                }
                Host::For(inner) => {
                    let own = self.node(
                        Some(parent),
                        &format!("host for {} = {} .. {}", inner.iname, inner.lower, inner.upper),
                    );
                    self.host(own, &inner.body);
                }
            }
        }
    }

    fn steps(&mut self, parent: usize, steps: &[Step]) {
        for step in steps {
            match step {
                Step::For(inner) => {
                    let label = format!("for {} = {} .. {}", inner.iname, inner.lower, inner.upper);
                    let own = self.node(Some(parent), &label);
                    self.steps(own, &inner.body);
                }
                Step::If { condition, then, otherwise } => {
                    let own = self.node(Some(parent), &format!("if {condition}"));
                    self.steps(own, then);
                    if !otherwise.is_empty() {
                        let other = self.node(Some(parent), "else");
                        self.steps(other, otherwise);
                    }
                }
                Step::Barrier { .. } => {
                    self.node(Some(parent), "barrier");
                }
                Step::Run(id) => {
                    let statement = self.kernel.statements.get(id);
                    let label = statement.map(|statement| label(id, statement));
                    self.node(Some(parent), label.as_deref().unwrap_or(id));
                }
            }
        }
    }
}

/// A statement by its name and what it does; two spaces divide that from all else that is known of it.
fn label(id: &Name, statement: &Statement) -> String {
    let line = ir::text::print_statement(id, statement);
    line.trim().split("  ").next().unwrap_or_default().to_owned()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
