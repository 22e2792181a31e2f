! What is given for procedures, and is none, and the other way round.
subroutine apply(f, x)
  implicit none
  external f
  real :: x
  call f(x)
end subroutine

subroutine double(x)
  implicit none
  real :: x
  x = 2*x
end subroutine

subroutine plain(n, x)
  implicit none
  integer :: n
  real :: x
  x = x + n
end subroutine

subroutine gives_a_value(x)
  implicit none
  real :: x
  external apply
  call apply(x, x)
end subroutine

subroutine gives_a_procedure(x)
  implicit none
  real :: x
  external double
  call plain(double, x)
end subroutine

subroutine gives_what_is_not_there(x)
  implicit none
  real :: x
  external nowhere
  call apply(nowhere, x)
end subroutine

subroutine gives_too_many_arguments(x)
  implicit none
  real :: x
  external plain
  call apply(plain, x)
end subroutine

subroutine twice(f, x)
  implicit none
  external f
  real :: x
  call f(f, x)
end subroutine

subroutine gives_itself(x)
  implicit none
  real :: x
  external twice
  call twice(twice, x)
end subroutine

subroutine returns_another_type(x)
  implicit none
  real :: x
  integer, external :: count_of
  external takes_real
  call takes_real(count_of, x)
end subroutine

subroutine takes_real(f, x)
  implicit none
  real, external :: f
  real :: x
  x = f(x)
end subroutine

function count_of(x)
  implicit none
  real :: x
  integer :: count_of
  count_of = int(x)
end function
