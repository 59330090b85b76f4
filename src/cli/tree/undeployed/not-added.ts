import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { type DeployedTree, foldersDeliveredIn } from './delivered-in.ts';

/**
 * New content of placements in files that the kustomization around them does not list, which a known deployer applies, or that only a
 * component without a user lists: a plan does not say that the change adds it. Empty if such files have placements, which are planned with what they select. What a placement names is planned too.
 * @param left see `unapplied`
 */
export function notAdded(left: readonly Manifest[], { read, scripts }: DeployedTree, before: DeployedTree): ReadonlySet<Manifest> {
  const { built } = read;
  if (built === undefined || left.some(({ object }) => isFleetObject(object))) return new Set();
  const applied = [...built.folders].filter(foldersDeliveredIn(read, built, scripts));
  const had = new Set(before.read.manifests.map(keyOfManifest));
  const named = new Set(
    read.manifests
      .filter(({ object }) => isPlacement(object))
      .flatMap(({ object }) => listAt(object, 'spec', 'resourceSelectors'))
      .map((selector) => `${stringAt(selector, 'kind') ?? ''}/${stringAt(selector, 'name') ?? ''}`),
  );
  const isUnlisted = ({ overlay, file }: Manifest): boolean =>
    overlay === undefined &&
    built.users(file).length === 0 &&
    (built.componentOf(file) !== undefined || applied.some((folder) => isAtOrBelow(file, folder)));
  const isNamed = ({ object }: Manifest): boolean => named.has(`${object.kind}/${object.metadata.name}`);
  return new Set(left.filter((manifest) => isUnlisted(manifest) && !had.has(keyOfManifest(manifest)) && !isNamed(manifest)));
}
