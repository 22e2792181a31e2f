# Texts without the blanks at their ends, compared with words.
cat > "$OUT/words.f90" <<TEXT
subroutine by_word(a, n, mode)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  character(len=*), intent(in) :: mode
  if (trim(mode) == 'fast') then
    a = a*2
  else if (mode(1:1) == 'x') then
    a = 0
  end if
end subroutine
subroutine words(a, n, k)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(inout) :: a(n)
  character(8) :: w
  character(1) :: c
  w = 'slow'
  if (k > 2) w = 'fast'
  call by_word(a, n, 'fast')
  call by_word(a, n, w)
  c = 'x'
  call by_word(a, n, c//'y')
  if (trim(w) == 'slow' .or. 'fast  ' == trim(w)) a = a + 1
end subroutine
TEXT
lprun --verify-fortran "$OUT/words.f90" --device interp 2>/dev/null || echo "exit code $?"
