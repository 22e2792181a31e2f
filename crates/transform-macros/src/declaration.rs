//! What a struct says about its transform.

use syn::{
    Attribute, Data, DeriveInput, Error, Expr, ExprLit, Field, Fields, Ident, Lit, LitStr, Meta, Type,
    Visibility,
};

/// A struct with `#[derive(Transform)]`.
pub(crate) struct Declaration {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
    /// Variant of `Group`.
    pub(crate) group: Ident,
    /// What it does with the reference: a variant of `pass::Reference`.
    pub(crate) reference: Ident,
    /// Whether it makes one kernel of several.
    pub(crate) joins: bool,
    pub(crate) doc: String,
    pub(crate) params: Vec<Param>,
}

/// One of its fields.
pub(crate) struct Param {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) doc: String,
    /// The default as pipeline text.
    pub(crate) default: Option<String>,
    pub(crate) rest: bool,
}

impl Declaration {
    pub(crate) fn read(input: &DeriveInput) -> syn::Result<Self> {
        let doc = documentation(&input.attrs);
        if doc.is_empty() {
            return Err(Error::new_spanned(
                &input.ident,
                "a transform needs a doc comment: it is the manual",
            ));
        }
        let (mut name, mut aliases, mut group) = (snake_case(&input.ident.to_string()), Vec::new(), None);
        let mut reference = Ident::new("Kept", input.ident.span());
        let mut joins = false;
        for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("transform")) {
            attr.parse_nested_meta(|meta| {
                for (word, variant) in [("reference", "Changed"), ("program", "Replaced")] {
                    if meta.path.is_ident(word) {
                        reference = Ident::new(variant, input.ident.span());
                        return Ok(());
                    }
                }
                if meta.path.is_ident("joins") {
                    joins = true;
                    return Ok(());
                }
                let text: LitStr = meta.value()?.parse()?;
                if meta.path.is_ident("name") {
                    name = text.value();
                } else if meta.path.is_ident("alias") {
                    aliases.push(text.value());
                } else if meta.path.is_ident("group") {
                    group = Some(Ident::new(&capitalised(&text.value()), text.span()));
                } else {
                    let words = "expected `group`, `name`, `alias`, `reference`, `program` or `joins`";
                    return Err(meta.error(words));
                }
                Ok(())
            })?;
        }
        let group = group
            .ok_or_else(|| Error::new_spanned(&input.ident, "`#[transform(group = \"..\")]` is missing"))?;
        let params = fields(input)?.into_iter().map(Param::read).collect::<syn::Result<_>>()?;
        let (vis, ident) = (input.vis.clone(), input.ident.clone());
        Ok(Declaration { vis, ident, name, aliases, group, reference, joins, doc, params })
    }
}

impl Param {
    /// Whether each call gives it.
    pub(crate) fn is_required(&self) -> bool {
        self.default.is_none() && !self.rest
    }

    fn read(field: &Field) -> syn::Result<Self> {
        let Some(ident) = field.ident.clone() else {
            return Err(Error::new_spanned(field, "the fields of a transform have names"));
        };
        let doc = documentation(&field.attrs);
        if doc.is_empty() {
            return Err(Error::new_spanned(&ident, "an argument needs a doc comment"));
        }
        let (mut default, mut rest) = (None, false);
        for attr in field.attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
            attr.parse_nested_meta(|meta| {
                if meta.path.is_ident("default") {
                    default = Some(pipeline_text(&meta.value()?.parse()?)?);
                } else if meta.path.is_ident("rest") {
                    rest = true;
                } else {
                    return Err(meta.error("expected `default` or `rest`"));
                }
                Ok(())
            })?;
        }
        Ok(Param { vis: field.vis.clone(), ident, ty: field.ty.clone(), doc, default, rest })
    }
}

fn fields(input: &DeriveInput) -> syn::Result<Vec<&Field>> {
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Ok(fields.named.iter().collect()),
            Fields::Unit => Ok(Vec::new()),
            Fields::Unnamed(fields) => {
                Err(Error::new_spanned(fields, "the fields of a transform have names"))
            }
        },
        _ => Err(Error::new_spanned(&input.ident, "a transform is a struct")),
    }
}

/// The lines of a doc comment, without the space that follows the slashes.
fn documentation(attrs: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        if let Meta::NameValue(pair) = &attr.meta
            && let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value
        {
            let text = text.value();
            lines.push(text.strip_prefix(' ').unwrap_or(&text).to_owned());
        }
    }
    lines.join("\n").trim().to_owned()
}

/// A default in the notation of pipelines; a string holds it as it is.
fn pipeline_text(default: &Expr) -> syn::Result<String> {
    match default {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if is_word(&text.value()) => Err(Error::new_spanned(
            default,
            "a bare word is no value of a pipeline: put quotes into the string, `\"\\\"word\\\"\"`",
        )),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text.value()),
        Expr::Lit(ExprLit { lit: Lit::Bool(value), .. }) => {
            Ok(if value.value { "True" } else { "False" }.to_owned())
        }
        Expr::Lit(ExprLit { lit: Lit::Int(value), .. }) => Ok(value.to_string()),
        Expr::Path(path) if path.path.is_ident("None") => Ok("None".to_owned()),
        _ => Err(Error::new_spanned(default, "expected `None`, a literal, or pipeline text in a string")),
    }
}

/// Whether a default would read as the name of a parameter where a text was meant.
fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
