# shellcheck shell=sh
# Source packages of Debian, for scripts that read this file: `fetch PACKAGE CACHE` unpacks one into a folder of CACHE.

fetch() {
    package=$1 cache=$2
    work=$(mktemp -d)
    mkdir -p "$work/lists/partial" "$work/parts" "$cache"
    # Debian's lists name binary packages; the same places have the sources.
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] || continue
        sed -e 's/^Types: .*/Types: deb-src/' -e 's/^deb /deb-src /' "$file" >"$work/parts/$(basename "$file")"
    done
    options="-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$work/parts -o Dir::State::lists=$work/lists"
    options="$options -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache= -qq"
    # shellcheck disable=SC2086
    (cd "$work" && apt-get $options update && apt-get $options source --download-only "$package") >/dev/null 2>&1 || true
    archive=$(ls "$work/${package}"_*.orig.tar.* 2>/dev/null | head -n 1)
    [ -n "$archive" ] && tar -C "$cache" -xf "$archive"
    rm -rf "$work"
}
