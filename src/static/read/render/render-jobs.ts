import { ConfigError } from '../../../errors.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import type { ReadResult } from '../read-result.ts';
import { allOverlays, configuredOverlay, entryDirectory, type Renderable } from './find-overlays.ts';
import type { Overlay } from './overlay.ts';
import type { RenderJob } from './render-overlays.ts';
import type { RenderEntry, RenderOptions } from './render-options.ts';

/** The overlays to render, and why others are not rendered. @param isThere whether there is a file of this name @throws {ConfigError} */
export function renderJobs(
  { what, whyOff = 'rendering is off', only, isBase = false, rendersOthers = false }: RenderOptions,
  found: Renderable,
  roots: readonly string[],
  isThere: (name: string) => boolean,
): readonly RenderJob[] {
  const all = allOverlays(found);
  const wanted = (overlay: Overlay): RenderJob =>
    only === undefined || only.tool === overlay.tool ? { overlay } : { overlay, not: `${only.by} does not include it` };
  if (what === 'off') return all.map((overlay) => ({ overlay, not: whyOff }));
  if (what === 'auto') return all.map(wanted);
  const listed = what.flatMap((entry) => {
    const overlay = configuredOverlay(entry, found, isBase);
    if (overlay !== undefined) return entry.mayBeGone === true && !overlay.values.every(isThere) ? [] : [overlay];
    const directory = entryDirectory(entry);
    // In another state of the tree, or outside the judged paths.
    if (isBase || !roots.some((root) => isAtOrBelow(directory, root))) return [];
    throw new ConfigError(`${entry.place}: ${entry.path} has ${missingIn(entry)} among the files that are read; see paths and exclude`);
  });
  const isListed = ({ tool, directory }: Overlay): boolean => listed.some((each) => each.tool === tool && each.directory === directory);
  return [
    ...listed.map(wanted),
    ...all.filter((overlay) => !isListed(overlay)).map((overlay) => (rendersOthers ? wanted(overlay) : { overlay, not: NOT_LISTED })),
  ];
}

const NOT_LISTED = '`render` of the configuration does not list it';

function missingIn({ tool }: RenderEntry): string {
  return tool === undefined ? 'neither a kustomization nor a chart' : `no ${tool === 'helm' ? 'chart' : 'kustomization'}`;
}

/** The jobs that need no rendering; see `onlyIfFleet`. */
export async function needlessJobs(
  jobs: readonly RenderJob[],
  read: ReadResult,
  texts: ReadonlyMap<string, string>,
  cwd: string,
  options: RenderOptions,
): Promise<ReadonlySet<RenderJob>> {
  const { what, only, onlyIfFleet } = options;
  if (onlyIfFleet !== true || what !== 'auto' || only !== undefined || jobs.length === 0) return new Set();
  return (await import('./without-fleet.ts')).jobsWithoutFleet(jobs, read, texts, cwd, options);
}
