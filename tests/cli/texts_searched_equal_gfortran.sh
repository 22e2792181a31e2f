# `index`, `scan`, `verify` and `len_trim`, of constants and of texts whose characters vary.
cat > "$OUT/search.f90" <<TEXT
subroutine searched(c, d, o)
  implicit none
  character, intent(in) :: c, d
  integer, intent(out) :: o(12)
  integer, parameter :: place = index('abcabc', 'c'), last = index('abcabc', 'bc', back=.true.)
  character(6) :: s
  s = 'a' // c // 'b' // d
  o(1) = place*10 + last
  o(2) = index(s, c // 'b')
  o(3) = index(s, ' ', .true.)
  o(4) = scan(s, 'xyb' // d)
  o(5) = scan(set='ab', string=s, back=c == d)
  o(6) = verify(s, 'ab')
  o(7) = verify(s, ' ', back=.true.)
  o(8) = len_trim(s) + len_trim('') + len_trim('a b ')
  o(9) = index(s, '') + index('', 'a')
  o(10) = int(index(s, 'b', kind=8))
  o(11) = scan('', 'a') + verify('aa', 'a')
  o(12) = index('a', 'abc')
end subroutine
subroutine own(x, o)
  implicit none
  integer, intent(in) :: x
  integer, intent(out) :: o
  o = index(x, 2) + scan(x)
contains
  integer function index(a, b)
    integer, intent(in) :: a, b
    index = a + 10*b
  end function
  integer function scan(a)
    integer, intent(in) :: a
    scan = a - 3
    if (a > 5) scan = 1
  end function
end subroutine
TEXT
lptranslate --check "$OUT/search.f90"
lprun --verify-fortran "$OUT/search.f90" --device interp
