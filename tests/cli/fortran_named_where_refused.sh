# What is not supported is named where it stands, and the other routines of the file are read.
cat > "$OUT/some.f90" <<TEXT
subroutine noise(x, n)
  integer n
  real x(n)
  call random_number(x)
end subroutine
subroutine listed(x)
  real x
  namelist /list/ x
  read (7, nml=list)
end subroutine
subroutine levels(a, n)
  integer n
  real, target :: a(n)
  real, pointer :: p(:)
  p => a
  p = 1
end subroutine
subroutine good(x, n)
  integer n
  real x(n)
  x(1) = n*2
end subroutine
TEXT
lptranslate --check "$OUT/some.f90"
# Of a main program the outermost loops that can be kernels are, with the names of their variables; a program without
# any is refused.
cat > "$OUT/main.f90" <<TEXT
program laplace
  implicit none
  integer, parameter :: n = 8
  real(8), allocatable :: a(:, :), b(:, :)
  real(8) :: err
  integer :: i, j, it
  allocate (a(0:n + 1, 0:n + 1), b(0:n + 1, 0:n + 1))
  a = 0
  do j = 0, n + 1
    b(:, j) = j
  end do
  do it = 1, 100
    err = 0
    do j = 1, n
      do i = 1, n
        b(i, j) = 0.25d0*(a(i + 1, j) + a(i - 1, j) + a(i, j - 1) + a(i, j + 1))
        err = max(err, abs(b(i, j) - a(i, j)))
      end do
    end do
    a(1:n, 1:n) = b(1:n, 1:n)
    if (mod(it, 10) == 0) print *, it, err
  end do
end program
TEXT
lptranslate --check "$OUT/main.f90"
lptranslate "$OUT/main.f90" -o "$OUT/main.lpir" 2>/dev/null && grep -E 'kernel|arg' "$OUT/main.lpir"
printf 'program empty\n  print *, 1\nend program\n' > "$OUT/empty.f90"
lptranslate --check "$OUT/empty.f90"
