import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { type Fleet, greenFleet, member, unheardMember, work } from '../../support/fleets/fleet.ts';
import { causesIn, diagnosesIn, gate } from '../../support/gate/gate.ts';
import { content, westAt } from '../../support/fleets/west-at.ts';

const MINUTE = 60_000;
const { look, once, watched: looking } = gate();

describe('members without a heartbeat', () => {
  test('R30 a silent member is named, and each of them if the whole fleet is silent', () => {
    const fleet = westAt('Applied', 'ApplyInProgress', work('west', 0, content, {}));
    expect(causesIn(look({ ...fleet, members: [member('east', 20), member('west', 400)] }))).toContain('member-silent west');
    expect(causesIn(look({ ...fleet, members: [member('east', 390), member('west', 400)] }))).toEqual([
      'member-silent east',
      'member-silent west',
      'apply-in-progress west',
    ]);
  });

  test.each<[string, readonly number[], readonly string[], (readonly string[])?]>([
    ['one of two', [20, 400], ['member-silent terminal west']],
    // A gate that watches waits for the next heartbeat of the one that was heard last: the clocks may differ.
    ['all of two', [1_728_000, 400], ['member-silent terminal east'], ['member-silent terminal east', 'member-silent terminal west']],
    ['two of two for less than five minutes', [190, 290], ['member-silent suspect east', 'member-silent suspect west']],
    ['one of two for two of its periods', [20, 170], []],
  ])('an available rollout does not pass if %s members are silent', (_, ages, watched, single = watched) => {
    const [east = 0, west = 0] = ages;
    const fleet = { ...greenFleet(), members: [member('east', east), member('west', west)] };
    for (const [state, wanted] of [
      [look(fleet), watched],
      [once(fleet), single],
    ] as const) {
      expect(diagnosesIn(state).map(({ id, outcome, cluster }) => `${id} ${outcome} ${cluster ?? ''}`)).toEqual(wanted);
      expect(state.outcome === 'passed').toBe(wanted.length === 0);
      for (const { cluster } of diagnosesIn(state))
        expect(state.placements[0]?.clusters.find(({ name }) => name === cluster)?.verdict).not.toBe('passed');
    }
  });

  test('if all members are silent, none of them has sent a heartbeat for the shortest of their times', () => {
    const explained = (...members: readonly KubeObject[]): unknown[] =>
      diagnosesIn(once({ ...greenFleet(), members })).map(({ explain }) => explain);
    const [one, other] = explained(member('east', 6660), member('west', 400));
    expect(one).toMatch(/^No member cluster has sent a heartbeat for 6 min, /);
    expect(other).toBe(one);
    expect(explained(member('east', 6660), unheardMember('west', 7 * MINUTE))[0]).toContain('has sent a heartbeat for 7 min, ');
  });

  test('a member without any heartbeat prevents a pass from the start, and fails the gate five minutes after its creation', () => {
    for (const [west, outcome] of [
      [unheardMember('west'), 'waiting'],
      [unheardMember('west', 0), 'waiting'],
      [unheardMember('west', MINUTE), 'waiting'],
      [unheardMember('west', 4 * MINUTE), 'waiting'],
      [unheardMember('west', 6 * MINUTE), 'failed'],
    ] as const)
      for (const state of [once, look].map((judged) => judged({ ...greenFleet(), members: [member('east', 20), west] }))) {
        expect(state.outcome, JSON.stringify(west.metadata)).toBe(outcome);
        expect(diagnosesIn(state).map(({ id, cluster, title }) => [id, cluster, title])).toEqual([
          ['member-silent', 'west', 'The hub has no heartbeat of the member'],
        ]);
      }
  });

  test('a member that is named as never heard is described by what its status lacks', () => {
    const [found] = diagnosesIn(once({ ...greenFleet(), members: [member('east', 20), unheardMember('west', MINUTE)] }));
    expect(found?.explain).toBe(
      'The status of west on the hub has no heartbeat, and the MemberCluster is 60 s old. What it runs now is not known.',
    );
    expect(found?.remedy[0]).toBe(
      'See what the hub knows about it: `kubectl --context "<context of the hub>" get memberclusters west -o yaml`',
    );
  });

  test('a heartbeat of the future does not show that a member answers', () => {
    const fleet = { ...greenFleet(), members: [member('east', 20), member('west', -3600)] };
    for (const state of [once(fleet), look(fleet)]) {
      expect(state.outcome).toBe('waiting');
      expect(diagnosesIn(state).map(({ id, cluster, outcome, title }) => [id, cluster, outcome, title])).toEqual([
        ['member-silent', 'west', 'suspect', 'The heartbeat of the member is of the future'],
      ]);
    }
    const after = (minutes: number, west: number): GateState =>
      looking(
        [
          [0, fleet],
          [minutes, { ...fleet, members: [member('east', 20 - minutes * 60), member('west', west)] }],
        ],
        {},
      );
    expect(after(1, -3660).outcome).toBe('passed');
    expect(after(6, -3600).outcome).toBe('failed');
  });

  test('a member whose clock is ahead does not make the others silent', () => {
    const members = [member('east', 20), member('west', -600)];
    expect(causesIn(look({ ...greenFleet(), members }))).toEqual(['member-silent west']);
    const later = [member('east', -40), member('west', -660)];
    expect(
      looking([
        [0, { ...greenFleet(), members }],
        [1, { ...greenFleet(), members: later }],
      ]).outcome,
    ).toBe('passed');
  });

  test('a member that was heard and then is not is silent, whatever its clock is', () => {
    for (const ahead of [-600, 0, 120]) {
      const at = (minutes: number, heard: number): Fleet => ({
        ...greenFleet(),
        members: [member('east', 20 - minutes * 60), member('west', ahead - heard * 60)],
      });
      const looks = [0, 1, 7].map((minutes) => [minutes, at(minutes, Math.min(minutes, 1))] as const);
      const state = looking(looks);
      expect(causesIn(state), String(ahead)).toEqual(['member-silent west']);
      expect(state.outcome).toBe('failed');
    }
  });

  test('a fleet whose members are all silent is reported as one cause', () => {
    const [found] = diagnosesIn(once({ ...greenFleet(), members: [member('east', 400), member('west', 400)] }));
    expect(found).toMatchObject({ title: 'No member of the fleet answers' });
    expect(found?.explain).toContain('it is not verified what any of them runs');
  });

  test('a member with a long heartbeat period is not silent while it keeps that period', () => {
    const fleet = westAt('Applied', 'ApplyInProgress', work('west', 0, content, {}));
    const slow = { ...member('west', 500), spec: { heartbeatPeriodSeconds: 600 } };
    expect(look({ ...fleet, members: [member('east', 20), slow] }).outcome).toBe('waiting');
  });
});
