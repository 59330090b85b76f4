import type { NotEvaluated } from '../../../../finding.ts';
import { listed } from '../../../../fleet/text/listed.ts';
import type { Manifest } from '../../../world/manifest.ts';
import type { Overlay } from '../overlay.ts';
import type { RenderedJob } from '../render-overlays.ts';
import { DECIDING } from './templates/template-guards.ts';
import type { UndecidedContent } from './undecided-content.ts';

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
  const ofChance = new Map<string, string>();
  const ofFleet = new Set<string>();
  for (const { overlay, rendering } of done) {
    if (rendering.kind !== 'rendered') continue;
    const { manifests } = rendering.read;
    // For each file, the first one that hides something is named.
    for (const { file, line, guard, hidden, isAlone, namespaces, isValue, isOfFleet } of (rendering.undecided ?? []).toSorted(
      hidingFirst,
    )) {
      if (isValue === true) {
        if (isPlaced({ namespaces: namespacesOf(overlay), manifests })) ofChance.set(file, `${file}:${line} (${guard})`);
        continue;
      }
      const kinds = listed(hidden, 3);
      const rendered = { overlays: [overlay.name] };
      if (isOfFleet === true) {
        if (ofFleet.has(file) || rendering.read.notEvaluated.some((entry) => entry.file === file && entry.fleetObject === true)) continue;
        ofFleet.add(file);
        const reason = `It may make or change KubeFleet objects, and depends on ${guard}, which is not known here: what it makes there was not checked.`;
        notEvaluated.push({ file, line, reason, rendered, fleetObject: true });
      } else if (
        hidden.length > 0 &&
        isAlone &&
        DECIDING.has(guard) &&
        isPlaced({ namespaces: [...namespaces, ...namespacesOf(overlay)], manifests })
      )
        notEvaluated.push({
          file,
          line,
          reason: `${guard} decides whether this template makes ${kinds}. It is not known here, so that was not checked.`,
          rendered,
          fleetObject: true,
        });
      else if (!others.has(file)) others.set(file, `${file}:${line} (${guard}${kinds === '' ? '' : `, without ${kinds}`})`);
    }
  }
  const noted = (what: string, places: ReadonlyMap<string, string>): readonly string[] =>
    places.size === 0 ? [] : [`${what}: ${listed([...places.values()], 3)}.`];
  return {
    notEvaluated,
    notes: [
      ...noted('Conditions that depend on the hub or the release were checked only as helm template decides them', others),
      ...noted('Values that depend on the time, on chance or on helm were checked only as this run rendered them', ofChance),
    ],
  };
}

function hidingFirst(a: UndecidedContent, b: UndecidedContent): number {
  return Number(b.hidden.length > 0) - Number(a.hidden.length > 0);
}
