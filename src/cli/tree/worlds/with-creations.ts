import { hasGeneratedName } from '../../../fleet/kubernetes/object.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { appliedBy } from '../undeployed/applied-by.ts';
import { placeOf } from '../undeployed/delivered-in.ts';
import type { RepositoryDeployers } from './repository-deployers.ts';

/**
 * The manifests, those with only a `generateName` with what the steps that take them do with it. Source: "cannot use generate name with apply"
 * in `pkg/cmd/apply/apply.go` of k8s.io/kubectl.
 */
export function withCreations(
  manifests: readonly Manifest[],
  { built }: Pick<ReadResult, 'built'>,
  { applied }: Pick<RepositoryDeployers, 'applied'>,
): readonly Manifest[] {
  if (built === undefined || !manifests.some(({ object }) => hasGeneratedName(object))) return manifests;
  const [creates, takes] = [applied.filter(({ isCreated }) => isCreated), applied].map((all) =>
    appliedBy({ applied: all }, built, () => false),
  );
  return manifests.map((manifest) => {
    const place = placeOf(manifest);
    if (!hasGeneratedName(manifest.object) || takes?.(place) !== true) return manifest;
    return { ...manifest, isCreated: creates?.(place) === true };
  });
}
