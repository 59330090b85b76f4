import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { conditionsAt, type Condition } from '../../fleet/kubernetes/condition.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { ObjectSelection } from '../../selection/object-selection.ts';
import type { AskedObject, OwnsReport, Place } from '../../report.ts';
import { selectsOf, surroundingsOf } from '../deploy/selection.ts';
import { toBinding, type BindingView } from '../view/binding.ts';
import { snapshotGroups } from '../view/resource-snapshot.ts';
import { derivedObjects, seenObjects, typeOf } from '../view/seen.ts';
import { isAsked } from './asked-object.ts';

type Other = OwnsReport['others'][number];

/** Placements that are related to the object and do not bring it to some cluster, each with the reason. */
export function otherPlacements(hub: HubState, asked: AskedObject, { places, clusters, objects }: Found): readonly Other[] {
  const surroundings = surroundingsOf(hub, []);
  return placementsNear(hub, asked).flatMap((placement): readonly Other[] => {
    const own = places.filter((place) => place.placement !== undefined && objectKey(place.placement) === objectKey(refOf(placement)));
    const selects = selectsOf(placement, surroundings);
    const message =
      heldBack(hub, placement, { asked, own, clusters }) ??
      (own.length > 0 ? undefined : objects.map((object) => SELECTION_TEXTS[selects(object).kind]).find((text) => text !== undefined));
    return message === undefined ? [] : [{ placement: refOf(placement), message }];
  });
}

interface Found {
  readonly places: readonly Place[];
  /** The requested clusters; absent if all were requested. */
  readonly clusters: ReadonlySet<string> | undefined;
  /** The hub's object; several if its namespace or group was not given. */
  readonly objects: readonly KubeObject[];
}

/** A namespaced placement selects nothing outside of its namespace. */
function placementsNear(hub: HubState, { namespace }: AskedObject): readonly KubeObject[] {
  const namespaced = hub
    .list(typeOf('ResourcePlacement'))
    .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
  return [...hub.list(typeOf('ClusterResourcePlacement')), ...namespaced];
}

/** For a placement whose snapshots hold the object: why clusters have no Work with it. */
function heldBack(
  hub: HubState,
  placement: KubeObject,
  {
    asked,
    own,
    clusters,
  }: { readonly asked: AskedObject; readonly own: readonly Place[]; readonly clusters: ReadonlySet<string> | undefined },
): string | undefined {
  const prefix = placement.kind === 'ClusterResourcePlacement' ? 'Cluster' : '';
  const groups = snapshotGroups(hub.derived(typeOf(`${prefix}ResourceSnapshot`), placement.metadata));
  const newest = groups.find(({ objects }) => objects.some((object) => isAskedObject(object, asked)));
  if (newest === undefined) return undefined;
  const later = groups.findLast(({ index }) => index > newest.index);
  if (later !== undefined)
    return own.length > 0
      ? `its resource snapshot ${later.index} does not hold it any more`
      : `it held it in resource snapshot ${newest.index}, and does not since ${later.index}`;
  const bindings = derivedObjects(hub, `${prefix}ResourceBinding`, placement, placement.metadata.namespace)?.map(toBinding);
  if (bindings === undefined || seenObjects(hub, 'Work') === undefined)
    return own.length > 0 ? undefined : `it selects the object, and its ${bindings === undefined ? 'bindings' : 'Works'} were not seen`;
  const living = bindings.filter(({ leaving }) => !leaving);
  if (living.length === 0) return `it selects the object and is on no cluster${because(scheduled(placement))}`;
  const there = new Set(own.map(({ cluster }) => cluster));
  const late = living.filter(({ cluster }) => !there.has(cluster) && (clusters === undefined || clusters.has(cluster)));
  const absent = [...(clusters ?? [])].filter((cluster) => living.every((binding) => binding.cluster !== cluster));
  const parts = [
    ...late.map((binding) => `no Work for ${binding.cluster} holds it yet${because(standing(binding))}`),
    ...(absent.length === 0
      ? []
      : [`it is not on ${absent.join(', ')}, but on ${listed(living.map(({ cluster }) => cluster).toSorted(), 5)}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

function isAskedObject(object: KubeObject, asked: AskedObject): boolean {
  return isEnvelope(object) ? enclosedObjects(object).some((inner) => isAsked(asked, refOf(inner))) : isAsked(asked, refOf(object));
}

function scheduled(placement: KubeObject): Condition | undefined {
  return conditionsAt(placement, 'status', 'conditions').find(({ type, status }) => type.endsWith('Scheduled') && status !== 'True');
}

/** The first rollout step that was not reached. */
function standing({ conditions }: BindingView): Condition | undefined {
  return conditions.find(({ status }) => status !== 'True');
}

function because(condition: Condition | undefined): string {
  if (condition === undefined) return '';
  const { type, status, reason, message } = condition;
  return ` (${[`${type} ${status} ${reason}`.trimEnd(), ...(message === '' ? [] : [message])].join(': ')})`;
}

/** For a placement without a snapshot that holds the object; nothing if it is not related to the object. */
const SELECTION_TEXTS: Readonly<Record<ObjectSelection['kind'], string | undefined>> = {
  selected: 'it selects the object, and no resource snapshot holds it yet',
  leftOut: 'it selects the object, and KubeFleet never places such objects',
  refused: 'KubeFleet takes nothing of it: its selectors are not valid',
  missed: 'it selects this kind there, and not this object: name or labels differ',
  open: 'not verified whether it selects the object',
  foreign: undefined,
};

/** The object on the hub, by each possible name. */
export function onHub(hub: HubState, asked: AskedObject): readonly KubeObject[] {
  const { group, kind, namespace, name } = asked;
  if (group === undefined) return [];
  if (namespace !== undefined) return [hub.get({ group, kind }, namespace, name) ?? []].flat();
  return hub.list({ group, kind }).filter((object) => object.metadata.name === name);
}

/** The name of the requested object. */
export function askedName(asked: AskedObject): string {
  return displayName(asked satisfies Pick<ObjectRef, 'kind' | 'namespace' | 'name'>);
}
