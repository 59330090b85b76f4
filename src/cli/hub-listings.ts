import type { Unseen, ResourceType } from '../fleet/hub-state.ts';
import type { KubeObject } from '../fleet/object.ts';
import type { Interest } from '../gates/hub/reader.ts';
import type { Listing } from '../gates/hub/watch/read-once.ts';
import type { NeededType } from '../selection/needed-types.ts';

/** More namespaces than this are read with one list of all: the number of requests stays the same however many there are. */
const FEW_NAMESPACES = 3;

/** What was listed of a hub so far. */
export class HubListings {
  readonly #read: (interests: readonly Interest[]) => Promise<readonly Listing[]>;
  readonly #byType = new Map<string, Listing[]>();

  constructor(read: (interests: readonly Interest[]) => Promise<readonly Listing[]>) {
    this.#read = read;
  }

  /** Lists what is not listed yet. Where all namespaces together are denied, the first few that matter are asked for one by one. */
  async add(needed: readonly NeededType[]): Promise<void> {
    await this.#list(needed.flatMap((type) => interestsOf(type).filter((interest) => !this.#holds(interest))));
    const narrowed = needed.flatMap(({ namespaces = [], ...type }) =>
      namespaces.length > FEW_NAMESPACES && this.unseen(type)?.kind === 'denied'
        ? namespaces
            .filter(isNamespaceName)
            .slice(0, MANY_NAMESPACES)
            .map((namespace) => ({ ...type, namespace }))
        : [],
    );
    await this.#list(narrowed.filter((interest) => !this.#holds(interest)));
  }

  objects(): readonly KubeObject[] {
    return [...this.#byType.values()].flat().flatMap(({ objects }) => objects);
  }

  /** Why objects of a type, in that namespace, are not known; `undefined` where they were listed. */
  unseen(type: ResourceType, namespace?: string): Unseen | undefined {
    const listings = (this.#byType.get(keyOf(type)) ?? []).filter(
      ({ interest }) => interest.namespace === undefined || interest.namespace === namespace,
    );
    if (listings.some(({ state }) => state.kind === 'seen')) return undefined;
    const [state] = listings.toSorted(({ interest }) => (interest.namespace === undefined ? 1 : -1)).map((listing) => listing.state);
    if (state === undefined || state.kind === 'seen' || state.kind === 'unread') return { kind: 'unread', message: 'it was not asked for' };
    return state;
  }

  async #list(interests: readonly Interest[]): Promise<void> {
    for (const listing of await this.#read(interests)) {
      const key = keyOf(listing.interest);
      this.#byType.set(key, [...(this.#byType.get(key) ?? []), listing]);
    }
  }

  #holds({ namespace, ...type }: Interest): boolean {
    return (this.#byType.get(keyOf(type)) ?? []).some(
      ({ interest, state }) => interest.namespace === namespace || (interest.namespace === undefined && state.kind === 'seen'),
    );
  }
}

const MANY_NAMESPACES = 20;

function interestsOf({ namespaces, ...type }: NeededType): readonly Interest[] {
  if (namespaces === undefined || namespaces.length > FEW_NAMESPACES) return [type];
  return namespaces.filter(isNamespaceName).map((namespace) => ({ ...type, namespace }));
}

/** What a manifest says may be a variable, or no name at all. */
function isNamespaceName(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

function keyOf({ group, kind }: ResourceType): string {
  return `${group}/${kind}`;
}
