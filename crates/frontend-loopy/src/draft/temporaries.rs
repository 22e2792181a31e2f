//! Temporaries: those that `<>` makes, and those that lines declare.

use super::{Draft, Locate};
use crate::blocks::Program;
use crate::lower::Lowering;
use crate::names::{Symbol, Symbols};
use crate::text::tree::{Declaration, Shape};
use diag::{Diagnostic, nearest};
use ir::{AddressSpace, Expr, Layout, Name, Temp};

const CODE: diag::Code = "lp::loopy::temporary";
const CLAUSES: &[&str] = &["private", "local", "global", "layout"];

impl Draft {
    /// Declares temporaries; shapes that no line gives follow from their use.
    pub(super) fn temporaries(&mut self, program: &Program<'_>, symbols: &Symbols, locate: Locate<'_>) {
        for (name, span) in &symbols.temps {
            let Some(Symbol::Temp(rank)) = symbols.kinds.get(name) else { continue };
            if *rank > 0 {
                self.shapeless.insert(name.clone());
            }
            let temp = Temp {
                ty: symbols.temp_types.get(name).copied(),
                space: None,
                shape: vec![Expr::int(1); *rank],
                layout: Layout::c(*rank),
                loc: locate(*span),
                origin: (*span).into(),
            };
            self.kernel.temps.insert(name.clone(), temp);
        }
        for declaration in &program.temps {
            self.declared_temporary(declaration, symbols);
        }
    }

    fn declared_temporary(&mut self, declaration: &Declaration, symbols: &Symbols) {
        let shape = if let Shape::Axes(axes) = &declaration.shape {
            let Some(shape) = self.extents(axes, declaration, symbols) else { return };
            Some(shape)
        } else {
            None
        };
        for word in &declaration.names {
            let name = Name::from(word.text.as_str());
            let Some(rank) = self.kernel.temps.get(&name).map(|temp| temp.shape.len()) else { continue };
            let Some((space, layout)) = self.place(declaration, rank, symbols) else { return };
            let Some(temp) = self.kernel.temps.get_mut(&name) else { continue };
            temp.space = space;
            temp.layout = layout;
            if let Some(shape) = &shape {
                temp.shape.clone_from(shape);
                self.shapeless.remove(&name);
            }
        }
    }

    fn extents(
        &mut self,
        axes: &[Option<crate::text::tree::Expr>],
        declaration: &Declaration,
        symbols: &Symbols,
    ) -> Option<Vec<Expr>> {
        let mut shape = Vec::new();
        for extent in axes {
            let Some(extent) = extent else {
                let message = "a temporary has known extents";
                let diagnostic = Diagnostic::error(CODE, message).at(declaration.span, "");
                self.errors.push(diagnostic.help("leave them to inference: `temps t : float64[...]`"));
                return None;
            };
            shape.push(Lowering { symbols, formals: &[], errors: &mut self.errors }.expr(extent)?);
        }
        Some(shape)
    }

    /// Memory and layout.
    fn place(
        &mut self,
        declaration: &Declaration,
        rank: usize,
        symbols: &Symbols,
    ) -> Option<(Option<AddressSpace>, Layout)> {
        let (mut space, mut layout) = (None, Layout::c(rank));
        for clause in &declaration.clauses {
            match clause.word.text.as_str() {
                "private" => space = Some(AddressSpace::Private),
                "local" => space = Some(AddressSpace::Local),
                "global" => space = Some(AddressSpace::Global),
                "layout" => layout = self.layout(clause, rank, symbols)?,
                other => {
                    let message = format!("unknown clause `{other}`");
                    let diagnostic = Diagnostic::error(CODE, message).at(clause.word.span, "");
                    self.errors.push(match nearest(other, CLAUSES.iter().copied()) {
                        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                        None => {
                            diagnostic.help("the clauses are `private`, `local`, `global` and `layout(c)`")
                        }
                    });
                    return None;
                }
            }
        }
        Some((space, layout))
    }
}
