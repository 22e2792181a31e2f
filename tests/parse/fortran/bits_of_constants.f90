! Constants of eight bytes have all their bits, however short they are written.
subroutine constants(n, a, o)
  integer, intent(in) :: n
  integer(8), intent(in) :: a(n)
  integer(8), intent(out) :: o(n, 14)
  integer(8), parameter :: t(3) = [1_8, -1_8, 2147483647_8]
  integer :: i
  do i = 1, n
    o(i, 1) = ishft(1_8, 40)
    o(i, 2) = popcnt(-1_8)
    o(i, 3) = shiftl(merge(1_8, 2_8, a(i) > 0), 40)
    o(i, 4) = shiftr(-1_8, 40)
    o(i, 5) = dshiftl(1_8, 2_8, 40)
    o(i, 6) = ishft(t(1), 35) + shifta(t(2), 33)
    o(i, 7) = abs(-2147483648_8) + max(2147483647_8, 2147483646_8) + 1
    o(i, 8) = merge(2147483647_8, 2147483646_8, a(i) > 0) + merge(1_8, 2_8, a(i) > 1)
    o(i, 9) = merge(2147483647_8, 1_8, a(i) > 0)*2
    o(i, 10) = min(t(3), 2147483647_8) + t(1)
    o(i, 11) = merge(1, 0, btest(-1_8, 40))
    o(i, 12) = not(0_8) + dim(2147483647_8, -1_8)
    o(i, 13) = -merge(-2147483648_8, 0_8, a(i) > 0)
    o(i, 14) = ishftc(1_8, 40) + ibset(0_8, 41) + 2_8**40 + mod(-2147483648_8, 7_8)*merge(2147483647_8, 3_8, a(i) > 0)
  end do
end subroutine
subroutine sizes(n, k, o)
  integer, intent(in) :: n, k
  integer(8), intent(out) :: o(n, 6)
  integer(8) :: i
  integer(8), save :: tab(4) = [1_8, -1_8, 3_8, 255_8]
  do i = 1_8, int(n, 8)
    o(i, 1) = ishft(i, 40) + shiftl(i - 1, 33)
    o(i, 2) = ishft(tab(1 + mod(k, 2)), 35)
    o(i, 3) = merge(1, 0, btest(i, 33)) + merge(1, 0, btest(-2_8, 60))
    o(i, 4) = ishft(int(k, 8), 33) + ishft(max(1_8, 2_8), 34) + ishft(abs(-3_8), 35)
    o(i, 5) = ishft(mod(7_8, 4_8), 36) + ishft(7_8/2_8, 37) + ishft(iand(7_8, 3_8), 38) + ishft(ior(1_8, 2_8), 39)
    o(i, 6) = ishft(not(0_8), 40) + ishft(int(z'ff', 8), 41) + ibits(-1_8, 33, 8) + shiftr(ishft(1_8, 50), 20) + ishft(size(o, kind=8), 40)
  end do
end subroutine
subroutine inlined(n, o)
  integer, intent(in) :: n
  integer(8), intent(out) :: o(n)
  integer :: i
  do i = 1, n
    o(i) = moved(1_8, 40) + outer(-5_8) + i
  end do
contains
  integer(8) function moved(what, by)
    integer(8), intent(in) :: what
    integer, intent(in) :: by
    moved = ishft(what, by)
  end function
  integer(8) function outer(what)
    integer(8), intent(in) :: what
    outer = shifta(what, 35) + moved(what, -3)
  end function
end subroutine
