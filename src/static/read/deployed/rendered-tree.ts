import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { leftIn } from '../../world/unevaluated.ts';
import type { Delivery } from '../deployers/delivery.ts';
import { deliveriesIn } from '../deployers/repository.ts';
import type { ReadResult } from '../read-result.ts';
import { dependsOnOthers } from '../render/depends-on-others.ts';
import { namesRelease, withKnownReleases } from '../render/known-releases.ts';
import type { Overlay } from '../render/overlay.ts';
import { needlessJobs, renderJobs } from '../render/render-jobs.ts';
import type { RenderedJob, RenderJob } from '../render/render-overlays.ts';
import { withUnrestricted } from '../render/with-unrestricted.ts';
import { asApplied } from './as-applied.ts';
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
  /** What Flux and Argo CD bring, as the kustomizations of their objects make these. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Renders what is requested and possible.
 * @throws {ConfigError} the configuration requests something that cannot be rendered
 */
export async function renderedTree(tree: TreeToDeploy): Promise<RenderedTree> {
  const { read, texts, cwd, options } = tree;
  const wanted = renderJobs(options, tree.found, tree.roots, (name) => existsSync(resolve(cwd, name)));
  const needless = await needlessJobs(wanted, read, texts, cwd, options);
  const unneeded = [...needless].map(({ overlay }) => overlay);
  const jobs = wanted.filter((job) => !needless.has(job));
  // Most trees have nothing to render.
  const isRendering = jobs.length > 0;
  const { done, deliveries } = await renderedJobs(tree, jobs, unneeded);
  const results = resultsOf(done);
  // A chart or a kustomization has composed an object of KubeFleet, which may place what the others make.
  if (needless.size > 0 && results.some(({ manifests }) => manifests.some(({ object }) => dependsOnOthers(object))))
    return renderedTree({ ...tree, options: { ...options, onlyIfFleet: false } });
  return { isRendering, done, results, files: filesOf(done), unneeded, deliveries };
}

/**
 * Charts come after the kustomizations if Flux or Argo CD deploys one: a kustomization may patch the name and the namespace of its release.
 * The results are in the order of the jobs.
 */
async function renderedJobs(
  tree: TreeToDeploy,
  jobs: readonly RenderJob[],
  unneeded: readonly Overlay[],
): Promise<Pick<RenderedTree, 'done' | 'deliveries'>> {
  const { texts, cwd, options, repository, kustomizations } = tree;
  if (jobs.length === 0) return { done: [], deliveries: tree.deliveries };
  const { renderOverlays } = await import('../render/render-overlays.ts');
  const started = performance.now();
  const render = (some: readonly RenderJob[]): Promise<readonly RenderedJob[]> => renderOverlays(some, cwd, texts, options, started);
  const withReleases = (some: readonly RenderJob[], deliveries: readonly Delivery[]): readonly RenderJob[] => {
    const needed = withUnrestricted(some, options.unrestricted ?? [], deliveries, repository.nameOfFolder);
    return withKnownReleases(needed, options.helmCommands ?? [], deliveries, repository.nameOfFolder);
  };
  const isChart = ({ overlay }: RenderJob): boolean => overlay.tool === 'helm';
  const isPatched = kustomizations.size > 0 && jobs.some(isChart) && tree.deliveries.some(namesRelease);
  if (!isPatched) return { done: await render(withReleases(jobs, tree.deliveries)), deliveries: tree.deliveries };
  const others = await render(
    withReleases(
      jobs.filter((job) => !isChart(job)),
      tree.deliveries,
    ),
  );
  const applied = await asApplied(tree, { done: others, unneeded, files: filesOf(others) });
  const manifests = [...applied.manifests, ...resultsOf(others).flatMap((made) => made.manifests)];
  const { deliveries } = deliveriesIn({ ...applied, manifests }, texts, repository);
  const rest = { charts: (await render(withReleases(jobs.filter(isChart), deliveries))).values(), others: others.values() };
  const done = jobs.flatMap((job) => (isChart(job) ? rest.charts : rest.others).next().value ?? []);
  return { done, deliveries };
}

function resultsOf(done: readonly RenderedJob[]): readonly ReadResult[] {
  return done.flatMap(({ overlay, rendering }) => {
    if (rendering.kind !== 'rendered') return [];
    const { read: made } = rendering;
    return [{ ...made, notEvaluated: made.notEvaluated.map((entry) => leftIn(entry, [overlay.name])) }];
  });
}

/** The files of which something was rendered. */
function filesOf(done: readonly RenderedJob[]): ReadonlySet<string> {
  return new Set(done.flatMap(({ rendering }) => (rendering.kind === 'rendered' ? [...rendering.files] : [])));
}
