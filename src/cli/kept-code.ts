import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { endSmallHeap, withFirstFlags } from './frugal-heap.ts';

/** The line of JSON before what is kept. */
interface Head {
  /** Of all behind the line: V8 itself runs whatever a disk made of it. */
  readonly checksum: number;
  /** By the path of the file of the program. */
  readonly parts: Readonly<Record<string, Part>>;
}

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
  const { extensions } = createRequire(import.meta.url);
  const load = extensions['.js'];
  extensions['.js'] = (loaded, path) => {
    if (!path.startsWith(program + sep)) {
      load(loaded, path);
      return;
    }
    const stamp = stampOf(path);
    const part = parts[path];
    const cachedData = part?.stamp === stamp ? codeOf(part) : undefined;
    const source = `${BEFORE}${readFileSync(path, 'utf8')}\n})`;
    const options = { filename: path, columnOffset: -BEFORE.length, ...(cachedData && { cachedData }) };
    const script = withFirstFlags(() => new Script(source, options));
    compiled.set(path, { script, stamp, isNew: cachedData === undefined || script.cachedDataRejected === true });
    const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
    run.call(loaded.exports, loaded.exports, createRequire(path), loaded, path, dirname(path));
  };
  process.on('exit', () => {
    if (![...compiled.values()].some(({ isNew }) => isNew)) return;
    endSmallHeap();
    // Another program that runs as often, such as an older version, costs compiling; kept, all versions there ever were would add up.
    const others = Object.entries(parts).filter(([path]) => path.startsWith(program + sep) && !compiled.has(path));
    writeKept(file, () => [
      ...others.map(([path, part]) => ({ path, stamp: part.stamp, code: codeOf(part) })),
      ...[...compiled].map(([path, { script, stamp }]) => ({ path, stamp, code: script.createCachedData() })),
    ]);
  });
}

const BEFORE = '(function (exports, require, module, __filename, __dirname) {';

/** Any change of a file makes it another one, as its system notes the time of it. */
function stampOf(path: string): string {
  const { dev, ino, size, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, ctimeNs].join(' ');
}

function readKept(file: string): { readonly parts: Readonly<Record<string, Part>>; readonly codeOf: (part: Part) => Buffer } {
  try {
    const kept = readFileSync(file);
    const start = kept.indexOf('\n') + 1;
    const { checksum, parts } = JSON.parse(kept.toString('utf8', 0, start)) as Head;
    const codes = kept.subarray(start);
    if (crc32(codes) === checksum) return { parts, codeOf: ({ from, to }) => codes.subarray(from, to) };
  } catch {
    // There is none, or it is no such file.
  }
  return { parts: {}, codeOf: () => Buffer.alloc(0) };
}

/** Whole or not at all: other runs may read it at any time, and write it as well. */
function writeKept(file: string, kept: () => readonly { readonly path: string; readonly stamp: string; readonly code: Buffer }[]): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, fileOf(kept()), { flag: 'wx', mode: 0o600 });
    renameSync(unfinished, file);
  } catch {
    rmSync(unfinished, { force: true });
  }
}

function fileOf(kept: ReturnType<Parameters<typeof writeKept>[1]>): Buffer {
  const parts: Record<string, Part> = {};
  const codes: Buffer[] = [];
  let from = 0;
  for (const { path, stamp, code } of kept) {
    parts[path] = { stamp, from, to: from + code.length };
    const padding = Buffer.alloc(lackingIn(code.length));
    codes.push(code, padding);
    from += code.length + padding.length;
  }
  const all = Buffer.concat(codes);
  const head = JSON.stringify({ checksum: crc32(all), parts } satisfies Head);
  return Buffer.concat([Buffer.from(`${head}${' '.repeat(lackingIn(Buffer.byteLength(head) + 1))}\n`), all]);
}

function lackingIn(length: number): number {
  return (ALIGNED - (length % ALIGNED)) % ALIGNED;
}
