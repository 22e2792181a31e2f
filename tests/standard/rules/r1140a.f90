subroutine s(n, c, l, k)
  integer n, k
  character c
  logical l
  select case (n)
  case (:-5); k = 1
  case (0, 3, 7:9); k = 3
  case default; k = 4
  case (10:)
    k = 5
  end select
  select case (c)
  case ('a':'f', 'z'); k = k + 10
  case ('A'); k = k + 20
  end select
  select case (l)
  case (.true.); k = k + 100
  case (.false.); k = k + 200
  end select
end subroutine
