/** When `kubectl wait` takes an object for good: by its source, and asked of kubectl itself. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { startEmbeddedHub, type EmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { kubectlWaitIsMet } from '../../src/demo/kubectl-wait.ts';
import { stringAt } from '../../src/fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { RecordedEvent } from '../../test/support/recording.ts';

/**
 * Answers for one object: `kubectl wait --for=condition=TYPE` is started at `startedAt`, and reads each later write. All times are milliseconds
 * since the epoch.
 * @returns the time of the write that it takes for good, or `startedAt` where it finds one; `undefined` if no write is good, and where the
 * object is not there at the start, which it refuses.
 */
export type GoodSince = (
  writes: readonly RecordedEvent[],
  condition: string,
  startedAt: number,
) => Promise<number | undefined> | number | undefined;

/** By the source of kubectl. */
export function modelGoodSince(writes: readonly RecordedEvent[], condition: string, startedAt: number): number | undefined {
  const isGood = ({ type, object }: RecordedEvent): boolean => type !== 'DELETED' && kubectlWaitIsMet(object, condition);
  const first = writes.findLast(({ at }) => at <= startedAt);
  if (first === undefined || first.type === 'DELETED') return undefined;
  return isGood(first) ? startedAt : writes.find((write) => write.at > startedAt && isGood(write))?.at;
}

const KUBECTL = process.env['KUBECTL'] ?? 'kubectl';

/** `v1.32.4`; `undefined` if kubectl does not run. */
export function kubectlVersion(): string | undefined {
  try {
    const told: unknown = JSON.parse(execFileSync(KUBECTL, ['version', '--client', '--output', 'json'], { encoding: 'utf8' }));
    return /^v[\d.]+/.exec(stringAt(told, 'clientVersion', 'gitVersion') ?? '')?.[0];
  } catch {
    return undefined;
  }
}

/**
 * kubectl itself, against an embedded hub. It names the state that it took for good, and is shown all of them at once: how fast it is does not count.
 * @throws {Error} when kubectl ends in a way that is no answer.
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
    // Good, but no state of the recording: it ends what would wait until its timeout.
    hub.store.put(goodObject(first.object, condition));
    const revision = await answer;
    return revision === undefined ? undefined : writtenAt.get(revision);
  } finally {
    ended.abort();
    await hub.close();
  }
}

/** The revision of the state that is good; `undefined` if the object is not there. */
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

/** Resolves when kubectl has read the state of the start, and asks for what follows. */
async function watchOf(hub: EmbeddedHub, ended: AbortSignal): Promise<void> {
  while (!ended.aborted && hub.openWatches === 0) await setTimeout(5);
}

function goodObject({ apiVersion, kind, metadata: { name, namespace } }: KubeObject, type: string): KubeObject {
  const metadata = { name, generation: 1, ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion, kind, metadata, status: { conditions: [{ type, status: 'True', observedGeneration: 1 }] } };
}
