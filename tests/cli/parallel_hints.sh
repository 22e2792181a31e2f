# What a refusal or a warning of `auto_parallel` says that would help: rows that lie apart, atomic updates, sums in another order.
try() {
    echo "== $2"
    cat > "$OUT/$1.f90"
    lpopt "$OUT/$1.f90" -p "$2" 2>&1 > /dev/null | grep -A1 "help:"
    lpopt "$OUT/$1.f90" -p "$2" > /dev/null 2>&1 && echo accepted
}
doubled() {
    try doubled "$1" <<'TEXT'
subroutine doubled(a, m, n, ld)
  implicit none
  integer, intent(in) :: m, n, ld
  real, intent(inout) :: a(ld*n)
  integer :: i, j, k
  do i = 1, m
    do j = 1, n
      k = (j - 1)*ld + i
      a(k) = a(k)*2
    end do
  end do
end subroutine
TEXT
}
histogram() {
    try histogram "$1" <<'TEXT'
subroutine histogram(h, nb, x, n)
  implicit none
  integer, intent(in) :: n, nb
  integer, intent(inout) :: h(nb)
  real(8), intent(in) :: x(n)
  integer :: i, b
  do i = 1, n
    b = 1 + int(abs(x(i))*nb)
    if (b > nb) b = nb
    h(b) = h(b) + 1
  end do
end subroutine
TEXT
}
total() {
    try total "$1" <<'TEXT'
subroutine total(x, y, n, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n), s
  integer :: i
  do i = 1, n
    y(i) = 2*y(i)
  end do
  do i = 1, n
    s = s + x(i)
  end do
end subroutine
TEXT
}
doubled 'auto_parallel()'
doubled 'assume("m <= ld"); auto_parallel()'
histogram 'auto_parallel()'
histogram 'auto_parallel(atomics=True)'
total 'auto_parallel()'
total 'auto_parallel(reductions=True)'
