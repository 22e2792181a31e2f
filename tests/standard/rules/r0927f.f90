subroutine s(x)
  real x
  real, pointer :: p(:)
  allocate (p(3))
  p = x
  x = sum(p)
  deallocate (p)
end subroutine
