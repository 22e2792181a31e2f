# Without a terminal `lpopt explore` says so. On one it takes keys, shows what becomes of the kernel, writes what was kept,
# and leaves the terminal as it was.
cat > "$OUT/double.loopy" <<'K'
kernel double
args n : int32
args a, b : float32[n]
{ [i] : 0 <= i < n }
b[i] = 2*a[i]
K
lpopt explore "$OUT/double.loopy" < /dev/null
cat > "$OUT/press.py" <<'P'
import fcntl, os, pty, struct, termios, time

def run(keys):
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        os.execvp("lpopt", ["lpopt", "explore", "double.loopy"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    time.sleep(1)
    for key in keys:
        os.write(terminal, key.encode())
        time.sleep(0.1)
    shown = b""
    try:
        while part := os.read(terminal, 65536):
            shown += part
    except OSError:
        pass
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), b"\x1b[?1049l" in shown, b"i_inner" in shown

step = 'split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")'
print(run(["a", step, "\r", "\t", "\t", "w", "\x7f" * 20, "kept.txt", "\r", "q"]))
print(open("kept.txt").read(), end="")
print(run(["a", 'split_iname("x", 4)', "\r", "d", "u", "q"]))
print(run(["a", step, "\r", "q", "y"]))
P
cd "$OUT" && python3 press.py
