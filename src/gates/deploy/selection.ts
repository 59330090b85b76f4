import { apiResources, BUILT_IN_APIS, type ApiResources } from '../../fleet/kubefleet/api-resource.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, versionOf, isOfKind } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState, ResourceType } from '../../fleet/kubefleet/hub-state.ts';
import { entryOf, hubItem, type Entry, type Selectable, type Surroundings } from '../../selection/hub-content.ts';
import { objectSelector, type ObjectSelection } from '../../selection/object-selection.ts';
import { placementSelectors } from '../../selection/placement-selectors.ts';
import { isLeftOut, isReservedNamespace, isSkippedContent } from '../../selection/propagation.ts';
import { resourceSelectorsOf } from '../../selection/resource-selector.ts';
import { picksNamespace } from '../../selection/selector-answer.ts';
import { placeOf } from '../../selection/selector-places.ts';
import { NAMESPACE, DEFINITION } from '../../fleet/kubernetes/read-types.ts';

/** Returns for an object what one placement does with it. */
export type Selects = (object: KubeObject) => ObjectSelection;

/**
 * What a placement does with objects in any version of KubeFleet, because the gate does not know the hub's version. If a kind is unknown,
 * the object itself shows whether it is namespaced: it is on the hub, or was deployed to it.
 */
export function selectsOf(placement: KubeObject, surroundings: Surroundings): Selects {
  if (!hasSelectors(placement)) return () => ({ kind: 'refused' });
  const selectors = placementSelectors(placement, placement.metadata.namespace, surroundings.apis, 'unknown');
  const select = objectSelector(selectors, surroundings, 'unknown');
  return (object) => select(asEntry(object, surroundings.apis));
}

/**
 * Every hub requires at least one selector. A placement without selectors was cut or damaged on its way here, so its selection is unknown,
 * not empty.
 */
function hasSelectors(placement: KubeObject): boolean {
  const selectors = listAt(placement, 'spec', 'resourceSelectors');
  return selectors.length > 0 && selectors.every((selector) => stringAt(selector, 'kind') !== undefined);
}

/**
 * The other known objects: those on the hub, and these; those of `first` have priority over the hub's. Only relevant objects are read from
 * the hub.
 */
export function surroundingsOf(hub: HubState, first: readonly KubeObject[], then: readonly KubeObject[] = []): Surroundings {
  const ours = byName(first.filter((object) => isOfKind(object, NAMESPACE)));
  const others = byName(then.filter((object) => isOfKind(object, NAMESPACE)));
  // If the hub does not have the namespace, only its name label is known.
  const isShown = hub.visibility(NAMESPACE).kind === 'seen';
  const services = byName([...then, ...first].filter((object) => isOfKind(object, SERVICE)));
  const apis = apisOf(hub, first, then);
  return {
    apis,
    namespace(name) {
      const known = ours.get(`/${name}`) ?? hub.get(NAMESPACE, undefined, name) ?? others.get(`/${name}`);
      const found = known ?? (isShown ? { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } : undefined);
      return found && asEntry(found, apis);
    },
    get reservedNamespaces() {
      const all = [...ours.values(), ...hub.list(NAMESPACE), ...others.values()];
      return [...new Set(all.map(({ metadata }) => metadata.name))].filter(isReservedNamespace);
    },
    hasService(namespace, name) {
      if (services.has(`${namespace ?? ''}/${name}`) || hub.get(SERVICE, namespace, name) !== undefined) return true;
      return hub.visibility(SERVICE, namespace).kind === 'seen' ? false : undefined;
    },
  };
}

function apisOf(hub: HubState, first: readonly KubeObject[], then: readonly KubeObject[]): ApiResources {
  const onHub = hub.list(DEFINITION);
  const isDefinition = ({ kind }: KubeObject): boolean => kind === DEFINITION.kind;
  if (!first.some(isDefinition) && !then.some(isDefinition)) return apisOfHub(onHub);
  return apiResources([...then.filter(isDefinition), ...onHub, ...first.filter(isDefinition)]);
}

/** Hubs define hundreds of kinds, and all placements of one evaluation read them. */
const apisOfHub = oncePer((definitions: readonly KubeObject[]) => (definitions.length === 0 ? BUILT_IN_APIS : apiResources(definitions)));

/**
 * The objects of a type on the hub that a placement may select, with few others. No more are read from the hub, so that changes of other
 * placements' objects cause no new evaluation.
 */
export function objectsInReach(hub: HubState, type: ResourceType, placement: KubeObject, { apis }: Surroundings): readonly KubeObject[] {
  if (!hasSelectors(placement)) return hub.list(type);
  const { selectors, home } = placementSelectors(placement, placement.metadata.namespace, apis, 'unknown');
  const places = selectors.flatMap((read) => placeOf(read, type, home) ?? []);
  if (places.some(({ kind }) => kind === 'everywhere')) return hub.list(type);
  const found = places.flatMap((place) => {
    if (place.kind === 'object') return hub.get(type, place.namespace, place.name) ?? [];
    return place.kind === 'namespace' ? hub.list(type, place.namespace) : [];
  });
  return [...new Set(found)];
}

