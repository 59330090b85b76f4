import type { NotEvaluated } from '../../../finding.ts';
import type { Manifest } from '../../world/manifest.ts';
import { directoryOf } from '../kustomize/kustomization.ts';
import type { Overlay } from './overlay.ts';
import type { RenderedJob } from './render-overlays.ts';

/** Entries about such data: a ConfigMap would hold the pointer. An entry fails the run beside KubeFleet objects, or in placed content. */
export function entriesOfDataElsewhere(
  done: readonly RenderedJob[],
  isNearFleet: (folder: string) => boolean,
  isPlaced: (files: ReadonlySet<string>, overlay: Overlay, made: readonly Manifest[]) => boolean,
): readonly NotEvaluated[] {
  return done.flatMap(({ overlay, rendering }) => {
    const made = rendering.kind === 'rendered' ? rendering.read.manifests : [];
    return (rendering.elsewhere ?? []).map(({ file, why }): NotEvaluated => {
      const isFleet = isNearFleet(directoryOf(file)) || isNearFleet(overlay.directory) || isPlaced(rendering.files, overlay, made);
      return {
        file,
        line: 1,
        reason: `${overlay.name} reads this file, which is ${why}, so what it makes of the content was not checked.`,
        rendered: { overlays: [overlay.name] },
        ...(isFleet ? { fleetObject: true } : {}),
      };
    });
  });
}
