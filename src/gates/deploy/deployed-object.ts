import { isPlacement, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { GateMemory } from '../memory.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { asWanted } from './content/comparable.ts';
import { missingFrom } from './content/equal.ts';
import { asHubRewrote, rewrittenText } from './hub-rewrite.ts';
import { isOverride } from '../../selection/override.ts';
import { isPlaceable } from './selection.ts';
import { withoutZeroValues } from './content/zero-values.ts';

/**
 * One object of the deploy as the hub holds it.
 * `arrived`: the hub holds this content. `awaited`: not yet, or not seen to have. `replaced`: it was here and something newer took its place.
 * `removed`: it was here and was removed. `unseen`: it cannot be read, or only in another version of its API, whose fields may be called otherwise.
 */
export interface DeployedObject {
  /** As it was deployed, and as the hub's own admission rewrote it. */
  readonly manifest: KubeObject;
  readonly ref: ObjectRef;
  readonly live: KubeObject | undefined;
  readonly state: 'arrived' | 'awaited' | 'replaced' | 'removed' | 'unseen';
  /** Where it differs, as a JSON pointer; absent where it does not, or is not there at all. */
  readonly differsAt?: string;
  /** Where the hub's admission rewrote it, as JSON pointers; absent where it did not. */
  readonly rewrittenAt?: readonly string[];
  /** That it was the hub's admission is not shown. */
  readonly isRewriteAssumed?: boolean;
  /** What shows that one that is not there as deployed was there before, beside the gate's own sight. */
  readonly trace?: string;
}

/** Compares the deploy with the hub, as far as the gate's own sight goes. */
export function deployedObjects(hub: HubState, manifests: readonly KubeObject[], memory: GateMemory): readonly DeployedObject[] {
  return manifests.map((manifest) => toDeployed(hub, manifest, memory));
}

/** Keys of what has arrived so far, to be remembered. */
export function arrivedKeys(deployed: readonly DeployedObject[]): ReadonlySet<string> {
  return new Set(deployed.filter((object) => object.state === 'arrived').map((object) => objectKey(object.ref)));
}

function toDeployed(hub: HubState, manifest: KubeObject, memory: GateMemory): DeployedObject {
  const ref = refOf(manifest);
  const type = { group: groupOf(manifest.apiVersion), kind: manifest.kind };
  if (hub.visibility(type, manifest.metadata.namespace).kind !== 'seen') return { manifest, ref, live: undefined, state: 'unseen' };
  const live = hub.get(type, manifest.metadata.namespace, manifest.metadata.name);
  if (live !== undefined && !isComparable(live, manifest)) return { manifest, ref, live: undefined, state: 'unseen' };
  const hasArrived = (): boolean => memory.arrived.has(objectKey(ref));
  if (live === undefined) return { manifest, ref, live, state: hasArrived() ? 'removed' : 'awaited' };
  const differsAt = missingFrom(live, wantedOf(manifest, live));
  if (differsAt === undefined) return { manifest, ref, live, state: 'arrived' };
  const rewritten = isPlaceable(manifest) ? asHubRewrote(live, manifest) : undefined;
  if (rewritten !== undefined)
    return { manifest: rewritten.manifest, ref, live, state: 'arrived', rewrittenAt: rewritten.at, isRewriteAssumed: rewritten.isAssumed };
  return { manifest, ref, live, differsAt, state: hasArrived() ? 'replaced' : 'awaited' };
}

/** What the hub's admission rewrote, in one clause an object. */
export function rewrittenClauses(deployed: readonly DeployedObject[]): readonly string[] {
  return deployed.flatMap(({ manifest, rewrittenAt, isRewriteAssumed }) =>
    rewrittenAt === undefined || isRewriteAssumed === true ? [] : [rewrittenText(manifest, rewrittenAt)],
  );
}

/** The same where nothing shows that it was the hub's admission. */
export function assumedRewrites(deployed: readonly DeployedObject[]): readonly string[] {
  return deployed.flatMap(({ manifest, rewrittenAt = [], isRewriteAssumed }) =>
    isRewriteAssumed === true ? [`${rewrittenText(manifest, rewrittenAt)}, by the tag of its image`] : [],
  );
}

/** Objects of the deploy that are no content themselves, a placement or an override, and that the hub holds otherwise than deployed. */
export function unlikeDeployed(deployed: readonly DeployedObject[]): readonly DeployedObject[] {
  return deployed.filter(
    (object) => object.state === 'awaited' && object.live !== undefined && (isOverride(object.manifest) || isPlacement(object.manifest)),
  );
}

/** KubeFleet's versions hold the same fields; of other groups nobody knows (a HorizontalPodAutoscaler is quite another one in v2). */
export function isComparable(one: KubeObject, other: KubeObject): boolean {
  return one.apiVersion === other.apiVersion || groupOf(one.apiVersion).endsWith('kubernetes-fleet.io');
}

/** Of KubeFleet's own objects only the spec counts: a run's state is changed by people as part of its use. */
function wantedOf(manifest: KubeObject, live: KubeObject): unknown {
  if (groupOf(manifest.apiVersion) !== PLACEMENT_GROUP) return asWanted(manifest);
  const { spec, data } = asWanted(manifest);
  return isPlacement(manifest) ? { spec: withoutZeroValues(spec, live['spec']) } : { spec, data };
}
