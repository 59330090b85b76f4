/** How long a program takes that has little to do, against a Node that has nothing to do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { filesLoadedBy } from '../../budget/files-loaded.ts';
import { figureOf, inTurns } from '../interleave.ts';
import type { Bound, Claim, Measured, Row } from '../row.ts';
import { type SmallRuns, withSmallRuns } from '../small-runs.ts';
import { nodeProcess, type ProcessFigures, type Program } from '../whole-process.ts';

const ROUNDS = 21;
const PEER = 'node -e 0';
const NOTHING: Program = { args: ['-e', '0'] };
/** Decision 12 has the parts of a run under the profiler. */
const FLOORS: Readonly<Record<When, string>> = {
  'first run':
    'loading the files of this lint and nothing more takes 1.8 times as long as Node alone, and so does a later run, in which all is compiled, by their own rows. A first run has to do both, and to write what it compiled (decision 12).',
  'later run':
    'loading the files of this lint and nothing more, with what V8 compiled before, takes 1.4 times as long as Node alone, by its own row (decision 12).',
};

/** A later run finds what earlier ones left in the home folder, the first one does not. */
type When = 'first run' | 'later run';

export const rows: readonly Row[] = [
  cold('--version', ({ version }) => version, 'first run'),
  cold('lint of two files', ({ lint }) => lint, 'first run', 2.6),
  cold('lint of two files', ({ lint }) => lint, 'later run', 1.9),
  loading('first run'),
  loading('later run'),
  cold('plan of two files', ({ plan }) => plan, 'first run'),
  cold('plan of two files', ({ plan }) => plan, 'later run'),
  cold('diagnose of a file', ({ diagnose }) => diagnose, 'first run'),
  cold('diagnose of a file', ({ diagnose }) => diagnose, 'later run'),
  cold('Action, lint of two files', ({ action }) => action, 'first run'),
  asking('first run'),
  asking('later run'),
];

function cold(what: string, programOf: (runs: SmallRuns) => Program, when: When, most?: number): Row {
  return {
    group: 'cold',
    what: `${what}, ${when}`,
    peer: PEER,
    figures: { wall: { unit: 'ms', ...atMost(most, FLOORS[when]) }, CPU: { unit: 'ms' }, peak: { unit: 'MB' } },
    measure: () =>
      withSmallRuns(async (runs) => {
        const program = programOf(runs);
        const ours = (): Promise<ProcessFigures> => {
          forget(program, when);
          return nodeProcess(program);
        };
        const turns = await inTurns(ROUNDS, ours, () => nodeProcess(NOTHING));
        return { wall: figureOf(turns, (of) => of.wall), CPU: figureOf(turns, (of) => of.cpu), peak: figureOf(turns, (of) => of.peak) };
      }),
  };
}

/** What no lint of these files can be faster than, as long as it loads them: in a later run with what V8 compiled before, kept by Node itself. */
function loading(when: When): Row {
  return {
    group: 'cold',
    what: `loading what that lint loads and no more, ${when}`,
    peer: PEER,
    figures: { wall: { unit: 'ms' }, CPU: { unit: 'ms' } },
    measure: () =>
      withSmallRuns(async ({ lint, folder }) => {
        const files = (await filesLoadedBy(lint, 'lint', folder)).filter((file) => file.includes(`${path.sep}chunks${path.sep}`));
        const kept = when === 'later run' ? { env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'kept') } } : {};
        const program: Program = { args: ['-e', `for (const file of ${JSON.stringify(files)}) require(file)`], cwd: folder, ...kept };
        const turns = await inTurns(
          ROUNDS,
          () => nodeProcess(program),
          () => nodeProcess(NOTHING),
        );
        return { wall: figureOf(turns, (of) => of.wall), CPU: figureOf(turns, (of) => of.cpu) };
      }),
  };
}

function asking(when: When): Row {
  return {
    group: 'cold',
    what: `wait until its first request, ${when}`,
    peer: PEER,
    figures: { wall: { unit: 'ms' } },
    measure: () => withSmallRuns((runs) => untilAsked(runs, when)),
  };
}

async function untilAsked(runs: SmallRuns, when: When): Promise<Readonly<Record<string, Measured>>> {
  const server = createServer((_, response) => void response.writeHead(503).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const program = runs.wait({ kubeconfig: () => kubeconfigOf(url) });
    const ours = async (): Promise<number> => {
      forget(program, when);
      const start = performance.now();
      const child = spawn(process.execPath, program.args, { cwd: program.cwd, env: program.env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      await Promise.race([once(server, 'request'), ended.then(() => Promise.reject(new Error('wait ended without a request')))]);
      const wall = performance.now() - start;
      child.kill('SIGKILL');
      await ended;
      return wall;
    };
    return { wall: await inTurns(ROUNDS, ours, async () => (await nodeProcess(NOTHING)).wall) };
  } finally {
    server.close();
  }
}

function kubeconfigOf(server: string): string {
  const context = { cluster: 'hub', user: 'hub' };
  return JSON.stringify({
    'current-context': 'hub',
    contexts: [{ name: 'hub', context }],
    clusters: [{ name: 'hub', cluster: { server } }],
    users: [{ name: 'hub', user: {} }],
  });
}

/** The home folder itself stays: what is kept goes to one of the user's own. */
function forget({ env }: Program, when: When): void {
  if (when === 'first run') rmSync(path.join(env?.['HOME'] ?? '', '.cache'), { recursive: true, force: true });
}

function atMost(most: number | undefined, floor: string): Pick<Claim, 'bound'> {
  if (most === undefined) return {};
  const bound: Bound = { of: 'ratio', most, floor };
  return { bound };
}