/** Whether the hub selects the object for the placement, or rejects the placement as a whole: then that is the problem. */
export function isTaken(selection: ObjectSelection): boolean {
  // A selector with a version that the hub does not serve makes the placement invalid.
  if (selection.kind === 'open') return selection.reason === 'unknownVersion';
  return selection.kind === 'selected' || selection.kind === 'refused';
}

/** Whether the selectors certainly do not pick the object; false if the hub never places such objects. */
export function isLeftAlone({ kind }: ObjectSelection): boolean {
  return kind === 'missed' || kind === 'foreign';
}

/**
 * Whether an object was deployed to be placed, and the hub never places such objects: pods, and the objects they run with. Pods do not run
 * on a hub.
 */
export function isLeftBehind({ kind }: ObjectSelection, object: KubeObject): boolean {
  return kind === 'leftOut' && isIdleOnHub(object);
}

/** Whether the hub places objects like this one if a placement selects them; cases that depend on the hub's configuration are ignored. */
export function isPlaceable(object: KubeObject): boolean {
  const { apiVersion, kind } = object;
  const isSkipped = isSkippedContent({ group: groupOf(apiVersion), version: versionOf(apiVersion), kind }, 'unknown') !== 'no';
  return !isSkipped && isLeftOut(object, apiVersion, () => undefined) === 'no';
}

/**
 * Whether it is not known if the hub places the object: it places Endpoints, but not those of a Service (which may be only on the hub).
 * @param manifests the objects of the deploy
 */
export function isPerhapsOfService({ apiVersion, kind, metadata }: KubeObject, manifests: readonly KubeObject[]): boolean {
  const isOurs = (service: KubeObject): boolean =>
    isOfKind(service, SERVICE) && service.metadata.name === metadata.name && service.metadata.namespace === metadata.namespace;
  return apiVersion === 'v1' && kind === 'Endpoints' && !manifests.some(isOurs);
}

/**
 * A workload in a namespace that the placement selects, or is in. It has no use on a hub, so it was deployed to be placed, even if no
 * selector is for its kind (`NamespaceOnly`, a missing ResourcePlacement).
 */
export function isWorkloadInReach(placement: KubeObject, object: KubeObject, surroundings: Surroundings): boolean {
  const inNamespace = object.metadata.namespace;
  const group = groupOf(object.apiVersion);
  if (inNamespace === undefined || (group !== 'apps' && group !== 'batch')) return false;
  if (!isPlaceable(object)) return false;
  if (placement.kind === 'ResourcePlacement') return placement.metadata.namespace === inNamespace;
  const { selectors } = placementSelectors(placement, undefined, surroundings.apis, 'unknown');
  const namespace = surroundings.namespace(inNamespace);
  return selectors.some(({ selector, reach }) => reach.kind === 'namespaces' && picksNamespace(selector, inNamespace, namespace) === 'yes');
}

/** Whether a selector takes all objects of its namespaces, which may be of any kind. */
export function selectsAnyKind(hub: HubState, placement: KubeObject): boolean {
  const { selectors } = placementSelectors(placement, placement.metadata.namespace, apisOf(hub, [], []), 'unknown');
  return selectors.some(({ reach }) => reach.kind === 'namespaces' && reach.withContents);
}

/** The types that the selectors of a placement name, in any spelling. */
export function selectorTypes(placement: KubeObject | undefined): readonly ResourceType[] {
  return (placement === undefined ? [] : resourceSelectorsOf(placement))
    .filter(({ kind }) => kind !== '')
    .map(({ group, kind }) => ({ group, kind: BUILT_IN_APIS.resolve(group, '', kind)?.resource.kind ?? kind }));
}

const SERVICE = { group: '', kind: 'Service' };

function byName(objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> {
  return new Map(objects.map((object) => [`${object.metadata.namespace ?? ''}/${object.metadata.name}`, object]));
}

/** Manifests have no deletion time here (`expectationOf`), so one function reads them and objects of the hub. */
function asEntry(object: KubeObject, apis: ApiResources): Entry<Selectable> {
  const entry = entryOf(hubItem(object), apis);
  return { ...entry, isNamespaced: entry.isNamespaced ?? entry.ref.namespace !== undefined };
}

/** An object that was deployed to be placed: pods, and what they run with. The hub itself does not use them. */
export function isIdleOnHub({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && (kind === 'Pod' || kind === 'ServiceAccount' || kind === 'Secret');
}
