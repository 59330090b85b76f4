import { ObjectStore } from '../../../src/demo/hub/object-store.ts';
import type { ServedType } from '../../../src/demo/hub/served-types.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

type Write = readonly ['put' | 'remove', KubeObject];

/** A store that can be put back to what it was some writes ago, revisions and all, as etcd from a backup. */
export class RestorableStore {
  readonly #types: readonly ServedType[];
  #current: ObjectStore;
  readonly #writes: Write[] = [];
  /** What a restore took back, and what comes behind it. */
  readonly #lost: Write[] = [];

  constructor(types: readonly ServedType[]) {
    this.#types = types;
    this.#current = new ObjectStore(types);
  }

  /** The store that is served now. */
  get current(): ObjectStore {
    return this.#current;
  }

  put(object: KubeObject): void {
    this.#take(['put', object]);
  }

  remove(object: KubeObject): void {
    this.#take(['remove', object]);
  }

  find(...asked: Parameters<ObjectStore['find']>): KubeObject | undefined {
    return this.#current.find(...asked);
  }

  /** Takes back the newest writes. They are written once more by `rewrite`, and later ones only behind them. */
  restore(writes: number): void {
    this.#lost.unshift(...this.#writes.splice(Math.max(0, this.#writes.length - writes)));
    this.#current = new ObjectStore(this.#types);
    for (const [how, object] of this.#writes) this.#current[how](object);
  }

  /** Writes the oldest of what was lost. @returns whether there is more */
  rewrite(): boolean {
    const next = this.#lost.shift();
    if (next !== undefined) this.#write(next);
    return this.#lost.length > 0;
  }

  /** No restore will go back behind this moment: days of writes need not be kept. */
  forget(): void {
    this.#writes.length = 0;
  }

  #take(write: Write): void {
    if (this.#lost.length > 0) this.#lost.push(write);
    else this.#write(write);
  }

  #write(write: Write): void {
    this.#writes.push(write);
    this.#current[write[0]](write[1]);
  }
}
