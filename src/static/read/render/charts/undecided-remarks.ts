import type { NotEvaluated } from '../../../../finding.ts';
import { listed } from '../../../../fleet/text/listed.ts';
import type { Manifest } from '../../../world/manifest.ts';
import type { Overlay } from '../overlay.ts';
import type { RenderedJob } from '../render-overlays.ts';
import { DECIDING, type UndecidedContent } from './undecided-content.ts';

/**
 * Entries about objects that no rendering has made and that may be content of a placement, and a note about the other conditions: most
 * charts have some, such as for a kind that not every cluster has.
 * @param isPlaced whether a placement selects what a chart deploys @param namespacesOf those that a chart is deployed into
 */
export function undecidedRemarks(
  done: readonly RenderedJob[],
  isPlaced: (content: { readonly namespaces: readonly string[]; readonly manifests: readonly Manifest[] }) => boolean,
  namespacesOf: (overlay: Overlay) => readonly string[],
): { readonly notEvaluated: readonly NotEvaluated[]; readonly notes: readonly string[] } {
  const notEvaluated: NotEvaluated[] = [];
  const others = new Map<string, string>();
  for (const { overlay, rendering } of done) {
    if (rendering.kind !== 'rendered') continue;
    const { manifests } = rendering.read;
    // For each file, the first one that hides something is named.
    for (const { file, line, guard, hidden, isAlone, namespaces } of (rendering.undecided ?? []).toSorted(hidingFirst)) {
      const kinds = listed(hidden, 3);
      if (
        hidden.length > 0 &&
        isAlone &&
        DECIDING.has(guard) &&
        isPlaced({ namespaces: [...namespaces, ...namespacesOf(overlay)], manifests })
      )
        notEvaluated.push({
          file,
          line,
          reason: `${guard} decides whether this template makes ${kinds}. It is not known here, so that was not checked.`,
          rendered: { overlays: [overlay.name] },
          fleetObject: true,
        });
      else if (!others.has(file)) others.set(file, `${file}:${line} (${guard}${kinds === '' ? '' : `, without ${kinds}`})`);
    }
  }
  if (others.size === 0) return { notEvaluated, notes: [] };
  const named = listed([...others.values()], 3);
  return {
    notEvaluated,
    notes: [`Conditions that depend on the hub or the release were checked only as helm template decides them: ${named}.`],
  };
}

function hidingFirst(a: UndecidedContent, b: UndecidedContent): number {
  return Number(b.hidden.length > 0) - Number(a.hidden.length > 0);
}
