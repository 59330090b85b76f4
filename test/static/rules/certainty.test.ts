import { describe, expect, it } from 'vitest';
import { imageInvalid } from '../../../src/static/rules/image-invalid.ts';
import { overlappingPlacements } from '../../../src/static/rules/overlapping-placements.ts';
import { pickfixedUnknownCluster } from '../../../src/static/rules/pickfixed-unknown-cluster.ts';
import { stagedUpdatePlaced } from '../../../src/static/rules/staged-update-placed.ts';
import type { HubListing } from '../../../src/fleet/kubefleet/hub-state.ts';
import { lint } from '../../../src/static/judge/lint.ts';
import { parseObjects } from '../../../src/yaml/objects.ts';
import { lintTexts, TODAY, worldOf } from '../../support/trees/lint-texts.ts';

const placement = (name: string, policy = ''): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: ${name}}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
${policy}`;
const member = (name: string): string => `apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: {name: ${name}}
spec: {identity: {kind: User, name: ${name}}}
`;
const healthy = `status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-06-01T12:00:00Z"
      conditions: [{type: Joined, status: "True"}, {type: Healthy, status: "True"}]
`;
const FLEET = `${member('europe-1')}${healthy}`;
const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';
const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: cart, namespace: shop}\n';

interface Layout {
  readonly name: string;
  readonly content: Readonly<Record<string, string>>;
  readonly effects: readonly string[];
  readonly clusters?: string;
}

describe('the certainty of an effect depends on what is known', () => {
  it.each([
    ['dev/crp.yaml', 'prod/crp.yaml', undefined, 'advice'],
    ['dev/crp.yaml', 'prod/crp.yaml', FLEET, 'misbehaves'],
    ['crp.yaml', 'prod/crp.yaml', undefined, 'misbehaves'],
    ['crp.yaml', 'prod/crp.yaml', FLEET, 'fails'],
    ['dev/crp.yaml', 'dev/other.yaml', undefined, 'fails'],
  ])('with placements of one object in %s and %s', (one, other, clusters, effect) => {
    const files = [
      { path: one, text: placement('a') },
      { path: other, text: placement('b') },
    ];
    expect(lintTexts({ files, clusters }, [overlappingPlacements]).findings.map((finding) => finding.effect)).toEqual([effect]);
  });

  const layouts: readonly Layout[] = [
    { name: 'with the workload in each', content: { 'eu/cart.yaml': deployment, 'us/cart.yaml': deployment }, effects: [] },
    {
      name: 'with it in each, and a fleet',
      content: { 'eu/cart.yaml': deployment, 'us/cart.yaml': deployment },
      effects: [],
      clusters: FLEET,
    },
    { name: 'with clusters in each', content: { 'eu/members.yaml': member('eu-1'), 'us/members.yaml': member('us-1') }, effects: [] },
    {
      name: 'with the Namespace in each',
      content: { 'eu/shop.yaml': namespace, 'us/shop.yaml': namespace },
      effects: ['advice'],
      clusters: FLEET,
    },
    { name: 'with the Namespace in one', content: { 'eu/shop.yaml': namespace }, effects: ['fails'], clusters: FLEET },
    { name: 'with the Namespace in one, and no fleet', content: { 'eu/shop.yaml': namespace }, effects: ['fails'] },
    { name: 'with the Namespace beside them, and no fleet', content: { 'ns/shop.yaml': namespace }, effects: ['fails'] },
    { name: 'with the Namespace above them, and no fleet', content: { 'shop.yaml': namespace }, effects: ['advice'] },
    {
      name: 'with the workload twice in one',
      content: { 'eu/cart.yaml': deployment, 'eu/same.yaml': deployment },
      effects: ['misbehaves'],
      clusters: FLEET,
    },
  ];
  it.each(layouts)('with placements in two neighbouring folders, $name', ({ content, effects, clusters }) => {
    const texts = { 'eu/crp.yaml': placement('a'), 'us/crp.yaml': placement('b'), ...content };
    const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
    expect(lintTexts({ files, clusters }, [overlappingPlacements]).findings.map(({ effect }) => effect)).toEqual(effects);
  });

  it('a hub with two placements belongs to both', () => {
    const files = ['a', 'b'].map((name) => ({ path: `${name}/crp.yaml`, text: placement(name) }));
    const objects = files.flatMap(({ path, text }) => parseObjects(text, path).objects);
    const { world, sources } = worldOf({ files, clusters: FLEET });
    const hub: HubListing = { objects, apis: undefined, visibility: () => ({ kind: 'seen' }) };
    const { findings } = lint({ ...world, hub }, sources, { rules: [overlappingPlacements], today: TODAY });
    expect(findings.map(({ effect }) => effect)).toEqual(['fails']);
  });

  it('a cluster that these manifests do not join has not joined; any other is unknown', () => {
    const files = [
      { path: 'members.yaml', text: member('new-1').replace('{name', '{labels: {env: "${ENV}"}, name') },
      { path: 'crp.yaml', text: placement('a', '  policy: {placementType: PickFixed, clusterNames: [new-1, nwe-1]}\n') },
    ];
    const { findings } = lintTexts({ files, clusters: member('old-1') }, [pickfixedUnknownCluster]);
    expect(findings.map(({ effect, message }) => `${effect}: ${message}`)).toEqual([
      'misbehaves: new-1 is declared here and has not joined the fleet yet.',
      'fails: There is no member cluster "nwe-1".',
    ]);
  });

  it.each([
    '$REGISTRY/cart',
    '%REGISTRY%/cart',
    'registry.example/cart:%TAG%',
    'registry.example/cart:__IMAGE_TAG__',
    'registry.example/__TEAM__/cart:1.4',
    '<registry>/cart',
    'registry.example/{team}/cart:1.4',
    'registry.example/{{ .Values.team }}/cart:1.4',
  ])('the placeholder in the image %s leaves the image open', (image) => {
    const text = `${deployment}spec:\n  template:\n    spec:\n      containers: [{name: web, image: "${image}"}]\n`;
    const { findings, notEvaluated } = lintTexts({ files: [{ path: 'cart.yaml', text }] }, [imageInvalid]);
    expect([findings, notEvaluated.length]).toEqual([[], 1]);
  });

  it.each([
    ['REGION-docker.pkg.dev/PROJECT_ID/carts/cart:1.4', 'advice'],
    ['REGISTRY_NAME/carts/cart:1.4', 'advice'],
    ['registry.example/[PROJECT]/cart:1.4', 'advice'],
    ['registry.example/[PROJECT]/Cart:1.4', 'fails'],
    ['registry.example/PROJECT_ID/cart:', 'fails'],
    ['registry.example/TEAM/cart:1.4', 'fails'],
    ['ko://registry.example/cart', 'advice'],
    ['https://registry.example/cart', 'fails'],
    ['registry.example/Team/cart:1.4', 'fails'],
  ])('the image %s has the expected certainty', (image, effect) => {
    const text = `${deployment}spec:\n  template:\n    spec:\n      containers: [{name: web, image: "${image}"}]\n`;
    const { findings } = lintTexts({ files: [{ path: 'cart.yaml', text }] }, [imageInvalid]);
    expect(findings.map((finding) => finding.effect)).toEqual([effect]);
  });

  it.each([
    ['beside its placement', ['fleet/crp.yaml'], ['fails']],
    ['with a placement in another folder', ['eu/crp.yaml'], ['misbehaves']],
    ['that two placements may send', ['fleet/crp.yaml', 'fleet/other.yaml'], ['misbehaves']],
    ['that no placement sends', [], []],
  ])('a strategy %s has the expected certainty', (_, placements, effects) => {
    const strategy = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: StagedUpdateStrategy\nmetadata: {name: waves, namespace: shop}\n';
    const files = [
      { path: 'fleet/waves.yaml', text: strategy },
      ...placements.map((path, index) => ({ path, text: placement(`p${index}`) })),
    ];
    expect(lintTexts({ files }, [stagedUpdatePlaced]).findings.map(({ effect }) => effect)).toEqual(effects);
  });
});
