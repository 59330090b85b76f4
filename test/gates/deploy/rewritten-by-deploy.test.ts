/** A step of the deploy can change values of the manifests. The hub and its snapshots then differ from the files, and no content is older. */
import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { outcomeOf } from '../../../src/gates/loop/gate-outcome.ts';
import { namespaceShop, orders, resourceSnapshot } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import type { StagedFleet } from '../../support/fleets/staged-fleet.ts';
import type { GateOptions } from '../../../src/gates/options.ts';
import { diagnosesIn, expectedBy, gate } from '../../support/gate/gate.ts';

const RUN = 'csur/v1';
const PLACEMENT = 'crp/shop';
const FILES = [orders('CI_SETS_THIS')];

function settings(value: string, more: object = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop', ...more }, data: { value } };
}

/** The hub has `content`, and its only snapshot has `held`. */
function holding(fleet: StagedFleet, content: readonly KubeObject[], held = content): readonly KubeObject[] {
  return stagedObjects({ ...fleet, content, snapshots: [resourceSnapshot(0, held, true)] });
}

function look(target: string, manifests: readonly KubeObject[], objects: readonly KubeObject[], options: Partial<GateOptions> = {}) {
  const asked = { targets: [target], manifests, options };
  const state = gate(asked).look(objects);
  const found = diagnosesIn(state);
  const [gated] = [...state.runs, ...state.placements];
  return {
    told: outcomeOf(state, expectedBy(asked)),
    ids: found.map(({ id }) => id),
    remedy: found[0]?.remedy.join('\n') ?? '',
    evidence: found[0]?.evidence ?? [],
    summary: gated?.summary ?? '',
  };
}

const CONTENT = [namespaceShop(), orders('v1')];

describe('a run whose snapshot is as the hub, and not as the files', () => {
  test('says that the hub does not hold the deploy, and how to give the image', () => {
    const { told, ids, remedy, summary } = look(RUN, FILES, holding(finishedFleet(), CONTENT));
    expect(told).toBe('waiting');
    expect(ids).toEqual(['content-not-synced']);
    expect(remedy).toContain('--image');
    expect(summary).toContain('the deploy step may have rewritten it');
    expect(summary).not.toContain('before this deploy');
  });

  test.each(['app=v2', 'v2', 'app=:v2'])('does not ask for an image that was given (%s)', (image) => {
    const wanted = image.includes(':') ? 'app:v2' : 'v2';
    const { told, ids, remedy } = look(RUN, [orders(wanted)], holding(finishedFleet(), CONTENT), { images: [image] });
    expect(told).toBe('waiting');
    expect(ids).toEqual(['content-not-synced']);
    expect(remedy).toMatch(/^Check that the deploy step has ended, and that it sets the image that you gave to the gate: --image NAME=REF/);
    expect(remedy).not.toMatch(/give it to the gate too|--ignore-fields/);
  });

  test('asks for an image if another one was given', () => {
    const { remedy } = look(RUN, FILES, holding(finishedFleet(), CONTENT), { images: ['proxy=proxy:2'] });
    expect(remedy).toContain('give it to the gate too');
  });

  test('lets the applied manifests be written into a file, and never printed', () => {
    const secret = (value: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's', namespace: 'shop' },
      data: { value },
    });
    const { remedy } = look(RUN, [secret('TEFURVI=')], holding(finishedFleet(), [namespaceShop(), secret('MQ==')]));
    expect(remedy).toContain('-o yaml > applied.yaml');
    expect(remedy.replaceAll('-o yaml > applied.yaml', '')).not.toContain('-o yaml');
    expect(remedy).toContain('helm get manifest');
  });

  test.each([
    ['a text', [settings('${VALUE}')], [namespaceShop(), settings('1')]],
    ['a label', [settings('1', { labels: { version: 'LATER' } })], [namespaceShop(), settings('1', { labels: { version: '7' } })]],
    ['an object of several', [orders('v1'), settings('${VALUE}')], [...CONTENT, settings('1')]],
    ['an object that is not on the hub', [orders('v1'), settings('1')], CONTENT],
    ['such an object, and another with another text', [...FILES, settings('1')], CONTENT],
  ])('says so about %s', (_, manifests, content) => {
    const { told, ids } = look(RUN, manifests, holding(finishedFleet(), content));
    expect(told).toBe('waiting');
    expect(new Set(ids)).toEqual(new Set(['content-not-synced']));
  });

  test('says so while an approval is open, and requests none', () => {
    const { told, ids, evidence } = look(RUN, FILES, holding(stagedFleet(), CONTENT));
    expect(told).toBe('waiting');
    expect(ids).toEqual(['content-not-synced']);
    expect(evidence.join()).toContain('the hub has v1, you deployed CI_SETS_THIS');
  });
});

