/** A very large fleet and a very large tree, with the shipped CLI: the outcome must be right, memory bounded, and requests few. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TIMING } from '../../src/gates/hub/http/timing.ts';
import type { Report } from '../../src/report.ts';
import { placementName } from '../support/fleets/large-fleet.ts';
import { writeLargeTree } from '../support/trees/large-tree.ts';
import { reliability } from '../support/reliability.ts';
import { isMissing } from '../support/truth.ts';
import { CLI } from './suite/fleet-gate.ts';
import { waitForFleet, type FleetWait } from './suite/fleet-wait.ts';
import { measured } from './suite/measured.ts';
import { withOwnHub } from './suite/own-hub.ts';
import { writeFleet } from './suite/write-fleet.ts';

/** The largest known size of a hub. Its API server uses all the memory that it gets, and works with 14 GiB. */
const LARGE = `GOMEMLIMIT=14GiB LOAD_PLACEMENTS=${process.env['LOAD_PLACEMENTS'] ?? ''} `;
const suite = reliability(
  'load',
  {
    title: 'It holds under load',
    proves:
      'The shipped CLI gates a fleet on a real API server, whose objects are written directly into its store, and lints a tree of files. The verdict must be right, the memory within its bound, and the requests few, by the log of the API server.',
  },
  `${process.env['LOAD_PLACEMENTS'] === undefined ? '' : LARGE}RELIABILITY=all npm run test:all -- test/hub/load.test.ts`,
);
const MANY = { placements: suite.size(Number(process.env['LOAD_PLACEMENTS'] ?? 100), 40), clusters: suite.size(100, 10) };
/** With this many clusters the status of a placement is larger than etcd allows. */
const WIDE = { placements: 1, clusters: suite.size(1000, 50) };
const FILES = suite.size(10_000, 2000);
/** MB; the bounds of the bench for a gate until its verdict, and for a tree. */
const MEMORY = 300;
const TREE_MEMORY = 400;
/** Milliseconds in which the gate is observed while only heartbeats happen. */
const IDLE = suite.size(150_000, 20_000);
const REQUESTS = 4;
const OK = 200;
const MINUTE = 60_000;
/** Kinds of which another placement has its own objects, which the gate must not read. */
const OF_ONE = new Set([
  'clusterresourceplacements',
  'clusterresourcebindings',
  'clusterresourcesnapshots',
  'clusterschedulingpolicysnapshots',
  'works',
]);
/** A run from the sources includes the compiler, so its memory is not that of users. */
const isShipped = CLI.endsWith('.js');

describe.skipIf(isMissing('crds') || process.platform !== 'linux')('load', () => {
  it.each([
    ['placements', MANY],
    ['clusters', WIDE],
  ])('a gate of all placements of a fleet of many %s waits for the last one, within the bounds', (many, size) =>
    withOwnHub({ name: 'load', version: 'v0.3.1', audit: true }, async ({ hub }) => {
      const heartbeats = await writeFleet(hub, size);
      try {
        const wait = await waitForFleet(hub, { cli: CLI, size, idle: IDLE, timeout: suite.whole ? '40m' : '5m' });
        expect(wait).toMatchObject({ code: 0, gate: { outcome: 'passed' } });
        expect(wait.gate?.placements.flatMap(({ clusters }) => clusters)).toHaveLength(size.placements * size.clusters);
        const cost = `peak memory ${wait.peak.toFixed(0)} MB, ${wait.core.toFixed(3)} of a core and ${wait.perMinute.toFixed(1)} requests a minute in ${(IDLE / 1000).toFixed(0)} s of waiting`;
        if (isShipped) expect(wait.peak, cost).toBeLessThan(MEMORY);
        // One additional request may fall into the observed time.
        expect(wait.asked.length, cost).toBeLessThanOrEqual(Math.ceil((IDLE / MINUTE) * REQUESTS) + 1);
        expect(kindsAskedTwice(wait), cost).toEqual([]);
        suite.tell({
          tried: `a gate of every placement of a fleet of many ${many} waits until the last one is available everywhere`,
          times: size.placements * size.clusters,
          outcome: `${count(size.placements)} × ${count(size.clusters)} clusters: passed when the last one did; ${cost}`,
        });
      } finally {
        await heartbeats.stop();
      }
    }),
  );

  it('a gate of one placement reads no other one, by one list and one watch of each kind', () =>
    withOwnHub({ name: 'one', version: 'v0.3.1', audit: true }, async ({ hub }) => {
      const size = { placements: 20, clusters: 20 };
      const heartbeats = await writeFleet(hub, size);
      try {
        const wait = await waitForFleet(hub, { cli: CLI, size, followed: [size.placements - 1], idle: 1000, timeout: '5m' });
        expect(wait).toMatchObject({ code: 0, gate: { outcome: 'passed' } });
        expect(wait.gate?.placements.flatMap(({ clusters }) => clusters)).toHaveLength(size.clusters);
        expect(kindsAskedTwice(wait)).toEqual([]);
        const narrowed = wait.before.filter(({ verb, resource }) => verb === 'watch' && OF_ONE.has(resource));
        expect(narrowed.map(({ resource }) => resource).toSorted()).toEqual([...OF_ONE].toSorted());
        expect(narrowed.filter(({ query }) => !query.includes(placementName(size.placements - 1)))).toEqual([]);
        if (isShipped) expect(wait.peak, 'MB of memory').toBeLessThan(MEMORY);
      } finally {
        await heartbeats.stop();
      }
    }));

  it('a tree of many files is checked within the bounds', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-tree-'));
    try {
      writeLargeTree(folder, FILES);
      const run = measured(CLI, ['lint', '.', '--format', 'json'], folder);
      const { code, out } = await run.ended;
      const { lint } = JSON.parse(out) as Report;
      expect({ code, files: lint?.files, errors: lint?.counts.error }).toEqual({ code: 0, files: FILES, errors: 0 });
      if (isShipped) expect(run.peak(), 'MB of memory').toBeLessThan(TREE_MEMORY);
      suite.tell({
        tried: 'lint of a tree of which every tenth file is a placement',
        times: FILES,
        outcome: `${count(FILES)} files were judged without a finding that fails; peak memory ${run.peak().toFixed(0)} MB`,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/**
 * Kinds that were listed more than once before their watch, or watched more often than watches end. A kind that is listed again is also
 * watched again. A list that only checks the watch is not followed by a watch. A request that the hub refused temporarily is not counted.
 */
function kindsAskedTwice({ before, asked }: FleetWait): readonly string[] {
  const all = [...before, ...asked];
  const times = all.map(({ receivedAt }) => receivedAt);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  const [least] = DEFAULT_TIMING.watchSeconds;
  return [...Map.groupBy(all, ({ resource }) => resource)].flatMap(([kind, requests]) => {
    const watches = requests.filter(({ verb }) => verb === 'watch');
    const first = Math.min(...watches.map(({ receivedAt }) => receivedAt));
    const lists = requests.filter(({ verb, query, receivedAt }) => verb === 'list' && receivedAt < first && !query.includes('continue='));
    const isFew = lists.filter(({ code }) => code === OK).length <= 1 && watches.length <= 1 + Math.ceil(seconds / least);
    const answers = lists.map(({ code }) => code).join(', ');
    return isFew ? [] : [`${kind}: lists answered ${answers} and ${String(watches.length)} watches in ${seconds.toFixed(0)} s`];
  });
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
