import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const module = path.resolve(import.meta.dirname, '..');

/** The folder for all files of the rig: the binary, running hubs, logs. Git ignores it. */
export const CACHE = path.resolve(module, '../../.cache/hub');

/** The rig cannot be built or started. The message is one line with the remedy. */
export class RigError extends Error {
  override readonly name = 'RigError';
}

/**
 * The binary. It is built if this source was not yet built with this Go: in minutes the first time, in seconds with a warm cache of Go.
 * @param say called when a build starts
 * @throws {RigError} Go is missing, or the build failed
 */
export async function hubBinary(say: (line: string) => void): Promise<string> {
  const go = await goVersion();
  if (go === undefined)
    throw new RigError('Go is not installed: the test hub in test/hub is built with Go 1.24 or newer (https://go.dev/dl/)');
  const version = /k8s\.io\/kubernetes (v\S+)/.exec(readFileSync(path.join(module, 'go.mod'), 'utf8'))?.[1] ?? '';
  const binary = path.join(CACHE, `hub-${version}-${go}-${sourceHash()}`);
  if (existsSync(binary)) return binary;
  mkdirSync(CACHE, { recursive: true });
  say(`building the test hub (Kubernetes ${version}, ${go}); 4 to 8 minutes when nothing is cached`);
  const unfinished = `${binary}.${process.pid}`;
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
  const stamp = { gitVersion: version, gitMajor: major, gitMinor: minor };
  const stamps = Object.entries(stamp).map(([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`);
  const flags = ['-trimpath', '-buildvcs=false', '-ldflags', ['-s -w', ...stamps].join(' '), '-o', unfinished, '.'];
  try {
    await run('go', ['build', ...flags], { cwd: module, env: { ...process.env, CGO_ENABLED: '0' }, maxBuffer: 64 << 20 });
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new RigError(`go build of test/hub failed:\n${(error as { stderr?: string }).stderr?.slice(-3000) ?? String(error)}`);
  }
  const older = readdirSync(CACHE).filter((name) => name.startsWith('hub-v') && !/\.\d+$/.test(name));
  for (const name of older) rmSync(path.join(CACHE, name), { force: true });
  renameSync(unfinished, binary);
  return binary;
}

/** The version of Go; `undefined` if it is not installed. */
async function goVersion(): Promise<string | undefined> {
  try {
    return (await run('go', ['env', 'GOVERSION'])).stdout.trim();
  } catch {
    return undefined;
  }
}

function sourceHash(): string {
  const hash = createHash('sha256');
  const files = readdirSync(module).filter((name) => name.endsWith('.go') || name === 'go.mod' || name === 'go.sum');
  for (const name of files.sort()) hash.update(name).update(readFileSync(path.join(module, name)));
  return hash.digest('hex').slice(0, 12);
}
