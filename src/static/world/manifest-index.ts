import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';
import { groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';

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
    for (const [position, manifest] of manifests.entries()) this.#add(manifest, position);
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

  #add(manifest: Manifest, position: number): void {
    const key = partsOf(manifest);
    const slot = this.#slotWhere(hashOfParts(key), (other) => isSame(key, partsOf(other)));
    const first = this.#at(slot);
    if (first === undefined) {
      this.#slots[slot] = position + 1;
      return;
    }
    const text = keyOf(key);
    const several = this.#several.get(text);
    if (several === undefined) this.#several.set(text, [first, manifest]);
    else several.push(manifest);
  }

  #first(key: string): Manifest | undefined {
    return this.#at(this.#slotWhere(hashOf(key, SEED), (manifest) => keyOfManifest(manifest) === key));
  }

  /** Where what has that hash stands, or would stand. */
  #slotWhere(hash: number, isIt: (manifest: Manifest) => boolean): number {
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const manifest = this.#at(slot);
      if (manifest === undefined || isIt(manifest)) return slot;
    }
  }

  #at(slot: number): Manifest | undefined {
    return this.#manifests[(this.#slots[slot] ?? 0) - 1];
  }
}

type Parts = Omit<ObjectRef, 'apiVersion'> & { readonly group: string };

function partsOf(manifest: Manifest): Parts {
  const { apiVersion, ...ref } = manifestRef(manifest);
  return { group: groupOf(apiVersion), ...ref };
}

/** Names differ most often. */
function isSame(one: Parts, other: Parts): boolean {
  return (
    one.name === other.name && one.kind === other.kind && (one.namespace ?? '') === (other.namespace ?? '') && one.group === other.group
  );
}

export function keyOfManifest(manifest: Manifest): string {
  return keyOf(partsOf(manifest));
}

export function keyOfRef({ apiVersion, ...ref }: ObjectRef): string {
  return keyOf({ group: groupOf(apiVersion), ...ref });
}

/** Equal for all versions of one object. */
export function keyOf(ref: Parts): string {
  // Joined, as in `objectKey`.
  return [ref.group, ref.kind, ref.namespace ?? '', ref.name].join('/');
}

/** Another one in each process, so that nobody can write names that all fall into one slot. */
const SEED = Math.trunc(Math.random() * 2 ** 32);

/** That of the key, without making it. */
function hashOfParts({ group, kind, namespace = '', name }: Parts): number {
  let hash = hashOf(group, SEED);
  for (const part of [kind, namespace, name]) hash = hashOf(part, hashOf('/', hash));
  return hash;
}

/** @param start what came of the text before */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash;
}
