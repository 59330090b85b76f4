import { once } from '../../../fleet/memo/once.ts';
import { placedContent } from '../../../static/read/kustomize/placed-content.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { hasOpenNamespace, selectsNamespace } from '../worlds/given-namespaces.ts';

/**
 * Returns whether a placement of the tree may select an object. The kustomization or the step that forgets it would give it a namespace if it
 * has none.
 */
export function mayBePlacedBy(tree: readonly Manifest[]): (manifest: Manifest) => boolean {
  const isPlaced = once(() => placedContent(tree));
  const areNamespacesPlaced = once(() => tree.some(selectsNamespace));
  return (manifest) => isPlaced()({ namespaces: [], manifests: [manifest] }) || (hasOpenNamespace(manifest) && areNamespacesPlaced());
}
