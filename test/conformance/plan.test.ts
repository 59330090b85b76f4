/** Overrides and the stages of update runs against real hubs: every binding and every run at the end of every recording in TRUTH_DIR. */
import { describe, expect, it } from 'vitest';

import { conditionsAt, findCondition } from '../../src/fleet/kubernetes/condition.ts';
import { listAt, numberAt, stringAt } from '../../src/fleet/json/json.ts';
import { objectKey, refOf, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { PlannedPlacement } from '../../src/report.ts';
import type { Planned } from '../../src/schedule/plan-context.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { objectsAtEnd, readRecording, recordingNames, withManifests, type Recording } from '../support/recordings/recording.ts';
import { profileOf } from '../support/recordings/releases.ts';
import { isMissing } from '../support/truth.ts';

const SYSTEM = /Snapshot$|Binding$|^Work$|^Event$/;

describe.each([
  ['the objects of the hub', (_: Recording, objects: readonly KubeObject[]): readonly KubeObject[] => objects],
  ['the manifests of the deploy', withManifests],
] as const)('the plan from %s', (what, treeOf) => {
  it.skipIf(isMissing('recordings'))('has overrides that fail as on the hub, and runs with the stages of the hub', () => {
    const [overrides, runs] = [new Tally(), new Tally()];
    for (const name of recordingNames()) {
      const recording = readRecording(name);
      const objects = objectsAtEnd(recording);
      const tree = treeOf(recording, objects).filter(({ kind }) => !SYSTEM.test(kind));
      const { placements } = planPlacements({
        objects: tree.map((object): Planned => ({ object, namespace: object.metadata.namespace })),
        members: objects.filter(({ kind }) => kind === 'MemberCluster'),
        now: new Date(recording.endedAt),
        existing: objects,
        target: profileOf(name),
      });
      for (const placement of placements) {
        for (const binding of bindingsOf(placement, objects)) {
          const hub = overrideError(binding);
          const cluster = stringAt(binding, 'spec', 'targetCluster') ?? '';
          if (hub !== undefined) overrides.add(`${name} ${cluster}`, hub, failureOn(cluster, placement, hub));
        }
        for (const { object, errors, stages } of placement.runs ?? []) {
          const run = objects.find((each) => objectKey(refOf(each)) === objectKey(object));
          const hub = stagesOfHub(run);
          if (hub !== undefined && isOfToday(run, placement))
            runs.add(
              `${name} ${object.name}`,
              hub,
              errors.length > 0 ? 'refused' : stages.map((stage) => `${stage.name}: ${stage.clusters.join()}`).join('\n'),
            );
        }
      }
    }
    process.stdout.write(`planned from ${what}: overrides ${overrides.text()}; runs ${runs.text()}\n`);
    expect([...overrides.disagreed, ...runs.disagreed]).toEqual([]);
    expect(overrides.agreed).toBeGreaterThan(0);
  });
});

class Tally {
  agreed = 0;
  readonly disagreed: string[] = [];

  add(where: string, hub: string, here: string): void {
    if (hub === here) this.agreed += 1;
    else this.disagreed.push(`${where}\nhub: ${hub}\nhere: ${here}`);
  }

  text(): string {
    return `${String(this.agreed)} agreed, ${String(this.disagreed.length)} disagreed`;
  }
}

function bindingsOf({ object }: PlannedPlacement, objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.filter(
    ({ kind, metadata }) =>
      kind === (object.namespace === undefined ? 'ClusterResourceBinding' : 'ResourceBinding') &&
      metadata.namespace === object.namespace &&
      metadata.labels?.['kubernetes-fleet.io/parent-CRP'] === object.name,
  );
}

/** `none` where all went well; `undefined` if the hub has not come so far. */
function overrideError(binding: KubeObject): string | undefined {
  const overridden = findCondition(conditionsAt(binding, 'status', 'conditions'), 'Overridden');
  if (overridden?.status === 'True') return 'none';
  return overridden?.status === 'False' && /operation does not apply|error in|label key/.test(overridden.message)
    ? overridden.message
    : undefined;
}

/** The failure that is planned, as far as the hub's message has it word for word. */
function failureOn(cluster: string, { overrides = [] }: PlannedPlacement, hub: string): string {
  const errors = overrides.flatMap(({ failures }) =>
    failures.filter(({ clusters }) => clusters.includes(cluster)).map(({ error }) => error),
  );
  if (errors.length === 0) return 'none';
  return errors.some((error) => hub.endsWith(error)) ? hub : errors.join('\n');
}

/** A run keeps the clusters of its start, even if the placement picks others later. */
function isOfToday(run: KubeObject | undefined, { picked }: PlannedPlacement): boolean {
  const observed = numberAt(run, 'status', 'policyObservedClusterCount');
  return run?.metadata.deletionTimestamp === undefined && (observed === undefined || observed <= 0 || observed === picked.length);
}

function stagesOfHub(run: KubeObject | undefined): string | undefined {
  const initialized = findCondition(conditionsAt(run, 'status', 'conditions'), 'Initialized');
  if (initialized?.status === 'False') return 'refused';
  const stages = listAt(run, 'status', 'stagesStatus');
  if (initialized?.status !== 'True' || stages.length === 0) return undefined;
  return stages
    .map(
      (stage) =>
        `${stringAt(stage, 'stageName') ?? ''}: ${listAt(stage, 'clusters')
          .map((entry) => stringAt(entry, 'clusterName') ?? '')
          .join()}`,
    )
    .join('\n');
}
