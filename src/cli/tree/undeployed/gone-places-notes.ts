import { listed } from '../../../fleet/text/listed.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';

/**
 * Notes about pipelines and scripts that still deploy a folder, a file or a chart of the base that the change removes or renames: the step
 * fails.
 * @param exists whether the tree of the change has a path
 */
export function gonePlacesNotes(
  base: ReadResult,
  { worlds, helmCommands }: Pick<RepositoryDeployers, 'worlds' | 'helmCommands'>,
  exists: (place: string) => boolean,
): readonly string[] {
  const { built, texts = new Map<string, string>(), manifests } = base;
  const had = [...(built?.whole ?? []), ...(built?.parts ?? []), ...texts.keys(), ...manifests.map(({ file }) => file)];
  const isGone = (place: string): boolean => !exists(place) && had.some((each) => isAtOrBelow(each, place));
  const named = [
    ...worlds.flatMap(({ name, folders }) => folders.map((place) => [fileOfWorld(name), place] as const)),
    ...helmCommands.flatMap(({ file, charts }) => charts.map((place) => [file, place] as const)),
  ];
  const gone = Map.groupBy(
    named.filter(([, place]) => isGone(place)),
    ([name]) => name,
  );
  return [...gone].map(([name, all]) => {
    const places = [...new Set(all.map(([, place]) => place))].toSorted();
    return `${name} deploys ${listed(places, 3)}, which this change removes or renames, so that step fails. Name the new path there if it moved.`;
  });
}

/** The file of a deployer, whose name has a number if it brings content to several hubs. */
function fileOfWorld(name: string): string {
  return name.replace(/ \(\d+\)$/, '');
}
