import { unseenReason, type HubState, type ResourceType } from '../../fleet/hub-state.ts';
import { displayName, objectKey } from '../../fleet/object.ts';
import type { AskedObject, OwnsReport, Place } from '../../report.ts';
import { namespaceOfCluster } from '../view/cluster-of-work.ts';
import { typeOf } from '../view/seen.ts';
import { DEFINITION, withNamedKind } from './named-kind.ts';
import { askedName, onHub, otherPlacements } from './other-placements.ts';
import { worksHolding } from './works-holding.ts';

/**
 * Who puts an object on clusters. A Work decides, since a member applies nothing else; placements, bindings and snapshots say whence it has the
 * object, or what keeps it away. `notVerified` where Works that may hold it were not seen,
 * or where nobody knows what its kind is.
 * @param names of the clusters that are asked about; all where it is empty
 */
export function ownersOf(hub: HubState, typed: AskedObject, names: readonly string[]): OwnsReport {
  const known = withNamedKind(hub, typed);
  const asked = known ?? typed;
  const clusters = names.length === 0 ? undefined : new Set(names);
  const places = worksHolding(hub, asked, clusters);
  const objects = onHub(hub, asked);
  const others = otherPlacements(hub, asked, { places, clusters, objects });
  const works = names.length === 0 ? unseen(hub, WORK) : names.flatMap((name) => unseen(hub, WORK, namespaceOfCluster(name)));
  // A word that is no kind anybody knows may be the short name of one.
  const definitions = known === undefined ? unseen(hub, DEFINITION).map((text) => `what kind "${typed.kind}" is: ${text}`) : [];
  const hidden = [...works, ...definitions];
  const answer = places.length > 0 ? 'found' : hidden.length > 0 ? 'notVerified' : 'notFound';
  const beside = answer === 'found' ? kindsOf(places) : kindsBeside(asked);
  const notSeen = [...hidden, ...beside.flatMap(({ type, namespace }) => unseen(hub, type, namespace))];
  return {
    object: asked,
    ...(names.length === 0 ? {} : { clusters: names }),
    answer,
    message: { found: foundText, notVerified: openText, notFound: nowhereText }[answer]({
      hub,
      asked,
      names,
      places,
      others,
      objects,
      notSeen,
    }),
    places,
    others,
    notSeen: [...new Set(notSeen)],
  };
}

interface Answered extends Pick<OwnsReport, 'places' | 'others' | 'notSeen'> {
  readonly hub: HubState;
  readonly asked: AskedObject;
  readonly names: readonly string[];
  readonly objects: readonly unknown[];
}

/** Two placements on one cluster come first: only one of them can own the object there. */
function foundText({ asked, places }: Answered): string {
  const byCluster = [...Map.groupBy(places, ({ cluster }) => cluster)];
  const rivals = byCluster.find(([, there]) => ownersIn(there).length > 1);
  if (rivals !== undefined) {
    const [cluster, there] = rivals;
    return `${ownersIn(there).join(' and ')} both bring ${askedName(asked)} to ${cluster}: only one of them can own it there`;
  }
  const owners = ownersIn(places);
  const where = byCluster.length > 3 ? `${byCluster.length} clusters` : byCluster.map(([cluster]) => cluster).join(', ');
  return `${askedName(asked)} comes to ${where} by ${owners.join(' and ')}`;
}

function ownersIn(places: readonly Place[]): readonly string[] {
  const owners = new Map(
    places.map(({ placement, work }) =>
      placement === undefined ? [work.name, `Work/${work.name}, which names no placement`] : [objectKey(placement), displayName(placement)],
    ),
  );
  return [...owners.values()];
}

function openText({ asked, notSeen }: Answered): string {
  return `not verified who brings ${askedName(asked)} to clusters: not seen: ${notSeen[0] ?? 'Works'}`;
}

function nowhereText({ hub, asked, names, others, objects }: Answered): string {
  const where = names.length === 0 ? 'any cluster' : names.join(', ');
  const start = `no Work brings ${askedName(asked)} to ${where}`;
  const strange = names.find((name) => hub.visibility(MEMBER).kind === 'seen' && hub.get(MEMBER, undefined, name) === undefined);
  if (strange !== undefined) return `${start}: the hub has no member cluster ${strange}`;
  const [first] = others;
  if (first !== undefined) return `${start}: ${displayName(first.placement)}: ${first.message}`;
  if (withNamedKind(hub, asked) === undefined) return `${start}: the hub has no kind "${asked.kind}"`;
  const isMissing =
    asked.group !== undefined &&
    objects.length === 0 &&
    unseen(hub, { group: asked.group, kind: asked.kind }, asked.namespace).length === 0;
  return isMissing ? `${start}: the hub has no such object` : `${start}: no placement that was seen selects it`;
}

const WORK = typeOf('Work');
const MEMBER = typeOf('MemberCluster');

/** What says whence the objects of these Works come. */
function kindsOf(places: readonly Place[]): readonly Seen[] {
  return places.flatMap(({ placement }) => {
    if (placement === undefined) return [];
    const { kind, namespace } = placement;
    const names = kind === 'ClusterResourcePlacement' ? OF_CLUSTERS : OF_NAMESPACES;
    return names.map((name) => ({ type: typeOf(name), ...(namespace === undefined ? {} : { namespace }) }));
  });
}

/** What says why an object does not come. */
function kindsBeside({ group, kind, namespace }: AskedObject): readonly Seen[] {
  const where = namespace === undefined ? {} : { namespace };
  return [
    ...OF_CLUSTERS.map((name) => ({ type: typeOf(name) })),
    ...OF_NAMESPACES.map((name) => ({ type: typeOf(name), ...where })),
    ...(group === undefined ? [] : [{ type: { group, kind }, ...where }]),
  ];
}

interface Seen {
  readonly type: ResourceType;
  readonly namespace?: string;
}

const OF_CLUSTERS = ['ClusterResourcePlacement', 'ClusterResourceBinding', 'ClusterResourceSnapshot'];
const OF_NAMESPACES = ['ResourcePlacement', 'ResourceBinding', 'ResourceSnapshot'];

function unseen(hub: HubState, type: ResourceType, namespace?: string): readonly string[] {
  const reason = unseenReason(hub.visibility(type, namespace));
  const where = namespace === undefined ? '' : ` in ${namespace}`;
  return reason === undefined ? [] : [`${type.kind}${where}: ${reason}`];
}
