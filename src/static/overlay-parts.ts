import { objectKey } from '../fleet/object.ts';
import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';

/** Manifests that are judged together: an overlay with what no overlay holds. */
export interface OverlayPart {
  /** Absent for what no overlay holds, which is judged beside all of them. */
  readonly overlay?: string;
  /** Everything that may be looked at; of objects declared twice the last one counts. */
  readonly manifests: readonly Manifest[];
  /** What the part was before; absent without a base. */
  readonly base?: readonly Manifest[];
  /** What findings and plans are about, of the tree and of its base. */
  readonly judged: ReadonlySet<Manifest>;
  /** Of the base, what is not gone: another part has it now. */
  readonly moved: ReadonlySet<Manifest>;
}

/**
 * A tree by what is deployed together. Overlays are for different hubs or stages of one another, so none meets the objects of another one;
 * what stands in no overlay is deployed beside each. What an overlay has anew may have stood elsewhere before.
 */
export function overlayParts(head: readonly Manifest[], base?: readonly Manifest[]): readonly OverlayPart[] {
  const [now, before] = [byOverlay(head), byOverlay(base ?? [])];
  const names = [...new Set([...now.keys(), ...before.keys()])].flatMap((name) => name ?? []).toSorted();
  if (names.length === 0) return [partOf({}, { manifests: head, own: head, base, ownBefore: base ?? [], goneTo: new Set() })];

  const [plain = [], plainBefore = []] = [now.get(undefined), before.get(undefined)];
  const others = names.flatMap((name) => now.get(name) ?? []);
  const fresh = names.filter((name) => !before.has(name)).flatMap((name) => now.get(name) ?? []);
  const whole = { manifests: [...others, ...plain], own: plain, base, ownBefore: plainBefore, goneTo: keysOf(others) };
  return [
    partOf({}, whole),
    ...names.map((overlay) => {
      const [own = [], ownBefore = []] = [now.get(overlay), before.get(overlay)];
      const kept = keysOf([...ownBefore, ...plainBefore]);
      const elsewhere = withKeys(base ?? [], keysOf(own)).filter((manifest) => !kept.has(keyOf(manifest)));
      // An overlay that is gone may have got another name.
      const goneTo = keysOf([...plain, ...(own.length === 0 ? fresh : [])]);
      const manifests = [...plain, ...own];
      return partOf({ overlay }, { manifests, own, base: base && [...plainBefore, ...ownBefore, ...elsewhere], ownBefore, goneTo });
    }),
  ];
}

function partOf(
  name: Pick<OverlayPart, 'overlay'>,
  parts: {
    readonly manifests: readonly Manifest[];
    readonly own: readonly Manifest[];
    readonly base: readonly Manifest[] | undefined;
    readonly ownBefore: readonly Manifest[];
    readonly goneTo: ReadonlySet<string>;
  },
): OverlayPart {
  const { manifests, own, base, ownBefore, goneTo } = parts;
  const judged = new Set([...own, ...ownBefore]);
  return { ...name, manifests, ...(base === undefined ? {} : { base }), judged, moved: new Set(withKeys(ownBefore, goneTo)) };
}

function byOverlay(manifests: readonly Manifest[]): ReadonlyMap<string | undefined, readonly Manifest[]> {
  return Map.groupBy(manifests, ({ overlay }) => overlay);
}

function withKeys(manifests: readonly Manifest[], keys: ReadonlySet<string>): readonly Manifest[] {
  return manifests.filter((manifest) => keys.has(keyOf(manifest)));
}

function keysOf(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(manifests.map(keyOf));
}

function keyOf(manifest: Manifest): string {
  return objectKey(manifestRef(manifest));
}
