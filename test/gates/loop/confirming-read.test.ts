import { describe, expect, test } from 'vitest';

import { HubError } from '../../../src/errors.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import type { HubReader } from '../../../src/gates/hub/reader.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, NOW, objectsOf, placementAt, work, yes } from '../../support/fleets/fleet.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

const SECOND = 1000;
/** When the watch tells that all is good. */
const GOOD = 23 * SECOND;
/** How long a member with a slow login, or the first list of a kind, takes. */
const SLOW = 20 * SECOND;

const job: KubeObject = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate', namespace: 'shop' } };
const settings: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };

/** All is good. The hub does not follow a Job, so that a member is asked how it fares. */
function greenWith(objects: readonly KubeObject[]): readonly KubeObject[] {
  const manifestConditions = objects.map(({ apiVersion, kind, metadata: { name, namespace = '' } }, ordinal) => ({
    identifier: { ordinal, group: apiVersion.split('/').at(-2) ?? '', version: 'v1', kind, namespace, name },
    conditions: [yes('Applied', 'Applied'), yes('Available', kind === 'Job' ? 'NotTrackable' : 'Available')],
  }));
  const conditions = [yes('Applied', 'AllManifestsApplied', 1), yes('Available', 'WorkNotTrackable', 1)];
  return objectsOf({ ...greenFleet(['west'], objects), works: [work('west', 0, objects, { conditions, manifestConditions })] });
}

const content = [namespaceShop(), job];
const fleet = greenFleet(['west'], content);
const green = greenWith(content);
const unready = objectsOf(placementAt(fleet, 'Applied', 'ApplyInProgress'));
const refused = objectsOf({
  ...placementAt(fleet, 'Applied', 'ApplyFailed'),
  bindings: [bindingAt('west', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3, 'Work object shop-work has failed to apply'))],
  works: [badWork('west', 0, content, job, no('Applied', 'ManifestApplyFailed', 0, 'field is immutable'))],
});
/** Without them the gate has not asked for all that the good state needs. */
const withoutSnapshots = unready.filter(({ kind }) => kind !== 'ClusterResourceSnapshot');

interface Played {
  readonly outcome: GateReport['outcome'];
  readonly message: string | undefined;
  /** Seconds it took. */
  readonly after: number;
  /** When all was read once more, in seconds. */
  readonly reads: readonly number[];
}

/** What a hub holds from a time on, in milliseconds. */
interface Scene {
  readonly at: number;
  readonly objects: readonly KubeObject[];
}

interface Case {
  /** What the watch shows. */
  readonly watched?: readonly Scene[];
  /** What the hub holds and the watch has lost: only a read finds it. */
  readonly lost?: readonly Scene[];
  /** How long it takes to read all once more, in milliseconds. */
  readonly readsFor?: number;
  /** How long the first list of a kind takes from `GOOD` on, in milliseconds. */
  readonly listsFor?: number;
  /** The hub refuses to be read once more. */
  readonly refuses?: boolean;
  /** The watch knows that it misses something. */
  readonly isUnseen?: boolean;
  /** Whether West is asked how its Job fares; it has ended well, and West takes long to say so. */
  readonly asksWest?: boolean;
}

async function played({ watched = [{ at: 0, objects: unready }, GOOD_SCENE], lost = [], ...how }: Case): Promise<Played> {
  const clock = new SimClock();
  const reads: number[] = [];
  let found: readonly KubeObject[] | undefined;
  const at = (scenes: readonly Scene[]): readonly KubeObject[] | undefined => scenes.findLast((scene) => scene.at <= clock.now())?.objects;
  const reader: HubReader = {
    follow: () => (clock.now() >= GOOD ? clock.sleep(how.listsFor ?? SLOW) : Promise.resolve()),
    state: () => memoryHub(found ?? at(watched) ?? [], new Date(NOW.getTime() + clock.now())),
    changed: (signal) => clock.until(watched.find((scene) => scene.at > clock.now())?.at ?? Number.POSITIVE_INFINITY, signal),
    refresh: async () => {
      reads.push(clock.now() / SECOND);
      await clock.sleep(how.readsFor ?? 50);
      if (how.refuses === true) throw new HubError('notAllowed', 'the credentials are refused');
      found = at(lost);
    },
    unseenSince: () => (how.isUnseen === true ? NOW : undefined),
    close: () => Promise.resolve(),
  };
  const members: MemberReader = {
    clusters: new Set(['west']),
    read: async () => {
      await clock.sleep(SLOW);
      return [{ ...job, status: { conditions: [yes('Complete', 'CompletionsReached')] } }];
    },
  };
  const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: { timeout: 150 * SECOND } });
  const report = await clock.play(wait({ reader, clock, expectation, ...(how.asksWest === true ? { members } : {}) }));
  return { outcome: report.outcome, message: report.message, after: clock.now() / SECOND, reads };
}

const GOOD_SCENE: Scene = { at: GOOD, objects: green };
/** Soon after all was good it is not, and the watch does not say so. */
const BAD_AGAIN: Scene = { at: 28 * SECOND, objects: unready };

