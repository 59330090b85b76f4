import { ObjectStore } from '../../../src/demo/hub/object-store.ts';
import type { ServedType } from '../../../src/demo/hub/served-types.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

type Write = readonly ['put' | 'remove', KubeObject];

/** A store that can be reset to its state of some writes ago, revisions included, as etcd is restored from a backup. */
export class RestorableStore {
  readonly #types: readonly ServedType[];
  #current: ObjectStore;
  readonly #writes: Write[] = [];
  /** The writes that a restore undid, and the later ones that wait for them. */
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

  /** Undoes the newest writes. `rewrite` repeats them; writes that come meanwhile follow after them. */
  restore(writes: number): void {
    this.#lost.unshift(...this.#writes.splice(Math.max(0, this.#writes.length - writes)));
    this.#current = new ObjectStore(this.#types);
    for (const [how, object] of this.#writes) this.#current[how](object);
  }

  /** Repeats the oldest undone write. @returns whether more are left */
  rewrite(): boolean {
    const next = this.#lost.shift();
    if (next !== undefined) this.#write(next);
    return this.#lost.length > 0;
  }

  /** Later restores do not go back before this moment, so older writes need not be kept. */
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
