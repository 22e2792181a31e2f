# What is kept may not read what is left out.
cat > "$OUT/read.f90" <<SOURCE
module clock
  real(8) :: total
  character(20) :: line
end module
subroutine to_caller(x, t)
  real(8) :: x, t, t0
  t0 = second()
  x = x + 1
  t = second() - t0
end subroutine
subroutine in_condition(x)
  real(8) :: x, t0
  t0 = second()
  if (t0 > 1) x = 0
end subroutine
subroutine in_condition_itself(x)
  real(8) :: x
  if (second() > 1) x = 0
end subroutine
subroutine in_bound(n, x)
  integer :: n, i, m
  real(8) :: x(n)
  call ticks(m)
  do i = 1, m
    x(i) = 0
  end do
end subroutine
subroutine set_elsewhere_too(x)
  real(8) :: x, t0
  t0 = 0
  call tick(t0)
  x = t0
end subroutine
subroutine of_status(n, x)
  integer :: n, ios
  real(8) :: x(n)
  write (*, *, iostat=ios) n
  if (ios == 0) x(1) = 1
end subroutine
subroutine of_loop(n, x, k)
  integer :: n, k, i
  real(8) :: x(n)
  i = 3
  print *, (x(i), i = 1, n)
  k = i
end subroutine
subroutine of_text_behind(n, x)
  integer :: n
  real(8) :: x(n)
  character(8) :: text
  write (fmt='(i8)', unit=text) n
  if (text(1:1) == '1') x(1) = 1
end subroutine
subroutine of_text(n, x)
  integer :: n
  real(8) :: x(n)
  character(8) :: text
  write (text, '(i8)') n
  if (text(1:1) == '1') x(1) = 1
end subroutine
subroutine of_text_elsewhere(n, x)
  use clock, only: line
  integer :: n
  real(8) :: x(n)
  write (line, '(i8)') n
  if (line == '1') x(1) = 1
end subroutine
subroutine in_call(x)
  real(8) :: x, t0
  t0 = second()
  call more(x, t0)
end subroutine
subroutine more(x, y)
  real(8) :: x, y
  x = x + y
end subroutine
subroutine kept_for_later(x)
  real(8) :: x
  real(8), save :: t0 = 0
  x = x + 1
  t0 = second()
end subroutine
subroutine named_and_read(x)
  use clock
  real(8) :: x
  x = total
end subroutine
subroutine in_contained(x)
  real(8) :: x, t0
  t0 = second()
  call inner
contains
  subroutine inner
    x = t0
  end subroutine
end subroutine
subroutine from_file(n, x)
  integer :: n
  real(8) :: x(n)
  read (*, *) x
end subroutine
SOURCE
lptranslate --check "$OUT/read.f90" --leave-out output,second,ticks,tick,total
lptranslate "$OUT/read.f90" --leave-out output,second,ticks,tick,total 2>&1 | grep -A 12 "and is read here" | head -30
