import type { DiscoveredApis } from './api-resource.ts';
import type { KubeObject } from '../kubernetes/object.ts';

/** What could be seen of one resource type. `denied` and `notServed` are answers; `unread` means nobody asked. */
export type Visibility =
  | { readonly kind: 'seen' }
  | { readonly kind: 'denied'; readonly message: string }
  | { readonly kind: 'notServed'; readonly message: string }
  | { readonly kind: 'unread' };

/** A resource type by group and kind; its version never matters to the judgement. */
export interface ResourceType {
  readonly group: string;
  readonly kind: string;
}

/** All objects of a type, or of one namespace only where `namespace` is given. */
export interface Interest extends ResourceType {
  readonly namespace?: string;
  /** Only what KubeFleet derived from placements of these names; of a kind of placements only the one of this one name. */
  readonly of?: readonly string[];
}

/** What was read of a hub tells what it is that was not. */
interface HubVisibility {
  /**
   * What was seen of the whole type, as far as it was asked for. With `namespace`: of that namespace only, which may be seen where the
   * whole is denied.
   */
  visibility(type: ResourceType, namespace?: string): Visibility;
}

/**
 * The hub at one moment: plain Kubernetes objects, from a live hub, from files or from a recording, and nothing downstream can tell which.
 * Immutable: the reader makes a new one when something changed.
 */
export interface HubState extends HubVisibility {
  /** The hub's own time of this snapshot (never the runner's clock). */
  readonly now: Date;
  /**
   * All objects of the type, or those of one namespace, in no particular order; empty when not seen, so ask `visibility` before concluding
   * anything from that.
   */
  list(type: ResourceType, namespace?: string): readonly KubeObject[];
  get(type: ResourceType, namespace: string | undefined, name: string): KubeObject | undefined;
  /** Those of the type that KubeFleet derived from a placement (`derivedFrom`): its bindings, snapshots or Works. */
  derived(type: ResourceType, placement: { readonly namespace?: string | undefined; readonly name: string }): readonly KubeObject[];
  /**
   * What stands for the objects that answer a question: something that is the same (`===`, or an array of the same objects) only as long as
   * they are. A hub that makes its objects anew for each who asks has it; of any other the answer itself will do.
   */
  mark?(question: ObjectQuestion): unknown;
  /** The objects of a type in parts, such as what belongs to one placement. Where it is left out, each object is a part. */
  parts?(type: ResourceType): readonly ObjectPart[];
}

/** Some objects of a type. */
export interface ObjectPart {
  /** The same one (`===`) only as long as the objects are. */
  readonly mark: WeakKey;
  readonly objects: () => readonly KubeObject[];
}

/** All parts of a type. */
export function partsOf(hub: HubState, type: ResourceType): readonly ObjectPart[] {
  return hub.parts?.(type) ?? hub.list(type).map(partOf);
}

/** An object as a part of its own. */
export function partOf(object: KubeObject): ObjectPart {
  return { mark: object, objects: () => [object] };
}

/** A question for objects: of a whole type or of its objects in a namespace, of one name, or of one placement. */
export interface ObjectQuestion {
  readonly about: 'list' | 'get' | 'derived';
  readonly type: ResourceType;
  /** Of the object, the placement, or all that is listed. */
  readonly namespace: string | undefined;
  /** Of the object or placement; empty for `list`. */
  readonly name: string;
}

/** What was read of a hub to judge manifests against it; all of it is older than the deploy that is judged. */
export interface HubListing extends HubVisibility {
  /** KubeFleet's own in v1beta1, which hides no field. */
  readonly objects: readonly KubeObject[];
  /** `undefined` where the hub does not list its kinds. */
  readonly apis: DiscoveredApis | undefined;
  /**
   * Where it was not asked just now: `dump` says itself what it saw, of `files` nobody knows whether they hold all of a kind. Either may be older
   * than what a change is compared with.
   */
  readonly from?: 'dump' | 'files';
}

/** Why objects of a type are not known; `undefined` where they were seen. */
export function unseenReason(visibility: Visibility): string | undefined {
  if (visibility.kind === 'seen') return undefined;
  return visibility.kind === 'unread' ? 'it was not asked for' : visibility.message;
}
