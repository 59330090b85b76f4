import { deletesObjects, isInput, kustomizationsAppliedBy, pathsAppliedBy } from '../shell/kubectl-commands.ts';
import { isPattern } from '../shell/path-patterns.ts';
import { pathFrom } from '../shell/script-paths.ts';
import type { AppliedPlace } from './applied-place.ts';
import { readsFoldersBelow } from './applying-command.ts';
import { placeFrom } from './places-of-paths.ts';

/** The files and folders of the repository of which a command deletes the objects, with `kubectl delete -f` or `-k`. Patterns are left out. */
export function deletedPlaces(words: readonly string[], folder: string): readonly AppliedPlace[] {
  if (!deletesObjects(words)) return [];
  const kustomized = kustomizationsAppliedBy(words);
  return pathsAppliedBy(words).flatMap((path) => {
    const place = placeFrom(pathFrom(folder, path));
    const isUnknown = isInput(path) || isPattern(place) || /[$`~<(]|:\/\//.test(`${folder}${path}`) || /^(\.\.|\/)/.test(place);
    if (isUnknown) return [];
    return [{ place: place === '.' ? '' : place, isFlat: !kustomized.includes(path) && !readsFoldersBelow(words) }];
  });
}
