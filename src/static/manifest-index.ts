import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';
import { groupOf, type ObjectRef } from '../fleet/object.ts';

/**
 * Manifests by what they name, versions aside. Almost all of ten thousands are the only ones of their key: of those there is a number in a
 * table, and their keys are made again when somebody asks.
 */
export class ManifestIndex {
  readonly #manifests: readonly Manifest[];
  /** Positions, counted from 1, each in the first place that was free from the hash of its key on. At most the half is taken. */
  readonly #slots: Uint32Array;
  /** All manifests of keys that stand more than once. */
  readonly #several = new Map<string, Manifest[]>();

  constructor(manifests: readonly Manifest[]) {
    this.#manifests = manifests;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(manifests.length * 2 + 2)));
    for (const [position, manifest] of manifests.entries()) this.#add(keyOfManifest(manifest), manifest, position);
  }

  has(key: string): boolean {
    return this.#first(key) !== undefined;
  }

  /** In the order of the manifests. */
  get(key: string): readonly Manifest[] {
    const several = this.#several.get(key);
    if (several !== undefined) return several;
    const only = this.#first(key);
    return only === undefined ? [] : [only];
  }

  #add(key: string, manifest: Manifest, position: number): void {
    const first = this.#first(key);
    if (first === undefined) {
      this.#slots[this.#slotOf(key)] = position + 1;
      return;
    }
    const several = this.#several.get(key);
    if (several === undefined) this.#several.set(key, [first, manifest]);
    else several.push(manifest);
  }

  #first(key: string): Manifest | undefined {
    return this.#manifests[(this.#slots[this.#slotOf(key)] ?? 0) - 1];
  }

  /** Where the key stands, or would stand. */
  #slotOf(key: string): number {
    const last = this.#slots.length - 1;
    for (let slot = hashOf(key) & last; ; slot = (slot + 1) & last) {
      const manifest = this.#manifests[(this.#slots[slot] ?? 0) - 1];
      if (manifest === undefined || keyOfManifest(manifest) === key) return slot;
    }
  }
}

export function keyOfManifest(manifest: Manifest): string {
  return keyOfRef(manifestRef(manifest));
}

export function keyOfRef({ apiVersion, ...ref }: ObjectRef): string {
  return keyOf({ group: groupOf(apiVersion), ...ref });
}

/** Equal for all versions of one object. */
export function keyOf(ref: Omit<ObjectRef, 'apiVersion'> & { readonly group: string }): string {
  // Joined, as in `objectKey`.
  return [ref.group, ref.kind, ref.namespace ?? '', ref.name].join('/');
}

/** Another one in each process, so that nobody can write names that all fall into one slot. */
const SEED = Math.trunc(Math.random() * 2 ** 32);

function hashOf(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash;
}
