# The smallest kernel and steps that show a refusal, with the instances that conflict in space and in time.
cat > "$OUT/order.f90" <<'K'
subroutine order(a, n)
  integer n, i, j
  real*8 a(0:n+1, 0:n+1)
  do j = 1, n
    do i = 1, n
      a(i,j) = a(i+1,j-1) + 1
    end do
  end do
end subroutine
K
cat > "$OUT/sweep.f90" <<'K'
subroutine sweep(a, b, n)
  integer n, i, j
  real*8 a(0:n+1, 0:n+1), b(n)
  do j = 1, n
    b(j) = 3*b(j)
    do i = 1, n
      a(i,j) = a(i+1,j-1) + b(j)*2
    end do
  end do
end subroutine
K
cat > "$OUT/sum.loopy" <<'K'
args n : int32
args a, b : float64[n]
{ [i, j] : 0 <= i, j < n }
a[i] = 2*i {id=fill}
b[j] = a[n - 1 - j] {id=use, dep=fill}
K
cat > "$OUT/steps.star" <<'K'
knl = lp.split_iname(knl, "i", 16)
knl = lp.prioritize_loops(knl, "i_inner,j")
K
why() {
    echo "-- $*"
    lpopt why "$@"
    echo "exit code $?"
}
cd "$OUT"
why order.f90 -p 'split_iname("i", 16); prioritize_loops("i_inner,j")'
why order.f90 --script steps.star
why sweep.f90 -p 'prioritize_loops("i,j")'
why sweep.f90 -p 'tag_inames("i:g.0")'
why sum.loopy -p 'tag_inames("i:g.0, j:g.0")'
why sweep.f90 -p 'split_iname("k", 8)'
why sweep.f90 -p 'split_iname("i", 8)'
why missing.f90 -p 'split_iname("i", 8)'
