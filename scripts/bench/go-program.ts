import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Skipped } from './row.ts';

const run = promisify(execFile);

/** Ignored by Git. */
const BENCH_CACHE = path.resolve(import.meta.dirname, '../../.cache/bench');

/** Peers that Go builds from their modules. */
const MODULES = { kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0' } as const;

/** The path of the program, which is built on first use, in seconds to minutes. @throws {Skipped} without Go */
export async function goProgram(name: keyof typeof MODULES | 'usage'): Promise<string> {
  return name === 'usage' ? builtFromSource(path.join(import.meta.dirname, 'usage/main.go')) : installed(name, MODULES[name]);
}

async function installed(name: string, module: string): Promise<string> {
  const folder = path.join(BENCH_CACHE, `${name}-${module.slice(module.indexOf('@') + 1)}`);
  const binary = path.join(folder, name);
  if (!existsSync(binary)) await go(['install', module], { GOBIN: folder });
  return binary;
}

async function builtFromSource(source: string): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12);
  const binary = path.join(BENCH_CACHE, `${path.basename(path.dirname(source))}-${hash}`);
  if (existsSync(binary)) return binary;
  mkdirSync(BENCH_CACHE, { recursive: true });
  const unfinished = `${binary}.${process.pid}`;
  await go(['build', '-trimpath', '-o', unfinished, source], {});
  renameSync(unfinished, binary);
  return binary;
}

async function go(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  try {
    await run('go', args, { env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', ...env }, maxBuffer: 64 << 20 });
  } catch (error) {
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT') throw new Skipped('needs Go');
    throw new Error(`go ${args.join(' ')} failed:\n${stderr?.slice(-2000) ?? String(error)}`, { cause: error });
  }
}
