import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import type { ApiResource } from '../../fleet/kubefleet/api-resource.ts';
import type { Interest } from '../../fleet/kubefleet/hub-state.ts';
import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { fleetKind, isPlacement, PLACEMENT_GROUP, PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, objectKey } from '../../fleet/kubernetes/object.ts';
import { isMadeEverywhere } from '../../static/references/made-everywhere.ts';
import { isMaker } from '../../static/references/makers.ts';
import { referencesOf } from '../../static/references/references-of.ts';
import type { Reference } from '../../static/references/reference.ts';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import type { Selectable } from '../../selection/hub-content.ts';
import { NAMESPACE } from '../../fleet/kubernetes/read-types.ts';

/**
 * Objects that only the hub may have and that the manifests relate to, each kind at most once. These are other placements and their
 * Namespaces, overrides and their placements, objects named by update runs, and objects that workloads reference and the manifests lack.
 */
export function relationNeeds(items: readonly Selectable[]): readonly Interest[] {
  const ours = Map.groupBy(
    items.filter(({ object }) => fleetKind(object.kind)?.group === groupOf(object.apiVersion)),
    ({ object }) => object.kind,
  );
  const of = (...kinds: readonly string[]): readonly Selectable[] => kinds.flatMap((kind) => ours.get(kind) ?? []);
  const placements = of(...PLACEMENT_KINDS);
  const runs = of('ClusterStagedUpdateRun', 'StagedUpdateRun');
  const overrides = of('ClusterResourceOverride', 'ResourceOverride');
  const related = placements.length + runs.length + overrides.length;
  if (related === 0) return [];
  return [
    ...PLACEMENT_KINDS.map((kind) => ({ group: PLACEMENT_GROUP, kind })),
    ...inTheirNamespaces('ResourcePlacement', [...of('ResourcePlacement', 'StagedUpdateRun', 'ResourceOverride')]),
    // The hub refuses objects in a namespace that it does not have.
    ...(of('ResourcePlacement', 'ResourceOverride', 'StagedUpdateRun').length === 0 ? [] : [NAMESPACE]),
    ...(placements.length === 0 ? [] : OVERRIDES),
    ...runs.flatMap(runNeeds),
    ...placements.flatMap(ofRuns),
    ...overrides.flatMap(overrideNeeds),
    ...(placements.length === 0 ? [] : missingReferences(items).flatMap(interestOf)),
  ];
}

const OVERRIDES = ['ClusterResourceOverride', 'ResourceOverride'].map((kind) => ({ group: PLACEMENT_GROUP, kind }));

/** The hub's kinds from which controllers create Secrets, in the namespaces where the manifests lack a Secret. */
export function makerNeeds(items: readonly Selectable[], kinds: readonly ApiResource[]): readonly Interest[] {
  if (!items.some(({ object }) => isPlacement(object))) return [];
  const namespaces = new Set(missingReferences(items).flatMap(({ kind, namespace }) => (kind === 'Secret' ? (namespace ?? []) : [])));
  const served = kinds.filter((resource) => isMaker(resource) && resource.watchable !== false && resource.namespaced);
  return served.flatMap(({ group, kind }) => [...namespaces].map((namespace) => ({ group, kind, namespace })));
}

function inTheirNamespaces(kind: string, items: readonly Selectable[]): readonly Interest[] {
  return [...new Set(items.flatMap(({ namespace }) => namespace ?? []))].map((namespace) => ({ group: PLACEMENT_GROUP, kind, namespace }));
}

/** The run's strategy, and the snapshots of its placement if it names one. */
function runNeeds({ object, namespace }: Selectable): readonly Interest[] {
  const isNamespaced = object.kind === 'StagedUpdateRun';
  if (isNamespaced && namespace === undefined) return [];
  const place = isNamespaced && namespace !== undefined ? { namespace } : {};
  const placement = stringAt(object, 'spec', 'placementName') ?? '';
  const index = stringAt(object, 'spec', 'resourceSnapshotIndex') ?? '';
  const isRead = index !== '' && IS_LABEL.test(placement);
  return [
    { group: PLACEMENT_GROUP, kind: isNamespaced ? 'StagedUpdateStrategy' : 'ClusterStagedUpdateStrategy', ...place },
    ...(isRead
      ? [{ group: PLACEMENT_GROUP, kind: isNamespaced ? 'ResourceSnapshot' : 'ClusterResourceSnapshot', ...place, of: [placement] }]
      : []),
  ];
}

/** Runs that may update an External placement, or the placement of the namespace of a ResourcePlacement. */
function ofRuns({ object, namespace }: Selectable): readonly Interest[] {
  const isByRun = isExternal(object);
  const isNamespaced = object.kind === 'ResourcePlacement';
  return [
    ...(isByRun || isNamespaced ? [{ group: PLACEMENT_GROUP, kind: 'ClusterStagedUpdateRun' }] : []),
    ...(isByRun && isNamespaced && namespace !== undefined ? [{ group: PLACEMENT_GROUP, kind: 'StagedUpdateRun', namespace }] : []),
  ];
}

/** Values that are valid in a label selector. */
const IS_LABEL = /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

function overrideNeeds({ object, namespace }: Selectable): readonly Interest[] {
  const isNamespaced = object.kind === 'ResourceOverride';
  if (isNamespaced && namespace === undefined) return [];
  return listAt(object, 'spec', isNamespaced ? 'resourceSelectors' : 'clusterResourceSelectors').flatMap(
    (selector): readonly Interest[] => {
      const [group = '', kind = ''] = [field(selector, 'group'), field(selector, 'kind')].map((value) =>
        typeof value === 'string' ? value : '',
      );
      if (kind === '') return [];
      return [isNamespaced && namespace !== undefined ? { group, kind, namespace } : { group, kind }];
    },
  );
}

function interestOf({ group, kind, namespace }: Reference): readonly Interest[] {
  return namespace === undefined ? [] : [{ group, kind, namespace }];
}

/** Objects that the manifests reference but do not contain. */
function missingReferences(items: readonly Selectable[]): readonly Reference[] {
  const keyOf = ({ group, kind, namespace, name }: Reference): string =>
    objectKey({ apiVersion: `${group}/`, kind, name, ...(namespace === undefined ? {} : { namespace }) });
  const known = new Set(
    items.map(({ object: { apiVersion, kind, metadata }, namespace }) =>
      objectKey({ apiVersion, kind, name: metadata.name, ...(namespace === undefined ? {} : { namespace }) }),
    ),
  );
  const all = items.flatMap(({ object, namespace }) =>
    isEnvelope(object)
      ? enclosedObjects(object).flatMap((inner) => referencesOf(inner, inner.metadata.namespace ?? namespace))
      : referencesOf(object, namespace),
  );
  return all.filter((reference) => !isMadeEverywhere(reference) && !known.has(keyOf(reference)));
}
