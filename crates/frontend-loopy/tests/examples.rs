//! The paper's native programs.

use diag::SourceMap;
fn import(text: &str) -> ir::Kernel {
    let mut sources = SourceMap::default();
    let id = sources.add("t.loopy", text);
    match frontend_loopy::import(text, id, "t.loopy") {
        Ok(imported) => {
            let module = imported.module;
            println!("{}", ir::text::print_module(&module));
            module.kernels.values().next().unwrap().clone()
        }
        Err(errors) => panic!("{errors:#?}"),
    }
}

#[test]
fn all() {
    import("{[i]: 0<=i<n}\nout[i] = 2*a[i]");
    import("{[i]: 0<=i<n}\nresult[i] = u[i+1]-u[i]");
    import(
        "{[i,j,n,n2]: 0<=i,j<npart and 0<=n,n2<3}
    grav_force(m, M, r) := -66.742*m*M/r**2

    <> radc = sqrt(sum(n, (x[i,n]-center[n])**2))
    <> rad_j = sqrt(sum(n2, (x[i,n2]-x[j,n2])**2))

    force[i] = grav_force(mass[i], massc, radc) + \\
        sum(j, grav_force(mass[i], mass[j], rad_j))
",
    );
    import(
        "{[i]: 0<=i<n}
  f(x) := x*a[x]
  g(x) := 12 + f(x)
  h(x) := 1 + g(x) + 20*g$three(x)

  a[i] = h$one(i) * h$two(i)
",
    );
}
