# One source, a kernel a case: letters stand for codes on every command line, and the case is required at launch.
cat > "$OUT/dscal.lpir" <<TEXT
lpir 1
kernel @gemv {
  arg trans : i8
  arg m, n : i32
  arg incx : i32
  arg a : f64[m, n] layout(f) in
  arg x : f64[max(m, n)*abs(incx)] in
  arg y : f64[max(m, n)] inout
  temp t : f64
  domain [m] -> { [i] : 0 <= i < m }
  domain in 0 [n] -> { [j] : 0 <= j < n }
  domain [n] -> { [q] : 0 <= q < n }
  domain in 2 [m] -> { [p] : 0 <= p < m }
  require trans == 78 or trans == 110 or trans == 84 or trans == 116 : "GEMV: argument 1 is illegal" @"gemv.f":9:7
  require incx != 0 : "GEMV: argument 5 is illegal" @"gemv.f":11:7
  z: t = 0.0  in(i) time(0, i, 0) if(trans == 78 or trans == 110)
  s: t = t + a[i, j]*x[if(incx > 0, j, j - n + 1)*incx]  in(i, j) time(0, i, 1, j) if(trans == 78 or trans == 110)
  w: y[i] = y[i] + t  in(i) time(0, i, 2) if(trans == 78 or trans == 110)
  u: y[q] = y[q] + a[p, q]*x[if(incx > 0, p, p - m + 1)*incx]  in(q, p) time(1, q, p) if(not (trans == 78 or trans == 110))
}
TEXT
cd "$OUT"
cat > cases.star <<TEXT
normal = lp.specialize(knl, trans=["N", "n"])
transposed = lp.tag_inames(lp.specialize(knl, trans="T", incx=-1, name="gemv_t"), "q: g.0")
RESULT = [normal, transposed]
TEXT
lpopt dscal.lpir --script cases.star -o cases.lpir
grep -E "^kernel|^  require|^  [a-z]:" cases.lpir
lptranslate cases.lpir -o cases.cl
for device in interp opencl; do
  lprun cases.lpir --kernel gemv_trans_N --device $device --set trans=n,m=5,n=4,incx=-2 --against dscal.lpir | grep agrees
  lprun cases.lpir --kernel gemv_t --device $device --set "trans='T',m=5,n=4,incx=-1" --against dscal.lpir | grep agrees
  lprun cases.lpir --kernel gemv_t --device $device --set trans=N,m=5,n=4,incx=-1 || echo "exit code $?"
done
lprun dscal.lpir --device interp --set trans=NT,m=5,n=4,incx=1
lprun dscal.lpir --device interp --set trans=N,m=N,n=4,incx=1
lpopt dscal.lpir -p 'tag_inames("q: g.0"); specialize(trans="N"); split_iname("q", 4)'
lpopt dscal.lpir -p 'specialize(trans="t"); tag_inames("p: g.0"); specialize(m=4)' --check -o /dev/null
lpopt cases.lpir -p 'specialize(n=4, name="gemv_t")'
lpopt dscal.lpir -p 'fix_parameters(n=0, m=0)' -o empty.lpir
lptranslate empty.lpir -o empty.cl
lprun empty.lpir --device interp --set trans=T,m=0,n=0,incx=1 --against
