! A text is a variable for each character; what a called routine asks of a constant is answered here.
subroutine solve(uplo, n, x)
  implicit none
  character uplo
  integer n, i, nb
  real*8 x(n)
  character norm, side*2, name*6
  norm = 'I'
  if (uplo == 'U') norm = '1'
  side = uplo // 'N'
  name = 'DGETRF'
  nb = block_size(1, name, side)
  if (side(1:1) == 'L' .and. side(2:2) /= 'T') nb = nb + 1
  do i = 1, n
    if (norm == '1') then
      x(i) = x(i)*nb
    else
      x(i) = x(i) + nb
    end if
  end do
contains
  integer function block_size(ispec, name, options)
    integer ispec
    character*(*) name, options
    character sub*8, last*3
    integer i, code
    sub = name
    code = ichar(sub(1:1))
    if (code >= 97 .and. code <= 122) then
      sub(1:1) = char(code - 32)
      do i = 2, 6
        code = ichar(sub(i:i))
        if (code >= 97 .and. code <= 122) sub(i:i) = char(code - 32)
      end do
    end if
    last = sub(4:6)
    block_size = 1
    if (ispec == 1 .and. last == 'TRF') block_size = 64
    if (options(1:1) == 'U') block_size = block_size + len(name)
  end function
end subroutine
