import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { HubListing } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { evictionBlocked } from '../../../src/static/rules/eviction-blocked.ts';
import { isMissing, truthPath } from '../../support/truth.ts';

const RECORDING = 'recordings/v0.3.1/eviction-blocked';

interface Recorded {
  readonly startedAt: string;
  readonly manifests: readonly KubeObject[];
}

test.skipIf(isMissing(RECORDING))(
  'an eviction that the hub blocked is reported before the deploy if the hub has placement and budget',
  () => {
    const deploy = JSON.parse(readFileSync(truthPath(RECORDING, 'expect.json'), 'utf8')) as Recorded;
    const state = stateBefore(deploy.startedAt);
    expect(state.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ClusterResourcePlacement', 'ClusterResourcePlacementDisruptionBudget', 'ClusterResourceBinding']),
    );
    const isDecision = ({ kind }: KubeObject): boolean => /SchedulingPolicySnapshot$|ResourceBinding$/.test(kind);
    const hub: HubListing = {
      objects: state.filter((object) => !isDecision(object)),
      apis: undefined,
      visibility: () => ({ kind: 'seen' }),
    };
    const sources = parseManifests(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: deploy.manifests }), 'deploy.json');
    const world = makeWorld({
      target: 'v0.3',
      now: new Date(deploy.startedAt),
      manifests: sources.manifests,
      members: state.filter(({ kind }) => kind === 'MemberCluster'),
      decided: state.filter(isDecision),
      hub,
    });
    const { findings } = lint(world, sources, { rules: [evictionBlocked], today: world.now });
    expect(findings.map(({ effect, message }) => `${effect}: ${message}`)).toEqual([
      'fails: The budget of fraud-m4 (`minAvailable: 3`) blocks its eviction from m3: 3 clusters are available.',
    ]);
  },
);

test.each([
  ['{ maxUnavailable: 0 }', ['`maxUnavailable: 0`']],
  ['{ maxUnavailable: null, minAvailable: 3 }', ['`minAvailable: 3`']],
  ['{ maxUnavailable: null }', []],
  ['{ maxUnavailable: {} }', []],
])('for budget %s the value that the hub uses decides', (budget, told) => {
  const sources = parseManifests(
    `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec: { resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }], policy: { placementType: PickN, numberOfClusters: 3 } }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata: { name: shop }
spec: ${budget}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementEviction
metadata: { name: drain }
spec: { placementName: shop, clusterName: m1 }
`,
    'a.yaml',
  );
  const world = makeWorld({ target: 'v0.3', now: new Date(0), manifests: sources.manifests });
  const { findings } = lint(world, sources, { rules: [evictionBlocked], today: world.now });
  expect(findings.map(({ message }) => /`.*?`/.exec(message)?.[0])).toEqual(told);
});

function stateBefore(time: string): readonly KubeObject[] {
  const state = new Map<string, KubeObject>();
  for (const line of readFileSync(truthPath(RECORDING, 'events.jsonl'), 'utf8').trim().split('\n')) {
    const { t, type, object } = JSON.parse(line) as { readonly t: string; readonly type: string; readonly object?: KubeObject };
    if (t >= time) break;
    if (object === undefined || object.kind === 'ClusterResourcePlacementEviction') continue;
    const key = `${object.kind}/${object.metadata.namespace ?? ''}/${object.metadata.name}`;
    if (type === 'DELETED') state.delete(key);
    else state.set(key, object);
  }
  return [...state.values()];
}
