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
# Texts that functions make, and the names of their arguments.
cat > "$OUT/made.f90" <<'TEXT'
subroutine made(c, k, o)
  implicit none
  character, intent(in) :: c
  integer, intent(in) :: k
  integer, intent(out) :: o(12)
  character(6) :: t
  t = repeat(string='ab', ncopies=2)//achar(i=67 + mod(abs(k), 5))
  o(1) = ichar(c=t(5:5), kind=8) + iachar(t(6:6))
  o(2) = len(string=t) + 10*len(trim(string=t)) + 100*len_trim(t, kind=8)
  t = adjustl('  xy')//adjustr(string='z ')
  o(3) = ichar(t(1:1)) + 1000*ichar(t(6:6))
  o(4) = index(string=t, substring='y') + ichar(new_line(a='x'))
  o(5:8) = 0
  if (lge(c, 'M')) o(5) = 1
  if (lgt(string_b=c, string_a='M')) o(6) = 1
  if (lle(c, t(2:2))) o(7) = 1
  if (llt('A', c)) o(8) = 1
  o(9) = scan(t, set='zy', back=.true.)
  o(10) = bit_size(i=k)
  o(11) = transfer(mold=1, source=k)
  o(12) = count(mask=[k > 3, k > 5], kind=8)
end subroutine
TEXT
lprun --verify-fortran "$OUT/made.f90" --device interp 2>/dev/null
