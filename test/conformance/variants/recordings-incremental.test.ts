import { isDeepStrictEqual } from 'node:util';
import { array, constantFrom, integer, record, sample } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isPlacementKind } from '../../../src/fleet/kubefleet/kinds.ts';
import { displayName, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Expectation } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget, targetName } from '../../../src/gates/deploy/target.ts';
import { gateJudgedTwice } from '../../support/gate/judged-with-cache.ts';
import { FollowedHub } from '../../support/recordings/followed-hub.ts';
import { expectationFor } from '../../support/recordings/play-recording.ts';
import { readRecording, sampledRecordings } from '../../support/recordings/recording.ts';
import type { Recording } from '../../support/recordings/recording.ts';
import { lagging } from '../../support/recordings/recording-variants.ts';
import { stillBeating } from '../../support/recordings/with-later-heartbeats.ts';
import { isMissing } from '../../support/truth.ts';

/** Results of earlier checks save work and never change a verdict, for any events in any order. */
describe.skipIf(isMissing('recordings'))('recordings checked with a cache', () => {
  test('have the same result as without one at every check', () => {
    const wrong: string[] = [];
    let spared = 0;
    for (const [seed, name] of sampledRecordings(60).entries()) {
      const recording = readRecording(name);
      for (const expectation of [expectationFor(recording.expected), ofAll(recording)]) {
        for (const way of sample(WAYS, { numRuns: 1, seed })) {
          const found = unlikeFromScratch(recording, expectation, way);
          spared += found.spared;
          if (found.unlike !== undefined) wrong.push(`${name} ${found.unlike}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(spared, 'verdicts that were not judged anew').toBeGreaterThan(100);
  });
});

/** Looks come after so many events, or so many milliseconds later without one; kinds come late against each other. */
const WAYS = record({
  strides: array(integer({ min: 1, max: 12 }), { minLength: 5, maxLength: 20 }),
  pauses: array(constantFrom(0, 0, 1000, 10_000, 120_000), { minLength: 5, maxLength: 20 }),
  lags: record({
    ClusterResourceBinding: integer({ min: 0, max: 4000 }),
    Work: integer({ min: 0, max: 4000 }),
    MemberCluster: integer({ min: 0, max: 4000 }),
    ClusterResourcePlacement: integer({ min: 0, max: 4000 }),
  }),
});

interface Way {
  readonly strides: readonly number[];
  readonly pauses: readonly number[];
  readonly lags: Readonly<Record<string, number>>;
}

/** A gate of every placement of the recording, without manifests. */
function ofAll(recording: Recording): Expectation {
  const { manifests: _manifests, ...expectation } = expectationFor(recording.expected);
  const names = new Set(
    recording.events.filter(({ object }) => isPlacementKind(object.kind)).map(({ object }) => displayName(refOf(object))),
  );
  return { ...expectation, targets: [...names].map((name) => parseTarget(name)) };
}

/** The members at the end of these events. */
function membersIn(events: Recording['events']): readonly KubeObject[] {
  const members = new Map<string, KubeObject>();
  for (const { type, object } of events) {
    if (object.kind !== 'MemberCluster') continue;
    if (type === 'DELETED') members.delete(object.metadata.name);
    else members.set(object.metadata.name, object);
  }
  return [...members.values()];
}

function unlikeFromScratch(
  recording: Recording,
  expectation: Expectation,
  { strides, pauses, lags }: Way,
): { readonly unlike: string | undefined; readonly spared: number } {
  const { events, startedAt } = lagging(recording, lags);
  const hub = new FollowedHub();
  const judged = gateJudgedTwice(expectation);
  let spared = 0;
  let late = 0;
  let next = events.findIndex(({ at }) => at > startedAt);
  if (next < 0) next = events.length;
  for (const event of events.slice(0, next)) hub.apply(event);
  for (let look = 0; next <= events.length; look++) {
    const at = Math.max(startedAt, events[next - 1]?.at ?? startedAt);
    late += pauses[look % pauses.length] ?? 0;
    // Members send heartbeats in a pause as well.
    for (const object of membersIn(events.slice(0, next))) hub.apply({ type: 'MODIFIED', object: stillBeating(object, late) });
    const { onTop, fromScratch, isNeededAlike, spared: more } = judged(hub.state(new Date(at + late)), at - startedAt + late);
    if (!isDeepStrictEqual(onTop, fromScratch)) {
      const first = onTop.placements.findIndex((gated, index) => !isDeepStrictEqual(gated, fromScratch.placements[index]));
      return { unlike: `at look ${look}: ${expectation.targets.map(targetName).join(' ')} (placement ${first})`, spared };
    }
    if (!isNeededAlike) return { unlike: `at look ${look}: other kinds are followed`, spared };
    spared += more;
    if (next === events.length) return { unlike: undefined, spared };
    const stride = strides[look % strides.length] ?? 1;
    for (const event of events.slice(next, next + stride)) hub.apply(event);
    next = Math.min(events.length, next + stride);
  }
  return { unlike: undefined, spared };
}
