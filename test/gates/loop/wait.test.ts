import { describe, expect, test } from 'vitest';

import { HubError } from '../../../src/errors.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { diagnose } from '../../../src/gates/loop/judge-once.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import { gateCause } from '../../../src/report/facts/gate/gate-cause.ts';
import {
  badWork,
  bindingAt,
  greenFleet,
  member,
  namespaceShop,
  no,
  NOW,
  objectsOf,
  orders,
  placementAt,
  unheardMember,
} from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

const green = objectsOf(greenFleet());
const before = objectsOf({ ...greenFleet(), content: [namespaceShop(), orders('v2')] });

const { play } = gate();

/** The same hub with another placement of the same content. */
function renamed(objects: readonly KubeObject[]): readonly KubeObject[] {
  const fleet = objects.filter((object) => object.apiVersion.startsWith('placement.'));
  return JSON.parse(JSON.stringify(fleet).replaceAll('"shop"', '"store"').replaceAll('shop-', 'store-')) as readonly KubeObject[];
}

/** East is refused, west is at work. */
function eastRefused(text = 'field is immutable'): readonly KubeObject[] {
  const content = [namespaceShop(), orders('v1')];
  const fleet = greenFleet(['east', 'west'], content);
  const refusal = no('Applied', 'ManifestApplyFailed', 0, text);
  return objectsOf({
    ...placementAt(fleet, 'Applied', 'ApplyFailed'),
    bindings: [
      bindingAt('east', 0, no('Applied', 'NotAllWorkHaveBeenApplied', 3, 'Work object shop-work has failed to apply')),
      bindingAt('west', 0, no('Applied', 'ApplyInProgress', 3)),
    ],
    works: [badWork('east', 0, content, content[1] ?? namespaceShop(), refusal)],
  });
}

