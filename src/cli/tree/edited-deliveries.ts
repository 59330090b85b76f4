import type { NotEvaluated } from '../../finding.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { objectKey } from '../../fleet/kubernetes/object.ts';
import { placedContent } from '../../static/read/kustomize/placed-content.ts';
import { manifestRef } from '../../static/world/identity.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { unevaluated } from '../../static/world/unevaluated.ts';
import type { StaticInput } from './static-input.ts';

/**
 * The objects of KubeFleet, and those that a placement may select, whose deployer changes them in another way than at the base. Their files
 * are the same, so nothing else shows the change.
 */
export function editedDeliveries({ read, base }: Pick<StaticInput, 'read' | 'base'>): readonly NotEvaluated[] {
  if (base === undefined) return [];
  const before = new Map(base.manifests.map((manifest) => [keyOf(manifest), manifest]));
  const isPlaced = placedContent(read.manifests);
  return read.manifests.flatMap((manifest) => {
    const was = before.get(keyOf(manifest));
    if (was === undefined || changesOf(was) === changesOf(manifest)) return [];
    if (!isFleetObject(manifest.object) && !isPlaced({ namespaces: [], manifests: [manifest] })) return [];
    const files = new Set([...(was.changedBy ?? []), ...(manifest.changedBy ?? [])].map(({ file }) => file));
    return [unevaluated(manifest, `This change edits how ${[...files].toSorted().join(', ')} changes it. The result was not checked.`)];
  });
}

function changesOf({ changedBy = [] }: Manifest): string {
  return changedBy
    .map(({ changes }) => changes)
    .toSorted()
    .join('\n');
}

function keyOf(manifest: Manifest): string {
  return `${manifest.overlay ?? ''} ${objectKey(manifestRef(manifest))}`;
}
