# `--set` gives values to parameters of pipelines, scripts and transform blocks, and is refused where nothing reads it.
cd "$OUT"
cat > k.f90 <<TEXT
subroutine twice(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine
!\$loopy begin transform
! block = 16  # iterations of a group
! tag = "g.0"
! twice = lp.split_iname(twice, "i", block, outer_tag=tag)
!\$loopy end transform
TEXT
printf 'block = 16\ntwice = lp.split_iname(twice, "i", block)\n' > tune.star
calls() {
    lpopt k.f90 "$@" --emit-pipeline - -o k.lpir
    echo "exit code $?"
}
calls
calls --set block=32,tag=g.1
calls --script tune.star --set block=8
calls -p 'block = 16; split_iname("i", block)' --set block=4
calls --set blok=32
calls --set block=many
calls --script tune.star --set tag=g.0
lpopt k.lpir --set block=4
echo "exit code $?"
lpopt bisect k.f90 --set blok=4
echo "exit code $?"
lpopt bisect k.f90 --set block=4
