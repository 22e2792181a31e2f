! The product of the paper for matrix units: warps of 32 x 32 results, in tiles of 16 columns by 8 rows, since rows lie side by side in memory.
! compare: m=128,n=64,l=32,alpha=2
! time: m=4096,n=4096,l=4096,alpha=2
! flops: 2*m*n*l
! options: --fp-contract
subroutine dgemm(m,n,l,alpha,a,b,c)
  implicit none
  real*8 temp, a(m,l),b(l,n),c(m,n), alpha
  integer m,n,k,i,j,l

  do j = 1,n
    do k = 1,l
      do i = 1,m
        c(i,j) = c(i,j) + alpha*b(k,j)*a(i,k)
      end do
    end do
  end do
end subroutine

!$loopy begin transform
! dgemm = lp.reassociate(dgemm)
! dgemm = lp.assume(dgemm, "m mod 128 = 0 and n mod 64 = 0 and l mod 16 = 0 and l >= 16")
! dgemm = lp.split_iname(dgemm, "i", 128, outer_tag="g.0")
! dgemm = lp.split_iname(dgemm, "j", 64, outer_tag="g.1")
! dgemm = lp.split_iname(dgemm, "k", 16)
! dgemm = lp.add_prefetch(dgemm, "a", "i_inner, k_inner",
!    fetch_outer_inames="i_outer, j_outer, k_outer", dim_arg_names="a_i, a_k", default_tag=None)
! dgemm = lp.tag_array_axes(dgemm, "a_fetch", "stride:1, stride:132")
! dgemm = lp.join_inames(dgemm, "a_k, a_i", "a_element")
! dgemm = lp.split_iname(dgemm, "a_element", 256)
! dgemm = lp.split_iname(dgemm, "a_element_inner", 32, inner_tag="l.0")
! dgemm = lp.split_iname(dgemm, "a_element_inner_outer", 4, outer_tag="l.2", inner_tag="l.1")
! dgemm = lp.extract_subst(dgemm, "b_acc", "alpha*b[i1,i2]", parameters="i1, i2")
! dgemm = lp.precompute(dgemm, "b_acc", "k_inner, j_inner",
!    precompute_outer_inames="i_outer, j_outer, k_outer", precompute_inames="b_k, b_j", default_tag=None)
! dgemm = lp.tag_array_axes(dgemm, "b_acc_0", "stride:1, stride:20")
! dgemm = lp.join_inames(dgemm, "b_j, b_k", "b_element")
! dgemm = lp.split_iname(dgemm, "b_element", 256)
! dgemm = lp.split_iname(dgemm, "b_element_inner", 32, inner_tag="l.0")
! dgemm = lp.split_iname(dgemm, "b_element_inner_outer", 4, outer_tag="l.2", inner_tag="l.1")
! dgemm = lp.split_iname(dgemm, "k_inner", 8, inner_tag="mma")
! dgemm = lp.split_iname(dgemm, "j_inner", 32, outer_tag="l.2", inner_iname="j_warp")
! dgemm = lp.split_iname(dgemm, "j_warp", 16, outer_tag="ilp")
! dgemm = lp.split_iname(dgemm, "j_warp_inner", 8, outer_tag="ilp", inner_iname="p")
! dgemm = lp.split_iname(dgemm, "i_inner", 32, outer_tag="l.1", inner_iname="i_warp")
! dgemm = lp.split_iname(dgemm, "i_warp", 8, outer_tag="ilp")
! dgemm = lp.split_iname(dgemm, "i_warp_inner", 2, outer_iname="q", inner_tag="ilp")
! dgemm = lp.buffer_array(dgemm, "c", "k_outer, k_inner_outer, k_inner_inner", default_tag=None)
! dgemm = lp.join_inames(dgemm, "p, q", "lane", tag="l.0")
!$loopy end transform
