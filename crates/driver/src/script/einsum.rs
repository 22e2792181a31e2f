//! `lp.make_einsum`: products of arrays, summed over the subscripts that the result lacks.

use super::make::{self, Arguments, items};
use script::Value;
use std::collections::BTreeSet;

/// `lp.make_einsum("ij,jk->ik", ("a", "b"))`: the sum over all subscripts that `out` lacks.
pub(super) fn call(args: &Arguments<'_>) -> script::Result<Value> {
    let names = args.get(1, "arg_names").map(items).unwrap_or_default();
    let names: Option<Vec<&str>> = names.iter().map(|name| name.as_str()).collect();
    let (Some(spec), Some(names)) = (args.text(0, "spec")?, names) else {
        return Err(
            args.refuse("`make_einsum` takes subscripts such as `\"ij,jk->ik\"` and the names of arrays")
        );
    };
    let parts = Parts::parse(spec, &names).map_err(|message| args.refuse(message))?;
    let count = |inames: &str| inames.chars().count();
    let name = format!("einsum{}to{}_kernel", parts.inames.len(), count(parts.out));
    let positional = [Value::from(parts.domains()), Value::from(parts.statement())];
    let mut named: Vec<(&str, Value)> =
        args.named.iter().filter(|(word, _)| !["spec", "arg_names"].contains(word)).cloned().collect();
    if !named.iter().any(|(word, _)| *word == "name") {
        named.push(("name", Value::from(name)));
    }
    let made =
        Arguments { function: "make_kernel", positional: &positional, named: &named, origin: args.origin };
    make::call(&made)
}

/// What subscripts say.
struct Parts<'a> {
    out: &'a str,
    operands: Vec<(&'a str, &'a str)>,
    inames: BTreeSet<char>,
}

impl<'a> Parts<'a> {
    fn parse(spec: &'a str, names: &[&'a str]) -> Result<Self, String> {
        let (operands, out) = spec
            .split_once("->")
            .ok_or("the subscripts have no `->`, which stands before those of the result")?;
        let (operands, out) = (operands.split(',').map(str::trim).collect::<Vec<_>>(), out.trim());
        if operands.len() != names.len() {
            return Err(format!(
                "there are subscripts of {} arrays and {} names",
                operands.len(),
                names.len()
            ));
        }
        let all = || operands.iter().copied().chain([out]).flat_map(str::chars);
        if let Some(other) = all().find(|letter| !letter.is_ascii_alphabetic()) {
            return Err(format!("subscripts are letters, and `{other}` is none"));
        }
        let own: BTreeSet<char> = out.chars().collect();
        if own.len() != out.chars().count() {
            return Err(format!(
                "`{out}` has a letter twice, so that some elements of the result have no value"
            ));
        }
        let read: BTreeSet<char> = operands.iter().flat_map(|operand| operand.chars()).collect();
        if let Some(new) = own.iter().find(|letter| !read.contains(letter)) {
            return Err(format!(
                "no array has the subscript `{new}` of the result, so that nothing tells how far it goes"
            ));
        }
        let inames = all().collect();
        Ok(Parts { out, operands: names.iter().copied().zip(operands).collect(), inames })
    }

    /// One for each loop, so that a sum over nothing is 0.
    fn domains(&self) -> Vec<String> {
        self.inames.iter().map(|iname| format!("{{ [{iname}] : 0 <= {iname} < N{iname} }}")).collect()
    }

    fn statement(&self) -> String {
        let list =
            |inames: &mut dyn Iterator<Item = char>| inames.map(String::from).collect::<Vec<_>>().join(", ");
        let element = |name: &str, inames: &str| match inames {
            "" => name.to_owned(),
            _ => format!("{name}[{}]", list(&mut inames.chars())),
        };
        let factors: Vec<String> = self.operands.iter().map(|(name, own)| element(name, own)).collect();
        let product = factors.join("*");
        let mut summed = self.inames.iter().copied().filter(|iname| !self.out.contains(*iname)).peekable();
        let value = match summed.peek() {
            Some(_) => format!("sum(({},), {product})", list(&mut summed)),
            None => product,
        };
        format!("{} = {value}", element("out", self.out))
    }
}
