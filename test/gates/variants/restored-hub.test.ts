import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { HubReader } from '../../../src/gates/hub/reader.ts';
import type { GateOptions } from '../../../src/gates/options.ts';
import type { GateReport } from '../../../src/report.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, NOW, objectsOf, orders, placementAt } from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';
import { stillBeating } from '../../support/recordings/with-later-heartbeats.ts';
import { VirtualFleet, type Stored } from '../../support/hubs/virtual-fleet.ts';
import { virtualHub } from '../../support/hubs/virtual-hub.ts';

const MINUTE = 60_000;
const WENT_BACK = 'the hub went back to an earlier state, as after a restore of its etcd';

/** The green fleet of that image; the deploy of another one has another generation of the placement. */
function fleetOf(image: string, generation = 1): readonly KubeObject[] {
  return ofGeneration(greenFleet(['east'], [namespaceShop(), orders(image)]), generation);
}

/** East does not become available. */
function sickFleet(image: string, generation = 1): readonly KubeObject[] {
  const content = [namespaceShop(), orders(image)];
  const notAvailable = no('Available', 'ManifestNotAvailableYet', 0, 'not ready');
  return ofGeneration(
    {
      ...placementAt(greenFleet(['east'], content), 'Available', 'NotAllWorkAreAvailable'),
      bindings: [bindingAt('east', 0, no('Available', 'NotAllWorkAreAvailable', 0))],
      works: [badWork('east', 0, content, content[1] ?? namespaceShop(), notAvailable)],
    },
    generation,
  );
}

function ofGeneration(fleet: Fleet, generation: number): readonly KubeObject[] {
  return objectsOf(fleet).map((object) => {
    const born = { uid: `uid-${object.kind}-${object.metadata.name}`, creationTimestamp: '2026-03-01T00:00:00Z' };
    const metadata = { ...born, ...object.metadata };
    if (object !== fleet.placement && object !== fleet.policySnapshot) return { ...object, metadata };
    const observed = JSON.stringify(object).replaceAll(/"observed(CRP)?Generation":1/g, `"observed$1Generation":${String(generation)}`);
    const grown = JSON.parse(observed) as KubeObject;
    return { ...grown, metadata: object === fleet.placement ? { ...metadata, generation } : metadata };
  });
}

interface Ended {
  readonly report: GateReport;
  /** Minutes it took. */
  readonly after: number;
  /** Whether it was noted that the hub went back. */
  readonly restores: number;
}

/** Waits on a hub that first holds this; each step is done at its minute. */
async function waited(
  fleet: VirtualFleet,
  steps: readonly (readonly [minute: number, step: () => unknown])[],
  { manifests, ...options }: Partial<GateOptions> & { readonly manifests?: readonly KubeObject[] } = {},
): Promise<Ended> {
  const clock = new SimClock();
  const { hub } = virtualHub(
    clock,
    (url) => (fleet.isDown ? Object.assign(new Error('down'), { code: 'ECONNREFUSED' }) : fleet.answer(url)),
    { wallClock: () => NOW.getTime() },
  );
  for (const [minute, step] of steps) void clock.sleep(minute * MINUTE).then(step);
  const expectation = expectationOf({
    targets: [parseTarget('crp/shop')],
    options: { timeout: 14 * MINUTE, ...options },
    ...(manifests === undefined ? {} : { manifests }),
  });
  const report = await clock.play(wait({ reader: hub, clock, expectation }));
  const ended = {
    report,
    after: clock.now() / MINUTE,
    restores: hub.notices().filter(({ message }) => message.includes(WENT_BACK)).length,
  };
  await clock.play(hub.close());
  return ended;
}

const holding = (objects: readonly KubeObject[]): { readonly fleet: VirtualFleet; readonly backup: Stored } => {
  const fleet = new VirtualFleet();
  const backup = fleet.hold(objects);
  return { fleet, backup };
};

