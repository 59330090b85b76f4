import { deployedPlace } from './hub-world.ts';
import type { Manifest } from './manifest.ts';

/** Whether helm made an object of a file in `crds/` of a chart, or of a chart within it. An upgrade with helm leaves those out, of any kind. */
export function isInCrdsOfChart(manifest: Manifest): boolean {
  const { file, rendered } = manifest;
  if (rendered?.command.startsWith('helm ') !== true) return false;
  const place = deployedPlace(manifest);
  return /^(?:charts\/[^/]+\/)*crds\//.test(place === '.' ? file : file.slice(place.length + 1));
}
