import type { KubeObject } from '../fleet/object.ts';

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

/**
 * The hub at one moment: plain Kubernetes objects, from a live hub, from files or from a recording, and nothing downstream can tell which.
 * Immutable: the reader makes a new one when something changed.
 */
export interface Snapshot {
  /** The hub's own time of this snapshot (never the runner's clock). */
  readonly now: Date;
  /** Of the whole type as far as it was asked for; with `namespace` of that namespace only, which may be seen where the whole is denied. */
  visibility(type: ResourceType, namespace?: string): Visibility;
  /** All objects of the type, in no particular order; empty when not seen, so ask `visibility` before concluding anything from that. */
  list(type: ResourceType): readonly KubeObject[];
  get(type: ResourceType, namespace: string | undefined, name: string): KubeObject | undefined;
}
