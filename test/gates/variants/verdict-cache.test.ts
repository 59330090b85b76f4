import { assert, constantFrom, integer, oneof, property, record, array } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { listAt, objectAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { gateJudgedTwice } from '../../support/gate/judged-with-cache.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { HubReader } from '../../../src/gates/hub/reader.ts';
import type { HubState } from '../../../src/fleet/kubefleet/hub-state.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { FollowedHub } from '../../support/recordings/followed-hub.ts';
import {
  FLEET_NOW,
  members,
  deployOf,
  largeFleet,
  onePlacement,
  placementName,
  unfinishedPlacement,
} from '../../support/fleets/large-fleet.ts';

const SIZE = { placements: 4, clusters: 3 };
const INDEXES = Array.from({ length: SIZE.placements }, (_, index) => index);
const TARGETS = INDEXES.map((index) => parseTarget(`crp/${placementName(index)}`));
const MANIFESTS = INDEXES.flatMap((index) => [...deployOf(index)]);

/** What may happen to a placement and to what KubeFleet derives of it, and to what it selects. */
const TO_DERIVED = ['finished', 'available', 'unfinished', 'deleted', 'without a Work', 'without a binding'];
const TO_SELECTED = ['edited', 'joined by another', 'without its content', 'labelled', 'deleting its namespace'];

/** What may happen to a fleet between two looks. */
const HAPPENINGS = oneof(
  record({
    kind: constantFrom(...TO_DERIVED, ...TO_SELECTED),
    of: integer({ min: 0, max: 3 }),
  }),
  record({ kind: constantFrom('beat', 'silent', 'gone', 'unjoined'), of: integer({ min: 0, max: 2 }) }),
);
const LOOKS = array(record({ after: constantFrom(0, 1000, 61_000, 400_000), what: array(HAPPENINGS, { maxLength: 2 }) }), {
  maxLength: 12,
});

describe('cached verdicts', () => {
  test.each([
    ['without manifests', undefined],
    ['with manifests', MANIFESTS],
  ])('are equal to new ones, after any events: %s', (_, manifests) => {
    const expectation = expectationOf({ targets: TARGETS, ...(manifests === undefined ? {} : { manifests }) });
    let spared = 0;
    assert(
      property(LOOKS, (looks) => {
        const hub = fleet();
        const look = gateJudgedTwice(expectation);
        let now = 0;
        for (const { after, what } of looks) {
          now += after;
          beat(hub, now);
          for (const { kind, of } of what) happen(hub, kind, of, now);
          const judged = look(hub.state(timeAt(now)), now);
          expect(judged.onTop).toEqual(judged.fromScratch);
          expect(judged.isNeededAlike).toBe(true);
          spared += judged.spared;
        }
      }),
      { numRuns: 60, seed: 16 },
    );
    expect(spared).toBeGreaterThan(100);
  });

  test('are computed again only for the placement of an event', () => {
    const hub = fleet();
    const look = gateJudgedTwice(expectationOf({ targets: TARGETS }));
    const first = look(hub.state(FLEET_NOW), 0).onTop;
    happen(hub, 'unfinished', 2, 1000);
    happen(hub, 'beat', 0, 1000);
    const second = look(hub.state(timeAt(1000)), 1000).onTop;
    expect(second.placements.map((gated, index) => gated === first.placements[index])).toEqual([true, true, false, true]);
    expect(second.outcome).toBe('waiting');
  });
});

test.each(TO_SELECTED)('do not depend on objects that another placement selects: %s', (kind) => {
  const hub = fleet();
  const look = gateJudgedTwice(expectationOf({ targets: TARGETS }));
  const first = look(hub.state(FLEET_NOW), 0);
  happen(hub, kind, 2, 1000);
  const second = look(hub.state(timeAt(1000)), 1000);
  const isKept = second.onTop.placements.map((gated, index) => gated === first.onTop.placements[index]);
  expect([isKept[0], isKept[1], isKept[3]]).toEqual([true, true, true]);
  expect(second.onTop).toEqual(second.fromScratch);
});

test('a wait reads the objects of a placement again only after an event of their type', async () => {
  const hub = fleet();
  happen(hub, 'unfinished', 3, 0);
  const clock = new SimClock();
  const asked: string[] = [];
  const reader: HubReader = {
    follow: () => Promise.resolve(),
    state: () => {
      beat(hub, clock.now());
      const state = hub.state(timeAt(clock.now()));
      const derived: HubState['derived'] = (type, placement) => (
        asked.push(`${type.kind} ${placement.name}`),
        state.derived(type, placement)
      );
      return { ...state, derived };
    },
    changed: (signal) => clock.until(Number.POSITIVE_INFINITY, signal),
    refresh: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const ofUntouched = (): number => asked.filter((each) => each.endsWith(` ${placementName(0)}`)).length;
  const counts: number[] = [];
  const expectation = expectationOf({ targets: TARGETS, options: { timeout: 3_600_000 } });
  const onProgress = (): void => void counts.push(ofUntouched());
  const gating = wait({ reader, clock, expectation, onProgress });
  void clock.until(600_000).then(() => happen(hub, 'available', 3, 600_000));
  expect((await clock.play(gating)).outcome).toBe('passed');
  expect(counts.length).toBeGreaterThan(50);
  expect(counts[0]).toBeGreaterThan(0);
  // At the start, and once when another placement became available.
  expect(new Set(counts).size).toBe(2);
});

function fleet(): FollowedHub {
  const hub = new FollowedHub();
  for (const object of largeFleet(SIZE)) hub.apply({ type: 'ADDED', object });
  return hub;
}

function timeAt(now: number): Date {
  return new Date(FLEET_NOW.getTime() + now);
}

function happen(hub: FollowedHub, kind: string, of: number, now: number): void {
  const mine = [...onePlacement(of, SIZE.clusters)];
  const put = (objects: readonly KubeObject[]): void => objects.forEach((object) => hub.apply({ type: 'MODIFIED', object }));
  const remove = (which: (object: KubeObject) => boolean): void =>
    mine
      .filter(which)
      .slice(0, 1)
      .forEach((object) => hub.apply({ type: 'DELETED', object }));
  if (kind === 'finished') put(mine);
  else if (kind === 'available') put(mine.filter((object) => object['status'] !== undefined));
  else if (kind === 'unfinished') put(unfinishedPlacement(of, SIZE.clusters).filter((object) => object['status'] !== undefined));
  else if (kind === 'deleted') remove((object) => object.kind === 'ClusterResourcePlacement');
  else if (kind === 'without a Work') remove((object) => object.kind === 'Work');
  else if (kind === 'without a binding') remove((object) => object.kind === 'ClusterResourceBinding');
  else if (kind === 'edited')
    put(mine.filter((object) => object.kind === 'Deployment').map((object) => ({ ...object, spec: { replicas: now } })));
  else if (kind === 'joined by another')
    put(mine.filter((object) => object.kind === 'Deployment').map((object) => withMetadata(object, { name: 'api' })));
  else if (kind === 'without its content') remove((object) => object.kind === 'Deployment');
  else if (kind === 'labelled') put(mine.filter(isNamespace).map((object) => withMetadata(object, { labels: { at: String(now) } })));
  else if (kind === 'deleting its namespace')
    put(mine.filter(isNamespace).map((object) => withMetadata(object, { deletionTimestamp: timeAt(now).toISOString() })));
  else happenToMember(hub, kind, of, now);
}

/** The members go on sending heartbeats. */
function beat(hub: FollowedHub, now: number): void {
  for (let of = 0; of < SIZE.clusters; of += 1) happenToMember(hub, 'beat', of, now);
}

function isNamespace({ kind }: KubeObject): boolean {
  return kind === 'Namespace';
}

function withMetadata(object: KubeObject, more: object): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...more } };
}

function happenToMember(hub: FollowedHub, kind: string, of: number, now: number): void {
  const found = members(SIZE.clusters)[of];
  if (found === undefined) return;
  if (kind === 'gone') return hub.apply({ type: 'DELETED', object: found });
  const lastReceivedHeartbeat = timeAt(kind === 'silent' ? now - 3_600_000 : now).toISOString();
  const agentStatus = listAt(found, 'status', 'agentStatus').map((agent) => ({ ...(agent as object), lastReceivedHeartbeat }));
  const joined = { type: 'Joined', status: 'False', lastTransitionTime: FLEET_NOW.toISOString() };
  const conditions = kind === 'unjoined' ? { conditions: [joined] } : {};
  hub.apply({ type: 'MODIFIED', object: { ...found, status: { ...objectAt(found, 'status'), ...conditions, agentStatus } } });
}
