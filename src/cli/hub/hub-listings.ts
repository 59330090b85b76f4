import type { Interest, ResourceType, Visibility } from '../../fleet/kubefleet/hub-state.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { combinedVisibility } from '../../gates/hub/access/combined-visibility.ts';
import { uniqueInterests } from '../../gates/hub/interest.ts';
import type { Listing } from '../../gates/hub/watch/read-once.ts';

/** More namespaces than this are read with one list of all namespaces. The number of requests is then constant. */
const FEW_NAMESPACES = 3;

/** The lists that were read from a hub. */
export class HubListings {
  readonly #read: (interests: readonly Interest[]) => Promise<readonly Listing[]>;
  readonly #byType = new Map<string, Listing[]>();

  constructor(read: (interests: readonly Interest[]) => Promise<readonly Listing[]>) {
    this.#read = read;
  }

  /** Lists what is not listed yet. If the list of all namespaces is denied, the first few relevant namespaces are listed one by one. */
  async add(needed: readonly Interest[]): Promise<void> {
    const types = [...Map.groupBy(uniqueInterests(needed), keyOf).values()];
    await this.#list(types.flatMap(fewLists).filter((interest) => !this.#holds(interest)));
    const narrowed = types.flatMap((ofType) => {
      const whole = fewLists(ofType).find(({ namespace }) => namespace === undefined);
      return whole !== undefined && this.visibility(whole).kind === 'denied' ? ofType.filter(isNamed).slice(0, MANY_NAMESPACES) : [];
    });
    await this.#list(narrowed.filter((interest) => !this.#holds(interest)));
  }

  objects(): readonly KubeObject[] {
    return [...this.#byType.values()].flat().flatMap(({ objects }) => objects);
  }

  /** The visibility of a type, in one namespace or in all. */
  visibility(type: ResourceType, namespace?: string): Visibility {
    const listings = (this.#byType.get(keyOf(type)) ?? []).filter(
      ({ interest }) => interest.namespace === undefined || interest.namespace === namespace,
    );
    const nearestFirst = listings.toSorted(({ interest }) => (interest.namespace === undefined ? 1 : -1));
    return combinedVisibility(nearestFirst, namespace !== undefined);
  }

  async #list(interests: readonly Interest[]): Promise<void> {
    for (const listing of await this.#read(interests)) {
      const key = keyOf(listing.interest);
      this.#byType.set(key, [...(this.#byType.get(key) ?? []), listing]);
    }
  }

  #holds({ namespace, of, ...type }: Interest): boolean {
    return (this.#byType.get(keyOf(type)) ?? []).some(
      ({ interest, state }) =>
        (interest.of === undefined || interest.of.join() === of?.join()) &&
        (interest.namespace === namespace || (interest.namespace === undefined && state.kind === 'seen')),
    );
  }
}

const MANY_NAMESPACES = 20;

/** Replaces many lists by one list of all namespaces. */
function fewLists(ofType: readonly Interest[]): readonly Interest[] {
  const [first, ...others] = ofType;
  if (first === undefined) return [];
  const { group, kind } = first;
  if (others.length < FEW_NAMESPACES && ofType.every(({ namespace }) => namespace !== undefined)) return ofType.filter(isNamed);
  const ofPlacements = ofType.every(({ of }) => of !== undefined);
  return [{ group, kind, ...(ofPlacements ? { of: [...new Set(ofType.flatMap(({ of = [] }) => of))] } : {}) }];
}

/** Whether the namespace is valid: a manifest may contain a variable or an invalid name. */
function isNamed({ namespace = '' }: Interest): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(namespace);
}

function keyOf({ group, kind }: ResourceType): string {
  return `${group}/${kind}`;
}
