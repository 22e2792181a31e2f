#!/bin/sh
# Programs that others wrote, built with `lpfc` by variables of make alone: each writes what it writes without, and shows no
# difference under LP_VERIFY.
#
#     tests/apps.sh FOLDER_OF_TOOLS CACHE [TARGET..]
set -eu
own=$(cd "$(dirname "$0")" && pwd)
PATH="$(cd "$1" && pwd):$PATH"
mkdir -p "$2"
cache=$(cd "$2" && pwd)
shift 2
targets=${*:-c openmp opencl}
export LP_CACHE=

get() { # NAME ADDRESS
    [ -d "$cache/$1" ] && return 0
    if ! git clone --quiet --depth 1 "$2" "$cache/$1" 2>"$cache/log"; then
        echo "$1: skipped, $2 cannot be fetched: $(tail -n 1 "$cache/log")"
        return 1
    fi
}

# MPI for one process, since what runs here is one.
mpi() {
    mkdir -p "$cache/mpi"
    cp "$own/apps/mpif.h" "$cache/mpi"
    (cd "$cache/mpi" && gfortran -c "$own/apps/mpi.f90" -o module.o)
    cc -O1 -shared -fPIC "$own/apps/mpi.c" -o "$cache/mpi/libmpi_alone.so"
}

# Builds and runs one: `with` is the compiler.
built() { # NAME WITH VARIABLES..
    rm -rf "$cache/run"
    cp -r "$cache/$1" "$cache/run"
    with=$2
    shift 2
    options="-O2 -w -ffp-contract=off -fallow-argument-mismatch -I$cache/mpi -L$cache/mpi -Wl,-rpath,$cache/mpi"
    make -C "$cache/run" "$@" COMPILER=NONE FLAGS_NONE= CFLAGS_NONE=-O2 C_OPTIONS= C_MPI_COMPILER=cc \
        OPTIONS="$options -Wl,--no-as-needed -lmpi_alone" MPI_COMPILER="$with" >"$cache/log" 2>&1 || {
        tail -n 5 "$cache/log"
        return 1
    }
    grep 'keeps its routines' "$cache/log" || true
}

ran() { # PROGRAM
    "$1" >log 2>&1 || {
        tail -n 5 log
        return 1
    }
}

# What a program writes, without times.
written() { # FILE
    grep -v 'Wall clock\|ime per cell\|overhead\|opened\|Task Count' "$1"
}

app() { # NAME PROGRAM INPUT CHANGES OUTPUT
    name=$1 program=$2 input=$3 changes=$4 output=$5
    built "$name" gfortran
    (cd "$cache/run" && sed -i "$changes" "$input" && ran "./$program")
    written "$cache/run/$output" >"$cache/expected"
    for target in $targets; do
        LPFC_TARGET=$target built "$name" 'lpfc --outline'
        (
            cd "$cache/run"
            sed -i "$changes" "$input"
            LP_TRACE=trace.json ran "./$program"
            written "$output" | diff "$cache/expected" -
            LP_VERIFY=1 ran "./$program"
            written "$output" | diff "$cache/expected" -
            kernels=$(grep -c '"calls": [1-9]' trace.json)
            calls=$(sed -n 's/.*"calls": \([0-9]*\), "sec.*/\1/p' trace.json | awk '{ n += $1 } END { print n }')
            echo "$name, $target: equal, $calls calls of $kernels routines and loops"
        )
    done
}

mpi
if get CloverLeaf_ref https://github.com/UK-MAC/CloverLeaf_ref; then
    app CloverLeaf_ref clover_leaf clover.in 's/_cells=.*/_cells=96/; s/end_step=.*/end_step=20/; /test_problem/d; /profiler_on/d' clover.out
fi
if get TeaLeaf_ref https://github.com/UK-MAC/TeaLeaf_ref; then
    app TeaLeaf_ref tea_leaf tea.in 's/_cells=.*/_cells=60/; s/end_step=.*/end_step=2/; /test_problem/d; /profiler_on/d' tea.out
fi
