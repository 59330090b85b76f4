import { byCodeUnit } from '../../fleet/text/by-code-unit.ts';
import { findCondition, type Condition } from '../../fleet/kubernetes/condition.ts';
import { fleetLabel } from '../../fleet/kubefleet/fleet-metadata.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { listAt } from '../../fleet/json/json.ts';
import { isKubeObject, objectKey, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import type { AskedObject, Place } from '../../report.ts';
import { clusterOfWork } from '../../fleet/kubefleet/cluster-of-work.ts';
import { placementRef } from '../view/applied-work.ts';
import { toBinding } from '../view/binding.ts';
import { snapshotGroups } from '../view/resource-snapshot.ts';
import { seenObjects, typeOf } from '../view/seen.ts';
import { toWork, type WorkView } from '../view/work.ts';
import { isAsked } from './asked-object.ts';

/** Every Work that holds the object, with its source, ordered by cluster. */
export function worksHolding(hub: HubState, asked: AskedObject, clusters: ReadonlySet<string> | undefined): readonly Place[] {
  return hub
    .list(typeOf('Work'))
    .filter((work) => clusters === undefined || clusters.has(clusterOfWork(work)))
    .flatMap((work) => placesIn(hub, work, asked))
    .toSorted((a, b) => byCodeUnit(a.cluster, b.cluster) || byCodeUnit(a.work.name, b.work.name));
}

function placesIn(hub: HubState, work: KubeObject, asked: AskedObject): readonly Place[] {
  const manifests = listAt(work, 'spec', 'workload', 'manifests');
  const held = manifests.flatMap((manifest, index) =>
    isKubeObject(manifest) && isAsked(asked, refOf(manifest)) ? [{ manifest, index }] : [],
  );
  if (held.length === 0) return [];
  const view = toWork(work);
  const origin = originOf(hub, view);
  return held.map(({ manifest, index }) => ({
    cluster: clusterOfWork(work),
    object: refOf(manifest),
    ...origin,
    ...envelopeOf(work),
    work: {
      namespace: work.metadata.namespace ?? '',
      name: view.name,
      ...(view.deleting ? { isLeaving: true as const } : {}),
      manifest: index + 1,
      manifests: manifests.length,
    },
    state: stateOf(view, manifest),
  }));
}

function originOf(hub: HubState, work: WorkView): Pick<Place, 'placement' | 'binding' | 'snapshot' | 'overrides'> {
  if (work.placement === undefined) return { overrides: [] };
  const placement = placementRef(work.placement, work.placementNamespace);
  const { kind, namespace, name } = placement;
  const isGone = seenObjects(hub, kind, namespace) !== undefined && hub.get(typeOf(kind), namespace, name) === undefined;
  const prefix = namespace === undefined ? 'Cluster' : '';
  const found = hub.get(typeOf(`${prefix}ResourceBinding`), namespace, work.binding);
  const binding = found === undefined ? undefined : toBinding(found);
  return {
    placement: isGone ? { ...placement, isGone } : placement,
    ...(binding === undefined
      ? {}
      : { binding: { ...named(binding.object), state: binding.state, ...(binding.leaving ? { isLeaving: true as const } : {}) } }),
    ...snapshotOf(hub, placement, work),
    overrides: (binding?.overrides ?? []).map((key) => {
      const [inNamespace = '', override = ''] = key.split('/');
      return inNamespace === ''
        ? { kind: 'ClusterResourceOverrideSnapshot', name: override }
        : { kind: 'ResourceOverrideSnapshot', namespace: inNamespace, name: override };
    }),
  };
}

/** The master snapshot of the index that the Work was made from. */
function snapshotOf(
  hub: HubState,
  placement: { readonly namespace?: string; readonly name: string },
  { index }: WorkView,
): Pick<Place, 'snapshot'> {
  const kind = placement.namespace === undefined ? 'ClusterResourceSnapshot' : 'ResourceSnapshot';
  const groups = snapshotGroups(hub.derived(typeOf(kind), placement));
  const group = groups.find((each) => each.index === index);
  if (group === undefined) return {};
  const newest = groups.find(({ latest }) => latest)?.index;
  const where = placement.namespace === undefined ? {} : { namespace: placement.namespace };
  return { snapshot: { kind, ...where, name: group.masterName, index: group.index, ...(newest === undefined ? {} : { newest }) } };
}

/** A Work of an envelope has the envelope's name in its labels (KubeFleet apis/placement/v1beta1/commons.go). */
function envelopeOf(work: KubeObject): Pick<Place, 'envelope'> {
  const kind = fleetLabel(work, 'envelope-work');
  const name = fleetLabel(work, 'envelope-name');
  if (kind === undefined || name === undefined) return {};
  const namespace = fleetLabel(work, 'envelope-namespace');
  return { envelope: { kind, ...(namespace === undefined || namespace === '' ? {} : { namespace }), name } };
}

function stateOf({ manifests }: WorkView, manifest: KubeObject): readonly string[] {
  const key = objectKey(refOf(manifest));
  const conditions = manifests.find(({ object }) => objectKey(object) === key)?.conditions ?? [];
  return ['Applied', 'Available', 'DiffReported'].flatMap((type) => {
    const condition = findCondition(conditions, type);
    return condition === undefined ? [] : [conditionText(condition)];
  });
}

function conditionText({ type, status, reason, message }: Condition): string {
  if (status === 'True') return `${type} True`;
  return [`${type} ${status} ${reason}`.trimEnd(), ...(message === '' ? [] : [message])].join(': ');
}

function named({ kind, metadata: { namespace, name } }: KubeObject): {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
} {
  return { kind, ...(namespace === undefined ? {} : { namespace }), name };
}
