import { posix } from 'node:path';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { MissingPlace } from '../worlds/missing-place.ts';
import { nearestPlace } from './nearest-place.ts';
import type { DeployedTree } from './delivered-in.ts';

export interface NewlyMissing extends MissingPlace {
  /** The similar path that a step of the base applied, and that nothing that was read applies any longer; `undefined` if there is none. */
  readonly meant: string | undefined;
}

/**
 * The paths that the change makes a pipeline or a script apply, and that neither tree has. A path that the base had is of `gonePlacesNotes`,
 * but not the kustomization of a folder.
 * @param isThere whether the tree of the change has a path, or does not track it
 */
export function newlyMissing(head: DeployedTree, base: DeployedTree, isThere: (place: string) => boolean): readonly NewlyMissing[] {
  const had = [...[...base.scripts.applied, ...base.scripts.missing].map(({ place }) => place), ...base.scripts.folders];
  const files = [...(base.read.texts?.keys() ?? []), ...base.read.manifests.map(({ file }) => file)];
  const now = head.scripts.applied.map(({ place }) => place);
  const isLeft = (place: string): boolean =>
    !now.some((each) => isAtOrBelow(place, each) || isAtOrBelow(each, place)) && head.read.built?.deliveredBy(place).length === 0;
  const left = [...new Set(had)].filter((place) => place !== '' && isThere(place) && isLeft(place));
  return head.scripts.missing
    .filter(({ place, isMade }) => !isMade && !had.includes(place) && !isThere(place))
    .filter(({ place, isKustomization }) => isKustomization === true || !files.some((file) => isAtOrBelow(file, place)))
    .map((each) => ({ ...each, meant: each.isKustomization === true ? undefined : nearestPlace(each.place, left) }));
}

export function missingPlacesNotes(missing: readonly NewlyMissing[]): readonly string[] {
  return missing.map(({ by, place, meant, isKustomization }) =>
    isKustomization === true
      ? `${by} applies ${posix.dirname(place)} with \`kubectl apply -k\`, but there is no kustomization: that step fails unless a step before makes one.`
      : meant === undefined
        ? `${by} deploys ${place}, which is not in this repository: that step fails unless a step before makes it.`
        : `${by} deploys ${place}, which is not in this repository, so that step fails. Did you mean ${meant}, which no deployer that was read applies any longer?`,
  );
}
