//! Calls in Rust: `SplitIname::new("i", 16).inner_tag("l.0")`.

use crate::declaration::{Declaration, Param};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// `new` of a transform, and what it gives: a call with a method for each argument that has a default.
pub(crate) fn emit(declaration: &Declaration, pass: &TokenStream) -> TokenStream {
    let Declaration { vis, ident, params, .. } = declaration;
    let call = format_ident!("{ident}Call");
    let (required, optional): (Vec<&Param>, Vec<&Param>) =
        params.iter().partition(|param| param.is_required());
    let names: Vec<_> = required.iter().map(|param| &param.ident).collect();
    let keywords = names.iter().map(ToString::to_string);
    let methods = optional.into_iter().map(|param| method(param, pass));
    let about = format!("A call of [`{ident}`], from [`{ident}::new`].");
    let new = described("A call in Rust, with the arguments that have no default.", &required);
    quote! {
        #[doc = #about]
        #[derive(Debug, Clone)]
        #[must_use = "a call does nothing until it is applied"]
        #vis struct #call(#pass::RustCall);

        impl #ident {
            #[doc = #new]
            #vis fn new(#(#names: impl ::std::convert::Into<#pass::Value>),*) -> #call {
                #call(#pass::RustCall::new(Self::SPEC)#(.argument(#keywords, #names))*)
            }
        }

        impl #call {
            #(#methods)*

            /// Only for the kernel of that name.
            #vis fn kernel(self, name: &str) -> Self {
                Self(self.0.argument("kernel", name))
            }

            /// Finding nothing to do is no error.
            #vis fn allow_empty(self) -> Self {
                Self(self.0.argument("allow_empty", true))
            }

            /// You vouch for the step: what it leaves unproved is a warning, and the kernel says so.
            #vis fn unchecked(self) -> Self {
                Self(self.0.argument("unchecked", true))
            }
        }

        impl ::std::convert::From<#call> for #pass::RustCall {
            fn from(call: #call) -> Self {
                call.0
            }
        }
    }
}

/// The method that gives an argument.
fn method(Param { vis, ident, doc, default, rest, .. }: &Param, pass: &TokenStream) -> TokenStream {
    if *rest {
        return quote! {
            #[doc = #doc]
            #vis fn #ident<V: ::std::convert::Into<#pass::Value>>(
                self,
                entries: impl ::std::iter::IntoIterator<Item = (&'static str, V)>,
            ) -> Self {
                Self(entries.into_iter().fold(self.0, |call, (name, value)| call.argument(name, value)))
            }
        };
    }
    let keyword = ident.to_string();
    let default = default.as_deref().unwrap_or("None");
    let doc = format!("{doc}\n\nBy default `{default}`.");
    quote! {
        #[doc = #doc]
        #vis fn #ident(self, value: impl ::std::convert::Into<#pass::Value>) -> Self {
            Self(self.0.argument(#keyword, value))
        }
    }
}

/// A sentence, and a line for each of these arguments.
fn described(sentence: &str, params: &[&Param]) -> String {
    let lines =
        params.iter().map(|param| format!("- `{}`: {}\n", param.ident, param.doc.replace('\n', "\n  ")));
    format!("{sentence}\n\n{}", lines.collect::<String>())
}
