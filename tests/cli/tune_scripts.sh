# Searches whose parameters stand in a script, or in the transform block of a Fortran file.
cd "$OUT"
cat > scale.f90 <<'TEXT'
subroutine scale(n, a, b)
  implicit none
  integer :: n, i
  real*8 :: a(n), b(n)
  do i = 1, n
    b(i) = 2*a(i)
  end do
end subroutine
!$loopy begin transform
! most = 32
! tune block in [4, 8, 16] where block*unroll <= most
! tune unroll in [1, 4]
! tune how in [loop, group]
! scale = lp.split_iname(scale, "i", block*unroll)
! if how == "group":
!     scale = lp.tag_inames(scale, {"i_outer": "g.0"})
! if unroll > 1:
!     scale = lp.split_iname(scale, "i_inner", unroll, inner_tag="unr")
!$loopy end transform
TEXT
plain() { sed -E 's/[0-9.]+ (us|ms|s)\b/TIME/g; s/^  with .*/  with VALUES/; /^  drift/d; s/([0-9]+ slower, )?[0-9]+ timed/some timed/'; }
calls() { lpopt scale.f90 --emit-pipeline calls.txt -o /dev/null --message-format short "$@"; echo "exit code $?"; cat calls.txt; }
echo "== the first values, and others"
calls
calls --set block=16,unroll=1,how=group
calls --set block=5
calls --set most=3
calls --set mots=3
echo "== a search"
lprun tune scale.f90 --device interp --set n=64 --repeat 1 --into block | plain
lpopt scale.f90 --tuned block --check -o tuned.lpir
lpopt scale.f90 --pipeline block/best.txt --check -o best.lpir && cmp tuned.lpir best.lpir && echo the same
echo "== a script"
cat > steps.star <<'TEXT'
"""
tune nothing in [1, 2]
"""
tune block in [4,
               8]
def split(knl, iname):
    return lp.split_iname(knl, iname, block)
knl = split(knl, "i")
TEXT
lpopt scale.f90 --script steps.star --set block=8 --emit-pipeline calls.txt -o /dev/null; cat calls.txt
lprun tune scale.f90 --script steps.star --device interp --set n=64 --repeat 1 --into script | plain
echo "== what is wrong with its lines"
sed 's/tune block in .4,/tune block in [4, 4,/' steps.star > twice.star
lpopt scale.f90 --script twice.star -o /dev/null
