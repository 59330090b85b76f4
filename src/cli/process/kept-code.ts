import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writevSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { Script } from 'node:vm';
import { unsetFlags, withFirstFlags } from './v8-flags.ts';

/**
 * The line of JSON before what is kept, by the path of the file of the program. All of it stands twice in a file, as V8 runs whatever a disk made
 * of it: to compare two copies takes less time than to load what Node has for a checksum.
 */
type Parts = Readonly<Record<string, Part>>;

/** What Node knows of a file that it runs, as far as files of the program use it. */
type Loaded = Pick<NodeModule, 'id' | 'exports' | 'loaded'>;

interface Part {
  /** Which file it was compiled of. */
  readonly stamp: string;
  /** In bytes from the end of that line. */
  readonly from: number;
  readonly to: number;
}

/** V8 copies what does not begin at a multiple of it. */
const ALIGNED = 8;

/**
 * Has all files of the program, those below `program`, compiled by what an earlier run left in `file`, and leaves there what this one compiled
 * where a file was not among them. V8 takes nothing of another version or other flags of its own. Node's compile cache holds what was compiled
 * when a file was loaded; here it is all that ran, which is most of it. Nothing of this can fail: without the file all is compiled anew.
 */
export function keepCode(file: string, program: string): void {
  const { parts, codeOf } = readKept(file);
  const compiled = new Map<string, { readonly script: Script; readonly stamp: string; readonly isNew: boolean }>();
  const nodes = createRequire(import.meta.filename);
  const { cache, extensions } = nodes;
  const load = extensions['.js'];
  extensions['.js'] = (loaded, path) => {
    if (path.startsWith(program + sep)) run(loaded, path);
    else load(loaded, path);
  };
  const run = (loaded: Loaded, path: string): void => {
    const { stamp, source } = sourceOf(path);
    const part = parts[path];
    const cachedData = part?.stamp === stamp ? codeOf(part) : undefined;
    const options = { filename: path, columnOffset: -BEFORE.length, ...(cachedData && { cachedData }) };
    const script = withFirstFlags(() => new Script(source, options));
    compiled.set(path, { script, stamp, isNew: cachedData === undefined || script.cachedDataRejected === true });
    const body = script.runInThisContext() as (...given: readonly unknown[]) => void;
    const folder = dirname(path);
    body.call(loaded.exports, loaded.exports, (id: string) => required(id, folder), loaded, path, folder);
  };
  /** As `require` of Node, which looks for a file in many places and for what describes it. */
  const required = (id: string, folder: string): unknown => {
    if (!id.startsWith('.')) return nodes(id);
    const path = join(folder, id);
    const known = cache[path];
    if (known !== undefined) return known.exports;
    const loaded: Loaded = { id: path, exports: {}, loaded: false };
    cache[path] = loaded as NodeModule;
    try {
      run(loaded, path);
      loaded.loaded = true;
    } finally {
      if (!loaded.loaded) delete cache[path];
    }
    return loaded.exports;
  };
  process.on('exit', () => {
    if (![...compiled.values()].some(({ isNew }) => isNew)) return;
    unsetFlags();
    // Another program that runs as often, such as an older version, costs compiling; kept, all versions there ever were would add up.
    const others = Object.entries(parts).filter(([path]) => path.startsWith(program + sep) && !compiled.has(path));
    writeKept(file, () => [
      ...others.map(([path, part]) => ({ path, stamp: part.stamp, code: codeOf(part) })),
      ...[...compiled].map(([path, { script, stamp }]) => ({ path, stamp, code: script.createCachedData() })),
    ]);
  });
}

const BEFORE = '(function (exports, require, module, __filename, __dirname) {';
const AFTER = '\n})';

/** A file of the program as a function, which the build writes in ASCII. Any change makes it another file, as its system notes the time of it. */
function sourceOf(path: string): { readonly stamp: string; readonly source: string } {
  const fd = openSync(path, 'r');
  try {
    const { dev, ino, size, ctimeNs } = fstatSync(fd, { bigint: true });
    const end = BEFORE.length + Number(size);
    if (room.length < end + AFTER.length) room = Buffer.allocUnsafeSlow(2 * end);
    room.write(BEFORE, 'latin1');
    if (readSync(fd, room, BEFORE.length, Number(size), null) < size) throw new Error(`${path} cannot be read as a whole`);
    room.write(AFTER, end, 'latin1');
    return { stamp: [dev, ino, size, ctimeNs].join(' '), source: room.toString('latin1', 0, end + AFTER.length) };
  } finally {
    closeSync(fd);
  }
}

/** All are read into the same memory: the system has to give each page of it only once. */
let room = Buffer.allocUnsafeSlow(2 ** 19);

function readKept(file: string): { readonly parts: Parts; readonly codeOf: (part: Part) => Buffer } {
  try {
    const kept = readTwice(file);
    const start = kept.indexOf('\n') + 1;
    const parts = JSON.parse(kept.toString('utf8', 0, start)) as Parts;
    const codes = kept.subarray(start);
    return { parts, codeOf: ({ from, to }) => codes.subarray(from, to) };
  } catch {
    // There is none, or it is no such file.
  }
  return { parts: {}, codeOf: () => Buffer.alloc(0) };
}

/** The first half of a file. @throws {Error} its second half is another one */
function readTwice(file: string): Buffer {
  const fd = openSync(file, 'r');
  try {
    const half = fstatSync(fd).size / 2;
    const first = Buffer.allocUnsafeSlow(half);
    let same = readSync(fd, first) === half;
    for (let at = 0; same && at < half;) {
      const read = readSync(fd, room, 0, Math.min(room.length, half - at), null);
      same = read > 0 && first.compare(room, 0, read, at, at + read) === 0;
      at += read;
    }
    if (same) return first;
  } finally {
    closeSync(fd);
  }
  throw new Error('the halves differ');
}

/** Whole or not at all: other runs may read it at any time, and write it as well. */
function writeKept(file: string, kept: () => readonly { readonly path: string; readonly stamp: string; readonly code: Buffer }[]): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeTwice(unfinished, halfOf(kept()));
    renameSync(unfinished, file);
  } catch {
    rmSync(unfinished, { force: true });
  }
}

function writeTwice(file: string, half: readonly Buffer[]): void {
  const fd = openSync(file, 'wx', 0o600);
  try {
    const size = half.reduce((sum, { length }) => sum + length, 0);
    if (writevSync(fd, [...half, ...half]) < 2 * size) throw new Error(`${file} cannot be written as a whole`);
  } finally {
    closeSync(fd);
  }
}

function halfOf(kept: ReturnType<Parameters<typeof writeKept>[1]>): readonly Buffer[] {
  const parts: Record<string, Part> = {};
  const codes: Buffer[] = [];
  let from = 0;
  for (const { path, stamp, code } of kept) {
    parts[path] = { stamp, from, to: from + code.length };
    const padding = Buffer.alloc(lackingIn(code.length));
    codes.push(code, padding);
    from += code.length + padding.length;
  }
  const head = JSON.stringify(parts satisfies Parts);
  return [Buffer.from(`${head}${' '.repeat(lackingIn(Buffer.byteLength(head) + 1))}\n`), ...codes];
}

function lackingIn(length: number): number {
  return (ALIGNED - (length % ALIGNED)) % ALIGNED;
}
