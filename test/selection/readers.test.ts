/**
 * The selection of a placement and the objects of an override are computed before the deploy, in the plan and after the deploy. Each reader
 * is tested with every known answer, and all must agree.
 */
import { describe, expect, it } from 'vitest';

import { BUILT_IN_APIS } from '../../src/fleet/kubefleet/api-resource.ts';
import { memberCluster } from '../../src/fleet/kubefleet/member-cluster.ts';
import { displayName, isDeleting, objectKey, refOf, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { overrideDemand } from '../../src/gates/deploy/override.ts';
import { typesOf } from '../../src/gates/deploy/selection-gap.ts';
import { isTaken, objectsInReach, selectsOf, surroundingsOf } from '../../src/gates/deploy/selection.ts';
import type { ResourceType } from '../../src/fleet/kubefleet/hub-state.ts';
import { overriddenTargets, overridesOf } from '../../src/schedule/override/placement-overrides.ts';
import { entryOf, hubContent, hubItem, type Selectable } from '../../src/selection/hub-content.ts';
import { objectSelector } from '../../src/selection/object-selection.ts';
import { overrideOf, ruleMatches } from '../../src/selection/override.ts';
import { overrideTouches } from '../../src/selection/override-touch.ts';
import { placementSelectors } from '../../src/selection/placement-selectors.ts';
import { selectResources } from '../../src/selection/select-resources.ts';
import type { Manifest } from '../../src/static/world/manifest.ts';
import { overrideTargets } from '../../src/static/delivery/override-targets.ts';
import { sends } from '../../src/static/placing/placements-of-object.ts';
import type { World } from '../../src/static/world/world.ts';
import { worldOf } from '../support/trees/lint-texts.ts';
import { memoryHub } from '../support/hubs/memory-hub.ts';
import { clusterPlacement, object } from './objects.ts';
import { CLUSTER_LABELS, OVERRIDE_ROWS, touchedBy, type OverrideRow } from './override-rows.ts';
import { answerFor, SELECTION_ROWS, type SelectionRow } from './selection-rows.ts';

const HUBS = ['v0.3', 'main'] as const;
type Hub = (typeof HUBS)[number];
const NOW = new Date('2026-01-01T12:00:00Z');

describe.each(SELECTION_ROWS.map((row) => [row.what, row] as const))('%s', (_, row) => {
  it.each(HUBS)('has the same answer for a hub of %s', (hub) => {
    const settled = answerFor(row, hub);
    expect({ plan: inPlan(row, hub) }, row.source).toEqual({ plan: settled });
    expect({ alone: alone(row, hub) }, row.source).toEqual({ alone: settled === 'selected' || settled === 'unknown' ? settled : 'not' });
    // An API server ignores or refuses the deletion time of a manifest: all such objects would be selected without it.
    const isSelected = settled === 'selected' || row.objects.some(isDeleting);
    expect({ manifests: inManifests(row, hub) }, row.source).toEqual({ manifests: isSelected ? 'selected' : 'not' });
  });

  it('has the same answer after the deploy', () => {
    const [former, main] = HUBS.map((hub) => answerFor(row, hub));
    const settled = former === main ? (row.onHub ?? former) : 'unknown';
    expect(afterDeploy(row), row.source).toBe(settled === 'selected' || settled === 'unknown' ? settled : 'not');
  });
});

/** What all rows together have on the hub. */
const EVERYTHING = SELECTION_ROWS.flatMap(({ objects }) => objects);

it.each(SELECTION_ROWS.map((row) => [row.what, row.placement] as const))(
  'everything that is selected on a whole hub is found at its place: %s',
  (_, placement) => {
    const hub = memoryHub(new Map(EVERYTHING.map((each) => [objectKey(refOf(each)), each])).values(), NOW);
    const surroundings = surroundingsOf(hub, []);
    const selects = selectsOf(placement, surroundings);
    for (const type of typesOf(EVERYTHING)) {
      const inReach = objectsInReach(hub, type, placement, surroundings);
      const taken = hub.list(type).filter((each) => isTaken(selects(each)));
      expect(taken.filter((each) => !inReach.includes(each)).map(refOf)).toEqual([]);
    }
  },
);

it('the content of a namespace that a placement selects is not searched elsewhere', () => {
  const spaces = ['shop', 'other'].map((name) => object('v1', 'Namespace', name));
  const [inShop, elsewhere] = ['shop/web', 'other/web'].map((name) => object('apps/v1', 'Deployment', name));
  const hub = memoryHub(
    [...spaces, inShop, elsewhere].filter((each) => each !== undefined),
    NOW,
  );
  const inReach = (selectors: readonly object[], type: ResourceType): readonly KubeObject[] =>
    objectsInReach(hub, type, clusterPlacement(selectors), surroundingsOf(hub, []));
  const shop = { group: '', version: 'v1', kind: 'Namespace', name: 'shop' };
  const deployments = { group: 'apps', kind: 'Deployment' };
  expect(inReach([shop], deployments)).toEqual([inShop]);
  expect(inReach([shop], { group: '', kind: 'Namespace' })).toEqual([spaces[0]]);
  expect(inReach([{ ...shop, selectionScope: 'NamespaceOnly' }], deployments)).toEqual([]);
  expect(inReach([{ ...shop, name: undefined }], deployments)).toEqual([inShop, elsewhere]);
});

describe.each(OVERRIDE_ROWS.map((row) => [row.what, row] as const))('an override for %s', (_, row) => {
  it.each(HUBS)('has the same answer for a hub of %s', (hub) => {
    const settled = touchedBy(row, hub);
    expect({ plan: overriddenInPlan(row, hub) }, row.source).toEqual({ plan: settled === 'touched' });
    expect({ manifests: overriddenInManifests(row, hub) }, row.source).toEqual({ manifests: settled === 'touched' });
  });

  it('has the same answer after the deploy', () => {
    const [former, main] = HUBS.map((hub) => touchedBy(row, hub));
    // What an update run passes over is missed after the deploy.
    const settled = former === main ? (former === 'not' ? 'not' : 'touched') : 'unknown';
    expect(overriddenAfterDeploy(row), row.source).toBe(settled);
  });
});

function itemsOf(objects: readonly KubeObject[]): readonly Selectable[] {
  return objects.map(hubItem);
}

function inPlan({ placement, objects }: SelectionRow, target: Hub): string {
  const selection = selectResources({ placement, content: hubContent(itemsOf(objects)), target });
  if (selection.kind !== 'selected') return selection.kind;
  const isIt = (ref: Parameters<typeof objectKey>[0]): boolean => objectKey(ref) === objectKey(refOf(objects[0]));
  if (selection.resources.some(({ ref }) => isIt(ref))) return 'selected';
  return selection.unknown.some(
    ({ ref, reason }) => reason !== 'notAmongTheObjects' && (ref === undefined || isIt(ref) || ref.kind === 'Namespace'),
  )
    ? 'unknown'
    : 'not';
}

function alone({ placement, objects: [asked, ...others] }: SelectionRow, hub: Hub): string {
  const content = hubContent(itemsOf([asked, ...others]));
  const selectors = placementSelectors(placement, placement.metadata.namespace, content.apis, hub);
  const [item] = itemsOf([asked]);
  const { kind } = objectSelector(selectors, content, hub)(entryOf(item ?? hubItem(asked), content.apis));
  if (kind === 'selected') return kind;
  return kind === 'open' ? 'unknown' : 'not';
}

function inManifests({ placement, objects }: SelectionRow, target: Hub): string {
  const { world, manifestOf } = worldOfObjects([placement, ...objects], target);
  return sends(manifestOf(placement), manifestOf(objects[0]), world) ? 'selected' : 'not';
}

function afterDeploy({ placement, objects: [asked, ...others] }: SelectionRow): string {
  // A hub that shows its Namespaces knows that a missing namespace has no labels.
  const objects = [asked, ...others];
  const hidden = objects.some(({ kind: of }) => of === 'Namespace') ? {} : { Namespace: { kind: 'unread' } as const };
  const hub = memoryHub(objects, NOW, hidden);
  const { kind } = selectsOf(placement, surroundingsOf(hub, []))(asked);
  if (kind === 'selected') return kind;
  return kind === 'open' ? 'unknown' : 'not';
}

function overriddenInPlan({ placement, override, object: selected }: OverrideRow, target: Hub): boolean {
  const content = hubContent(itemsOf([selected]));
  const resources = itemsOf([selected]).map((item) => ({ ref: entryOf(item, content.apis).ref, item, selector: 0 }));
  const placed = { object: placement, namespace: placement.metadata.namespace };
  const targets = overriddenTargets(placed, resources, overridesOf(itemsOf([override])), content, target);
  return targets
    .flatMap(({ overrides }) => overrides)
    .some(({ rules }) => rules.some((rule) => ruleMatches(rule, { labels: CLUSTER_LABELS })));
}

function overriddenInManifests({ placement, override, object: selected }: OverrideRow, target: Hub): boolean {
  const { world, manifestOf } = worldOfObjects([placement, override, selected], target);
  const targets = overrideTargets(manifestOf(override), world);
  return targets.some((each) => each.override.rules.some((rule) => ruleMatches(rule, memberCluster(CLUSTER))));
}

const CLUSTER = object('cluster.kubernetes-fleet.io/v1', 'MemberCluster', 'west', { labels: CLUSTER_LABELS });

function overriddenAfterDeploy({ placement, override, object: selected }: OverrideRow): string {
  const hub = memoryHub([override], NOW);
  const read = overrideOf(override, override.metadata.namespace);
  const isOpen = read !== undefined && overrideTouches(read, refOf(selected), selected, BUILT_IN_APIS, 'unknown') === 'open';
  const demand = overrideDemand(hub, override, placement, [selected], CLUSTER);
  return demand.kind === 'none' ? (isOpen ? 'unknown' : 'not') : 'touched';
}

function worldOfObjects(
  objects: readonly KubeObject[],
  target: World['target'],
): { readonly world: World; readonly manifestOf: (wanted: KubeObject) => Manifest } {
  const text = objects.map((each) => JSON.stringify(each)).join('\n---\n');
  const { world } = worldOf({ files: [{ path: 'all.yaml', text }] }, target);
  return {
    world,
    manifestOf(wanted) {
      const found = world.manifests.find(({ object: each }) => objectKey(refOf(each)) === objectKey(refOf(wanted)));
      if (found === undefined) throw new Error(`the World has no ${displayName(refOf(wanted))}`);
      return found;
    },
  };
}
