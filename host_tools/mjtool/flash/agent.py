"""What runs on the board while it is flashed: MicroPython, sent once over the raw REPL."""

AGENT = """
import os, hashlib, binascii
def mj_hash(path, buf=bytearray(1024)):
    h = hashlib.sha256()
    view = memoryview(buf)
    with open(path, 'rb') as f:
        n = f.readinto(buf)
        while n:
            h.update(view[:n])
            n = f.readinto(buf)
    return binascii.hexlify(h.digest()).decode()
def mj_list(top):
    for row in os.ilistdir(top):
        path = top + '/' + row[0]
        if row[1] & 0x4000:
            print('D', '-', 0, path)
            mj_list(path)
        else:
            print('F', mj_hash(path), os.stat(path)[6], path)
def mj_copy(source, target):
    with open(source, 'rb') as f:
        with open(target, 'wb') as g:
            data = f.read(1024)
            while data:
                g.write(data)
                data = f.read(1024)
"""

TRIAL = """
import sys, gc, machine
def mj_forget():
    for name in list(sys.modules):
        if name.split('.')[0] in ('hal', 'mjtable'):
            del sys.modules[name]
    gc.collect()
def mj_try(folder):
    mj_forget()
    sys.path.insert(0, folder)
    rescue = machine.Timer(-1)
    rescue.init(mode=machine.Timer.ONE_SHOT, period=8000, hard=True,
                callback=lambda timer: machine.reset())
    try:
        from hal.start import main
        print('starts')
    except Exception as problem:
        print(type(problem).__name__ + ': ' + str(problem))
    rescue.deinit()
    sys.path.remove(folder)
    mj_forget()
"""
"""An import that hangs ends in a restart, whether or not Ctrl-C gets through: the old firmware."""

WHO = """
import sys
print(repr([sys.implementation[0], list(sys.implementation[1])[:3],
            getattr(sys.implementation, '_machine', ''), getattr(sys.implementation, '_mpy', 0)]))
"""
