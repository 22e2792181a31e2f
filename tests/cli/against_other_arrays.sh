# What only one of two kernels computes is compared with nothing: that is said, or refused.
cd "$OUT"
printf '{ [i] : 0 <= i < n }\nout[i] = 2*a[i]\n' >doubled.loopy
printf '{ [i] : 0 <= i < n }\nresult[i] = 2*a[i]\n' >renamed.loopy
printf '{ [i] : 0 <= i < n }\nout[i] = 2*a[i]\nmore[i] = a[i]\n' >more.loopy
lprun doubled.loopy --device interp --set n=4 --against renamed.loopy || echo "exit $?"
lprun doubled.loopy --device interp --set n=4 --against more.loopy || echo "exit $?"
lprun more.loopy --device interp --set n=4 --against doubled.loopy || echo "exit $?"
