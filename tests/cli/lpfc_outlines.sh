# Loops of main programs and of routines that are no kernels become kernels where they stand, and so do marked regions; all else,
# output too, runs as it was written. What the rest of a unit needs of their variables it gets.
export LPFC_LEAST=0
set -e
for name in words_in_comments intrinsics_of_modules loops_of_routines_that_no_call_replaces; do
    cp tests/lpfc/$name.f90 "$OUT"
done
cd "$OUT"
cat > parts.f90 <<'TEXT'
module sizes
  implicit none
  integer, parameter :: dp = kind(1d0)
  integer :: nx = 6
  type field
    integer :: n
    real(dp), allocatable :: v(:, :)
  end type
contains
  ! The bounds of `a` and `b` are those that `n` had before it changed.
  subroutine mixed(n, a, b, total)
    integer, intent(inout) :: n
    real(dp), intent(inout) :: a(n, n), b(0:n - 1)
    real(dp), intent(out) :: total
    real(dp) :: twice, work(n)
    integer :: i, j
    print *, 'begin', n
    do j = 1, n
      do i = 1, n
        twice = 2*a(i, j)
        a(i, j) = twice + nx
      end do
    end do
    total = 0
    do i = 1, n
      work(i) = a(i, 1)
      total = total + work(i)
    end do
    print *, 'middle', total, i
    n = n - 1
    do i = 0, n
      b(i) = b(i) + i
    end do
    print *, n
  end subroutine
  real function last_value(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    print *, 'function'
    do i = 1, n
      last_value = x(i)
      x(i) = 2*last_value
    end do
  end function
  subroutine absent(x, y, k)
    real, intent(inout) :: x(:)
    real, intent(in), optional :: y(:)
    integer, pointer, intent(in) :: k(:)
    integer :: i, at
    integer, save :: calls = 0
    real, save :: kept(3) = [1., 2., 3.]
    print *, 'absent'
    calls = calls + 1
    do i = 1, size(x)
      if (present(y)) x(i) = x(i) + y(i)
    end do
    do i = 1, 3
      kept(i) = kept(i) + calls
      x(i) = x(i) + kept(i)
    end do
    do i = 1, size(x)
      if (x(i) > 1e5) return
    end do
    do i = 1, size(k)
      x(k(i)) = x(k(i)) + 1
    end do
    do i = 1, size(x)
      if (x(i) > 5) exit
      x(i) = -x(i)
    end do
    print *, i
    call inner
    print *, i
  contains
    subroutine inner
      integer :: j
      print *, 'inner'
      do j = 1, 3
        x(j) = x(j) + i
      end do
    end subroutine
  end subroutine
  ! What an iteration leaves in `t` is read by the next, by the loop around, or by the output.
  subroutine carried(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    real :: t, u
    integer :: i, j
    print *, 'carried'
    t = -1
    do i = 1, n
      if (a(i) > 0) t = a(i)
      a(i) = t
    end do
    do j = 1, 2
      u = 1
      do i = 1, n
        u = a(i)
        a(i) = u + j
      end do
      a(1) = a(1) + u
      print *, u
    end do
    block
      real :: t
      do i = 1, n
        t = a(i)
        a(i) = t*2
      end do
    end block
    associate (z => a(2))
      do i = 1, n
        a(i) = a(i) + z
      end do
    end associate
    print *, t, a
  end subroutine
end module
program main
  use sizes
  implicit none
  type(field) :: f
  real(dp) :: x(8) = [1, 2, 3, 4, 5, 6, 7, 8], y(8), s, t
  real, target :: z(8)
  integer, target :: places(3) = [1, 3, 4]
  integer, pointer :: k(:)
  integer :: i, step, m, largest
  real :: e, common_part(2)
  common /shared/ common_part
  namelist /values/ e
  f%n = 4
  allocate (f%v(0:3, 4))
  do step = 1, 3
    do i = 1, 8
      t = x(i)*step
      y(i) = t*t
    end do
    do m = 1, f%n
      do i = 0, f%n - 1
        f%v(i, m) = i + 10*m + step
      end do
    end do
    s = 0
    do i = 1, 8
      s = s + y(i)
    end do
    print *, step, s, sum(f%v)
  end do
  largest = 0
  do i = 1, 8
    if (y(i) > 100) largest = i
  end do
  print *, largest, i
  outer: do i = 1, 4
    do m = 1, 4
      if (f%v(m - 1, i) > 30) exit outer
      x(m) = x(m) + f%v(m - 1, i)
    end do
  end do outer
  print *, i, m, x(1:4)
  m = 4
  call mixed(m, f%v, y, s)
  print *, m, s, y
  !$loopy begin kernel: smooth
  t = 0.5d0
  do i = 2, 7
    y(i) = t*(x(i - 1) + x(i + 1))
  end do
  !$loopy end kernel
  print *, y
  z = real(y)
  common_part = 1
  do i = 1, 8
    e = z(i)
    z(i) = e*2 + common_part(1)
  end do
  write (*, nml=values)
  k => places
  e = last_value(8, z)
  print *, e
  call absent(z, k=k)
  call absent(z(1:8:2), z(1:4), places(3:1:-1))
  call absent(z, z, k)
  call carried(8, z)
  do i = 1, 8
    if (z(i) > 1e9) stop 'too large'
    z(i) = z(i)/2
  end do
  print *, z
end program
TEXT
echo '# regions alone, and all loops'
lpfc --report parts.f90
lpfc --report --outline parts.f90
lpfc --outline --report=json parts.f90 | sed -n 2,3p
gfortran -O2 -ffp-contract=off parts.f90 -o plain && ./plain >expected
for target in c openmp opencl; do
    LPFC_TARGET=$target lpfc --outline -O2 -ffp-contract=off parts.f90 -o parts
    for verify in 0 1; do
        LP_CACHE= LP_VERIFY=$verify LP_TRACE=1 timeout 300 ./parts 2>trace >got
        diff expected got && echo "$target: equal to gfortran, LP_VERIFY=$verify"
    done
    awk '!/^kernels ran/ { $3 = ""; print }' trace
done
echo '# one loop by name, and regions with faults'
LPFC_ONLY=main_loop_2 lpfc --outline parts.f90 -o parts
LP_TRACE=1 ./parts 2>&1 >got | awk '!/^kernels ran/ { $3 = ""; print }'
diff expected got
echo '# a loop goes by the name of its unit too'
LP_OFF=main LP_TRACE=1 ./parts 2>&1 >got | awk '!/^kernels ran/ { $3 = ""; print }'
diff expected got
for change in 's/end kernel/end kernal/' 's/kernel: smooth/kernel: x/' '/end kernel/d' '/t = 0.5d0/{h;d};/end kernel/{p;x}' \
    '/  y(i) = t\*(x/{p;s/.*/!$loopy end kernel/};/^  !$loopy end/d'; do
    sed "$change" parts.f90 >fault.f90
    lpfc --report fault.f90 | grep 'smooth\|: this' || true
    lptranslate fault.f90 -o fault.lpir 2>&1 | grep -A1 ' × ' | head -2 || true
done
lpfc -fsyntax-only words_in_comments.f90 && lpfc --outline --report words_in_comments.f90
lpfc --outline --report loops_of_routines_that_no_call_replaces.f90
lpfc -c intrinsics_of_modules.f90 && lpfc --report intrinsics_of_modules.f90
echo '# loops with few iterations'
LPFC_LEAST=40 lpfc --report --outline parts.f90 | grep 'take less time'
LPFC_LEAST=many lpfc parts.f90 -o parts
