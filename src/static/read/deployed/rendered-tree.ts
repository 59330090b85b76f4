import { leftIn } from '../../world/unevaluated.ts';
import type { ReadResult } from '../read-result.ts';
import { dependsOnOthers } from '../render/depends-on-others.ts';
import { withKnownReleases } from '../render/known-releases.ts';
import type { Overlay } from '../render/overlay.ts';
import { needlessJobs, renderJobs } from '../render/render-jobs.ts';
import type { RenderedJob } from '../render/render-overlays.ts';
import { withUnrestricted } from '../render/with-unrestricted.ts';
import type { TreeToDeploy } from './tree-to-deploy.ts';

/** What kustomize and helm made of a tree. */
export interface RenderedTree {
  /** Whether there was anything to render. */
  readonly isRendering: boolean;
  readonly done: readonly RenderedJob[];
  readonly results: readonly ReadResult[];
  /** The files of which something was rendered. */
  readonly files: ReadonlySet<string>;
  /** What was not rendered, because it cannot make an object of KubeFleet. */
  readonly unneeded: readonly Overlay[];
}

/**
 * Renders what is requested and possible.
 * @throws {ConfigError} the configuration requests something that cannot be rendered
 */
export async function renderedTree(tree: TreeToDeploy): Promise<RenderedTree> {
  const { read, texts, cwd, options } = tree;
  const wanted = renderJobs(options, tree.found, tree.roots);
  const needless = await needlessJobs(wanted, read, texts, cwd, options);
  const { deliveries, repository } = tree;
  const needed = withUnrestricted(
    wanted.filter((job) => !needless.has(job)),
    options.unrestricted ?? [],
    deliveries,
    repository.nameOfFolder,
  );
  const jobs = withKnownReleases(needed, options.helmCommands ?? [], deliveries, repository.nameOfFolder);
  // Most trees have nothing to render.
  const isRendering = jobs.length > 0;
  const done = isRendering ? await (await import('../render/render-overlays.ts')).renderOverlays(jobs, cwd, texts, options) : [];
  const results = done.flatMap(({ overlay, rendering }) => {
    if (rendering.kind !== 'rendered') return [];
    const { read: made } = rendering;
    return [{ ...made, notEvaluated: made.notEvaluated.map((entry) => leftIn(entry, [overlay.name])) }];
  });
  // A chart or a kustomization has composed an object of KubeFleet, which may place what the others make.
  if (needless.size > 0 && results.some(({ manifests }) => manifests.some(({ object }) => dependsOnOthers(object))))
    return renderedTree({ ...tree, options: { ...options, onlyIfFleet: false } });
  const files = new Set(done.flatMap(({ rendering }) => (rendering.kind === 'rendered' ? [...rendering.files] : [])));
  return { isRendering, done, results, files, unneeded: [...needless].map(({ overlay }) => overlay) };
}
