subroutine s(k)
  integer k
  call t('ab', k)
contains
  subroutine t(c, k)
    character(*) c
    integer k
    k = len(c)
    if (c == 'ab') k = k + 3
  end subroutine
end subroutine
