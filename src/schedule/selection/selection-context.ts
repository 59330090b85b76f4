import type { HubProfile } from '../../fleet/kinds.ts';
import type { HubContent, Selectable } from './hub-content.ts';
import type { Collected } from './selection.ts';

/** What the selectors of one placement have in common. */
export interface SelectionContext<T extends Selectable> {
  readonly content: HubContent<T>;
  readonly collected: Collected<T>;
  readonly target: HubProfile;
  readonly placement: string;
  /** `ResourcePlacement`: it selects in its own namespace, and there only. */
  readonly isNamespaced: boolean;
  /** The namespace namespaced kinds are taken from: the placement's own, or the one a Namespace selector opens for the others. */
  readonly home: string | undefined;
  /** Whether a selector of scope NamespaceWithResourceSelectors opens a namespace. */
  readonly isOpened: boolean;
}
