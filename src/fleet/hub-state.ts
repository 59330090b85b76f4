import type { DiscoveredApis } from './api-resource.ts';
import type { KubeObject } from './object.ts';

/** A resource type by group and kind. */
export interface TypeRef {
  readonly group: string;
  readonly kind: string;
}

/** Why the objects of a type are not known: the hub does not let them be read, does not serve the kind, or nobody asked. */
export interface Unseen {
  readonly kind: 'denied' | 'notServed' | 'unread';
  /** In the hub's words. */
  readonly message: string;
}

/** What was read of a hub to judge manifests against it; all of it is older than the deploy that is judged. */
export interface HubState {
  /** KubeFleet's own in v1beta1, which hides no field. */
  readonly objects: readonly KubeObject[];
  /** `undefined` where the hub does not list its kinds. */
  readonly apis: DiscoveredApis | undefined;
  /** `undefined` where all objects of the type, or of the type in that namespace, are among the objects. */
  unseen(type: TypeRef, namespace?: string): Unseen | undefined;
}
