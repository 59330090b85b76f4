/** A hub that changes while a part of it is followed and more is listed. An object that was not followed yet is not reported as absent. */
import { describe, expect, it } from 'vitest';
import { derivedFrom, placementKey } from '../../../src/fleet/kubefleet/derived-from.ts';
import type { HubState, Interest } from '../../../src/fleet/kubefleet/hub-state.ts';
import { isPlacement } from '../../../src/fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import type { HubReader } from '../../../src/gates/hub/reader.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { badWork, bindingAt, greenFleet, no, NOW, objectsOf, orders, placementAt, namespaceShop } from '../../support/fleets/fleet.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

/** Shows no more than is followed. It holds `before` until it is asked to follow more than at first, and `after` from then on. */
class PartlyFollowed implements HubReader {
  readonly #followed: Interest[] = [];
  readonly #before: readonly KubeObject[];
  readonly #after: readonly KubeObject[];
  #calls = 0;

  constructor(before: readonly KubeObject[], after: readonly KubeObject[]) {
    this.#before = before;
    this.#after = after;
  }

  follow(interests: readonly Interest[]): Promise<void> {
    this.#followed.push(...interests);
    this.#calls += 1;
    return Promise.resolve();
  }

  state(): HubState {
    const objects = this.#calls > 1 ? this.#after : this.#before;
    return memoryHub(
      objects.filter((object) => this.#followed.some((interest) => isOf(interest, object))),
      NOW,
    );
  }

  changed(): Promise<void> {
    return new Promise(() => undefined);
  }

  refresh(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function isOf({ group, kind, of }: Interest, object: KubeObject): boolean {
  if (groupOf(object.apiVersion) !== group || object.kind !== kind) return false;
  if (of === undefined) return true;
  const { name } = object.metadata;
  return isPlacement(object) ? of.includes(name) : of.some((placement) => derivedFrom(object) === placementKey(undefined, placement));
}

const CONTENT = [namespaceShop(), orders('v1')];
const GREEN = greenFleet(['east'], CONTENT);
const OWNED = `the object is already owned by some other sources(s) and co-ownership is disallowed (existingOwnerRefs: [{Kind:AppliedWork Name:former-work UID:1}]))`;

/** The Deployment belongs to the placement `former`, which is there and selects it. */
function refused(): readonly KubeObject[] {
  const [, deployment = orders('v1')] = CONTENT;
  const fleet = placementAt(GREEN, 'Applied', 'ApplyFailed');
  const former = { ...GREEN.placement, metadata: { ...GREEN.placement.metadata, name: 'former', uid: 'uid-former' } };
  return [
    ...objectsOf({
      ...fleet,
      bindings: [bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3))],
      works: [badWork('east', 0, CONTENT, deployment, no('Applied', 'FailedToTakeOver', 1, OWNED))],
    }),
    former,
  ];
}

function evidenceOf({ placements }: GateReport): readonly string[] {
  return placements.flatMap(({ diagnoses }) => diagnoses.flatMap(({ evidence }) => evidence));
}

describe('an owner that is named while more kinds are listed', () => {
  const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: { timeout: 0 } });
  const reader = (): HubReader => new PartlyFollowed(objectsOf(GREEN), refused());

  it('is searched before diagnose reports that it is not on the hub', async () => {
    const evidence = evidenceOf(await diagnose({ reader: reader(), expectation }));
    expect(evidence.join('\n')).toContain('former');
    expect(evidence.filter((line) => line.includes('not on the hub'))).toEqual([]);
  });

  it('is searched before an expired wait reports that', async () => {
    const clock = new SimClock();
    const evidence = evidenceOf(await clock.play(wait({ reader: reader(), clock, expectation })));
    expect(evidence.join('\n')).toContain('former');
    expect(evidence.filter((line) => line.includes('not on the hub'))).toEqual([]);
  });
});
