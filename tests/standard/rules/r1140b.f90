subroutine s(c, k)
  character c
  integer k
  character(3) t
  t = 'a'//c
  select case (t)
  case ('ab'); k = 1
  case ('ac', 'ad '); k = 2
  case default; k = 3
  end select
end subroutine
