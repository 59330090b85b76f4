import { unseenReason, type HubState, type ResourceType } from '../../fleet/kubefleet/hub-state.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, objectKey, type KubeObject } from '../../fleet/kubernetes/object.ts';
import type { AskedObject, OwnsReport, Place } from '../../report.ts';
import { namespaceOfCluster } from '../../fleet/kubefleet/cluster-of-work.ts';
import { typeOf } from '../view/seen.ts';
import { withNamedKind } from './named-kind.ts';
import { askedName, onHub, otherPlacements } from './other-placements.ts';
import { worksHolding } from './works-holding.ts';
import { DEFINITION } from '../../fleet/kubernetes/read-types.ts';

/**
 * Finds the placements that put an object on clusters. A Work decides, because a member applies nothing else. Placements, bindings and
 * snapshots show its source, or the obstacle. The answer is `notVerified` if Works that may hold it were not seen, or if its kind is not
 * known. Each requested cluster has an answer of its own, and the worst one is the answer of the whole: certainly absent, then not
 * verified, then found.
 * @param names the requested clusters; if empty, any cluster is enough
 */
export function ownersOf(hub: HubState, typed: AskedObject, names: readonly string[]): OwnsReport {
  const known = withNamedKind(hub, typed);
  const asked = known ?? typed;
  const clusters = names.length === 0 ? undefined : new Set(names);
  const places = worksHolding(hub, asked, clusters);
  const objects = onHub(hub, asked);
  // An unknown kind may be the short name of a known one.
  const definitions = known === undefined ? unseen(hub, DEFINITION).map((text) => `what kind "${typed.kind}" is: ${text}`) : [];
  const parts = [...(clusters ?? [undefined])].map((cluster) => {
    const isFound = places.some((place) => cluster === undefined || place.cluster === cluster);
    const works = unseen(hub, WORK, cluster === undefined ? undefined : namespaceOfCluster(cluster));
    const hidden = [...works, ...definitions];
    return { cluster, hidden, answer: isFound ? ('found' as const) : hidden.length > 0 ? ('notVerified' as const) : ('notFound' as const) };
  });
  const answer = WORST_FIRST.find((each) => parts.some((part) => part.answer === each)) ?? 'notVerified';
  const beside = answer === 'found' ? kindsOf(places) : kindsBeside(asked);
  const notSeen = [...parts.flatMap(({ hidden }) => hidden), ...beside.flatMap(({ type, namespace }) => unseen(hub, type, namespace))];
  return {
    object: asked,
    ...(clusters === undefined ? {} : { clusters: [...clusters] }),
    answer,
    ...(clusters === undefined ? {} : { byCluster: parts.map((part) => ({ cluster: part.cluster ?? '', answer: part.answer })) }),
    message: WORST_FIRST.flatMap((each) => {
      const same = parts.filter((part) => part.answer === each);
      if (same.length === 0) return [];
      const on = same.flatMap(({ cluster }) => cluster ?? []);
      return [TEXTS[each]({ hub, asked, on, places, objects, hidden: same.flatMap(({ hidden }) => hidden) })];
    }).join('; '),
    places,
    others: otherPlacements(hub, asked, { places, clusters, objects }),
    notSeen: [...new Set(notSeen)],
  };
}

const WORST_FIRST = ['notFound', 'notVerified', 'found'] as const;

/** Clusters with the same answer. */
interface Answered {
  readonly hub: HubState;
  readonly asked: AskedObject;
  /** Empty if all clusters were requested. */
  readonly on: readonly string[];
  readonly places: readonly Place[];
  readonly objects: readonly KubeObject[];
  /** Why it is not verified. */
  readonly hidden: readonly string[];
}

/** If no namespace was given, several objects may have that name, each with owners of its own. */
function foundText({ asked, places }: Answered): string {
  const objects = [...Map.groupBy(places, ({ object }) => objectKey(object)).values()];
  if (objects.length < 2) return broughtText(askedName(asked), places);
  const texts = objects.map((there) => broughtText(there[0] === undefined ? '' : displayName(there[0].object), there));
  return `${objects.length} objects are called ${askedName(asked)}: ${listed(texts, OBJECTS)}`;
}

