import { type Delivery, isKnownText } from '../deployers/delivery.ts';
import { deployerKind } from '../deployers/deployer-kind.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import { UNRESTRICTED } from './render-arguments.ts';
import type { RenderJob } from './render-overlays.ts';

/**
 * The jobs with the argument of kustomize for files beside the folder, if a command gives it or if Flux builds the kustomization: it always
 * allows them. Source: fluxcd/pkg `kustomize`, `kustomize.go`, Build.
 * @param named folders of such commands, by name
 * @param nameOfFolder how reports name a folder at a path from the top of the repository
 */
export function withUnrestricted(
  jobs: readonly RenderJob[],
  named: readonly string[],
  deliveries: readonly Delivery[],
  nameOfFolder: (path: string) => string,
): readonly RenderJob[] {
  const ofFlux = deliveries.filter(({ manifest, path }) => deployerKind(manifest.object) === 'Kustomization' && isKnownText(path));
  const folders = [...new Set(ofFlux.map(({ path }) => nameOfFolder(path)))];
  return jobs.map((job) => {
    const { overlay } = job;
    const { directory } = overlay;
    const isMeant = named.includes(directory) || folders.some((folder) => isAtOrBelow(directory, folder));
    return overlay.tool === 'kustomize' && isMeant ? { ...job, overlay: { ...overlay, args: [...overlay.args, UNRESTRICTED] } } : job;
  });
}
