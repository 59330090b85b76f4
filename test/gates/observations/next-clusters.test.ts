import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { outcomeOf } from '../../../src/gates/loop/gate-outcome.ts';
import { member, orders } from '../../support/fleets/fleet.ts';
import { stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { diagnosesIn, expectedBy, gate } from '../../support/gate/gate.ts';

const HOUR = 3600;

function leaving(name: string): KubeObject {
  const found = member(name, 10);
  return { ...found, metadata: { ...found.metadata, deletionTimestamp: '2026-03-04T09:00:00Z', finalizers: ['f'] } };
}

/** The run has finished east, and updates west next. */
function look(members: readonly KubeObject[], target = 'csur/v1', change: (run: KubeObject) => KubeObject = (run) => run) {
  const fleet = stagedFleet();
  const asked = { targets: [target], manifests: [orders('v1')] };
  const state = gate(asked).once(stagedObjects({ ...fleet, members, run: change(fleet.run) }));
  const cause = diagnosesIn(state).find(({ outcome }) => outcome === 'human');
  return { told: outcomeOf(state, expectedBy(asked)), id: cause?.id, evidence: (cause?.evidence ?? []).join('\n') };
}

/** The run was not started: no stage has begun. */
function unstarted(run: KubeObject): KubeObject {
  const { conditions, ...status } = run['status'] as { conditions: readonly object[] };
  const stagesStatus = [
    { stageName: 'canary', clusters: [{ clusterName: 'east' }] },
    { stageName: 'prod', clusters: [{ clusterName: 'west' }] },
  ];
  return {
    ...run,
    spec: { placementName: 'shop', state: 'Initialize' },
    status: { ...status, conditions: conditions.slice(0, 1), stagesStatus },
  };
}

describe('an open approval', () => {
  test.each([
    ['is leaving', leaving('west'), 'west, which is next in stage prod, is leaving the fleet'],
    ['is silent', member('west', HOUR), "west, which is next in stage prod, does not answer: last heartbeat 60 min ago by the hub's clock"],
  ])('names a cluster that is next and %s', (_, west, text) => {
    const { told, id, evidence } = look([member('east', 10), west]);
    expect([told, id]).toEqual(['waitingForPerson', 'run-waiting-approval']);
    expect(evidence).toContain(text);
    expect(look([member('east', 10), west], 'crp/shop').evidence).toContain(text);
  });

  test('names one that is not in the fleet', () => {
    expect(look([member('east', 10)]).evidence).toContain('west, which is next in stage prod, is not in the fleet');
  });

  test('names none if all of them answer', () => {
    expect(look([member('east', 10), member('west', 10)]).evidence).not.toContain('next in stage');
  });
});

describe('a cluster that no longer matches its stage', () => {
  const planned = (run: KubeObject): KubeObject => {
    const stages = ['east', 'west'].map((env) => ({ labelSelector: { matchLabels: { env } } }));
    return { ...run, status: { ...(run['status'] as object), stagedUpdateStrategySnapshot: { stages } } };
  };
  const labelled = (name: string, env: string): KubeObject => {
    const found = member(name, 10);
    return { ...found, metadata: { ...found.metadata, labels: { env } } };
  };

  test.each([
    ['next', labelled('east', 'east'), labelled('west', 'dev'), 'west no longer matches the labelSelector of stage prod'],
    ['finished', labelled('east', 'dev'), labelled('west', 'west'), 'east no longer matches the labelSelector of stage canary'],
  ])('ends the run, also if it is %s', (_, east, west, text) => {
    const fleet = stagedFleet();
    for (const target of ['csur/v1', 'crp/shop']) {
      const { once } = gate({ targets: [target], manifests: [orders('v1')], options: { onApproval: 'pass' } });
      const state = once(stagedObjects({ ...fleet, members: [east, west], run: planned(fleet.run) }));
      expect(state.outcome).toBe('waiting');
      if (target === 'csur/v1') expect(state.runs[0]?.summary).toContain(text);
      expect(diagnosesIn(state).map(({ id }) => id)).not.toContain('run-waiting-approval');
    }
  });

  test('does not end a run whose clusters match', () => {
    expect(look([labelled('east', 'east'), labelled('west', 'west')], 'csur/v1', planned).id).toBe('run-waiting-approval');
  });
});

describe('a run that was not started', () => {
  test('names the clusters of its first stage only', () => {
    const { told, id, evidence } = look([member('east', HOUR), leaving('west')], 'csur/v1', unstarted);
    expect([told, id]).toEqual(['waitingForPerson', 'run-not-started']);
    expect(evidence).toContain('east, which is next in stage canary, does not answer');
    expect(evidence).not.toContain('west');
  });
});
