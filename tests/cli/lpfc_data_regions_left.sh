# A data region ends on each way through it, or is refused.
export LPFC_LEAST=0
cd "$OUT"
try() { # NAME : a routine with the lines of standard input as its body
    {
        printf '%s\n' 'subroutine s(n, x, flag)' '  integer, intent(in) :: n' '  real, intent(inout) :: x(n)' '  logical, intent(in) :: flag' '  integer :: i, k'
        cat
        echo 'end subroutine'
    } >"$1.f90"
    echo "== $1"
    LPFC_TARGET=opencl lpfc -c "$1.f90"
    echo "exit code $?"
}
try left_by_return <<'TEXT'
  !$loopy data begin copy(x)
  if (flag) return
  !$loopy data end
TEXT
try left_by_cycle <<'TEXT'
  do k = 1, 2
    !$loopy data begin copy(x)
    if (flag) cycle
    !$loopy data end
  end do
TEXT
try left_by_jump <<'TEXT'
  !$loopy data begin copy(x)
  if (flag) go to 10
  !$loopy data end
10 continue
TEXT
try entered_by_jump <<'TEXT'
  if (flag) go to 10
  !$loopy data begin copy(x)
10 continue
  !$loopy data end
TEXT
try begun_in_a_branch <<'TEXT'
  if (flag) then
    !$loopy data begin copy(x)
  end if
  !$loopy data end
TEXT
try whole <<'TEXT'
  !$loopy data begin copy(x)
  do k = 1, 2
    do i = 1, n
      if (x(i) > 3) cycle
      if (x(i) > 2) exit
      x(i) = x(i) + 1
    end do
  end do
  !$loopy data end
TEXT
try left_by_the_end_of_a_file <<'TEXT'
  !$loopy data begin copy(x)
  read (n, *, end=100) k
  !$loopy data end
100 continue
TEXT
try left_by_an_error <<'TEXT'
  !$loopy data begin copy(x)
  open (unit=77, file='none', status='old', &
        err = 100)
  !$loopy data end
100 continue
TEXT
try entered_by_an_error <<'TEXT'
  if (flag) write (77, *, err=100) k
  !$loopy data begin copy(x)
100 continue
  !$loopy data end
TEXT
try left_by_an_assigned_jump <<'TEXT'
  assign 100 to k
  !$loopy data begin copy(x)
  go to k
  !$loopy data end
100 continue
TEXT
try errors_within <<'TEXT'
  !$loopy data begin copy(x)
  read (n, *, end=100) k
100 continue
  !$loopy data end
TEXT
echo '  !$loopy update host(x)' >update.inc
try updated_by_an_included_file <<'TEXT'
  !$loopy data begin copy(x)
  include 'update.inc'
  !$loopy data end
TEXT
