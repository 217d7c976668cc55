// The interpreter's own code, with a faster way to jump out of it.
//
// The build marks where an exception may land with calls that leave WebAssembly for JavaScript
// and come back ("invoke_*"), some 500 of them a scan. Here the same few lines are done inside
// WebAssembly. Two things of the binary are changed for that and nothing else: its table of
// functions and its stack pointer are handed in instead of made inside. No bytecode, object or
// library function of the interpreter is touched.

const TYPE = 1, IMPORT = 2, FUNC = 3, TABLE = 4, EXPORT = 7, CODE = 10, GLOBAL = 6, TAG = 13;
const I32 = 0x7f, FUNCREF = 0x70, NONE = 0x40;

const leb = (n) => {
  const out = [];
  do { out.push((n & 127) | (n > 127 ? 128 : 0)); n >>>= 7; } while (n);
  return out;
};
const read = (bytes, at) => {
  let value = 0, shift = 0, byte;
  do { byte = bytes[at++]; value |= (byte & 127) << shift; shift += 7; } while (byte & 128);
  return [value >>> 0, at];
};
const text = (s) => [...leb(s.length), ...Buffer.from(s)];
const list = (items) => [...leb(items.length), ...items.flat()];
const section = (id, body) => [id, ...leb(body.length), ...body];
const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

function sections(bytes) {
  const found = [];
  for (let at = 8; at < bytes.length;) {
    const id = bytes[at];
    const [size, start] = read(bytes, at + 1);
    found.push({ id, body: bytes.subarray(start, start + size) });
    at = start + size;
  }
  return found;
}

// The same binary, importing its table and its first global (the stack pointer); with them, what
// they were. Throws when the binary is not built as expected.
export function opened(binary) {
  const parts = sections(new Uint8Array(binary));
  const body = (id) => parts.find((part) => part.id === id).body;
  const table = body(TABLE), globals = body(GLOBAL);
  const [count, first] = read(globals, 0);
  const expected = globals[first] === I32 && globals[first + 1] === 1 && globals[first + 2] === 0x41;
  if (table[0] !== 1 || table[1] !== FUNCREF || !expected)
    throw new Error('this build of MicroPython is not the one in package-lock.json');
  const [stack, end] = read(globals, first + 3);
  const [size] = read(table, 3);
  const [imports, start] = read(body(IMPORT), 0);
  const added = [...text('own'), ...text('table'), 1, ...table.subarray(1),
    ...text('own'), ...text('stack'), 3, I32, 1];
  const changed = {
    [IMPORT]: [...leb(imports + 2), ...body(IMPORT).subarray(start), ...added],
    [GLOBAL]: [...leb(count - 1), ...globals.subarray(end + 1)],
  };
  const out = [Buffer.from(header)];
  for (const part of parts) {
    if (part.id !== TABLE) {
      const now = changed[part.id] ?? part.body;
      out.push(Buffer.from([part.id, ...leb(now.length)]), Buffer.from(now));
    }
  }
  return { binary: Buffer.concat(out), stack, size };
}

// One "invoke": call entry a0 of the table with the rest; on a jump restore the stack pointer and
// note it (`setThrew`), as the build's own JavaScript does.
function invoke(name, type) {
  const returns = name[7] === 'i';
  const args = name.length - 8;
  const pass = Array.from({ length: args }, (_, i) => [0x20, ...leb(i + 1)]).flat();
  const sp = args + 1;
  const code = [
    1, 1, I32,                                   // one local: the stack pointer
    0x23, 0, 0x21, sp,
    0x06, returns ? I32 : NONE,                  // try
    ...pass, 0x20, 0, 0x11, ...leb(type), 0,     //   call_indirect
    0x07, 0,                                     // catch the jump
    0x20, sp, 0x24, 0, 0x10, 0,
    ...(returns ? [0x41, 0] : []),
    0x0b, 0x0b,
  ];
  return [...leb(code.length), ...code];
}

// A module with all `names` ("invoke_iii"), and `jump`.
export function helper(names) {
  const kinds = [];
  const kind = (params, returns) => {
    const bytes = [0x60, ...leb(params), ...Array(params).fill(I32), ...(returns ? [1, I32] : [0])];
    const at = kinds.findIndex((k) => String(k) === String(bytes));
    return at < 0 ? kinds.push(bytes) - 1 : at;
  };
  const plain = kind(0, false);
  const shapes = names.map((name) => {
    const returns = name[7] === 'i', args = name.length - 8;
    return { outer: kind(args + 1, returns), inner: kind(args, returns) };
  });
  const jump = [5 + 1, 0, 0x10, 1, 0x08, 0, 0x0b];
  const imports = [
    [...text('own'), ...text('landed'), 0, plain],
    [...text('own'), ...text('leaving'), 0, plain],
    [...text('own'), ...text('table'), 1, FUNCREF, 0, 0],
    [...text('own'), ...text('stack'), 3, I32, 1],
  ];
  const functions = [...shapes.map((s) => leb(s.outer)), [plain]];
  const exported = [...names, 'jump'].map((n, i) => [...text(n), 0, ...leb(i + 2)]);
  const bodies = [...names.map((n, i) => invoke(n, shapes[i].inner)), jump];
  return new Uint8Array([
    ...header, ...section(TYPE, list(kinds)), ...section(IMPORT, list(imports)),
    ...section(FUNC, list(functions)), ...section(TAG, list([[0, plain]])),
    ...section(EXPORT, list(exported)), ...section(CODE, list(bodies)),
  ]);
}

// From now on `WebAssembly.instantiate` makes the interpreter this way. `leaving` is called at
// every exception, before it unwinds; the answer's `memory` is there once it is made.
export function install(leaving) {
  const made = { memory: null };
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (binary, imports) => {
    const names = Object.keys(imports.env).filter((name) => name.startsWith('invoke_'));
    const patched = opened(binary);
    const own = {
      table: new WebAssembly.Table({ element: 'anyfunc', initial: patched.size, maximum: patched.size }),
      stack: new WebAssembly.Global({ value: 'i32', mutable: true }, patched.stack),
      landed: () => made.threw(1, 0),
      leaving,
    };
    const help = (await instantiate(helper(names), { own })).instance.exports;
    for (const name of names) imports.env[name] = help[name];
    imports.env._emscripten_throw_longjmp = help.jump;
    const result = await instantiate(patched.binary, { ...imports, own });
    made.memory = result.instance.exports.memory;
    made.threw = result.instance.exports.setThrew;
    WebAssembly.instantiate = instantiate;
    return result;
  };
  return made;
}