describe('wait', () => {
  test('R6 passes at once if everything is available, after one confirming list', async () => {
    const { report, seconds, hub } = await play([{ at: 0, objects: green }]);
    expect(report.outcome).toBe('passed');
    expect(seconds).toBe(0);
    expect(hub.refreshes).toBe(1);
  });

  test('prepares for the confirming list when few targets are open', async () => {
    const clock = new SimClock();
    const hub = new ScriptedHub(clock, NOW, [
      { at: 0, objects: before },
      { at: 20_000, objects: objectsOf(greenFleet(['east'], [namespaceShop(), orders('v2')])) },
    ]);
    const expected: number[] = [];
    const reader = Object.assign(hub, { expectRefresh: () => void expected.push(clock.now()) });
    const seen: string[] = [];
    const expectation = expectationOf({ targets: [parseTarget('crp/shop')], manifests: [orders('v2')] });
    const report = await clock.play(
      wait({
        reader,
        clock,
        expectation,
        onProgress: ({ state }) => seen.push(state.outcome),
      }),
    );
    expect(report.outcome).toBe('passed');
    expect(seen.filter((outcome) => outcome === 'passed')).toHaveLength(2);
    expect(hub.refreshes).toBe(1);
    expect(expected[0]).toBe(0);
    expect(expected.at(-1)).toBeLessThan(20_000);
  });

  test('passes when the content is rolled out, not earlier', async () => {
    const { report, seconds } = await play(
      [
        { at: 0, objects: before },
        { at: 20_000, objects: objectsOf(greenFleet(['east'], [namespaceShop(), orders('v2')])) },
      ],
      { manifests: [orders('v2')] },
    );
    expect(report.outcome).toBe('passed');
    expect(seconds).toBeCloseTo(20, 0);
  });

  test('ends soon after the last needed event, even if other events came right before it', async () => {
    const unready = objectsOf(placementAt(greenFleet(), 'Applied', 'ApplyInProgress'));
    const { report, seconds } = await play([
      { at: 0, objects: unready },
      { at: 20_000, objects: before },
      { at: 20_030, objects: green },
    ]);
    expect(report.outcome).toBe('passed');
    expect(seconds).toBeCloseTo(20.13, 3);
  });

  describe('the read that confirms', () => {
    const unready = objectsOf(placementAt(greenFleet(), 'Applied', 'ApplyInProgress'));

    /** What the gate did from the event at 23 s on, the hub going back to an earlier state while it answers if that is asked for. */
    async function steps(options: { readonly hold?: number } = {}, goesBack = false): Promise<readonly string[]> {
      const clock = new SimClock();
      const hub = new ScriptedHub(clock, NOW, [
        { at: 0, objects: unready },
        { at: 23_000, objects: green },
      ]);
      const done: string[] = [];
      let restores = 0;
      const reader = Object.assign(hub, {
        restores: () => restores,
        refresh: async () => {
          done.push('asked');
          if (goesBack) restores = 1;
          await clock.sleep(50);
          done.push('answered');
        },
      });
      const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options });
      const onProgress = (): void => void (clock.now() >= 23_000 && done.push('looked'));
      const report = await clock.play(wait({ reader, clock, expectation, onProgress }));
      expect(report.outcome).toBe('passed');
      return done;
    }

    test('starts after the check of an available state, and a check follows its answer', async () => {
      expect(await steps()).toEqual(['looked', 'asked', 'answered', 'looked']);
    });

    test('starts when an available state was held', async () => {
      const done = await steps({ hold: 30_000 });
      expect(done.filter((step) => step !== 'looked')).toEqual(['asked', 'answered']);
      expect(done.indexOf('asked')).toBeGreaterThan(1);
      expect(done.slice(-3)).toEqual(['asked', 'answered', 'looked']);
    });

    test('is made again if the hub went back after it started', async () => {
      const done = await steps({}, true);
      expect(done.slice(0, 4)).toEqual(['looked', 'asked', 'answered', 'looked']);
      expect(done.slice(4)).toEqual(['looked', 'asked', 'answered', 'looked']);
    });
  });

  test('does not report a state that lasted less than a moment', async () => {
    const unready = objectsOf(placementAt(greenFleet(), 'Applied', 'ApplyInProgress'));
    const { report } = await play([
      { at: 0, objects: unready },
      { at: 23_000, objects: eastRefused() },
      { at: 23_050, objects: unready },
      { at: 40_000, objects: green },
    ]);
    expect(report.outcome).toBe('passed');
    expect(report.timeline.filter(({ to }) => to === 'failed')).toEqual([]);
  });

  test('a new member whose first heartbeat comes after 40 seconds passes then, and one that sends none fails after five minutes', async () => {
    const unheard = objectsOf({ ...greenFleet(), members: [member('east', 0), unheardMember('west', 0)] });
    const { report: heard, seconds } = await play([
      { at: 0, objects: unheard },
      { at: 40_000, objects: green },
    ]);
    expect([heard.outcome, Math.floor(seconds)]).toEqual(['passed', 40]);
    const never = await play([{ at: 0, objects: unheard }]);
    expect([never.report.outcome, never.seconds]).toEqual(['failed', 300]);
    expect(never.report.placements[0]?.diagnoses.map(({ id, cluster }) => [id, cluster])).toEqual([['member-silent', 'west']]);
  });

  test('R48 a state that must hold is checked until it held', async () => {
    const { report, seconds } = await play(
      [
        { at: 0, objects: green },
        { at: 20_000, objects: before },
        { at: 40_000, objects: green },
      ],
      { options: { hold: 30_000 } },
    );
    expect(report.outcome).toBe('passed');
    expect(seconds).toBeGreaterThanOrEqual(70);
  });

  test('continues for --settle after the first failure so that the report has all of them, and no longer', async () => {
    const { report, seconds } = await play([{ at: 0, objects: eastRefused() }], { options: { settle: 10_000 } });
    expect(report.outcome).toBe('failed');
    expect(seconds).toBe(10);
    expect(report.placements[0]?.clusters.map((cluster) => cluster.verdict)).toEqual(['failed', 'waiting']);
  });

  test('R17 a permanent refusal fails after one confirming list, not at the timeout', async () => {
    const { report, seconds, hub } = await play([{ at: 0, objects: eastRefused() }], { options: { settle: 0 } });
    expect(report.outcome).toBe('failed');
    expect(seconds).toBe(0);
    expect(hub.refreshes).toBe(1);
  });

  test('R18 a webhook of a member that returns after 90 seconds is not a failure', async () => {
    const { report, seconds } = await play([
      { at: 0, objects: eastRefused('failed calling webhook "guard": connection refused') },
      { at: 90_000, objects: green },
    ]);
    expect(report.outcome).toBe('passed');
    expect(seconds).toBeCloseTo(90, 0);
  });

  test('R46 the clock of several targets starts once', async () => {
    const both = [...before, ...renamed(before)];
    const { report, seconds } = await play([{ at: 0, objects: both }], {
      options: { timeout: 60_000 },
      targets: ['crp/shop', 'crp/store'],
    });
    expect(report.placements).toHaveLength(2);
    expect(report.outcome).toBe('timedOut');
    expect(seconds).toBe(60);
  });

  test('R47 a hub without changes is checked again, and the progress is reported each time', async () => {
    const { report, progress } = await play([{ at: 0, objects: before }], { options: { timeout: 300_000 } });
    expect(report.outcome).toBe('timedOut');
    expect(progress.length).toBeGreaterThanOrEqual(30);
    expect(progress.every((step) => step.awaiting !== '')).toBe(true);
    expect(progress.slice(1).flatMap((step) => [...step.changes])).toEqual([]);
  });

  test('a failure that recovers during --settle is not a failure', async () => {
    const { report } = await play(
      [
        { at: 0, objects: eastRefused() },
        { at: 5000, objects: green },
      ],
      { options: { settle: 10_000 } },
    );
    expect(report.outcome).toBe('passed');
  });

  test('a failure that recovered for a moment starts --settle again', async () => {
    const { report, seconds } = await play(
      [
        { at: 0, objects: eastRefused() },
        { at: 6000, objects: before },
        { at: 8000, objects: eastRefused() },
      ],
      { options: { settle: 10_000 } },
    );
    expect(report.outcome).toBe('failed');
    expect(seconds).toBeGreaterThanOrEqual(18);
  });

  test('an available state that has not held yet when time is over has timed out', async () => {
    const { report } = await play([{ at: 0, objects: green }], { options: { hold: 60_000, timeout: 30_000 } });
    expect(report.outcome).toBe('timedOut');
    expect(gateCause(report)).toBe('all passed; held 30s of 1m when the time was over');
  });

  test('a cancelled wait reports how long the state was held', async () => {
    const { report } = await play([{ at: 0, objects: green }], { options: { hold: 600_000 }, cancelAt: 120_000 });
    expect(report.outcome).toBe('cancelled');
    expect(gateCause(report)).toBe('all passed; held 2m of 10m when it was cancelled');
  });

  test('a state that was available only for a while is reported with its current reason to wait', async () => {
    const { report } = await play(
      [
        { at: 0, objects: green },
        { at: 10_000, objects: before },
      ],
      { options: { hold: 60_000, timeout: 30_000 }, manifests: [orders('v2')] },
    );
    expect(report.outcome).toBe('timedOut');
    expect(gateCause(report)).not.toContain('held');
  });

  test('R45 ends with the known state when time is over', async () => {
    const { report, seconds } = await play([{ at: 0, objects: before }], { options: { timeout: 120_000 }, manifests: [orders('v2')] });
    expect(report.outcome).toBe('timedOut');
    expect(seconds).toBe(120);
    expect(report.placements[0]?.diagnoses.map((entry) => entry.id)).toEqual(['snapshot-not-fresh']);
  });

  test('ends with the last state when it is cancelled', async () => {
    const { report, seconds } = await play([{ at: 0, objects: before }], { manifests: [orders('v2')], cancelAt: 33_000 });
    expect(report.outcome).toBe('cancelled');
    expect(seconds).toBe(33);
    expect(report.placements).toHaveLength(1);
  });

  test.each(['unreachable', 'notAllowed'] as const)('a hub that is %s is an outcome, with the last state', async (kind) => {
    const lost = new HubError(kind, 'the hub is gone: check the network');
    const { report } = await play(
      [
        { at: 0, objects: before },
        { at: 60_000, objects: lost },
      ],
      { manifests: [orders('v2')] },
    );
    expect(report).toMatchObject({ outcome: kind, message: 'the hub is gone: check the network' });
    expect(report.placements).toHaveLength(1);
  });

  test('a bug is thrown, not reported', async () => {
    await expect(play([{ at: 0, objects: new TypeError('oops') }])).rejects.toThrow('oops');
  });

  test.each([
    ['wait', 'waitingForPerson', 900],
    ['fail', 'waitingForPerson', 0],
    ['pass', 'passed', 0],
  ] as const)('--on-approval %s', async (onApproval, outcome, seconds) => {
    const played = await play([{ at: 0, objects: runMissing() }], { options: { onApproval }, manifests: [orders('v2')] });
    expect(played.report.outcome).toBe(outcome);
    expect(played.seconds).toBe(seconds);
  });

  test('--on-approval fail does not wait for other clusters, pass does', async () => {
    const objects = [...runMissing(), ...renamed(eastRefused('no endpoints available for service'))];
    const more = { targets: ['crp/shop', 'crp/store'], manifests: [orders('v2')] };
    const failed = await play([{ at: 0, objects }], { options: { onApproval: 'fail' }, ...more });
    expect(failed.report.outcome).toBe('waitingForPerson');
    expect(failed.seconds).toBe(0);
    const passed = await play([{ at: 0, objects }], { options: { onApproval: 'pass', timeout: 60_000 }, ...more });
    expect(passed.report.outcome).toBe('timedOut');
  });

  test('reports each change once', async () => {
    const { report, progress } = await play([
      { at: 0, objects: eastRefused() },
      { at: 5000, objects: green },
    ]);
    const changes = progress.flatMap((step) => [...step.changes]).filter((change) => change.cluster !== undefined);
    expect(changes.map((change) => `${change.cluster ?? ''} ${change.to}`)).toEqual([
      'east failed',
      'west waiting at Applied',
      'east passed',
      'west passed',
    ]);
    expect(report.timeline.filter((change) => change.cluster !== undefined)).toEqual(changes);
  });

  test('targets that may not be read are reported as such', async () => {
    const clock = new SimClock();
    const denied = { ClusterResourcePlacement: { kind: 'denied', message: 'forbidden' } } as const;
    const reader = new ScriptedHub(clock, NOW, [{ at: 0, objects: green }], denied);
    const report = await clock.play(wait({ reader, clock, expectation: expectationOf({ targets: [parseTarget('crp/shop')] }) }));
    expect(report.outcome).toBe('notAllowed');
  });

  test('a last read that never ends is waited for until the timeout, and does not make the hub unreachable', async () => {
    const clock = new SimClock();
    const silent = Object.assign(new ScriptedHub(clock, NOW, [{ at: 0, objects: green }]), { refresh: () => clock.sleep(3_600_000) });
    const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: { timeout: 30_000 } });
    const report = await clock.play(wait({ reader: silent, clock, expectation }));
    expect(report).toMatchObject({ outcome: 'timedOut', message: expect.stringContaining('before a second look confirmed it') });
    expect(clock.now()).toBeLessThanOrEqual(31_000);
  });

  test('the reason why the hub does not answer is reported', async () => {
    const clock = new SimClock();
    const away = (): Promise<void> => clock.sleep(3_600_000);
    const trouble = (): string => 'connection refused';
    const silent = Object.assign(new ScriptedHub(clock, NOW, []), { follow: away, trouble });
    const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: { timeout: 10_000 } });
    const report = await clock.play(wait({ reader: silent, clock, expectation }));
    expect(report.message).toBe('the hub did not answer within the timeout of 10 s: connection refused');

    const later = new SimClock();
    const lost = Object.assign(new ScriptedHub(later, NOW, [{ at: 0, objects: before }]), { unseenSince: () => NOW, trouble });
    const seen = await later.play(wait({ reader: lost, clock: later, expectation }));
    expect(seen.message).toMatch(/^no answer from the hub since [^ ]+ \(connection refused\);/);
  });

  test('an old state is not a result at the timeout', async () => {
    const clock = new SimClock();
    const lost = Object.assign(new ScriptedHub(clock, NOW, [{ at: 0, objects: before }]), { unseenSince: () => NOW });
    const expectation = expectationOf({ targets: [parseTarget('crp/shop')], options: { timeout: 30_000 } });
    const report = await clock.play(wait({ reader: lost, clock, expectation }));
    expect(report.outcome).toBe('unreachable');
    expect(report.message).toMatch(/^no answer from the hub since \d{4}-/);
    expect(report.placements).toHaveLength(1);
  });
});

