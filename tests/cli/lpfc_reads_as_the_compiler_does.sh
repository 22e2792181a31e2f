# Which lines of a text count, in which form, is for the compiler's options to say: of the source, of what it includes, and of
# modules of other files. What such a file holds beside its modules may be another procedure than that of the program.
export LPFC_LEAST=0 LPFC_TARGET=c LPFC_REPORT=1
set -e
cd "$OUT"
both() { # WHAT OPTIONS FILE.. : builds with both compilers, file by file, and compares what the programs print
    what=$1 options=$2
    shift 2
    for compiler in gfortran lpfc; do
        rm -f ./*.o ./*.mod
        for file in "$@"; do
            # shellcheck disable=SC2086
            $compiler -w $options -c "$file" -o "${file%.*}.o" >"report_$file" 2>&1 || cat "report_$file"
        done
        gfortran -fopenmp "$(for file in "$@"; do echo "${file%.*}.o"; done | tail -n 1)" \
            $(for file in "$@"; do echo "${file%.*}.o"; done | sed '$d') -o $compiler.out
        ./$compiler.out >$compiler.txt
    done
    cat "report_$file"
    diff gfortran.txt lpfc.txt && echo "$what: equal to gfortran"
}
program='program p
  real :: x(4)
  x = [1,2,3,4]
  call s(4, x)
  print *, x
end program'

{
    printf '%s\n' 'subroutine s(n, x)' '  integer, intent(in) :: n' '  real, intent(inout) :: x(n)' '  integer :: i' \
        '  do i = 1, n' '#ifdef FAST' '    x(i) = x(i)*2' '#else' '    x(i) = x(i) + 1' '#endif' '  end do' 'end subroutine'
    echo "$program"
} >hash.f90
both "directives that no preprocessor reads" -O1 hash.f90
both "directives that one reads" "-nocpp -cpp" hash.f90

printf '%s\n' 'module hints' '  real, parameter :: c = 2' '#if defined(TARGETS)' '  ! a hint' '#endif' 'end module' >hints.f90
{
    printf '%s\n' 'subroutine s(n, x)' '  use hints' '  integer, intent(in) :: n' '  real, intent(inout) :: x(n)' \
        '  integer :: i' '  do i = 1, n' '    x(i) = x(i)*c' '  end do' 'end subroutine'
    echo "$program"
} >main.f90
both "directives in a module of another file" -O1 hints.f90 main.f90

printf '%s\n' '#if 0' '    x(i) = x(i)*2' '#endif' >body.inc
{
    printf '%s\n' 'subroutine s(n, x)' '  integer, intent(in) :: n' '  real, intent(inout) :: x(n)' '  integer :: i' \
        '  do i = 1, n' "  include 'body.inc'" '  end do' 'end subroutine'
    echo "$program"
} >included.F90
both "directives in a file that a line includes" -O1 included.F90

{
    printf '%s\n' 'subroutine s(n, x)' '  integer, intent(in) :: n' '  integer, intent(inout) :: x(n)' '  integer :: i' \
        "  character(len=*), parameter :: t = 'ab&" "     cd'" '  do i = 1, n' \
        '    x(i) = x(i) + len(t) + ichar(t(3:3))*1000' '  end do' 'end subroutine'
    echo "$program" | sed 's/real/integer/'
} >text.f90
both "a text that goes on in the next line" -O1 text.f90

printf '%s\n' '      module consts' '      real, parameter :: a = 1.0 + 2.0 + 3.0                            + 4.0' \
    '      contains' '      subroutine bump(v)' '      real, intent(inout) :: v' \
    '      v = v + 1                                                         + 100' '      end subroutine' '      end module' >consts.f
{
    printf '%s\n' 'subroutine s(n, x)' '  use consts' '  integer, intent(in) :: n' '  real, intent(inout) :: x(n)' \
        '  integer :: i' '  do i = 1, n' '    x(i) = x(i) + a' '    call bump(x(i))' '  end do' 'end subroutine'
    echo "$program"
} | sed 's/^/      /' >main.f
both "modules in free form" "-ffixed-form -ffree-form" consts.f main.f
both "modules in fixed form" "-ffree-form -ffixed-form" consts.f main.f

printf '%s\n' 'module numbers' 'real, parameter :: c = 2' 'end module' >kinds.F
{
    printf '%s\n' 'subroutine s(n, x)' 'use numbers' 'integer, intent(in) :: n' 'real, intent(inout) :: x(n)' \
        'integer :: i' 'do i = 1, n' 'x(i) = x(i)*c' 'end do' 'end subroutine'
    echo "$program"
} >free.F
both "a module in free form that no file is named after" -ffree-form kinds.F free.F

printf '%s\n' '!$    y = y*10' >ten.inc
cat >switched.f90 <<'TEXT'
module switched
  integer, parameter :: nn = 4 &
!$ + 3 &
   + 0
!$ real, parameter :: scale = 2
contains
  subroutine bump(y)
    real, intent(inout) :: y
    include 'ten.inc'
    y = y + nn
  end subroutine
end module
TEXT
{
    printf '%s\n' 'subroutine s(n, x)' '  use switched' '  integer, intent(in) :: n' '  real, intent(inout) :: x(n)' \
        '  integer :: i' '  do i = 1, n' '    x(i) = x(i) + nn' '  end do' '  call t(n, x)' 'end subroutine' \
        'subroutine t(n, x)' '  use switched' '  integer, intent(in) :: n' '  real, intent(inout) :: x(n)' \
        '  integer :: i' '  do i = 1, n' '    call bump(x(i))' '  end do' 'end subroutine'
    echo "$program"
} >main.f90
both "statements for OpenMP" -fopenmp switched.f90 main.f90
both "statements for OpenMP, not read" "-fopenmp -fno-openmp" switched.f90 main.f90

printf '%s\n' 'module consts' '  real, parameter :: c = 2' 'end module' 'subroutine helper(x)' '  real, intent(inout) :: x' \
    '  x = x + 1' 'end subroutine' >consts.f90
printf '%s\n' 'subroutine helper(x)' '  real, intent(inout) :: x' '  x = x + 100' 'end subroutine' >other.f90
{
    printf '%s\n' 'subroutine s(n, x)' '  use consts' '  integer, intent(in) :: n' '  real, intent(inout) :: x(n)' \
        '  integer :: i' '  do i = 1, n' '    x(i) = x(i)*c' '    call helper(x(i))' '  end do' 'end subroutine'
    echo "$program"
} >main.f90
for compiler in gfortran lpfc; do
    $compiler -c consts.f90
    $compiler -c other.f90 main.f90
    gfortran main.o other.o -o $compiler.out
    ./$compiler.out >$compiler.txt
done
diff gfortran.txt lpfc.txt && echo "procedures beside a module: equal to gfortran"

# A constant that a call does not change may lie where nobody can write.
cat >constant.f90 <<'TEXT'
subroutine s(n, x, y)
  integer :: n, i
  real :: x(n), y(n)
  do i = 1, n
    if (y(i) < -1e30) stop 'bad'
    y(i) = y(i) + x(i)
  end do
  if (y(1) > 100) x(1) = 5
end subroutine
program p
  real :: y(4)
  y = [1,2,3,4]
  call s(4, [1.0,2.0,3.0,4.0], y)
  print *, y
end program
TEXT
both "a constant as an argument" -O1 constant.f90