describe('a hub whose etcd is restored', () => {
  it('must be available for the whole hold again, even if all followed objects are unchanged', async () => {
    const { fleet, backup } = holding(fleetOf('v1'));
    fleet.grow(1000);
    const { report, after, restores } = await waited(fleet, [[5, () => fleet.restore(backup)]], {
      hold: 10 * MINUTE,
      timeout: 20 * MINUTE,
    });
    expect(report.outcome).toBe('passed');
    expect(after).toBeGreaterThanOrEqual(15);
    expect(restores).toBe(1);
  });

  it('does not use up the hold while it cannot be seen', async () => {
    const { fleet } = holding(fleetOf('v1'));
    const steps = [
      [2, () => (fleet.isDown = true)],
      [6, () => (fleet.isDown = false)],
    ] as const;
    const { report, after } = await waited(fleet, steps, { hold: 10 * MINUTE, timeout: 20 * MINUTE });
    expect(report.outcome).toBe('passed');
    // The gate notices the outage after half a minute, and its end after another half minute.
    expect(after).toBeGreaterThanOrEqual(13);
  });

  it('is held for one period if it was not restored', async () => {
    const { fleet } = holding(fleetOf('v1'));
    const { after, restores } = await waited(fleet, [[5, () => fleet.grow(1000)]], { hold: 10 * MINUTE });
    expect(Math.floor(after)).toBe(10);
    expect(restores).toBe(0);
  });

  it.each([0, 10])('to before the deploy does not pass with the state from before it (hold %d min)', async (hold) => {
    const { fleet, backup } = holding(fleetOf('v1'));
    fleet.hold(sickFleet('v2', 2));
    const healed = (): void => void fleet.hold(fleetOf('v2', 2));
    const steps = hold === 0 ? [] : ([[0.5, healed]] as const);
    const { report } = await waited(fleet, [...steps, [2, () => fleet.restore(backup)]], { hold: hold * MINUTE });
    expect(report.outcome).toBe('timedOut');
    expect(report.placements).toMatchObject([
      {
        verdict: 'notVerified',
        summary:
          'ClusterResourcePlacement shop is at generation 1 and was at 2: the hub went back to an earlier state, and the deploy is lost; deploy again',
      },
    ]);
  });

  it.each([0, 10])('to before the deploy does not pass with content that is not the deploy (hold %d min)', async (hold) => {
    const { fleet, backup } = holding(fleetOf('v1'));
    fleet.hold(sickFleet('v2'));
    const healed = (): void => void fleet.hold(fleetOf('v2'));
    const steps = hold === 0 ? [] : ([[0.5, healed]] as const);
    const manifests = [namespaceShop(), orders('v2')];
    const { report } = await waited(fleet, [...steps, [2, () => fleet.restore(backup)]], { hold: hold * MINUTE, manifests });
    expect(['failed', 'timedOut', 'superseded']).toContain(report.outcome);
    expect(report.placements[0]?.verdict).not.toBe('passed');
  });

  it('passes once the deploy is there again', async () => {
    const { fleet, backup } = holding(fleetOf('v1'));
    fleet.hold(sickFleet('v2', 2));
    const { report, after } = await waited(fleet, [
      [2, () => fleet.restore(backup)],
      [6, () => fleet.hold(fleetOf('v2', 2))],
    ]);
    expect(report.outcome).toBe('passed');
    expect(after).toBeGreaterThanOrEqual(6);
  });

  it('is not read completely at each event while the deploy is lost, and passes soon after it returns', async () => {
    const clock = new SimClock();
    let reads = 0;
    const steps = [
      { at: 0, restores: 0, objects: sickFleet('v2', 2) },
      { at: MINUTE, restores: 1, objects: fleetOf('v1') },
      { at: 3 * MINUTE + 500, restores: 1, objects: fleetOf('v2', 2) },
    ];
    const now = (): (typeof steps)[number] | undefined => steps.findLast(({ at }) => at <= clock.now());
    const reader: HubReader = {
      restores: () => now()?.restores ?? 0,
      follow: () => Promise.resolve(),
      state: () =>
        memoryHub(
          (now()?.objects ?? []).map((object) => stillBeating(object, clock.now())),
          new Date(NOW.getTime() + clock.now()),
        ),
      // Something moves each second, such as heartbeats of clusters.
      changed: (signal) => clock.until((Math.floor(clock.now() / 1000) + 1) * 1000, signal),
      refresh: () => {
        reads++;
        return clock.sleep(2000);
      },
      close: () => Promise.resolve(),
    };
    const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: { timeout: 14 * MINUTE } });
    const report = await clock.play(wait({ reader, clock, expectation }));
    expect(report.outcome).toBe('passed');
    expect(clock.now()).toBeLessThan(3 * MINUTE + 4000);
    expect(reads).toBe(1);
  });

  it('gives a failure its whole grace again', async () => {
    const unscheduled = fleetOf('v1').flatMap((object) => (object.kind === 'ClusterResourcePlacement' ? [{ ...object, status: {} }] : []));
    const plain = await waited(holding(unscheduled).fleet, []);
    const { fleet, backup } = holding(unscheduled);
    fleet.grow(1000);
    const { report, after } = await waited(fleet, [[plain.after / 2, () => fleet.restore(backup)]]);
    expect([plain.report.outcome, report.outcome]).toEqual(['failed', 'failed']);
    expect(after).toBeGreaterThanOrEqual(plain.after * 1.4);
  });
});

describe('a hub that was replaced by another one', () => {
  const bent = (objects: readonly KubeObject[], metadata: object): readonly KubeObject[] =>
    objects.map((object) => ({ ...object, metadata: { ...object.metadata, ...metadata } }));

  it.each([
    [
      'objects of the same names that were made before ours',
      fleetOf('v1', 2),
      bent(fleetOf('v1', 2), { uid: 'other', creationTimestamp: '2020-01-01T00:00:00Z' }),
    ],
    ['the same objects at an earlier generation', fleetOf('v1', 2), fleetOf('v1')],
  ])('does not pass for %s, at versions that are newer', async (_, ours, others) => {
    const { fleet } = holding(ours);
    const { report, restores } = await waited(fleet, [[2, () => void (fleet.grow(1000), fleet.hold(others))]], { hold: 10 * MINUTE });
    expect(report.outcome).toBe('timedOut');
    expect(report.placements).toMatchObject([{ verdict: 'notVerified' }]);
    expect(restores).toBe(1);
  });

  it('is recognized by its objects if their versions are not numbers', async () => {
    const fleet = new VirtualFleet();
    fleet.versionText = (revision) => `v-${String(revision)}`;
    fleet.hold(fleetOf('v1'));
    const { report } = await waited(fleet, [[2, () => void fleet.hold(sickFleet('v1'))]], { hold: 10 * MINUTE });
    expect(report.outcome).toBe('timedOut');
  });

  it('is recognized if the versions happen to be the same', async () => {
    const fleet = new VirtualFleet();
    fleet.versionText = () => '7';
    fleet.hold(fleetOf('v1'));
    const { report } = await waited(fleet, [[2, () => void fleet.hold(bent(sickFleet('v1', 2), { uid: 'other' }))]], { hold: 10 * MINUTE });
    expect(report.outcome).toBe('timedOut');
  });
});
