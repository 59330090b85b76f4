/**
 * A program that lints and plans hostile trees one after the other, and prints a line of JSON before and after each. The test that starts
 * it kills it if a tree does not end.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../../src/cli/commands/run.ts';
import { fakeIo } from '../process/fake-io.ts';
import { HOSTILE_TREES } from './hostile-trees.ts';

const [part, growth] = [Number(process.argv[2]), Number(process.argv[3])];
const COMMANDS = ['lint', 'plan'];
const MEMBER =
  'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: m1}\nspec: {identity: {kind: User, name: x}}\n';

for (const [index, { title, size, fixed = false, files }] of HOSTILE_TREES.entries()) {
  // A partial run uses one command for each tree and alternates between them.
  const commands = part < 1 ? COMMANDS.slice(index % 2, (index % 2) + 1) : COMMANDS;
  for (let n = fixed ? size : Math.ceil(size * part), last = fixed ? size : Math.ceil(size * growth); n <= last; n *= 2) {
    process.stdout.write(`${JSON.stringify({ title, n })}\n`);
    const cwd = mkdtempSync(path.join(tmpdir(), 'fleet-gate-hostile-'));
    try {
      write(cwd, { '.git/HEAD': '', 'clusters/c.yaml': MEMBER, ...prefixed(files(n)) });
      const exitCode = await judged(commands, path.join(cwd, 'tree'));
      process.stdout.write(`${JSON.stringify({ title, n, exitCode })}\n`);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  }
}
process.exit();

/** The exit code of the stricter command. Both must end. */
async function judged(commands: readonly string[], cwd: string): Promise<number> {
  const codes: number[] = [];
  for (const command of commands) {
    const argv = [command, '.', '--clusters', '../clusters/c.yaml', '--format', 'markdown'];
    codes.push((await run(argv, fakeIo({ cwd, env: process.env }))).exitCode);
  }
  return Math.max(...codes);
}

function prefixed(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`tree/${name}`, text]));
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}
