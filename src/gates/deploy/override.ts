import { listAt, objectAt, stringAt } from '../../fleet/json.ts';
import { displayName, groupOf } from '../../fleet/object.ts';
import type { KubeObject } from '../../fleet/object.ts';
import type { HubState } from '../../fleet/hub-state.ts';
import { isDeleting, labelOf, seenObjects, typeOf } from '../view/seen.ts';
import { differsFrom, missingFrom } from './content/equal.ts';
import { isPickedByLabels } from './labels.ts';

/**
 * The first of these override snapshots, named as bindings name them (`namespace/name`, `/name` for the cluster scope), that is not the newest
 * of its override any more; of a kind that cannot be read nothing is said.
 */
export function outdatedOverride(hub: HubState, names: readonly string[], namespace: string | undefined): string | undefined {
  const cluster = seenObjects(hub, 'ClusterResourceOverrideSnapshot');
  const namespaced = seenObjects(hub, 'ResourceOverrideSnapshot', namespace);
  return names.find((name) => {
    const known = name.startsWith('/') ? cluster : namespaced;
    return (
      known !== undefined && !known.some((found) => `${found.metadata.namespace ?? ''}/${found.metadata.name}` === name && isNewest(found))
    );
  });
}

function isNewest(found: KubeObject): boolean {
  return labelOf(found, 'is-latest-snapshot') === 'true' && !isDeleting(found);
}

/**
 * What an override of the deploy asks of a binding: nothing, that its newest snapshot be in force there, or to wait until it has one.
 * Mirrors the rollout controller: placement, at least one selected object, at least one rule whose cluster selector matches.
 */
export function overrideDemand(
  hub: HubState,
  override: KubeObject,
  placement: KubeObject,
  content: readonly KubeObject[],
  cluster: KubeObject | undefined,
):
  | { readonly kind: 'none' }
  | { readonly kind: 'wait'; readonly message: string }
  | { readonly kind: 'inForce'; readonly snapshotName: string } {
  if (!concerns(override, placement, content) || cluster === undefined || !matchesCluster(override, cluster)) return { kind: 'none' };
  const live = hub.get(typeOf(override.kind), override.metadata.namespace, override.metadata.name);
  const newest = seenObjects(hub, `${override.kind}Snapshot`, override.metadata.namespace)?.find(
    (found) =>
      labelOf(found, 'is-latest-snapshot') === 'true' &&
      labelOf(found, 'parent-resource-override') === override.metadata.name &&
      found.metadata.namespace === override.metadata.namespace,
  );
  const name = displayName({ kind: override.kind, ...override.metadata });
  const taken = objectAt(newest, 'spec', 'overrideSpec');
  const differs = live === undefined ? missingFrom(taken, override['spec']) : differsFrom(taken, live['spec']);
  if (newest === undefined || differs !== undefined) {
    return { kind: 'wait', message: `${name} has no snapshot of its newest content yet` };
  }
  return { kind: 'inForce', snapshotName: `${newest.metadata.namespace ?? ''}/${newest.metadata.name}` };
}

/** All overrides the hub holds, where they can be read. */
export function liveOverrides(hub: HubState, namespace: string | undefined): readonly KubeObject[] {
  return [...(seenObjects(hub, 'ClusterResourceOverride') ?? []), ...(seenObjects(hub, 'ResourceOverride', namespace) ?? [])].filter(
    (override) => !isDeleting(override),
  );
}

export function isOverride(object: KubeObject): boolean {
  return object.kind === 'ClusterResourceOverride' || object.kind === 'ResourceOverride';
}

function concerns(override: KubeObject, placement: KubeObject, content: readonly KubeObject[]): boolean {
  const named = stringAt(override, 'spec', 'placement', 'name');
  if (named !== undefined && named !== '') {
    const scope = stringAt(override, 'spec', 'placement', 'scope') ?? 'Cluster';
    const namespaced = placement.metadata.namespace !== undefined;
    if (named !== placement.metadata.name || (scope === 'Namespaced') !== namespaced) return false;
  }
  const selectors = override.kind === 'ClusterResourceOverride' ? 'clusterResourceSelectors' : 'resourceSelectors';
  return listAt(override, 'spec', selectors).some((selector) => content.some((object) => isTouched(selector, override, object)));
}

/** A cluster-scoped override that names a Namespace touches everything in it. */
function isTouched(selector: unknown, override: KubeObject, object: KubeObject): boolean {
  const kind = stringAt(selector, 'kind');
  const name = stringAt(selector, 'name') ?? '';
  if (override.kind === 'ClusterResourceOverride' && kind === 'Namespace' && object.metadata.namespace === name) return true;
  if (kind !== object.kind || (stringAt(selector, 'group') ?? '') !== groupOf(object.apiVersion)) return false;
  if (override.kind === 'ResourceOverride' && object.metadata.namespace !== override.metadata.namespace) return false;
  if (name !== '') return name === object.metadata.name;
  const labels = objectAt(selector, 'labelSelector');
  return labels !== undefined && isPickedByLabels(labels, object.metadata.labels ?? {});
}

/** A rule without a cluster selector matches no cluster, one with an empty selector matches all. */
function matchesCluster(override: KubeObject, cluster: KubeObject): boolean {
  return listAt(override, 'spec', 'policy', 'overrideRules').some((rule) => {
    const selector = objectAt(rule, 'clusterSelector');
    if (selector === undefined) return false;
    const terms = listAt(selector, 'clusterSelectorTerms');
    return (
      terms.length === 0 || terms.some((term) => isPickedByLabels(objectAt(term, 'labelSelector') ?? {}, cluster.metadata.labels ?? {}))
    );
  });
}
