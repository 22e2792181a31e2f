#!/bin/sh
# Installs what `./run package` has made, each into an empty folder, and tries it there: programs, manual pages and
# completions of all tools, the libraries that they need, README.md as a reader follows it, and a routine of Fortran
# on the interpreter. usage: tests/package.sh FOLDER PRODUCT..; where LP_PROGRAMS is set, programs were built elsewhere,
# and may need another C library than packages promise.
set -eu
folder=$(cd "$1" && pwd)
shift
home=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
tools="lpfc lpopt lprun lptranslate"
# As old a C library as packages promise to run with.
glibc=2.28

fail() {
    echo "$product: $*" >&2
    exit 1
}

# PATTERN : the one file of that name.
made() {
    # shellcheck disable=SC2086
    set -- "$folder"/$1
    [ $# = 1 ] && [ -f "$1" ] || fail "there is not one file: $*"
    echo "$1"
}

# Each product goes into $prefix, and says where the shells look.
install_wheel() {
    file=$(made "lp_compiler-*-manylinux_$(echo "$glibc" | tr . _)_*.whl")
    python3 -m venv "$place/wheel"
    prefix="$place/wheel" zsh=site-functions
    "$prefix/bin/pip" install --quiet "$file"
    "$prefix/bin/python" -c 'import lp; print(lp.kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i] + 1"))' >/dev/null
}

install_deb() {
    file=$(made "lpir-tools_*.deb")
    dpkg-deb --field "$file" Depends | grep -q "libc6 (>= $glibc)" || fail "asks for another C library"
    dpkg-deb --field "$file" Depends | grep -q OpenCL && fail "does not install without OpenCL"
    dpkg -x "$file" "$place/deb"
    prefix="$place/deb/usr" zsh=vendor-completions
    for page in README.md CHANGELOG.md copyright examples/dgemm.f90; do
        [ -s "$prefix/share/doc/lpir-tools/$page" ] || fail "there is no $page"
    done
}

install_archive() {
    file=$(made "lpir-tools-*.tar.gz")
    name=$(basename "$file" .tar.gz)
    tar -xzf "$file" -C "$place"
    prefix="$place/$name" zsh=site-functions
}

# Whether a program runs with the oldest C library, and what else it needs.
links() {
    for needed in $(readelf --dynamic "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        case "$needed" in
        libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | ld-linux-*) ;;
        libOpenCL.so.1) [ "$(basename "$1")" = lprun-opencl ] || fail "$1 needs $needed" ;;
        *) fail "$1 needs $needed" ;;
        esac
    done
    newest=$(readelf --version-info "$1" | grep -o 'GLIBC_[0-9.]*' | cut -d_ -f2 | sort -V | tail -1)
    [ "$(printf '%s\n' "$newest" "$glibc" | sort -V | tail -1)" = "$glibc" ] || fail "$1 needs glibc $newest"
}

# What belongs to a tool.
complete_tool() {
    share="$prefix/share"
    page=$(ls "$share/man/man1/$1.1"* 2>/dev/null) || fail "there is no manual page of $1"
    zcat -f "$page" | grep -q '^\.SH NAME' || fail "$page is no manual page"
    bash -c '. "$1" && complete -p "$2"' bash "$share/bash-completion/completions/$1" "$1" >/dev/null ||
        fail "nothing completes $1 in bash"
    grep -q "^#compdef $1\$" "$share/zsh/$zsh/_$1" || fail "nothing completes $1 in zsh"
    grep -q "^complete -c $1 " "$share/fish/vendor_completions.d/$1.fish" || fail "nothing completes $1 in fish"
}

# The routine of the paper: Fortran to OpenCL, run on the interpreter.
first_example() {
    mkdir "$place/example"
    cd "$place/example"
    lptranslate "$home/examples/dgemm.f90" -o dgemm.lpir
    lpopt "$home/examples/dgemm.f90" -o tiled.lpir
    lptranslate tiled.lpir -o tiled.cl
    grep -q __kernel tiled.cl || fail "lptranslate writes no OpenCL"
    lprun tiled.lpir --device interp --set m=33,n=41,l=65,alpha=2.0 --against dgemm.lpir >said
    grep -q agrees said || fail "lprun says: $(cat said)"
    cd "$home"
    rm -r "$place/example"
}

for product in "$@"; do
    "install_$product"
    for program in $tools lprun-opencl; do
        [ -x "$prefix/bin/$program" ] || fail "there is no $program"
        [ -n "${LP_PROGRAMS:-}" ] || links "$prefix/bin/$program"
    done
    for tool in $tools; do
        complete_tool "$tool"
    done
    before=$PATH PATH="$prefix/bin:$PATH"
    for tool in lpopt lprun lptranslate; do
        "$tool" --version
    done
    lpfc --version | grep 'GNU Fortran' || fail "lpfc does not run gfortran"
    lpfc --lpfc-help | grep -q LPFC_TARGET || fail "lpfc has no help"
    first_example
    mkdir "$place/readme"
    python3 "$home/tests/walk.py" "$home/README.md" "$place/readme"
    PATH=$before
    rm -r "$place/readme"
    echo "$product: $(basename "$file"), $(du -h "$file" | cut -f1), installs and runs"
done
