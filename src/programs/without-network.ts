import { existsSync } from 'node:fs';
import { runProgram } from './run-program.ts';

let known: Promise<readonly string[] | undefined> | undefined;

/**
 * The words before a program that give it a network namespace of its own, which has no network and no loopback. `undefined` if the system
 * does not allow it: other systems than Linux, most containers, and Ubuntu since 24.04. Tried once for each process.
 */
export function withoutNetwork(): Promise<readonly string[] | undefined> {
  known ??= triedCommand();
  return known;
}

/** `unshare` of util-linux. Root needs no user namespace, and could not read the files of other users in one. */
async function triedCommand(): Promise<readonly string[] | undefined> {
  const path = process.platform === 'linux' ? PLACES.find((place) => existsSync(place)) : undefined;
  if (path === undefined) return undefined;
  const flags = process.geteuid?.() === 0 ? '-n' : '-rn';
  const tried = await runProgram({ path, args: [flags, '--', '/bin/sh', '-c', ':'], env: {}, timeout: TRY_MS, maxOutput: 1000 });
  return tried.kind === 'done' ? [path, flags, '--'] : undefined;
}

const PLACES = ['/usr/bin/unshare', '/bin/unshare'];
const TRY_MS = 10_000;
