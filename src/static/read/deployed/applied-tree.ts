import { once } from '../../../fleet/memo/once.ts';
import type { Manifest } from '../../world/manifest.ts';
import { placedContent } from '../kustomize/placed-content.ts';
import type { ReadResult } from '../read-result.ts';
import { namespacesOfOverlays } from '../render/namespaces-of-overlays.ts';
import type { Overlay } from '../render/overlay.ts';
import { asApplied } from './as-applied.ts';
import type { RenderedTree } from './rendered-tree.ts';
import type { TreeToDeploy } from './tree-to-deploy.ts';

/** A tree after its kustomizations were rendered, or applied as far as their effects are known without kustomize. */
export interface AppliedTree extends TreeToDeploy, RenderedTree {
  /** What was not rendered. */
  readonly applied: ReadResult;
  /** Also what was rendered. */
  readonly inTree: readonly Manifest[];
  /** The namespaces that an overlay is deployed into, as far as they are known. */
  readonly namespacesOf: (overlay: Overlay) => readonly string[];
  /** Whether a placement of the tree may select some content. */
  readonly isPlaced: ReturnType<typeof placedContent>;
}

export async function appliedTree(tree: TreeToDeploy, rendered: RenderedTree): Promise<AppliedTree> {
  const applied = await asApplied(tree, rendered);
  const inTree = [...applied.manifests, ...rendered.results.flatMap(({ manifests }) => manifests)];
  const placed = once(() => placedContent(inTree));
  return {
    ...tree,
    ...rendered,
    applied,
    inTree,
    namespacesOf: namespacesOfOverlays(rendered.deliveries, tree.repository.nameOfFolder, tree.options.namespaces),
    isPlaced: (content) => placed()(content),
  };
}
