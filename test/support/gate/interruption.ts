import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { HubReader } from '../../../src/gates/hub/reader.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, no, objectsOf, orders, placementAt } from '../fleets/fleet.ts';

/** A promise that never settles: a server that does not answer. */
export const NEVER = new Promise<never>(() => undefined);

/** Counts the answers that a gate waits for. It does not give the n-th one, nor any later one, and cancels the gate. */
export class Interruption {
  readonly cancel = new AbortController();
  readonly #at: number;
  asked = 0;

  constructor(at: number) {
    this.#at = at;
  }

  answer<T>(work: () => Promise<T>): Promise<T> {
    if (++this.asked < this.#at) return work();
    queueMicrotask(() => this.cancel.abort());
    return NEVER;
  }

  /** A reader whose answers are counted. */
  reader(hub: () => HubReader): HubReader {
    return {
      follow: (interests) => this.answer(() => hub().follow(interests)),
      state: () => hub().state(),
      changed: (signal) => this.answer(() => hub().changed(signal)),
      refresh: () => this.answer(() => hub().refresh()),
      close: () => Promise.resolve(),
    };
  }
}

/** A placement on cluster east that does not become available, so that the gate asks the member for the cause. */
export function unavailableFleet(): readonly KubeObject[] {
  const content = [namespaceShop(), orders('v1')];
  const notAvailable = no('Available', 'ManifestNotAvailableYet', 0, 'not ready');
  return objectsOf({
    ...placementAt(greenFleet(['east'], content), 'Available', 'NotAllWorkAreAvailable'),
    bindings: [bindingAt('east', 0, no('Available', 'NotAllWorkAreAvailable', 0))],
    works: [badWork('east', 0, content, content[1] ?? namespaceShop(), notAvailable)],
  });
}

/** The same placement after it has become available. */
export function availableFleet(): readonly KubeObject[] {
  return objectsOf(greenFleet(['east'], [namespaceShop(), orders('v1')]));
}
