# One kernel of several routines by a step of a pipeline: it computes what a routine that calls both does.
cd "$OUT"
cat >two.f90 <<'TEXT'
subroutine fill(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i) + i
  end do
end subroutine
subroutine scale(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = 2*a(n + 1 - i) + b(i)
  end do
end subroutine
TEXT
cp two.f90 calls.f90
cat >>calls.f90 <<'TEXT'
subroutine both(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  call fill(n, a)
  call scale(n, a, b)
end subroutine
TEXT
for size in 0 1 5 20; do
    lpopt two.f90 -p 'fuse_kernels("fill, scale", name="both", shared_inames=[]); auto_parallel()' -o both.lpir
    lpopt calls.f90 -o calls.lpir
    lprun both.lpir --device interp --set n=$size --against calls.lpir --kernel both
done
echo "== its steps are for the new kernel"
lpopt two.f90 -p 'fuse_kernels("fill, scale", shared_inames=""); split_iname("i_1", 4, kernel="fill_and_scale")' --check &&
    echo accepted
echo "== one loop for both reads what is not there yet"
lpopt two.f90 -p 'fuse_kernels("fill, scale")' --check
echo "== in the order of the list"
lpopt two.f90 -p 'fuse_kernels("scale, fill", data_flow=[("a", 1, 0)])'
