import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { heldObjects } from '../../fleet/kubefleet/held-objects.ts';
import type { HubState, ResourceType } from '../../fleet/kubefleet/hub-state.ts';
import { ARGO_HOOK, HELM_HOOK, wordsOf } from '../../fleet/kubernetes/hook-annotations.ts';
import { isLocalConfig, LOCAL_CONFIG } from '../../fleet/kubernetes/local-config.ts';
import { displayName, groupOf, type KubeObject, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { typeOf } from '../view/seen.ts';
import type { Expectation } from './expectation.ts';
import { isPlaceable } from './selection.ts';

/** An object of the deploy with an annotation by which the deploy may not create it, or deletes it afterwards. */
export interface AbsentByAnnotation {
  readonly object: KubeObject;
  readonly annotation: string;
  /** Only `helm test` creates it. */
  readonly isTest: boolean;
}

/**
 * The objects of the deploy that the hub lacks and need not have: hooks of helm and Argo CD, which come and go by themselves, and local
 * configuration of kustomize. `kubectl apply` creates them like the others, so one that the hub has is content. Without a view of its kind, an
 * object is not absent if a resource snapshot has it, or cannot be read. KubeFleet's own objects are always needed.
 */
export function absentByAnnotation(hub: HubState, { manifests = [] }: Expectation): readonly AbsentByAnnotation[] {
  return annotated(manifests).filter(({ object }) => {
    const { namespace, name } = object.metadata;
    const type = typeFor(object);
    if (hub.visibility(type, namespace).kind !== 'seen') return !isPlaceable(object) || isInNoSnapshot(hub, object);
    return hub.get(type, namespace, name) === undefined;
  });
}

/** Those of which it is not known whether the hub has them, in one clause. */
export function notSeenClauses(hub: HubState, absent: readonly AbsentByAnnotation[]): readonly string[] {
  const unseen = absent.filter(
    ({ object }) => isPlaceable(object) && hub.visibility(typeFor(object), object.metadata.namespace).kind !== 'seen',
  );
  const names = unseen.map(({ object }) => displayName(refOf(object)));
  return names.length === 0 ? [] : [`whether the hub has ${listed(names, 3)} is not known`];
}

function isInNoSnapshot(hub: HubState, object: KubeObject): boolean {
  const kinds = ['ClusterResourceSnapshot', 'ResourceSnapshot'].map(typeOf);
  const visible = new Set(kinds.map((type) => hub.visibility(type, object.metadata.namespace).kind));
  if (!visible.has('seen') || visible.has('denied')) return false;
  const key = objectKey(refOf(object));
  return !kinds.some((type) => hub.list(type).some((snapshot) => heldObjects(snapshot).some((held) => objectKey(refOf(held)) === key)));
}

function typeFor({ apiVersion, kind }: KubeObject): ResourceType {
  return { group: groupOf(apiVersion), kind };
}

/** The expectation without them; the same one as long as they are the same. */
export function withoutAbsent(expectation: Expectation, absent: readonly AbsentByAnnotation[]): Expectation {
  const { manifests } = expectation;
  if (manifests === undefined || absent.length === 0) return expectation;
  const left = new Set(absent.map(({ object }) => object));
  const key = annotated(manifests)
    .map(({ object }) => (left.has(object) ? 'x' : '-'))
    .join('');
  const known = reducedBefore(expectation);
  const found = known.get(key) ?? { ...expectation, manifests: manifests.filter((object) => !left.has(object)) };
  known.set(key, found);
  return found;
}

const reducedBefore = oncePer<Expectation, Map<string, Expectation>>(() => new Map());

const annotated = oncePer((manifests: readonly KubeObject[]): readonly AbsentByAnnotation[] =>
  manifests.flatMap((object) => {
    const annotation = annotationOf(object);
    return annotation === undefined || isFleetObject(object) ? [] : [{ object, annotation, isTest: isOnlyTest(object) }];
  }),
);

function annotationOf(object: KubeObject): string | undefined {
  return [HELM_HOOK, ARGO_HOOK].find((key) => wordsOf(object, key).length > 0) ?? (isLocalConfig(object) ? LOCAL_CONFIG : undefined);
}

/** `test-failure` and `test-success` are names of older versions of helm. */
function isOnlyTest(object: KubeObject): boolean {
  const events = wordsOf(object, HELM_HOOK);
  return events.length > 0 && events.every((event) => ['test', 'test-failure', 'test-success'].includes(event));
}
