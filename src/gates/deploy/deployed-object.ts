import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { displayName, groupOf, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { GateMemory } from '../memory.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { asWanted, withStoredData } from './content/comparable.ts';
import { holdsEncrypted, withEncrypted } from './content/encrypted.ts';
import { missingFrom } from './content/equal.ts';
import { withHidden } from './content/hidden.ts';
import { hasNulls, uncomparedNulls } from './content/null-values.ts';
import { typeRules } from './content/type-rules.ts';
import { type Scaled, scaledBy, scaledText, withoutReplicas } from './scaled-by.ts';
import { asHubRewrote, rewrittenText } from './hub-rewrite.ts';
import { isOverride } from '../../selection/override.ts';
import { removedField } from './removed-fields.ts';
import { isPlaceable } from './selection.ts';
import { withoutZeroValues } from './content/zero-values.ts';

/**
 * One object of the deploy, compared with the hub.
 * `arrived`: the hub holds this content. `pending`: it does not hold it yet, as far as was seen. `replaced`: it held it and now has newer
 * content.
 * `removed`: it held it, and the object was removed. `unseen`: it cannot be read, or only in another API version, whose fields may have
 * other names.
 */
export interface DeployedObject {
  /** The manifest as it was deployed, with the changes of the hub's own admission. */
  readonly manifest: KubeObject;
  readonly ref: ObjectRef;
  readonly live: KubeObject | undefined;
  readonly state: 'arrived' | 'pending' | 'replaced' | 'removed' | 'unseen';
  /** Where it differs, as a JSON pointer; absent if it does not differ or does not exist. */
  readonly differsAt?: string;
  /** The difference is a field that the deploy removes. */
  readonly isRemoval?: true;
  /** Where the hub's admission rewrote it, as JSON pointers; absent if it did not. */
  readonly rewrittenAt?: readonly string[];
  /** It is not proven that the hub's admission rewrote it. */
  readonly isRewriteAssumed?: boolean;
  /** Where the manifest has null and the hub a value that may be the default, as JSON pointers; absent if there is none. */
  readonly uncomparedAt?: readonly string[];
  /** The hub is a dump that hides values of the object; `manifest` has the dump's marks there. */
  readonly isHidden?: true;
  /** SOPS encrypted values of the manifest, which are not known; `manifest` has the hub's values there, if they were seen. */
  readonly isEncrypted?: true;
  /** Set if an autoscaler sets its replicas on the hub; they are then in neither `manifest` nor `live`. */
  readonly scaled?: Scaled;
  /** The evidence that a pending object was on the hub before, apart from what the gate itself saw. */
  readonly trace?: string;
}

/** Compares the deploy with the hub, using only what the gate itself saw. */
export function deployedObjects(hub: HubState, manifests: readonly KubeObject[], memory: GateMemory): readonly DeployedObject[] {
  return manifests.map((manifest) => toDeployed(hub, manifest, memory, manifests));
}

/** Keys of the objects that have arrived so far, for the gate's memory. */
export function arrivedKeys(deployed: readonly DeployedObject[]): ReadonlySet<string> {
  return new Set(deployed.filter((object) => object.state === 'arrived').map((object) => objectKey(object.ref)));
}

function toDeployed(hub: HubState, manifest: KubeObject, memory: GateMemory, manifests: readonly KubeObject[]): DeployedObject {
  const ref = refOf(manifest);
  const type = { group: groupOf(manifest.apiVersion), kind: manifest.kind };
  const unseen = (): DeployedObject => ({
    manifest,
    ref,
    live: undefined,
    state: 'unseen',
    ...(holdsEncrypted(manifest) ? { isEncrypted: true as const } : {}),
  });
  if (hub.visibility(type, manifest.metadata.namespace).kind !== 'seen') return unseen();
  const live = hub.get(type, manifest.metadata.namespace, manifest.metadata.name);
  if (live !== undefined && !isComparable(live, manifest)) return unseen();
  const hasArrived = (): boolean => memory.arrived.has(objectKey(ref));
  if (live === undefined) return { manifest, ref, live, state: hasArrived() ? 'removed' : 'pending' };
  const stored = withStoredData(manifest);
  const decrypted = withEncrypted(stored, live) as KubeObject;
  const shown = hub.from === 'files' ? (withHidden(decrypted, live) as KubeObject) : decrypted;
  const hidden = {
    ...(decrypted === stored ? {} : { isEncrypted: true as const }),
    ...(shown === decrypted ? {} : { isHidden: true as const }),
  };
  const scaled = scaledBy(hub, live, manifest, manifests);
  if (scaled === undefined) return { ...compared(ref, live, shown, hasArrived), ...hidden };
  return { ...compared(ref, withoutReplicas(live), withoutReplicas(shown), hasArrived), ...hidden, scaled };
}

function compared(ref: ObjectRef, live: KubeObject, manifest: KubeObject, hasArrived: () => boolean): DeployedObject {
  const state = (): 'pending' | 'replaced' => (hasArrived() ? 'replaced' : 'pending');
  const differsAt = missingFrom(live, wantedOf(manifest, live), '', typeRules(live));
  const rewritten = differsAt !== undefined && isPlaceable(manifest) ? asHubRewrote(live, manifest) : undefined;
  if (differsAt !== undefined && rewritten === undefined) return { manifest, ref, live, differsAt, state: state() };
  const removed = removedField(live, manifest);
  if (removed !== undefined) return { manifest, ref, live, differsAt: removed, isRemoval: true, state: state() };
  const open = hasNulls(manifest) ? uncomparedNulls(live, asWanted(manifest)) : [];
  if (rewritten === undefined) return { manifest, ref, live, state: 'arrived', ...(open.length === 0 ? {} : { uncomparedAt: open }) };
  return { manifest: rewritten.manifest, ref, live, state: 'arrived', rewrittenAt: rewritten.at, isRewriteAssumed: rewritten.isAssumed };
}

/** The rewrites of the hub's admission, one clause for each object. */
export function rewrittenClauses(deployed: readonly DeployedObject[]): readonly string[] {
  return deployed.flatMap(({ manifest, rewrittenAt, isRewriteAssumed }) =>
    rewrittenAt === undefined || isRewriteAssumed === true ? [] : [rewrittenText(manifest, rewrittenAt)],
  );
}

/** The autoscalers that set replicas on the hub, one clause for each object. */
export function scaledClauses(deployed: readonly DeployedObject[]): readonly string[] {
  return deployed.flatMap(({ manifest, scaled }) => (scaled === undefined ? [] : [scaledText(manifest, scaled)]));
}

/** The same if it is not proven that the hub's admission rewrote the object. */
export function assumedRewrites(deployed: readonly DeployedObject[]): readonly string[] {
  return deployed.flatMap(({ manifest, rewrittenAt = [], isRewriteAssumed }) =>
    isRewriteAssumed === true ? [`${rewrittenText(manifest, rewrittenAt)}, by the tag of its image`] : [],
  );
}

/** The objects with values that a dump hides, or that SOPS encrypted in the manifests, in a clause each. */
export function hiddenClauses(deployed: readonly DeployedObject[]): readonly string[] {
  return [
    ...uncomparedValues(
      'hidden values of',
      deployed.filter(({ isHidden }) => isHidden === true),
    ),
    ...uncomparedValues(
      'values that SOPS encrypted in',
      deployed.filter(({ isEncrypted }) => isEncrypted === true),
    ),
  ];
}

function uncomparedValues(what: string, objects: readonly DeployedObject[]): readonly string[] {
  if (objects.length === 0) return [];
  const names = objects.map(({ ref }) => displayName(ref));
  return [`${what} ${listed(names, 3)} were not compared`];
}

/** The files from which the deploy may have made other objects, in one clause. */
export function templateClauses(files: readonly string[] = []): readonly string[] {
  return files.length === 0 ? [] : [`what the deploy made of ${listed(files, 3)} was not compared`];
}

/** The fields that the deploy sets to null and that were not compared, one clause for each object. */
export function uncomparedClauses(deployed: readonly DeployedObject[]): readonly string[] {
  return deployed.flatMap(({ ref, uncomparedAt }) =>
    uncomparedAt === undefined
      ? []
      : [
          `${listed(uncomparedAt, 3)} of ${displayName(ref)} is null in your manifests, and whether the hub has the default was not compared`,
        ],
  );
}

/** The objects that the hub holds differently than deployed, one clause for each. A snapshot may hold them as they were deployed. */
export function differingClauses(deployed: readonly DeployedObject[]): readonly string[] {
  return deployed.flatMap(({ ref, differsAt }) =>
    differsAt === undefined ? [] : [`the hub has another ${displayName(ref)} (differs at ${differsAt}), which a later update run sends`],
  );
}

/** Placements and overrides of the deploy that the hub holds differently than deployed. They are not content themselves. */
export function unlikeDeployed(deployed: readonly DeployedObject[]): readonly DeployedObject[] {
  return deployed.filter(
    (object) => object.state === 'pending' && object.live !== undefined && (isOverride(object.manifest) || isPlacement(object.manifest)),
  );
}

/** KubeFleet's versions have the same fields. Other groups may not (a HorizontalPodAutoscaler is very different in v2). */
export function isComparable(one: KubeObject, other: KubeObject): boolean {
  return one.apiVersion === other.apiVersion || groupOf(one.apiVersion).endsWith('kubernetes-fleet.io');
}

function wantedOf(manifest: KubeObject, live: KubeObject): unknown {
  const wanted = asWanted(manifest);
  return isPlacement(manifest) ? { ...wanted, spec: withoutZeroValues(wanted['spec'], live['spec']) } : wanted;
}
