/**
 * The health checks for Argo CD and Flux on every object of every recording, in its state at each moment, compared with the gate's own
 * verdict on the hub at that moment.
 */
import { expect, test } from 'vitest';

import { gateOptions } from '../../../src/cli/settings/gate-options.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { isPlacementKind } from '../../../src/fleet/kubefleet/kinds.ts';
import { isObject, listAt, stringAt } from '../../../src/fleet/json/json.ts';
import { displayName, objectKey, refOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { gate } from '../../support/gate/gate.ts';
import { argoHealth } from '../../support/gitops/health-checks.ts';
import { fluxHealth } from '../../support/gitops/flux-health.ts';
import { UNKNOWABLE } from '../../support/gitops/unknowable.ts';
import { readRecording, type Recording, sampledRecordings } from '../../support/recordings/recording.ts';
import { IS_FULL } from '../../support/sampled.ts';
import { isMissing } from '../../support/truth.ts';

const absent = isMissing('recordings');

test.skipIf(absent)('Argo CD and Flux agree about every object', () => {
  const told: string[] = [];
  let objects = 0;
  for (const name of sampledRecordings()) {
    const seen = new Set<string>();
    for (const { object, type } of readRecording(name).events) {
      const argo = type === 'DELETED' || isBeat(object, seen) ? undefined : argoHealth(object)?.status;
      const flux = argo === undefined ? undefined : fluxHealth(object);
      if (argo === undefined || flux === undefined) continue;
      objects += 1;
      if (flux !== (argo === 'Healthy' ? 'Current' : argo === 'Degraded' ? 'Failed' : flux === 'Unknown' ? flux : 'InProgress'))
        told.push(`${name} ${displayName(refOf(object))}: ${argo}, ${flux}`);
    }
  }
  process.stdout.write(`health checks: ${String(objects)} states of objects told alike by Lua and CEL\n`);
  expect(objects).toBeGreaterThan(1000);
  expect(told).toEqual([]);
});

test.skipIf(absent)(
  'nothing is healthy if the gate does not pass, except for what one object cannot show; nothing is degraded if it passes',
  () => {
    const open = new Set<string>();
    const wrong: string[] = [];
    const counts = { moments: 0, early: 0 };
    for (const name of sampledRecordings()) {
      const recording = readRecording(name);
      for (const { state, objects } of momentsOf(recording)) {
        counts.moments += 1;
        const statuses = objects.map((object) => argoHealth(object)?.status);
        if (state.outcome === 'passed' && statuses.includes('Degraded')) wrong.push(`${name}: degraded where the gate passes`);
        if (state.outcome === 'passed' || objects.length === 0 || statuses.some((status) => status !== 'Healthy')) continue;
        counts.early += 1;
        const reasons = reasonsOf(state);
        for (const reason of reasons) open.add(reason);
        if (reasons.length === 0 || !reasons.every((reason) => REASONS.has(reason)))
          wrong.push(`${name}: healthy where the gate says ${reasons.join(', ')}`);
      }
    }
    process.stdout.write(
      `health checks: ${String(counts.moments)} moments judged, all healthy in ${String(counts.early)} of them where the gate did not pass (${[...open].toSorted().join(', ')})\n`,
    );
    expect([...new Set(wrong)]).toEqual([]);
    if (IS_FULL) expect([...REASONS].filter((reason) => !open.has(reason))).toEqual([]);
  },
);

// The health checks of Work ask its manifests only where the Work itself is not True.
test.skipIf(absent)('a condition that is True for a Work is False for none of its manifests', () => {
  const torn: string[] = [];
  let told = 0;
  for (const name of sampledRecordings()) {
    for (const { object } of readRecording(name).events) {
      if (object.kind !== 'Work') continue;
      const { generation } = object.metadata;
      for (const condition of listAt(object, 'status', 'conditions').filter(isObject)) {
        if (condition['status'] !== 'True' || condition['observedGeneration'] !== generation) continue;
        const manifests = listAt(object, 'status', 'manifestConditions').flatMap((manifest) => listAt(manifest, 'conditions'));
        told += 1;
        if (manifests.some((one) => stringAt(one, 'type') === condition['type'] && stringAt(one, 'status') === 'False'))
          torn.push(`${name} ${displayName(refOf(object))}: ${String(condition['type'])}`);
      }
    }
  }
  process.stdout.write(`health checks: ${String(told)} conditions of Works that are True\n`);
  expect(told).toBeGreaterThan(100);
  expect(torn).toEqual([]);
});

/** A snapshot of this deploy that is there and not rolled out is waited for without a diagnosis. */
const AWAITED = 'awaited';
const REASONS: ReadonlySet<string> = new Set([AWAITED, ...UNKNOWABLE.flatMap(({ ids }) => ids)]);

function reasonsOf({ placements, runs }: GateState): readonly string[] {
  return [...placements, ...runs].flatMap(({ diagnoses, summary, verdict }) => {
    const ids = diagnoses.filter(({ outcome }) => outcome !== 'info').map(({ id }) => id);
    if (ids.length > 0 || verdict === 'passed') return ids;
    return [/resource index|snapshot/.test(summary) ? AWAITED : summary];
  });
}

interface Moment {
  readonly state: GateState;
  /** The placements and runs that the gate checks, with their current state. */
  readonly objects: readonly KubeObject[];
}

/** From the deploy on, after each change of something the verdict may rest on: with the deployed manifests, as a gate would be asked. */
function* momentsOf(recording: Recording): Generator<Moment> {
  const { target, manifests, flags = [] } = recording.expected;
  const asked = gate({ targets: target, manifests, options: gateOptions(parseArgv(['wait', ...flags]), {}) });
  const objects = new Map<string, KubeObject>();
  const seen = new Set<string>();
  for (const [at, event] of recording.events.entries()) {
    const key = objectKey(refOf(event.object));
    if (event.type === 'DELETED') objects.delete(key);
    else objects.set(key, event.object);
    const isLast = recording.events[at + 1]?.at !== event.at;
    if (event.at < recording.startedAt || !isLast || isBeat(event.object, seen) || event.object.kind === 'Event') continue;
    if (![...objects.values()].some((object) => isGated(object) && DECIDED.has(argoHealth(object)?.status))) continue;
    const state = asked.once([...objects.values()], { hubTime: new Date(event.at) });
    const judged = new Set([...state.placements, ...state.runs].map(({ object }) => displayName(object)));
    yield { state, objects: [...objects.values()].filter((object) => isGated(object) && judged.has(displayName(refOf(object)))) };
  }
}

/** Where nothing is healthy or degraded there is nothing to hold against the gate. */
const DECIDED: ReadonlySet<string | undefined> = new Set(['Healthy', 'Degraded']);

function isGated({ kind }: KubeObject): boolean {
  return isPlacementKind(kind) || kind.endsWith('StagedUpdateRun');
}

/** A heartbeat of a member, after its first one. */
function isBeat(object: KubeObject, seen: Set<string>): boolean {
  if (!object.kind.endsWith('MemberCluster')) return false;
  const key = `${object.kind} ${object.metadata.name}`;
  const isAgain = seen.has(key);
  seen.add(key);
  return isAgain;
}
