# What a source names must be what the program is linked with: modules not at hand, files of one name, other folders.
export LPFC_LEAST=0
set -e
cd "$OUT"
export LPFC_TARGET=c
compare() { # NAME : runs both programs
    ./plain >expected
    ./program >got
    diff expected got && echo "$1: equal to gfortran"
}
loop() { # NAME FACTOR : a subroutine that multiplies by it
    printf '%s\n' "subroutine $1(n, x)" "$3" "  integer, intent(in) :: n" "  real, intent(inout) :: x(n)" "  integer :: i" \
        "  do i = 1, n" "    last = x(i)" "    x(i) = x(i)*$2" "  end do" "end subroutine"
}
mkdir away one two inc src
printf 'module hid\n  real :: factor = 3, last\nend module\n' >away/h.f90
{
    loop s1 2 '  use, non_intrinsic :: hid'
    loop s2 2 '  integer :: zero = 0; real :: y' | sed '1s/$/; use hid/; s/^  integer :: zero.*$//'
    loop s3 2 '  use &
   hid'
    loop s4 only_now '  use hid, only_now => factor'
    loop s5 2 "  include 'uses.inc'"
} >users.f90
echo '  use hid' >uses.inc
cat >main.f90 <<'TEXT'
program p
  use hid
  real :: x(3) = [1., 2., 3.]
  call s1(3, x); print *, x, last
  call s2(3, x); print *, x, last
  call s3(3, x); print *, x, last
  call s4(3, x); print *, x, last
  call s5(3, x); print *, x, last
end program
TEXT
for compiler in gfortran lpfc; do
    $compiler -c away/h.f90
    $compiler -c users.f90
    $compiler -c main.f90
    if [ $compiler = gfortran ]; then gfortran h.o users.o main.o -o plain; else lpfc h.o users.o main.o -o program; fi
done
compare "a module that is not at hand"
lpfc --report users.f90

printf 'module kk\n integer, parameter :: k = 4\nend module\n' >one/kk.f90
printf 'module kk\n integer, parameter :: k = 3\nend module\n' >two/kk.f90
cat >two/main.f90 <<'TEXT'
program p
  use kk
  implicit none
  real :: x(3) = 1
  call s(3, x)
  print *, x
contains
  subroutine s(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i)*k
    end do
  end subroutine
end program
TEXT
gfortran -c one/kk.f90 && gfortran -c two/main.f90 && gfortran kk.o main.o -o plain
lpfc -c one/kk.f90 && lpfc -c two/main.f90 && lpfc kk.o main.o -o program
compare "two files of one name"

printf 'module kinds\n  integer, parameter :: dp = kind(1d0)\nend module\n' >kinds.f90
cat >eight.f90 <<'TEXT'
subroutine s(n, x)
  use kinds
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = sin(x(i)*0.1_dp + 0.3_dp/3)*1e10_dp - 1.23456789e9_dp
  end do
end subroutine
program p
  implicit none
  real :: x(500)
  integer i
  do i = 1, 500
    x(i) = i/7.0
  end do
  call s(500, x)
  print '(5z18)', x
end program
TEXT
gfortran -fdefault-real-8 kinds.f90 eight.f90 -o plain
lpfc -fdefault-real-8 kinds.f90 eight.f90 -o program
compare "double precision of 16 bytes in a module"

echo '  integer, parameter :: k = 5' >inc/params.inc
echo '  integer, parameter :: k = 3' >src/params.inc
cat >src/includes.f90 <<'TEXT'
subroutine s(n, x)
  implicit none
  include 'params.inc'
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + k
  end do
end subroutine
program p
  implicit none
  include 'params.inc'
  real :: x(3) = 0
  call s(3, x)
  print *, x, k
end program
TEXT
gfortran -Iinc src/includes.f90 -o plain
lpfc -Iinc src/includes.f90 -o program
compare "an included file beside the source and in a folder"

cat >holds.f90 <<'TEXT'
module holds
  implicit none
  real, private :: hidden = 2
contains
  subroutine scale(x)
    real, intent(inout) :: x
    x = x*hidden
  end subroutine
end module
TEXT
cat >scales.f90 <<'TEXT'
subroutine all(n, x)
  use holds
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    call scale(x(i))
  end do
end subroutine
subroutine other(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine
program p
  implicit none
  real :: x(3) = 1
  call all(3, x)
  call other(3, x)
  print *, x
end program
TEXT
gfortran holds.f90 scales.f90 -o plain
lpfc holds.f90 scales.f90 -o program
compare "a private variable of another module"
lpfc --report scales.f90
# Nothing is included from the folder of modules.
mkdir -p modules included sources
echo '  integer, parameter :: k = 50' >modules/size.inc
echo '  integer, parameter :: k = 30' >included/size.inc
cat >sources/sized.f90 <<'TEXT'
subroutine sized(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  include 'size.inc'
  integer :: i
  do i = 1, n
    x(i) = x(i) + k
  end do
end subroutine
program p
  real :: x(3) = 1
  call sized(3, x)
  print *, x
end program
TEXT
gfortran -Jmodules -I included sources/sized.f90 -o plain
lpfc -Jmodules -I included sources/sized.f90 -o program
compare "an included file"
# Without a program that unpacks them, nothing tells what modules are made of.
cat >width.F90 <<'TEXT'
module width
#ifdef WIDE
  integer, parameter :: w = 8
#else
  integer, parameter :: w = 4
#endif
end module
TEXT
cat >widened.f90 <<'TEXT'
subroutine widened(n, x)
  use width
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + w
  end do
end subroutine
program p
  real :: x(3) = 1
  call widened(3, x)
  print *, x
end program
TEXT
mkdir tools
for tool in gfortran gcc cc as ld; do ln -s "$(command -v $tool)" tools/$tool; done
all=$(command -v lpfc)
gfortran -DWIDE -c width.F90 && gfortran widened.f90 width.o -o plain
PATH=$OUT/tools "$all" widened.f90 width.o -o program
compare "a module that is not unpacked"
