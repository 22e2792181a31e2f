//! Tiles as code: elements of the factors in variables, each loaded once, and one call a tile.

use super::fragment::Fragments;
use super::pattern::{Pattern, Written};
use crate::helper::Helper;
use crate::step::Body;
use diag::Diagnostic;
use ir::{Expr, IndexMap, LValue, Scalar};

/// What the variables with elements of both factors are called, before their numbers.
const ROWS: &str = "lp_a";
const COLUMNS: &str = "lp_b";

/// The names of variables, by the elements that they hold.
type Held = IndexMap<Vec<String>, String>;

impl Body<'_, '_> {
    /// All tiles of a loop.
    pub(super) fn tiles(&mut self, pattern: &Pattern<'_>, depth: usize) -> Result<(), Diagnostic> {
        self.origin(pattern.statement);
        let (mut rows, mut columns) = (Held::default(), Held::default());
        self.each_tile(&pattern.tiles, &mut |body| body.tile(pattern, &mut rows, &mut columns, depth))
    }

    fn each_tile(
        &mut self,
        loops: &[Written],
        print: &mut dyn FnMut(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let Some((outer, others)) = loops.split_first() else { return print(self) };
        let values = outer.first..=outer.last;
        self.written_out(&outer.iname, values, &mut |body| body.each_tile(others, print))
    }

    fn tile(
        &mut self,
        pattern: &Pattern<'_>,
        rows: &mut Held,
        columns: &mut Held,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let values = self.printer.unrolled.clone();
        let fragments = Fragments { kernel: self.printer.kernel, pattern, values: &values };
        let of_rows = (0..pattern.depth.of_rows()).map(|register| fragments.of_rows(register));
        let of_columns = (0..pattern.depth.of_columns()).map(|register| fragments.of_columns(register));
        let a = self.fragment(of_rows, ROWS, rows, depth)?;
        let b = self.fragment(of_columns, COLUMNS, columns, depth)?;
        let mut arguments = Vec::new();
        for register in 0..4 {
            let element = match fragments.result(register).ok_or_else(too_large)? {
                LValue::Scalar(name) => self.printer.element(&name, &[])?,
                LValue::Element { array, index } => self.printer.element(&array, &index)?,
            };
            arguments.push(format!("&{}", element.text));
        }
        let function = self.printer.used.call(Helper::Matrix(pattern.depth));
        self.line(depth, &format!("{function}({}, {a}, {b});", arguments.join(", ")));
        Ok(())
    }

    /// The variable with these elements, which is declared where no tile before had the same.
    fn fragment(
        &mut self,
        elements: impl Iterator<Item = Option<Expr>>,
        stem: &str,
        held: &mut Held,
        depth: usize,
    ) -> Result<String, Diagnostic> {
        let printed: Vec<String> = elements
            .map(|element| Ok(self.printer.value(&element.ok_or_else(too_large)?, Scalar::F64)?.text))
            .collect::<Result<_, Diagnostic>>()?;
        if let Some(name) = held.get(&printed) {
            return Ok(name.clone());
        }
        let name = format!("{stem}{}", held.len());
        self.line(depth, &format!("double const {name}[{}] = {{", printed.len()));
        printed.iter().for_each(|element| self.line(depth + 1, &format!("{element},")));
        self.line(depth, "};");
        held.insert(printed, name.clone());
        Ok(name)
    }
}

fn too_large() -> Diagnostic {
    Diagnostic::error("lp::codegen::mma", "the place of an element exceeds all integers")
}
