//! The code that a declaration stands for.

use crate::call;
use crate::declaration::{Declaration, Param};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The code of a declaration; `pass` is the path under which it finds what it needs.
pub(crate) fn emit(declaration: &Declaration, pass: &TokenStream) -> TokenStream {
    let Declaration { ident, name, aliases, group, reference, joins, doc, params, .. } = declaration;
    let specs = params.iter().map(|param| param_spec(param, pass));
    let fields: Vec<_> = params.iter().map(|param| &param.ident).collect();
    let reads = params.iter().enumerate().map(|(at, Param { ident, ty, .. })| {
        quote! { let #ident: Option<#ty> = reader.read(#at); }
    });
    let (rewrite, joined) = if *joins { joining(ident, pass) } else { Default::default() };
    let call = call::emit(declaration, pass);
    quote! {
        #rewrite

        #call

        impl #ident {
            /// The declaration: what help, the reference page, pipelines and scripts are made from.
            pub const SPEC: &'static #pass::Spec = &#pass::Spec {
                name: #name,
                aliases: &[#(#aliases),*],
                group: #pass::Group::#group,
                reference: #pass::Reference::#reference,
                joins: #joins,
                doc: #doc,
                file: file!(),
                params: &[#(#specs),*],
                build: Self::build,
            };

            fn build(args: &#pass::Args) -> #pass::Built {
                #[allow(unused_mut, reason = "a transform without arguments changes nothing")]
                let mut reader = #pass::Reader::new(Self::SPEC.signature(), args);
                #(#reads)*
                let read = reader.finish(move || Some(Self { #(#fields: #fields?),* }))?;
                Ok(Box::new(read))
            }
        }

        impl #pass::Transform for #ident {
            fn spec(&self) -> &'static #pass::Spec {
                Self::SPEC
            }

            fn values(&self) -> Vec<#pass::Value> {
                vec![#(#pass::FromArg::to_value(&self.#fields)),*]
            }

            #joined
        }
    }
}

/// Of a transform that makes one kernel of several: what it does to a single one, and how it tells so.
fn joining(ident: &Ident, pass: &TokenStream) -> (TokenStream, TokenStream) {
    let rewrite = quote! {
        impl #pass::Rewrite for #ident {
            fn apply(&self, kernel: &#pass::Kernel) -> ::std::result::Result<#pass::Applied, #pass::Refusal> {
                #pass::refuse_alone(Self::SPEC, kernel)
            }
        }
    };
    let joined = quote! {
        fn joins(&self) -> ::std::option::Option<&dyn #pass::Join> {
            ::std::option::Option::Some(self)
        }
    };
    (rewrite, joined)
}

fn param_spec(Param { ident, ty, doc, default, rest, .. }: &Param, pass: &TokenStream) -> TokenStream {
    let name = ident.to_string();
    let default = default.as_ref().map_or_else(|| quote! { None }, |text| quote! { Some(#text) });
    quote! {
        #pass::ParamSpec {
            name: #name,
            kind: <#ty as #pass::FromArg>::KIND,
            default: #default,
            rest: #rest,
            doc: #doc,
        }
    }
}
