! The product of the paper with larger tiles: 64 results of each work item in registers, slices that are
! fetched while those before are used.
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
! dgemm = lp.assume(dgemm, "m mod 128 = 0 and n mod 64 = 0 and l mod 8 = 0 and l >= 8")
! dgemm = lp.split_iname(dgemm, "i", 128, outer_tag="g.0")
! dgemm = lp.split_iname(dgemm, "i_inner", 32, outer_tag="ilp")
! dgemm = lp.split_iname(dgemm, "i_inner_inner", 2, outer_tag="l.1", inner_tag="ilp")
! dgemm = lp.split_iname(dgemm, "j", 64, outer_tag="g.1")
! dgemm = lp.split_iname(dgemm, "j_inner", 16, outer_tag="ilp")
! dgemm = lp.split_iname(dgemm, "j_inner_inner", 2, inner_tag="ilp")
! dgemm = lp.split_iname(dgemm, "j_inner_inner_outer", 2, outer_tag="l.2", inner_tag="l.0")
! dgemm = lp.split_iname(dgemm, "k", 8, inner_tag="unr_hint")
! dgemm = lp.add_prefetch(dgemm, "a",
!    "i_inner_outer, i_inner_inner_outer, i_inner_inner_inner, k_inner",
!    fetch_outer_inames="i_outer, j_outer, k_outer", dim_arg_names="a_i, a_k", default_tag=None)
! dgemm = lp.tag_array_axes(dgemm, "a_fetch", "stride:1, stride:128")
! dgemm = lp.join_inames(dgemm, "a_k, a_i", "a_element")
! dgemm = lp.split_iname(dgemm, "a_element", 128)
! dgemm = lp.split_iname(dgemm, "a_element_inner", 32, outer_tag="l.2")
! dgemm = lp.split_iname(dgemm, "a_element_inner_inner", 2, outer_tag="l.1", inner_tag="l.0")
! dgemm = lp.extract_subst(dgemm, "b_acc", "alpha*b[i1,i2]", parameters="i1, i2")
! dgemm = lp.precompute(dgemm, "b_acc",
!    "k_inner, j_inner_outer, j_inner_inner_outer_outer, j_inner_inner_outer_inner, j_inner_inner_inner",
!    precompute_outer_inames="i_outer, j_outer, k_outer", precompute_inames="b_k, b_j", default_tag=None)
! dgemm = lp.tag_array_axes(dgemm, "b_acc_0", "stride:66, stride:1")
! dgemm = lp.join_inames(dgemm, "b_j, b_k", "b_element")
! dgemm = lp.split_iname(dgemm, "b_element", 128)
! dgemm = lp.split_iname(dgemm, "b_element_inner", 32, outer_tag="l.2")
! dgemm = lp.split_iname(dgemm, "b_element_inner_inner", 2, outer_tag="l.1", inner_tag="l.0")
! dgemm = lp.buffer_array(dgemm, "c", "k_outer, k_inner", default_tag=None)
! dgemm = lp.pipeline_buffer(dgemm, "a_fetch", "k_outer")
! dgemm = lp.pipeline_buffer(dgemm, "b_acc_0", "k_outer")
!$loopy end transform