/** Strategy External, newer content on the hub, and no run that rolls it out. */
function runMissing(): readonly KubeObject[] {
  const fleet = greenFleet();
  const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } } };
  return objectsOf({ ...fleet, placement, content: [namespaceShop(), orders('v2')] });
}

describe('diagnose', () => {
  test('reports waiting if a single check does not decide', async () => {
    const reader = new ScriptedHub(new SimClock(), NOW, [{ at: 0, objects: before }]);
    const report = await diagnose({ reader, expectation: expectationOf({ targets: [parseTarget('crp/shop')] }) });
    expect(report.outcome).toBe('waiting');
  });

  test('may wait for a person if that was requested', async () => {
    const reader = new ScriptedHub(new SimClock(), NOW, [{ at: 0, objects: runMissing() }]);
    const asked = { targets: [parseTarget('crp/shop')], manifests: [orders('v2')] };
    expect((await diagnose({ reader, expectation: expectationOf(asked) })).outcome).toBe('waitingForPerson');
    const expectation = expectationOf({ ...asked, options: { onApproval: 'pass' } });
    expect((await diagnose({ reader, expectation })).outcome).toBe('passed');
  });

  test('a hub that stopped answering is an outcome', async () => {
    const reader = new ScriptedHub(new SimClock(), NOW, [{ at: 0, objects: new HubError('unreachable', 'no route') }]);
    const report = await diagnose({ reader, expectation: expectationOf({ targets: [parseTarget('crp/shop')] }) });
    expect(report).toMatchObject({ outcome: 'unreachable', message: 'no route' });
  });
});
