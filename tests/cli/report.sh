# Reports: of a pipeline, a transform block, a script, several kernels, steps that are refused, and texts that hold markup.
cp examples/forward_difference.loopy examples/dgemm.f90 examples/sparse.f90 "$OUT"
cd "$OUT"
report() { # NAME ARGUMENTS..
    name=$1
    shift
    echo "-- $name"
    lpopt "$@" --report "$name.html" -o "$name.lpir" --message-format short
    echo "exit code $?"
    [ ! -e "$name.html" ] || python3 "$OLDPWD/tests/report/told.py" "$name.html" || echo "the report is wrong"
}
cat > steps.txt <<'K'
block = 16
split_iname("i", block, outer_tag="g.0", inner_tag="l.0")
add_prefetch("u", "i_inner", default_tag="l.auto")
K
report pipeline forward_difference.loopy --pipeline steps.txt --set block=8
report block dgemm.f90
cat > two.loopy <<'K'
# </script><!-- & é <b>: none of it is markup
{ [i] : 0 <= i < n }
out[i] = 2*idx[i] + a[idx[i]] {id=gather}
K
report markup two.loopy -p 'split_iname("i", 4)  # </script> & é'
cat > steps.star <<'K'
print("once")
knl = lp.split_iname(knl, "i", 16)
knl = lp.split_iname(knl, "j", 4)
K
report script forward_difference.loopy --script steps.star
cat > sweep.f90 <<'K'
subroutine sweep(a, n)
  integer n, i, j
  real*8 a(0:n+1, 0:n+1)
  do j = 1, n
    do i = 1, n
      a(i,j) = a(i+1,j-1) + 1
    end do
  end do
end subroutine
subroutine twice(b, n)
  integer n, i
  real*8 b(n)
  do i = 1, n
    b(i) = 2*b(i)
  end do
end subroutine
K
report order sweep.f90 -p 'split_iname("i", 8); prioritize_loops("i_inner,j", kernel="sweep")'
report race sweep.f90 -p 'tag_inames("i:g.0")'
report unknown sweep.f90 -p 'split_iname("i", 8); split_iname("k", 8)'
report unread sweep.f90 -p 'split_iname('
report nothing sweep.f90
echo "-- what a report must not replace"
lpopt sweep.f90 -o sweep.lpir --report sweep.f90 --message-format short
lpopt sweep.f90 -o sweep.lpir --report sweep.lpir --message-format short
lpopt sweep.f90 -o sweep.lpir --report no/such/folder.html --message-format short
lpopt sweep.f90 --report - | head -c 15
