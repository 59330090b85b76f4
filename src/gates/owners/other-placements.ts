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
import { typeOf } from '../view/seen.ts';
import { isAsked } from './asked-object.ts';

type Other = OwnsReport['others'][number];

/** Placements that have to do with the object and do not bring it to some cluster, with what keeps them from it. */
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
  /** Those that were asked about; absent where all were. */
  readonly clusters: ReadonlySet<string> | undefined;
  /** The object as the hub has it; several where it was named without a namespace or a group. */
  readonly objects: readonly KubeObject[];
}

/** A placement of a namespace takes nothing from outside of it. */
function placementsNear(hub: HubState, { namespace }: AskedObject): readonly KubeObject[] {
  const namespaced = hub
    .list(typeOf('ResourcePlacement'))
    .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
  return [...hub.list(typeOf('ClusterResourcePlacement')), ...namespaced];
}

/** Of a placement whose snapshots hold the object: what keeps it from clusters where no Work holds it. */
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
  const newest = groups.find(({ objects }) => objects.some((object) => bringsIt(object, asked)));
  if (newest === undefined) return undefined;
  const later = groups.findLast(({ index }) => index > newest.index);
  if (later !== undefined)
    return own.length > 0
      ? `its resource snapshot ${later.index} does not hold it any more`
      : `it held it in resource snapshot ${newest.index}, and does not since ${later.index}`;
  const bindings = hub.derived(typeOf(`${prefix}ResourceBinding`), placement.metadata).map(toBinding);
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

function bringsIt(object: KubeObject, asked: AskedObject): boolean {
  return isEnvelope(object) ? enclosedObjects(object).some((inner) => isAsked(asked, refOf(inner))) : isAsked(asked, refOf(object));
}

function scheduled(placement: KubeObject): Condition | undefined {
  return conditionsAt(placement, 'status', 'conditions').find(({ type, status }) => type.endsWith('Scheduled') && status !== 'True');
}

/** The first step of the rollout that was not reached. */
function standing({ conditions }: BindingView): Condition | undefined {
  return conditions.find(({ status }) => status !== 'True');
}

function because(condition: Condition | undefined): string {
  if (condition === undefined) return '';
  const { type, status, reason, message } = condition;
  return ` (${[`${type} ${status} ${reason}`.trimEnd(), ...(message === '' ? [] : [message])].join(': ')})`;
}

/** Of a placement that no snapshot shows to hold the object; nothing where it has nothing to do with it. */
const SELECTION_TEXTS: Readonly<Record<ObjectSelection['kind'], string | undefined>> = {
  selected: 'it selects the object, and no resource snapshot holds it yet',
  leftOut: 'it selects the object, and KubeFleet never places such objects',
  refused: 'KubeFleet takes nothing of it: its selectors are not valid',
  missed: 'it selects this kind there, and not this object: name or labels differ',
  open: 'not verified whether it selects the object',
  foreign: undefined,
};

/** The object on the hub, by each name that it could have there. */
export function onHub(hub: HubState, asked: AskedObject): readonly KubeObject[] {
  const { group, kind, namespace, name } = asked;
  if (group === undefined) return [];
  if (namespace !== undefined) return [hub.get({ group, kind }, namespace, name) ?? []].flat();
  return hub.list({ group, kind }).filter((object) => object.metadata.name === name);
}

/** How an object that was asked for is called. */
export function askedName(asked: AskedObject): string {
  return displayName(asked satisfies Pick<ObjectRef, 'kind' | 'namespace' | 'name'>);
}
