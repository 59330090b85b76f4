/** When `kubectl wait` accepts an object, by a model of its source code and by kubectl itself. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { startEmbeddedHub, type EmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { kubectlWaitIsMet } from '../../src/demo/kubectl-wait.ts';
import { stringAt } from '../../src/fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { RecordedEvent } from '../../test/support/recordings/recording.ts';

/**
 * The result for one object: `kubectl wait --for=condition=TYPE` is started at `startedAt`, and reads each later write. All times are
 * milliseconds since the epoch.
 * @returns the time of the write that it accepts, or `startedAt` if the condition is already met; `undefined` if it accepts no write, and
 * if the object does not exist at the start, which it refuses
 */
export type GoodSince = (
  writes: readonly RecordedEvent[],
  condition: string,
  startedAt: number,
) => Promise<number | undefined> | number | undefined;

/** By a model of kubectl's source code. */
export function modelGoodSince(writes: readonly RecordedEvent[], condition: string, startedAt: number): number | undefined {
  const isGood = ({ type, object }: RecordedEvent): boolean => type !== 'DELETED' && kubectlWaitIsMet(object, condition);
  const first = writes.findLast(({ at }) => at <= startedAt);
  if (first === undefined || first.type === 'DELETED') return undefined;
  return isGood(first) ? startedAt : writes.find((write) => write.at > startedAt && isGood(write))?.at;
}

const KUBECTL = process.env['KUBECTL'] ?? 'kubectl';

/** `v1.32.4`; `undefined` if kubectl is not installed. */
export function kubectlVersion(): string | undefined {
  try {
    const told: unknown = JSON.parse(execFileSync(KUBECTL, ['version', '--client', '--output', 'json'], { encoding: 'utf8' }));
    return /^v[\d.]+/.exec(stringAt(told, 'clientVersion', 'gitVersion') ?? '')?.[0];
  } catch {
    return undefined;
  }
}

/**
 * By kubectl itself, against an embedded hub. It reports the state that it accepted. All states are sent at once, so its speed does not
 * matter.
 * @throws {Error} kubectl ends in an unexpected way
 */
export async function kubectlGoodSince(
  writes: readonly RecordedEvent[],
  condition: string,
  startedAt: number,
): Promise<number | undefined> {
  const [first] = writes;
  if (first === undefined) return undefined;
  const hub = await startEmbeddedHub();
  const ended = new AbortController();
  try {
    const writtenAt = new Map<number, number>();
    const write = ({ at, type, object }: RecordedEvent): void => {
      if (type === 'DELETED') hub.store.remove(object);
      else hub.store.put(object);
      writtenAt.set(hub.store.revision, Math.max(at, startedAt));
    };
    for (const each of writes) if (each.at <= startedAt) write(each);
    const answer = runWait(hub, first.object, condition);
    await Promise.race([answer, watchOf(hub, ended.signal)]);
    for (const each of writes) if (each.at > startedAt) write(each);
    // A state that is not in the recording, which ends a wait that would last until its timeout.
    hub.store.put(goodObject(first.object, condition));
    const revision = await answer;
    return revision === undefined ? undefined : writtenAt.get(revision);
  } finally {
    ended.abort();
    await hub.close();
  }
}

/** The revision of the accepted state; `undefined` if the object does not exist. */
async function runWait(hub: EmbeddedHub, object: KubeObject, condition: string): Promise<number | undefined> {
  const { apiVersion, kind, metadata } = object;
  const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-wait-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, hub.kubeconfig());
  const way = ['--kubeconfig', kubeconfig, '--cache-dir', folder, '--namespace', metadata.namespace ?? 'default'];
  const asked = ['wait', `${kind.toLowerCase()}.${groupOf(apiVersion)}/${metadata.name}`, `--for=condition=${condition}`];
  const args = [...way, ...asked, '--timeout', '10m', '--output', 'jsonpath={.metadata.resourceVersion}'];
  try {
    return await new Promise((resolve, reject) => {
      execFile(KUBECTL, args, (error, out, err) => {
        if (error === null) resolve(Number(out));
        else if (err.includes('(NotFound)')) resolve(undefined);
        else reject(new Error(`kubectl wait: ${err}`, { cause: error }));
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Resolves when kubectl has read the first state and watches for more. */
async function watchOf(hub: EmbeddedHub, ended: AbortSignal): Promise<void> {
  while (!ended.aborted && hub.openWatches === 0) await setTimeout(5);
}

function goodObject({ apiVersion, kind, metadata: { name, namespace } }: KubeObject, type: string): KubeObject {
  const metadata = { name, generation: 1, ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion, kind, metadata, status: { conditions: [{ type, status: 'True', observedGeneration: 1 }] } };
}
