subroutine s(A1_b, n)
  real a1_B
  integer N
  real :: name_of_sixty_three_characters_1234567890_1234567890_123456789_
  Name_Of_Sixty_Three_characters_1234567890_1234567890_123456789_ = n
  A1_B = a1_b + name_of_sixty_three_characters_1234567890_1234567890_123456789_
end subroutine