describe('a run with older content still fails', () => {
  test.each([
    ['if another object is on the hub as deployed', [...FILES, settings('2')], [...CONTENT, settings('2')], [...CONTENT, settings('1')]],
    ['if such an object is not in its snapshot', [...FILES, settings('2')], [...CONTENT, settings('2')], CONTENT],
    ['if the hub has other content than its snapshot', FILES, [namespaceShop(), orders('v2')], CONTENT],
  ])('%s', (_, manifests, content, held) => {
    const { told, ids } = look(RUN, manifests, holding(finishedFleet(), content, held));
    expect(told).toBe('failed');
    expect(ids).toContain('run-rolled-out-old-snapshot');
  });
});

describe('a placement with strategy External', () => {
  test('first says that the hub does not hold the deploy, because a new run would not roll it out either', () => {
    const { told, ids } = look(PLACEMENT, FILES, holding(finishedFleet(), CONTENT));
    expect(told).toBe('waiting');
    expect(ids[0]).toBe('content-not-synced');
    expect(ids).toContain('external-run-missing');
  });
});

describe('the step for a snapshot that only an update run takes', () => {
  const run: KubeObject = { ...finishedFleet().run, status: undefined };
  const refused = {
    conditions: [{ type: 'Initialized', status: 'False', reason: 'UpdateRunInitializedFailed', message: 'no', observedGeneration: 1 }],
  };

  function stepFor(fleet: StagedFleet, manifests: readonly KubeObject[], content = CONTENT): string | undefined {
    const state = gate({ targets: [PLACEMENT], manifests }).look(holding(fleet, content, CONTENT));
    return diagnosesIn(state).find(({ id }) => id === 'snapshot-not-fresh')?.remedy[0];
  }

  test.each([
    ['has ended', finishedFleet()],
    ['has failed at its start', { ...stagedFleet(), run: { ...run, status: refused } }],
  ])('asks for another run if the run of the deploy %s', (_, fleet) => {
    expect(stepFor(fleet, [orders('v2'), run], [namespaceShop(), orders('v2')])).toMatch(/^Create an update run/);
  });

  test('asks for the deploy first if the hub does not hold it', () => {
    expect(stepFor(finishedFleet(), [...FILES, run])).toMatch(/^Bring this deploy to the hub first\. Then create an update run/);
  });

  test('asks for nothing while the run of the deploy is not on the hub yet', () => {
    const later = { ...run, metadata: { name: 'v2' } };
    expect(stepFor(finishedFleet(), [orders('v2'), later], [namespaceShop(), orders('v2')])).toMatch(/^No action is needed/);
  });
});

describe('an open approval of a run that has the deploy', () => {
  const newer = [resourceSnapshot(0, CONTENT, false), resourceSnapshot(1, [namespaceShop(), orders('v2')], true)];
  const objects = stagedObjects({ ...stagedFleet(), content: [namespaceShop(), orders('v2')], snapshots: newer });
  const WHY =
    'the hub has another Deployment/shop/orders (differs at /spec/template/spec/containers/0/image), which a later update run sends';

  test.each([RUN, PLACEMENT])('shows that the hub has newer content (%s)', (target) => {
    const { told, ids, evidence } = look(target, [orders('v1')], objects);
    expect(told).toBe('waitingForPerson');
    expect(ids[0]).toBe('run-waiting-approval');
    expect(evidence.join('\n')).toContain(WHY);
  });

  test('shows nothing of that if the hub has the same', () => {
    const { evidence } = look(RUN, [orders('v1')], holding(stagedFleet(), CONTENT));
    expect(evidence).toHaveLength(1);
  });
});
