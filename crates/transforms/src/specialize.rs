use crate::lower::with_known_types;
use crate::rewrite::{assume_values, check_values, fix};
use diag::Diagnostic;
use ir::fold::{Folder, Values};
use ir::{Comparison, Expr, Kernel, Node, Requirement, Scalar, walk};
use pass::{Applied, Keywords, NewName, ParamValue, ParamValues, Refusal, Rewrite, Transform, VarName};
use poly::Name;

/// Makes the kernel of one case: flags and sizes get fixed values, and the case is required at launch.
///
/// Like `fix_parameters`, with three differences. The values become a requirement, with a message that a
/// caller understands. A list allows several values, such as the two codes of a letter: all conditions on
/// them must then be decided alike, and uses that are no conditions stay. And the kernel gets a name, so that
/// one source yields a kernel a case.
///
/// Refused where an assumption or a requirement excludes a value, where the type of the parameter does not
/// have it, and where a condition holds for some of the listed values only.
///
/// ```lpir
/// # RUN: specialize(trans=["N", "n"], incx=1)
/// lpir 1
///
/// kernel @scale {
///   arg trans : i8
///   arg n : i32
///   arg incx : i32
///   arg x : f64[n*incx] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   require incx > 0 : "SCALE: argument 3 is illegal"
///   s: x[i*incx] = 2.0*x[i*incx]  in(i) if(trans == 78 or trans == 110)
///   t: x[i*incx] = 0.5*x[i*incx]  in(i) after(s) if(trans != 78 and trans != 110)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @scale_trans_N_incx_1 {
///   arg trans : i8
///   arg n : i32
///   arg incx : i32
///   arg x : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   assume [incx] -> { : incx = 1 }
///   iname i
///   require trans == 78 or trans == 110 : "scale_trans_N_incx_1: `trans` must be 'N' or 'n'"
///   require incx == 1 : "scale_trans_N_incx_1: `incx` must be 1"
///   s: x[i] = 2.0d*x[i]  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "parameters")]
pub struct Specialize {
    /// Parameters and their values, or a list of values: `incx=1, trans=["N", "n"]`.
    #[arg(rest)]
    pub values: Keywords<ParamValues>,
    /// The name of the new kernel; by default the old one with parameters and first values behind it.
    #[arg(default = None)]
    pub name: Option<NewName>,
}

impl Rewrite for Specialize {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let given = &self.values.0;
        check_values(kernel, given.iter().map(|(name, values)| (name, values.0.as_slice())))?;
        let single = given.iter().filter_map(|(name, values)| match values.0.as_slice() {
            [value] => Some((name, value.number)),
            _ => None,
        });
        let assumptions = assume_values(&kernel.assumptions, &single.collect::<Vec<_>>())?;
        let numbers = |values: &ParamValues| values.0.iter().map(|value| value.number).collect();
        let values: Values =
            given.iter().map(|(name, values)| (name.name.clone(), numbers(values))).collect();
        let fixed = fix(&with_known_types(kernel), &values)?;
        self.check_alike(&fixed, &values)?;
        let name = self.name.as_ref().map_or_else(|| self.case(kernel), |name| name.name.clone());
        let mut requires = fixed.requires.clone();
        requires.extend(given.iter().map(|(argument, values)| required(kernel, &name, argument, &values.0)));
        Ok(Kernel { name, assumptions, requires, ..fixed }.into())
    }
}

impl Specialize {
    /// The name of this case.
    fn case(&self, kernel: &Kernel) -> Name {
        let mut name = kernel.name.to_string();
        for (argument, values) in &self.values.0 {
            if let Some(value) = values.0.first() {
                name = format!("{name}_{}_{}", argument.name, label(kernel, argument, value))
                    .replace('-', "minus_");
            }
        }
        Name::new(name)
    }

    /// Refuses conditions that hold for some of the listed values only.
    fn check_alike(&self, fixed: &Kernel, values: &Values) -> Result<(), Refusal> {
        let folder = Folder::new(fixed, values);
        for (id, statement) in &fixed.statements {
            let bodies = fixed.rules.values().map(|rule| &rule.body);
            let mut differs = None;
            for expr in statement.expressions().chain(bodies) {
                walk::visit(expr, &mut |part| {
                    let names = walk::names(part);
                    let is_test = matches!(part.node(), Node::Compare(..))
                        && !names.is_empty()
                        && names.iter().all(|name| values.contains_key(name));
                    if is_test && folder.decided(part).is_none() && differs.is_none() {
                        differs = Some(part.clone());
                    }
                });
            }
            if let Some(condition) = differs {
                let message =
                    format!("`{condition}` does not hold for all of the listed values, nor for none");
                let problem = Diagnostic::error("lp::specialize::differs", message);
                let problem = problem.at_entity(
                    statement.loc.as_ref(),
                    statement.origin,
                    format!("`{id}` depends on it"),
                );
                return Err(problem.help("make a kernel for each value").into());
            }
        }
        Ok(())
    }
}

/// The case of one argument as a requirement.
fn required(kernel: &Kernel, name: &Name, argument: &VarName, values: &[ParamValue]) -> Requirement {
    let equal = |value: &ParamValue| {
        let (argument, number) = (Expr::var(argument.name.clone()), Expr::int(value.number));
        Expr::new(Node::Compare(Comparison::Equal, argument, number))
    };
    let condition = Expr::any(values.iter().map(equal).collect());
    let quoted = |value: &ParamValue| match label(kernel, argument, value) {
        text if text.parse::<i64>().is_ok() => text,
        letter => format!("'{letter}'"),
    };
    let allowed: Vec<String> = values.iter().map(quoted).collect();
    let message = format!("{name}: `{}` must be {}", argument.name, allowed.join(" or "));
    Requirement { condition, message, loc: None, origin: argument.origin }
}

/// A value as text: the letter, where it may be a flag's code.
pub(crate) fn label(kernel: &Kernel, argument: &VarName, value: &ParamValue) -> String {
    let is_flag = kernel.args.get(&argument.name).is_some_and(|arg| arg.ty == Some(Scalar::I8));
    let letter = u8::try_from(value.number).ok().filter(|code| is_flag && code.is_ascii_alphabetic());
    letter.map_or_else(|| value.number.to_string(), |code| char::from(code).to_string())
}