describe('a read that confirms is not older than what it confirms', () => {
  test('if no person is waited for, because it starts when the check ends', async () => {
    const { outcome, reads } = await played({});
    expect(outcome).toBe('passed');
    expect(reads).toEqual([23.1]);
  });

  test('if the check reads a member', async () => {
    const { outcome, reads } = await played({ asksWest: true, lost: [BAD_AGAIN] });
    expect(reads).toEqual([43.1, 150]);
    expect(outcome).toBe('timedOut');
  });

  test('if the check lists a kind for the first time', async () => {
    const { outcome, reads } = await played({ watched: [{ at: 0, objects: withoutSnapshots }, GOOD_SCENE], lost: [BAD_AGAIN] });
    expect(reads).toEqual([43.1, 150]);
    expect(outcome).toBe('timedOut');
  });

  test('if a placement that seemed available has failed once that kind is listed', async () => {
    const { outcome, reads } = await played({
      watched: [{ at: 0, objects: withoutSnapshots }, GOOD_SCENE, { at: GOOD + SLOW, objects: refused }],
      lost: [{ at: 44 * SECOND, objects: refused }],
    });
    expect(reads).toEqual([43.1]);
    expect(outcome).toBe('failed');
  });

  test('if its result makes the gate list a kind for the first time', async () => {
    const more = greenWith([...content, settings]);
    const { outcome, reads } = await played({ lost: [{ at: 0, objects: more }, BAD_AGAIN] });
    expect(reads).toEqual([23.1, 43.15, 150]);
    expect(outcome).toBe('timedOut');
  });

  test('if the check after it reads a member', async () => {
    const { outcome, reads } = await played({ asksWest: true, readsFor: 12 * SECOND, lost: [{ at: 60 * SECOND, objects: unready }] });
    expect(reads).toEqual([43.1, 75.1, 150]);
    expect(outcome).toBe('timedOut');
  });

  test('if each such check reads a member, with one more read and not without end', async () => {
    const { outcome, reads, after } = await played({ asksWest: true, readsFor: 12 * SECOND });
    expect(reads).toEqual([43.1, 75.1]);
    expect(outcome).toBe('passed');
    expect(after).toBe(107.1);
  });
});

/** No read ends within the time that the gate has. */
const FOREVER = 10_000 * SECOND;

describe('a read that is slow when the time is over', () => {
  test('does not remove a failure that the watch has shown', async () => {
    const { outcome, after } = await played({ watched: [{ at: 0, objects: refused }], readsFor: FOREVER });
    expect(outcome).toBe('failed');
    expect(after).toBe(150);
  });

  test('does not confirm an available state', async () => {
    const { outcome, message } = await played({ readsFor: FOREVER });
    expect(outcome).toBe('timedOut');
    expect(message).toBe('all passed, and the time was over before a second look confirmed it');
  });

  test('gets five seconds, even if less time is left', async () => {
    const late = [
      { at: 0, objects: unready },
      { at: 149 * SECOND, objects: green },
    ];
    expect(await played({ watched: late, readsFor: 4 * SECOND })).toMatchObject({ outcome: 'passed' });
    expect(await played({ watched: late, readsFor: 6 * SECOND })).toMatchObject({ outcome: 'timedOut' });
  });

  test('leaves the state of the watch as it is: a failure that arrived during the read is reported', async () => {
    const watched = [{ at: 0, objects: unready }, GOOD_SCENE, { at: 60 * SECOND, objects: refused }];
    expect(await played({ watched, readsFor: FOREVER })).toMatchObject({ outcome: 'failed' });
  });

  test('may be the first list of a kind: the state known before it is reported', async () => {
    const { outcome } = await played({ watched: [{ at: 0, objects: withoutSnapshots }, GOOD_SCENE], listsFor: FOREVER });
    expect(outcome).toBe('timedOut');
  });

  test('does not give a verdict if the watch has lost the hub as well', async () => {
    const { outcome } = await played({ watched: [{ at: 0, objects: refused }], readsFor: FOREVER, isUnseen: true });
    expect(outcome).toBe('unreachable');
  });
});

describe('a watch that stays open and shows nothing until the time is over', () => {
  const silent = [{ at: 0, objects: unready }];
  const found = (objects: readonly KubeObject[]): Case => ({
    watched: silent,
    lost: [
      { at: 0, objects: unready },
      { at: GOOD, objects },
    ],
  });

  test.each([
    ['passed', green, [150, 150.05]],
    ['failed', refused, [150, 150.05]],
    ['timedOut', unready, [150]],
  ] as const)('is not trusted: the hub is read once more (%s)', async (expected, objects, reads) => {
    expect(await played(found(objects))).toMatchObject({ outcome: expected, reads });
  });

  test.each<[string, Case, number]>([
    ['does not end', { readsFor: FOREVER }, 155],
    ['is refused', { refuses: true }, 150.05],
  ])('decides if that read %s', async (_, how, after) => {
    expect(await played({ ...found(green), ...how })).toMatchObject({ outcome: 'timedOut', reads: [150], after });
  });

  test('is not asked again if it has lost the hub', async () => {
    expect(await played({ ...found(green), isUnseen: true })).toMatchObject({ outcome: 'unreachable', reads: [] });
  });
});
