import { apiResources, BUILT_IN_APIS, type ApiResources } from '../../fleet/kubefleet/api-resource.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, versionOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState, ResourceType } from '../../fleet/kubefleet/hub-state.ts';
import { entryOf, type Entry, type Selectable, type Surroundings } from '../../selection/hub-content.ts';
import { objectSelector, type ObjectSelection } from '../../selection/object-selection.ts';
import { placementSelectors } from '../../selection/placement-selectors.ts';
import { isLeftOut, isReservedNamespace, isSkippedContent } from '../../selection/propagation.ts';
import { resourceSelectorsOf } from '../../selection/resource-selector.ts';
import { picksNamespace } from '../../selection/selector-answer.ts';
import { placeOf } from '../../selection/selector-places.ts';

/** Answers of objects what one placement does with them. */
export type Selects = (object: KubeObject) => ObjectSelection;

/**
 * What a placement does with objects, whatever version of KubeFleet the hub runs: the gate does not know it. Of a kind nobody knows, the object
 * itself tells whether it has namespaces: it is on the hub, or was deployed to it.
 */
export function selectsOf(placement: KubeObject, surroundings: Surroundings): Selects {
  if (!hasSelectors(placement)) return () => ({ kind: 'refused' });
  const selectors = placementSelectors(placement, placement.metadata.namespace, surroundings.apis, 'unknown');
  const select = objectSelector(selectors, surroundings, 'unknown');
  return (object) => select(asEntry(object, surroundings.apis));
}

/** Every hub asks for one at least: a placement that shows none was cut or garbled on its way here, and what it selects cannot be taken for nothing. */
function hasSelectors(placement: KubeObject): boolean {
  const selectors = listAt(placement, 'spec', 'resourceSelectors');
  return selectors.length > 0 && selectors.every((selector) => stringAt(selector, 'kind') !== undefined);
}

/** What is known beside an object: of the hub, and of these objects; those of `first` count before the hub's. The hub is asked for what matters alone. */
export function surroundingsOf(hub: HubState, first: readonly KubeObject[], then: readonly KubeObject[] = []): Surroundings {
  const ours = byName(first.filter((object) => isOfType(object, NAMESPACE)));
  const others = byName(then.filter((object) => isOfType(object, NAMESPACE)));
  // One that the hub does not have carries no labels but its name.
  const isShown = hub.visibility(NAMESPACE).kind === 'seen';
  const services = byName([...then, ...first].filter((object) => isOfType(object, SERVICE)));
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

/** Hubs define hundreds of kinds, and all placements of one look at it ask for them. */
const apisOfHub = oncePer((definitions: readonly KubeObject[]) => (definitions.length === 0 ? BUILT_IN_APIS : apiResources(definitions)));

/**
 * The objects of a type on the hub that a placement may take, and hardly any other. The hub is asked for no more, so that what happens to the
 * objects of other placements is none of its business.
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

/** Whether the hub takes the object for the placement, or takes nothing of the placement at all: then that is what is wrong. */
export function isTaken(selection: ObjectSelection): boolean {
  // In a version that the hub does not serve, a selector makes the placement invalid.
  if (selection.kind === 'open') return selection.reason === 'unknownVersion';
  return selection.kind === 'selected' || selection.kind === 'refused';
}

/** Whether the selectors leave the object alone, for certain and not because the hub never places such objects. */
export function isLeftAlone({ kind }: ObjectSelection): boolean {
  return kind === 'missed' || kind === 'foreign';
}

/**
 * Whether a deploy brought the object to have it placed, and the hub never places such objects: pods, and what they run with. No pod runs on a
 * hub.
 */
export function isLeftBehind({ kind }: ObjectSelection, object: KubeObject): boolean {
  return kind === 'leftOut' && isIdleOnHub(object);
}

/** Whether the hub places objects like this one, if a placement selects them; where that depends on the hub it does not count. */
export function isPlaceable(object: KubeObject): boolean {
  const { apiVersion, kind } = object;
  const isSkipped = isSkippedContent({ group: groupOf(apiVersion), version: versionOf(apiVersion), kind }, 'unknown') !== 'no';
  return !isSkipped && isLeftOut(object, apiVersion, () => undefined) === 'no';
}

/**
 * A workload in a namespace that the placement selects, or lives in. It does nothing on a hub, so it was deployed to be placed,
 * even where no selector is for its kind (`NamespaceOnly`, a forgotten ResourcePlacement).
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

/** The types that the selectors of a placement name, however they spell them. */
export function selectorTypes(placement: KubeObject | undefined): readonly ResourceType[] {
  return (placement === undefined ? [] : resourceSelectorsOf(placement))
    .filter(({ kind }) => kind !== '')
    .map(({ group, kind }) => ({ group, kind: BUILT_IN_APIS.resolve(group, '', kind)?.resource.kind ?? kind }));
}

const NAMESPACE = { group: '', kind: 'Namespace' };
const SERVICE = { group: '', kind: 'Service' };
const DEFINITION = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' };

function byName(objects: readonly KubeObject[]): ReadonlyMap<string, KubeObject> {
  return new Map(objects.map((object) => [`${object.metadata.namespace ?? ''}/${object.metadata.name}`, object]));
}

function isOfType({ apiVersion, kind }: KubeObject, type: ResourceType): boolean {
  return kind === type.kind && groupOf(apiVersion) === type.group;
}

function asEntry(object: KubeObject, apis: ApiResources): Entry<Selectable> {
  const entry = entryOf({ object, namespace: object.metadata.namespace }, apis);
  return { ...entry, isNamespaced: entry.isNamespaced ?? entry.ref.namespace !== undefined };
}

function isIdleOnHub({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && (kind === 'Pod' || kind === 'ServiceAccount' || kind === 'Secret');
}
