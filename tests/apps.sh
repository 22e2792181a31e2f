#!/bin/sh
# Programs that others wrote, built with `lpfc` by variables of make alone: each writes what it writes without, and shows no
# difference under LP_VERIFY.
#
#     tests/apps.sh FOLDER_OF_TOOLS CACHE [TARGET..]
#
# APPS="NAME.." chooses among them.
set -eu
own=$(cd "$(dirname "$0")" && pwd)
PATH="$(cd "$1" && pwd):$PATH"
mkdir -p "$2"
cache=$(cd "$2" && pwd)
shift 2
targets=${*:-c openmp opencl}
export LP_CACHE= OMP_NUM_THREADS="${OMP_NUM_THREADS:-2}"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

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
alone="-I$cache/mpi -L$cache/mpi -Wl,-rpath,$cache/mpi"
usual="-O2 -w -ffp-contract=off"

# Runs a program; what it says matters where it fails.
ran() { # COMMAND..
    "$@" >log 2>&1 || {
        tail -n 5 log
        return 1
    }
}

# Makes a copy of a program with a compiler.
built() { # NAME FOLDER COMPILER
    rm -rf "$cache/run"
    cp -r "$cache/$2" "$cache/run"
    (cd "$cache/run" && "build_$1" "$3") >"$cache/log" 2>&1 || {
        tail -n 5 "$cache/log"
        return 1
    }
    grep 'keeps its routines' "$cache/log" || true
}

# Compares a program, which `build_NAME COMPILER` builds and `run_NAME` runs, in its own folder, with itself.
app() { # NAME FOLDER ADDRESS
    name=$1
    case " ${APPS:-$name} " in *" $name "*) ;; *) return 0 ;; esac
    get "$2" "$3" || return 0
    built "$name" "$2" "${plain:-gfortran}"
    (cd "$cache/run" && "run_$name") >"$cache/expected"
    for target in $targets; do
        LPFC_TARGET=$target built "$name" "$2" 'lpfc --outline'
        (
            cd "$cache/run"
            if [ "$target" = opencl ]; then export LP_OFF="$rounded"; fi
            LP_TRACE=$cache/trace.json "run_$name" | diff "$cache/expected" -
            LP_VERIFY=1 "run_$name" | diff "$cache/expected" -
            kernels=$(grep -c '"calls": [1-9]' "$cache/trace.json")
            calls=$(sed -n 's/.*"calls": \([0-9]*\), "sec.*/\1/p' "$cache/trace.json" | awk '{ n += $1 } END { print n }')
            share=$(sed -n 's/.*{"seconds": \([0-9.]*\), "seconds_in_kernels": \([0-9.]*\),.*/\1 \2/p' "$cache/trace.json" |
                awk '{ printf "%.0f", 100*$2/$1 }')
            echo "$name${benchmark:+ $benchmark}, $target: equal, $calls calls of $kernels routines and loops, $share % of the time"
        )
    done
}

# CloverLeaf and TeaLeaf.
leaf() { # COMPILER OPTIONS
    make COMPILER=NONE FLAGS_NONE= CFLAGS_NONE=-O2 C_OPTIONS= C_MPI_COMPILER=cc MPI_COMPILER="$1" \
        OPTIONS="$usual -fallow-argument-mismatch $2"
}
leaf_input='/test_problem/d; /profiler_on/d'
without_times() {
    grep -v 'Wall clock\|ime per cell\|overhead\|opened\|Task Count' "$1"
}
build_CloverLeaf() { leaf "$1" "$alone -Wl,--no-as-needed -lmpi_alone"; }
run_CloverLeaf() {
    sed -i "s/_cells=.*/_cells=96/; s/end_step=.*/end_step=20/; $leaf_input" clover.in
    ran $ranks ./clover_leaf && without_times clover.out
}
build_TeaLeaf() { build_CloverLeaf "$1"; }
run_TeaLeaf() {
    sed -i "s/_cells=.*/_cells=60/; s/end_step=.*/end_step=2/; $leaf_input" tea.in
    ran ./tea_leaf && without_times tea.out
}
# The same by two processes.
build_CloverLeaf_of_two() { leaf "$1" ''; }
run_CloverLeaf_of_two() { run_CloverLeaf; }

# One of the NAS parallel benchmarks, `$benchmark`, with its own verification.
build_NPB() {
    cd NPB3.3-SER
    cp config/make.def.template config/make.def
    mkdir -p bin
    make "$benchmark" CLASS=S F77="$1" FLINK="$1" FFLAGS="$usual -std=legacy" CC=cc UCC=cc CFLAGS='-O2 -w' RAND=randdp
}
run_NPB() {
    ran NPB3.3-SER/bin/"$(echo "$benchmark" | tr A-Z a-z)".S.x || return 1
    grep -qi 'verification *=* *successful' log || echo "$benchmark: no verification"
    grep -v 'ime in sec\|tion time\|Mop/s\|date\|F77\|FLINK\|FFLAGS' log
}

# The conjugate gradients of Nekbone, its first example.
build_Nekbone() {
    cd test/example1
    sed -i 's/lelt=100/lelt=8/' SIZE
    sed -i 's/^1   50  1/2    6  2/' data.rea
    make -f ../../src/makefile.template S=../../src F77="$1" CC=cc IFMPI=false CASEDIR=. MXM='mxm_std.o blas.o' \
        OPT_FLAGS_STD="$usual" P='-fdefault-real-8 -fdefault-double-8 -cpp -std=legacy' \
        PPS='UNDERSCORE LONGINT8 GLOBAL_LONG_LONG'
}
run_Nekbone() {
    (cd test/example1 && ran ./nekbone && grep -v 'Flop\|Time' log)
}

# Hydrodynamics on unstructured meshes: a hundred files with modules and derived types.
build_BookLeaf() {
    cd src
    find . -iname '*.f90' ! -name 't3_*' ! -name '*_silo*' ! -name '*_tio*' ! -name '*_metis*' ! -path './mods/*' |
        xargs awk -f "$own/apps/uses.awk" | sort >makefile.dep
    make bookleaf NO_MPI=1 NO_OMP=1 FC="$1" OPT="$usual $(find . -type d -printf '-I%p ')"
}
run_BookLeaf() {
    for input in sod_sm_lag_small sedov_eul_small; do
        sed 's/time_end=[0-9.]*/time_end=0.2/' "input/$input" >control
        ran src/bookleaf || return 1
        sed 's/ *grind=.* s  */ /; /time in\|run time\|stamp/d' log
    done
}

mpi
ranks= benchmark=
# Of cosines and exponentials a device may have another last digit; here they are of numbers that take all of it.
rounded=set_f,appft_loop_2,compexp
app CloverLeaf CloverLeaf_ref https://github.com/UK-MAC/CloverLeaf_ref
app TeaLeaf TeaLeaf_ref https://github.com/UK-MAC/TeaLeaf_ref
for benchmark in MG CG FT BT SP LU; do
    app NPB nas-parallel-benchmarks https://github.com/mbdevpl/nas-parallel-benchmarks
done
benchmark=
app Nekbone Nekbone https://github.com/Nek5000/Nekbone
app BookLeaf BookLeaf_F90 https://github.com/UK-MAC/BookLeaf_F90
if command -v mpirun >/dev/null && command -v mpif90 >/dev/null; then
    export LPFC_COMPILER=mpif90
    ranks='mpirun --oversubscribe -n 2' plain=mpif90
    app CloverLeaf_of_two CloverLeaf_ref https://github.com/UK-MAC/CloverLeaf_ref
else
    echo 'CloverLeaf_of_two: skipped, there is no mpirun'
fi
