import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/cli/commands/run.ts';
import { type EmbeddedHub, startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { Report } from '../../src/report.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { badWork, binding, greenFleet, member, namespaceShop, no, NOW, objectsOf, orders, work } from '../support/fleets/fleet.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

/** An embedded hub with a placement `shop` on two clusters, at a time that only the test moves. */
export interface WatchedShop {
  readonly cwd: string;
  readonly hub: EmbeddedHub;
  /** Lets time pass. The members send heartbeats, except those that are silent. */
  pass(minutes: number, silent?: readonly string[]): void;
  /** East refuses the Deployment. */
  breakEast(): void;
  /** The Deployment never becomes available on east. */
  stallEast(): void;
  /** The Work of east is being deleted from now on, and a finalizer holds it. */
  deleteWork(): void;
  /** The content is being removed from north, which is no longer picked, from now on. */
  deleteBinding(): void;
  heal(): void;
  once(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<OnceRun>;
  close(): Promise<void>;
}

export interface OnceRun {
  readonly exitCode: number;
  readonly report: Report | undefined;
  readonly changes: readonly string[];
  readonly out: string;
  readonly err: string;
}

export async function watchedShop(): Promise<WatchedShop> {
  let now = NOW.getTime();
  let isClosed = false;
  const members = ['east', 'west'];
  const cwd = temporaryFolder();
  const hub = await startEmbeddedHub({ time: { now: () => now, sleep: () => new Promise(() => undefined) } });
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  const beat = (silent: readonly string[] = []): void => {
    for (const name of members.filter((each) => !silent.includes(each))) hub.store.put(memberAt(name, now));
  };
  const heal = (): void => {
    for (const object of objectsOf(greenFleet())) hub.store.put(object);
    beat();
  };
  heal();
  return {
    cwd,
    hub,
    heal,
    pass: (minutes, silent) => {
      now += minutes * 60_000;
      beat(silent);
    },
    breakEast: () => {
      const conditions = ['RolloutStarted', 'Overridden', 'WorkSynchronized'].map((type) => ({ ...no(type, 'Done', 3), status: 'True' }));
      hub.store.put(badWork('east', 0, [namespaceShop(), DEPLOYMENT], DEPLOYMENT, REFUSED));
      hub.store.put(binding('east', 0, [...conditions, no('Applied', 'NotAllWorkHaveBeenApplied', 3)]));
    },
    stallEast: () => {
      const conditions = ['RolloutStarted', 'Overridden', 'WorkSynchronized', 'Applied'].map((type) => ({
        ...no(type, 'Done', 3),
        status: 'True',
      }));
      hub.store.put(badWork('east', 0, [namespaceShop(), DEPLOYMENT], DEPLOYMENT, no('Available', 'ManifestNotAvailableYet', 1)));
      hub.store.put(binding('east', 0, [...conditions, no('Available', 'NotAllWorkAreAvailable', 3)]));
    },
    deleteWork: () => hub.store.put(leaving(work('east', 0, [namespaceShop(), DEPLOYMENT]), now)),
    deleteBinding: () => {
      members.push('north');
      beat();
      hub.store.put(leaving(binding('north', 0), now));
    },
    once: async (argv, env = {}) => {
      // A hub that is there may take any time to answer on a busy machine.
      const hubTiming = isClosed ? { startBudgetMs: 200 } : {};
      const io = fakeIo({ cwd, env: { PATH: process.env['PATH'], ...env }, hubTiming, now: new Date(now) });
      const { exitCode, report, closed } = await run(['watch', '--once', '--kubeconfig', 'kubeconfig', ...argv], io);
      await closed;
      return { exitCode, report, changes: report?.watch?.changes.map(({ change }) => change) ?? [], out: io.out(), err: io.err() };
    },
    close: () => {
      isClosed = true;
      return hub.close();
    },
  };
}

const DEPLOYMENT = orders('v1');
const REFUSED = no('Applied', 'ManifestApplyFailed', 1, 'deployments.apps "orders" is forbidden: exceeded quota: compute');

function memberAt(name: string, now: number): KubeObject {
  return JSON.parse(JSON.stringify(member(name, 0)).replaceAll(NOW.toISOString(), new Date(now).toISOString())) as KubeObject;
}

function leaving(object: KubeObject, now: number): KubeObject {
  const deletionTimestamp = new Date(now).toISOString().replace('.000', '');
  return { ...object, metadata: { ...object.metadata, deletionTimestamp, finalizers: ['kubernetes-fleet.io/work-cleanup'] } };
}
