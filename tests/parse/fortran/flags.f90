! Characters, error exits, functions, strides, select.
real(8) function scaled(uplo, n, x, incx)
  character, intent(in) :: uplo
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(*)
  logical, external :: lsame
  external xerbla
  integer :: i, ix, info
  info = 0
  if (.not. lsame(uplo, 'U') .and. .not. lsame(uplo, 'L')) then
    info = 1
  else if (n < 0) then
    info = 2
  end if
  if (info /= 0) then
    call xerbla('SCALED', info)
    return
  end if
  scaled = 0
  if (n == 0) return
  ix = 1
  if (incx < 0) ix = 1 - (n - 1)*incx
  do i = 1, n
    select case (uplo)
    case ('U', 'u')
      scaled = scaled + x(ix)
    case default
      scaled = scaled - x(ix)
    end select
    ix = ix + incx
  end do
end function
