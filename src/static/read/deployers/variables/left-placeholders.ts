import type { NotEvaluated } from '../../../../finding.ts';
import { manifestRef } from '../../../world/identity.ts';
import { type Manifest, startOf } from '../../../world/manifest.ts';
import { isNotKnown, notKnown } from '../../placeholders/not-known.ts';
import { findUnresolved } from '../../placeholders/unresolved.ts';

/** The placeholders that deployers leave without a value. */
export class LeftPlaceholders {
  /** By the places of placeholders; `undefined` for the one that an entry names. */
  readonly #left = new Map<string, Set<string | undefined>>();

  /**
   * @param written the manifest before the deployers change it
   * @param open the placeholders of texts, by pointer, as far as they are not the first of their text
   */
  add(written: Manifest, result: Manifest, open: ReadonlyMap<string, string> = new Map()): void {
    const first = new Map(findUnresolved(result.object, () => true).map((each) => [each.pointer, each.placeholder]));
    for (const pointer of written.unresolved) {
      const place = placeOf(written, pointer);
      const left = this.#left.get(place) ?? new Set();
      if (result.unresolved.includes(pointer)) left.add(open.get(pointer) ?? first.get(pointer));
      this.#left.set(place, left);
    }
  }

  /** The entries of a tree. Those about placeholders name what has no value. */
  entries(before: readonly NotEvaluated[]): readonly NotEvaluated[] {
    return before.flatMap((entry) => {
      const left = isNotKnown(entry.reason)
        ? (this.#left.get(keyOf(entry, entry.rendered?.overlays)) ?? this.#left.get(keyOf(entry)))
        : undefined;
      if (left === undefined) return [entry];
      return [...left].map((placeholder) => (placeholder === undefined ? entry : { ...entry, reason: notKnown(placeholder) }));
    });
  }
}

/** Where an entry about a placeholder is. Those of a rendered object are at its start, see `asTree`. */
function placeOf(manifest: Manifest, pointer: string): string {
  const { rendered, overlay } = manifest;
  const object = manifestRef(manifest);
  if (rendered === undefined || overlay === undefined) return keyOf({ ...manifest.locate(pointer, 'key'), object });
  return keyOf({ ...startOf(manifest), object }, [overlay]);
}

/** A kustomization may have given the object another namespace since. */
function keyOf({ file, line, object }: Pick<NotEvaluated, 'file' | 'line' | 'object'>, overlays: readonly string[] = []): string {
  return JSON.stringify([file, line, object?.kind, object?.name, overlays]);
}
