import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { once } from '../../../fleet/memo/once.ts';
import type { Manifest } from '../../world/manifest.ts';
import { deliveredPaths } from '../deployers/deliveries.ts';
import { applyKustomizations } from '../kustomize/apply-kustomizations.ts';
import { havePatterns } from '../kustomize/patch-targets.ts';
import { placedContent } from '../kustomize/placed-content.ts';
import type { ReadResult } from '../read-result.ts';
import { namespacesOfOverlays } from '../render/namespaces-of-overlays.ts';
import type { Overlay } from '../render/overlay.ts';
import { withoutRendered } from '../without-rendered.ts';
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
  const { read, texts, kustomizations, deliveries, asked } = tree;
  const { nameOfFolder } = tree.repository;
  const delivered = deliveredPaths(deliveries).map(nameOfFolder);
  const rest = withoutRendered(read, rendered.done, rendered.unneeded, rendered.files, kustomizations, delivered);
  const left = new Map([...kustomizations].filter(([, { file }]) => !rendered.files.has(file)));
  if (left.values().some(({ patches }) => havePatterns(patches))) await loadGoPatterns();
  const applied = applyKustomizations(rest, left, texts, asked);
  const inTree = [...applied.manifests, ...rendered.results.flatMap(({ manifests }) => manifests)];
  const placed = once(() => placedContent(inTree));
  return {
    ...tree,
    ...rendered,
    applied,
    inTree,
    namespacesOf: namespacesOfOverlays(deliveries, nameOfFolder, tree.options.namespaces),
    isPlaced: (content) => placed()(content),
  };
}
