import type { DiscoveredApis } from './api-resource.ts';
import type { KubeObject } from '../kubernetes/object.ts';

/**
 * Whether the objects of one resource type were read. `denied` and `notServed` are answers of the hub; `unread` means that no request was
 * made.
 */
export type Visibility =
  | { readonly kind: 'seen' }
  | { readonly kind: 'denied'; readonly message: string }
  | { readonly kind: 'notServed'; readonly message: string }
  | { readonly kind: 'unread' };

/** A resource type by group and kind. Its version does not affect the verdict. */
export interface ResourceType {
  readonly group: string;
  readonly kind: string;
}

/** All objects of a type, or only those of one namespace if `namespace` is set. */
export interface Interest extends ResourceType {
  readonly namespace?: string;
  /** Only objects that KubeFleet derived from placements of these names. For a kind of placements: only the placement of this one name. */
  readonly of?: readonly string[];
}

/** What was read of a hub also reports what was not read. */
interface HubVisibility {
  /**
   * What was read of the whole type, as far as it was requested. With `namespace` it is for that namespace only, which may be readable if
   * the whole type is denied.
   */
  visibility(type: ResourceType, namespace?: string): Visibility;
}

/**
 * The hub at one moment: plain Kubernetes objects from a live hub, from files or from a recording. The code that uses it cannot tell the
 * source. Immutable: the reader makes a new one if something changed.
 */
export interface HubState extends HubVisibility {
  /** The hub's own time of this snapshot (never the runner's clock). */
  readonly now: Date;
  /** Set if the objects are from files: a dump of fleet-gate hides values. */
  readonly from?: 'files' | undefined;
  /** The time of the files is not known, and `now` is concluded from the newest times in them. */
  readonly isTimeConcluded?: true | undefined;
  /**
   * All objects of the type, or those of one namespace, in any order. Empty if they were not read, so check `visibility` before you
   * conclude anything from an empty list.
   */
  list(type: ResourceType, namespace?: string): readonly KubeObject[];
  get(type: ResourceType, namespace: string | undefined, name: string): KubeObject | undefined;
  /** The objects of the type that KubeFleet derived from a placement (`derivedFrom`): its bindings, snapshots or Works. */
  derived(type: ResourceType, placement: { readonly namespace?: string | undefined; readonly name: string }): readonly KubeObject[];
}

/** A question for objects: all of a type, those in a namespace, one by name, or those of one placement. */
export interface ObjectQuestion {
  readonly about: 'list' | 'get' | 'derived';
  readonly type: ResourceType;
  /** The namespace of the object, of the placement, or of all listed objects. */
  readonly namespace: string | undefined;
  /** The name of the object or placement; empty for `list`. */
  readonly name: string;
}

/** What was read of a hub to judge manifests against it. All of it is older than the deployment that is judged. */
export interface HubListing extends HubVisibility {
  /** KubeFleet's own objects are in v1beta1, which hides no field. */
  readonly objects: readonly KubeObject[];
  /** Objects of the hub that the change deletes; they are not in `objects`. */
  readonly removed?: readonly KubeObject[];
  /** `undefined` if the hub does not list its kinds. */
  readonly apis: DiscoveredApis | undefined;
  /**
   * Set if the hub was not read just now. A `dump` records what it read; `files` may not hold all objects of a kind. Both may be older than
   * the state with which a change is compared.
   */
  readonly from?: 'dump' | 'files';
}

/** Why objects of a type are not known; `undefined` if they were read. */
export function unseenReason(visibility: Visibility): string | undefined {
  if (visibility.kind === 'seen') return undefined;
  return visibility.kind === 'unread' ? 'it was not asked for' : visibility.message;
}
