// The processor's loop as WebAssembly: compiled from core/*.ts by AssemblyScript (tools/node) when it
// is not there yet, into .build/emulate, under a name made of the sources' hash.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = new URL('./core/', import.meta.url);
const BUILT = new URL('../../../.build/emulate/', import.meta.url);
const COMPILER = fileURLToPath(new URL('../../node/node_modules/assemblyscript/bin/asc.js', import.meta.url));
const PAGES = 64; // 4 MB: 2 of flash, 264 KB of RAM, tables
const OWN_DATA = 0x300000; // where the compiler's own data begin, behind the flash
const OPTIONS = ['-O3', '--runtime', 'stub', '--noAssert', '--initialMemory', `${PAGES}`,
  '--maximumMemory', `${PAGES}`, '--memoryBase', `${OWN_DATA}`]; // prettier-ignore

function hashOfSources() {
  const hash = createHash('sha256').update(OPTIONS.join(' '));
  for (const name of readdirSync(SOURCES).sort()) hash.update(name).update(readFileSync(new URL(name, SOURCES)));
  return hash.digest('hex').slice(0, 16);
}

function build(target) {
  if (!existsSync(COMPILER)) {
    throw new Error(`${COMPILER}: the compiler of the processor's loop is not installed; run \`make setup\``);
  }
  mkdirSync(BUILT, { recursive: true });
  const half = `${target}.${process.pid}`;
  const entry = fileURLToPath(new URL('index.ts', SOURCES));
  execFileSync(process.execPath, [COMPILER, entry, '-o', half, ...OPTIONS], { stdio: ['ignore', 'ignore', 'pipe'] });
  renameSync(half, target); // two that build at once do not see each other's half
}

let compiled = null;

// The compiled module; the first call on a computer takes some three seconds.
export function coreModule() {
  if (compiled) return compiled;
  const target = fileURLToPath(new URL(`core-${hashOfSources()}.wasm`, BUILT));
  if (!existsSync(target)) build(target);
  compiled = new WebAssembly.Module(readFileSync(target));
  return compiled;
}