/** The number of objects of one name in a sentence. */
const OBJECTS = 3;

/** Two placements on one cluster come first: only one of them can own the object there. */
function broughtText(name: string, places: readonly Place[]): string {
  const byCluster = [...Map.groupBy(places, ({ cluster }) => cluster)];
  const rivals = byCluster.find(([, there]) => ownersIn(there).length > 1);
  if (rivals !== undefined) {
    const [cluster, there] = rivals;
    return `${ownersIn(there).join(' and ')} both bring ${name} to ${cluster}: only one of them can own it there`;
  }
  const owners = ownersIn(places);
  const where = byCluster.length > 3 ? `${byCluster.length} clusters` : byCluster.map(([cluster]) => cluster).join(', ');
  return `${name} comes to ${where} by ${owners.join(' and ')}`;
}

function ownersIn(places: readonly Place[]): readonly string[] {
  const owners = new Map(
    places.map(({ placement, work }) =>
      placement === undefined ? [work.name, `Work/${work.name}, which names no placement`] : [objectKey(placement), displayName(placement)],
    ),
  );
  return [...owners.values()];
}

function openText({ asked, on, hidden }: Answered): string {
  const where = on.length === 0 ? 'clusters' : listed(on, NAMED);
  const [first = 'Works'] = hidden;
  return `not verified who brings ${askedName(asked)} to ${where}: ${first.startsWith('no ') ? first : `not seen: ${first}`}`;
}

function nowhereText({ hub, asked, on, places, objects }: Answered): string {
  const start = `no Work brings ${askedName(asked)} to ${on.length === 0 ? 'any cluster' : listed(on, NAMED)}`;
  const strange = on.find((name) => hub.visibility(MEMBER).kind === 'seen' && hub.get(MEMBER, undefined, name) === undefined);
  if (strange !== undefined) return `${start}: the hub has no member cluster ${strange}`;
  const [first] = otherPlacements(hub, asked, { places, clusters: on.length === 0 ? undefined : new Set(on), objects });
  if (first !== undefined) return `${start}: ${displayName(first.placement)}: ${first.message}`;
  if (withNamedKind(hub, asked) === undefined) return `${start}: the hub has no kind "${asked.kind}"`;
  const isMissing =
    asked.group !== undefined &&
    objects.length === 0 &&
    unseen(hub, { group: asked.group, kind: asked.kind }, asked.namespace).length === 0;
  return isMissing ? `${start}: the hub has no such object` : `${start}: no placement that was seen selects it`;
}

const TEXTS = { found: foundText, notVerified: openText, notFound: nowhereText };

/** The number of clusters named in a sentence. */
const NAMED = 10;
const WORK = typeOf('Work');
const MEMBER = typeOf('MemberCluster');

/** The types that show the source of these Works' objects. */
function kindsOf(places: readonly Place[]): readonly Seen[] {
  return places.flatMap(({ placement }) => {
    if (placement === undefined) return [];
    const { kind, namespace } = placement;
    const names = kind === 'ClusterResourcePlacement' ? OF_CLUSTERS : OF_NAMESPACES;
    return names.map((name) => ({ type: typeOf(name), ...(namespace === undefined ? {} : { namespace }) }));
  });
}

/** The types that show why an object does not arrive. */
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
  const visibility = hub.visibility(type, namespace);
  const where = namespace === undefined ? '' : ` in ${namespace}`;
  // Every kind is asked of a hub, so the files lack it.
  if (visibility.kind === 'unread') return [`no ${type.kind}${where} in the file; dump ${type.kind}s too`];
  const reason = unseenReason(visibility);
  return reason === undefined ? [] : [`${type.kind}${where}: ${reason}`];
}
