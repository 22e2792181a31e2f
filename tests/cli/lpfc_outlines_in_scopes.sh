# Loops in `block` and `associate` constructs, and round them, are kernels where their names mean what they say.
export LPFC_LEAST=0
set -e
cd "$OUT"
cat > scopes.f90 <<'TEXT'
module grids
  implicit none
  integer, parameter :: dp = kind(1d0)
  type grid
    integer :: n = 0
    real(dp) :: by = 1
    real(dp), allocatable :: now(:, :), next(:, :)
    real(dp), pointer :: shown(:, :) => null()
  end type
  real(dp) :: factor = 2
contains
  pure function scaled(x) result(y)
    real(dp), intent(in) :: x
    real(dp) :: y
    y = factor*x
  end function
  subroutine steps(g, k)
    type(grid), intent(inout), target :: g
    integer, intent(in) :: k
    integer :: i, j, n
    real(dp) :: t, w(4)
    print *, 'steps'
    n = 3
    t = -1
    w = 1
    ! Names for components, in loops and round them.
    associate (u => g%now, v => g%next, m => g%n)
      do j = 2, m - 1
        do i = 2, m - 1
          v(i, j) = (u(i - 1, j) + u(i + 1, j))/2
        end do
      end do
      do j = 1, m
        associate (column => u(:, j), other => v(:, j))
          do i = 1, m
            column(i) = column(i) + other(i)
          end do
        end associate
      end do
      m = m - 1
      do j = 1, m
        u(1, j) = m
      end do
      m = m + 1
    end associate
    ! A part of an array, and a value, which were known before.
    n = 2
    associate (row => g%now(n, :), most => g%by + n)
      do i = 1, g%n
        row(i) = row(i)*most
      end do
    end associate
    ! Here both change meanwhile.
    associate (row => g%now(n, :), most => g%by + n)
      n = 3
      g%by = 7
      do i = 1, g%n
        row(i) = row(i)*most
      end do
    end associate
    print *, g%now(1:3, 2), t
    ! Variables of blocks: of one round the loop, of one in it, and one of each with the name of another.
    block
      real(dp) :: t, s(4)
      integer :: k
      k = 4
      s = 2
      t = 10
      do i = 1, k
        t = t + w(i)*s(i)
        w(i) = t
      end do
      block
        real(dp) :: t
        t = 5
        do i = 1, 4
          t = t + 1
          s(i) = t*w(i)
        end do
        print *, t
      end block
      print *, t, s, k
    end block
    print *, t, w, k
    do j = 1, 3
      block
        real(dp) :: t, column(4)
        do i = 1, 4
          column(i) = w(i) + j
        end do
        t = column(1)
        do i = 2, 4
          t = max(t, column(i))
        end do
        w(j) = t
      end block
    end do
    do j = 1, 3
      block
        integer, save :: calls = 0
        calls = calls + j
        w(j) = calls
      end block
    end do
    do j = 1, 3
      block
        integer :: length
        length = j
        block
          real(dp) :: part(length)
          part = w(j)
          w(j) = sum(part)
        end block
      end block
    end do
    print *, t, w
    ! A variable of the module that a function names, and a block hides.
    block
      real(dp) :: factor
      factor = 100
      do i = 1, 4
        w(i) = scaled(w(i)) + factor
      end do
      print *, factor
    end block
    ! A bound that a block hides, a pointer that is set meanwhile, a name of both kinds.
    call bounded(2, w)
    associate (shown => g%shown)
      g%shown => g%next
      do j = 1, g%n
        shown(j, 1) = shown(j, 1) + 1
      end do
    end associate
    associate (t => w(2))
      do i = 1, 4
        g%now(i, 1) = t
      end do
      t = 0
    end associate
    print *, t, w, g%now(1:4, 1)
  end subroutine
  subroutine bounded(n, a)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n, 2)
    integer :: i
    print *, 'bounded'
    block
      integer :: n
      n = 1
      do i = 1, 2
        a(i, n) = a(i, n) + 1
      end do
    end block
  end subroutine
end module
program main
  use grids
  implicit none
  type(grid), target :: g
  real(dp), target :: other(5, 5)
  integer :: i
  g%n = 5
  allocate (g%now(5, 5), g%next(5, 5))
  g%now = reshape([(i, i = 1, 25)], [5, 5])
  g%next = 0
  other = 0
  g%shown => other
  call steps(g, 9)
  print *, sum(g%now), sum(g%next), sum(other)
end program
TEXT
lpfc --outline --report scopes.f90
gfortran -O2 -ffp-contract=off scopes.f90 -o plain && ./plain >expected
for target in c openmp opencl; do
    LPFC_TARGET=$target lpfc --outline -O2 -ffp-contract=off scopes.f90 -o program
    for verify in 0 1; do
        LP_CACHE= LP_VERIFY=$verify LP_TRACE=1 timeout 300 ./program 2>trace >got
        diff expected got && echo "$target: equal to gfortran, LP_VERIFY=$verify"
    done
    awk '!/^kernels ran/ { $3 = ""; print }' trace
done
lpfc --outline --print scopes.f90 | sed -n '/s = 2/,/end do/p'
