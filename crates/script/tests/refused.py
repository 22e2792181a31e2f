def f(): yield 1
f()
#####
with open("x") as f: pass
#####
match 1:
    case 1: pass
#####
2**100
#####
x = 9223372036854775807 + 1
#####
try:
    open("file")
except Exception:
    print("no")
#####
class A:
    def __eq__(self, other): return True
#####
import os
#####
async def f(): pass
#####
x = 0
while True: x += 1
#####
x = []
while True: x = [x, x]
#####
x = "a"
while True: x = x + x
#####
x = [1]
while True: x += x
#####
def f(n): return f(n + 1)
f(0)
#####
print(object())
#####
x = b"bytes"
#####
1 is 1
#####
print(__file__)
#####
x = []
x.append(x)
print(x)
#####
eval("1")
#####
class A: pass
print(A())
#####
x = [lambda: 0]
for i in range(10**9): pass
#####
print(*5)
#####
hasattr("a", "encode")
#####
hasattr([], "__len__")
#####
try: (1).real
except AttributeError: pass
#####
"%.3d" % 5
#####
"%*d" % (5, 3)
#####
"%c" % "a"
#####
"%ld" % 5
#####
"%d" % 1e30
#####
format("abc", "010")
#####
x = {float("nan"): 1}
#####
try: "Ab".istitle()
except AttributeError: pass
#####
try: raise OSError("x")
except Exception: print("no")
#####
try: MemoryError
except NameError: print("no")
#####
print(hasattr(__doc__, "x"))
#####
try: raise StopIteration(3)
except StopIteration as e: print(hasattr(e, "value"))
#####
class A: pass
print(getattr(A, "__doc__", "none"))
#####
class A: pass
print(hasattr(A(), "__dict__"))
#####
class A: pass
hasattr(A(), "__eq__")
#####
class A: pass
A.__eq__ = lambda self, other: True
#####
class A: pass
hasattr(A, "mro")
#####
print(lambda: 0)
#####
print([q for q in {(None,), (1,)}])
#####
print({None, 1})
#####
try: raise ValueError(len, lambda: 0)
except ValueError as e: print(e)
#####
try: max()
except TypeError: print("no")
#####
try: [].append(x=1)
except TypeError: print("no")
#####
"%5%" % ()
#####
x = float("nan")
print(x in [x])
#####
d = {1: 1, 2: 2}
for k in d:
    del d[k]
    d[k + 10] = 0
#####
f"{'a' 'b'}" f'{f'{1}'}'
#####
return 5
#####
for x in [1]:
    def f(): break
#####
def f(a, a): pass
#####
print(1, sep="", sep="")
#####
x, *y, *z = [1]
#####
int | None
#####
class E(ImportError): pass
E("x", name="y")
#####
print("\u01f3".capitalize())
#####
print("\ufb00".title())
#####
print("\u03b1\u03a3".title(), "\u0391\u03a3".swapcase())
#####
print(float("\u0663"))
#####
print("\u0345".isidentifier())
#####
print(format(65, ".2c"))
#####
print(format(65, ",c"))
#####
def f(x):
    global x
#####
def f():
    x = 1
    global x
#####
def f():
    def x(): pass
    global x
#####
def f():
    import x
    global x
#####
x = 1
global x
#####
def f():
    nonlocal zz
#####
def g():
    x = 1
    def f():
        x = 2
        nonlocal x
#####
def g():
    x = 1
    def f():
        global x
        nonlocal x
#####
def f():
    global q
    q: int = 3
#####
[x := 1 for x in range(3)]
#####
print([y for y in range(3) if (y := 2)])
#####
print([i for i in (z := [1,2])])
#####
class A:
    z = [q := 1 for _ in range(2)]
#####
__debug__ = 1
#####
def f(__debug__): pass
#####
f(__debug__=1)
#####
def f():
    from math import *
#####
print('x')
from __future__ import annotations
#####
from __future__ import nonsense
#####
[(yield 1) for x in range(3)]
#####
class A:
    yield 1
#####
*x = [1]
#####
2**60 + 1j
#####
x = 5
def f(c):
    if c:
        match c:
            case x: pass
    return x
f(1)
#####
def super(): return 5
class A:
    def f(self): return super()
print(A().f())
#####
class A:
    def f(self): return [super().f for a in [self]]
A().f()
#####
from __future__ import annotations
print(annotations)
#####
# -*- coding: latin-1 -*-
print(len('é'))
#####
s='é'*(1<<22)
n=0
for i in range(1000000): n+=len(s)
#####
a=(1,)
for i in range(60): a=(a,a)
b=(1,)
for i in range(60): b=(b,b)
print(a==b)
#####
a=(1,)
for i in range(60): a=(a,a)
print({a: 1})
#####
a=(1,)
for i in range(60): a=(a,a)
print(len(str(a)))
#####
a=[0]*1000000
for i in range(1000000): a.reverse()
#####
print(f'{1.5:.70000f}')
#####
print('{:z}'.format(1e16))
#####
def f(n):
    for a in n:
     for b in n:
      for c in n:
       for d in n:
        for e in n:
         for g in n:
          for h in n:
           for i in n:
            for j in n:
             for k in n:
              for l in n:
               for m in n:
                for o in n:
                 for p in n:
                  for q in n:
                   for r in n:
                    for s in n:
                     for t in n:
                      for u in n:
                       for v in n:
                        for w in n: pass
