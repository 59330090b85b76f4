import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { deliveredPaths } from '../deployers/deliveries.ts';
import { applyKustomizations } from '../kustomize/apply-kustomizations.ts';
import { havePatterns } from '../kustomize/patch-targets.ts';
import type { ReadResult } from '../read-result.ts';
import type { Overlay } from '../render/overlay.ts';
import type { RenderedJob } from '../render/render-overlays.ts';
import { withoutRendered } from '../without-rendered.ts';
import type { TreeToDeploy } from './tree-to-deploy.ts';

/** What was not rendered of a tree, with the effects of its kustomizations as far as they are known without kustomize. */
export async function asApplied(
  { read, texts, kustomizations, deliveries, asked, repository }: TreeToDeploy,
  {
    done,
    unneeded,
    files,
  }: { readonly done: readonly RenderedJob[]; readonly unneeded: readonly Overlay[]; readonly files: ReadonlySet<string> },
): Promise<ReadResult> {
  const delivered = deliveredPaths(deliveries).map(repository.nameOfFolder);
  const rest = withoutRendered(read, done, unneeded, files, kustomizations, delivered);
  const left = new Map([...kustomizations].filter(([, { file }]) => !files.has(file)));
  if (left.values().some(({ patches }) => havePatterns(patches))) await loadGoPatterns();
  return applyKustomizations(rest, left, texts, asked);
}
