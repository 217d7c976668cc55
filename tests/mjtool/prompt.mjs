// The genuine MicroPython VM at its prompt: bytes of the host on stdin, its answers on stdout.
// Raw paste is declined (the VM has no own thread to read with), and a soft reset starts a new
// prompt but keeps the files, as on a board.
import fs from "node:fs";

const { loadMicroPython } = await import(process.argv[2]);
const out = (data) => fs.writeSync(1, data);
const vm = await loadMicroPython({ heapsize: 192 * 1024, linebuffer: false, stdout: out });
vm.replInit();

const PASTE = [5, 65, 1]; // "may I paste?"
const SOFT_RESET = 0x100;
const buffer = Buffer.alloc(4096);
let asked = 0;
for (let n; (n = fs.readSync(0, buffer, 0, buffer.length)) > 0;) {
    for (const byte of buffer.subarray(0, n)) {
        asked = byte === PASTE[asked] ? asked + 1 : 0;
        if (asked === PASTE.length) {
            out("R\0");
            asked = 0;
        } else if (asked === 0 && vm.replProcessChar(byte) === SOFT_RESET) {
            out("MPY: soft reboot\r\n");
            vm.replInit();
        }
    }
}
