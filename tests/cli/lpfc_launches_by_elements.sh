# Launches that elements of arrays say do nothing are left out, as long as the host knows the elements.
export LPFC_LEAST=0
set -e
cd "$OUT"
export LP_CACHE=
cat > sides.f90 <<'CODE'
module sides
  implicit none
contains
  ! The usual form: which fields have halos, and which sides are at the edge of the world.
  subroutine halo(n, at_edge, fields, a, b)
    integer, intent(in) :: n, at_edge(4), fields(:)
    real(8), intent(inout) :: a(0:n + 1, 0:n + 1), b(0:n + 1, 0:n + 1)
    integer :: i
    if (fields(1) == 1) then
      if (at_edge(1) == -1 .and. at_edge(2) /= 7) then
        do i = 0, n + 1
          a(i, 0) = a(i, 1)
        end do
      else
        do i = 0, n + 1
          a(i, 0) = -a(i, 1)
        end do
      end if
    end if
    if (fields(2) == 1) then
      do i = 1, n
        b(0, i) = b(1, i) + 1
      end do
    else if (fields(2) == -2) then
      do i = 1, n
        b(0, i) = b(1, i) - 1
      end do
    end if
  end subroutine
  ! All widths, and places that arguments give: element k need not exist.
  subroutine widths(n, k, m, one, two, eight, table, x)
    integer, intent(in) :: n, k, m
    integer(1), intent(in) :: one(m)
    integer(2), intent(in) :: two(m)
    integer(8), intent(in) :: eight(m)
    integer, intent(in) :: table(-1:1, m)
    real(8), intent(inout) :: x(n)
    integer :: i
    if (k >= 1 .and. k <= m) then
      if (one(k) == -127) then
        do i = 1, n
          x(i) = x(i) + 1
        end do
      end if
      if (two(k) < -300) then
        do i = 2, n
          x(i) = 2*x(i)
        end do
      end if
      if (eight(k) > 5000000000_8) then
        do i = 3, n
          x(i) = x(i) - 3
        end do
      end if
      if (table(0, k) == k) then
        do i = 4, n
          x(i) = x(i)/3
        end do
      end if
    end if
  end subroutine
  ! What the kernel itself writes is no constant.
  subroutine turns(n, state, x)
    integer, intent(in) :: n
    integer, intent(inout) :: state(2)
    real(8), intent(inout) :: x(n)
    integer :: i
    if (state(1) == 0) then
      do i = 1, n
        x(i) = x(i) + 1
      end do
      state(1) = 1
    end if
    if (state(1) == 1) then
      do i = 1, n
        x(i) = x(i)*x(i)
      end do
    end if
  end subroutine
  subroutine mark(n, value, marks)
    integer, intent(in) :: n, value
    integer, intent(out) :: marks(n)
    integer :: i
    do i = 1, n
      marks(i) = value
    end do
  end subroutine
end module
program main
  use sides
  implicit none
  integer, parameter :: n = 20
  real(8) :: a(0:n + 1, 0:n + 1), b(0:n + 1, 0:n + 1), x(n)
  integer :: fields(4), at_edge(4), table(-1:1, 3), state(2), none(0), k, case
  integer(1) :: one(3)
  integer(2) :: two(3)
  integer(8) :: eight(3)
  character(8) :: argument
  call get_command_argument(1, argument)
  read (argument, *) case
  a = reshape([(sin(1d0*k), k = 1, (n + 2)**2)], shape(a))
  b = cos(a)
  x = [(k*0.5d0, k = 1, n)]
  at_edge = [-1, 0, 0, 0]
  one = [-127_1, 127_1, -127_1]
  two = [-301_2, -300_2, 32767_2]
  eight = [5000000001_8, 705032705_8, -1_8]
  table = reshape([0, 1, 0, 2, 1, 2, 0, 3, 3], [3, 3])
  state = 0
  select case (case)
  case (1)
    call halo(n, at_edge, [0, 0], a, b)
  case (2)
    call halo(n, at_edge, [1, 0], a, b)
  case (3)
    call halo(n, at_edge - 1, [1, 1], a, b)
  case (4)
    ! Every second element: 0, -2.
    fields = [0, 9, -2, 9]
    call halo(n, at_edge, fields(1:4:2), a, b)
  case (5, 6, 7)
    k = merge(4, case - 4, case == 7)
    call widths(n, k, 3, one, two, eight, table, x)
  case (8)
    call widths(n, 1, 0, one, two, eight, table, x)
  case (9)
    call turns(n, state, x)
  case (10)
    ! The device alone knows them at the first call, both at the second, and the host's are newer at the third.
    fields = 0
    !$loopy data begin copy(fields, a, b)
    call mark(4, 1, fields)
    call halo(n, at_edge, fields, a, b)
    !$loopy update host(fields)
    call halo(n, at_edge, fields, a, b)
    fields = 0
    !$loopy update device(fields)
    call halo(n, at_edge, fields, a, b)
    !$loopy data end
  end select
  print '(a,2es24.16,es24.16)', trim(argument), sum(a), sum(b), sum(x)
end program
CODE
gfortran -O1 -ffp-contract=off sides.f90 -o plain
LPFC_TARGET=opencl lpfc -O1 -ffp-contract=off sides.f90 -o program
for case in 1 2 3 4 5 6 7 8 9 10; do
    ./plain $case >expected
    for verify in 0 1; do
        LP_VERIFY=$verify LP_TRACE=trace.json ./program $case >got
        diff expected got
    done
    launches=$(sed -n 's/.*"routine": "sides\.\([a-z]*\)", .*"launches": \([0-9]*\).*/\1 \2/p' trace.json | tr '\n' ' ')
    echo "case $case, equal to gfortran, launches: $launches"
done
