// Runs one Python program in the untouched MicroPython VM: node plain_vm.mjs PACKAGE FOLDER
// FOLDER holds /fw (compiled modules) and program.py. What it prints comes out; an exception is exit 1.
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const [packageFolder, folder] = process.argv.slice(2);
await import(pathToFileURL(path.join(packageFolder, 'micropython.mjs')));
const said = [];
const mp = await globalThis.loadMicroPython({ heapsize: 192 * 1024, pystack: 2048, stdout: (line) => said.push(line) });
const copy = (name) => {
  mp.FS.mkdir('/' + name);
  for (const entry of fs.readdirSync(path.join(folder, name), { withFileTypes: true })) {
    const inside = name + '/' + entry.name;
    if (entry.isDirectory()) copy(inside);
    else mp.FS.writeFile('/' + inside, fs.readFileSync(path.join(folder, inside)));
  }
};
copy('fw');
mp.runPython('import sys; sys.path.insert(0, "/fw")');
try {
  mp.runPython(fs.readFileSync(path.join(folder, 'program.py'), 'utf8'));
} catch (problem) {
  console.log(said.join('\n'));
  console.log(String(problem.message).slice(0, 2000));
  process.exit(1);
}
console.log(said.join('\n'));
