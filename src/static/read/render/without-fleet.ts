import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { isKustomization, isReadable } from '../kustomize/kustomization.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';
import type { ReadResult } from '../read-result.ts';
import { kustomizeTree } from './kustomize-tree.ts';
import { mayCompose } from './may-compose.ts';
import type { RenderJob } from './render-overlays.ts';
import type { RenderOptions } from './render-options.ts';
import { repositoriesBelow, type RepositoryFiles } from './repository-files.ts';

/**
 * Returns the jobs that need no rendering, because nothing in the tree can be an object of KubeFleet: neither a file that was read nor a
 * file of a kustomization names one, and no kustomization can compose an apiVersion or a kind. Charts compute texts, so they are not among
 * the jobs. Kustomizations that must not or cannot be built are not among them either, because the reasons are reported.
 * @param cwd names are relative to it
 * @param texts of all files that were read, by name
 */
export async function jobsWithoutFleet(
  jobs: readonly RenderJob[],
  read: ReadResult,
  texts: ReadonlyMap<string, string>,
  cwd: string,
  options: RenderOptions,
): Promise<ReadonlySet<RenderJob>> {
  const none: ReadonlySet<RenderJob> = new Set();
  if (read.manifests.some(({ object }) => isFleetObject(object))) return none;
  if (read.notEvaluated.some(({ fleetObject }) => fleetObject === true)) return none;
  if (texts.values().some(namesFleet)) return none;
  const repositoryWith = repositoriesBelow(cwd, texts, options);
  const found = new Set<RenderJob>();
  const clean = new Set(texts.keys());
  for (const job of jobs) {
    if (job.overlay.tool !== 'kustomize') continue;
    const repository = repositoryWith(job.overlay.directory);
    const { files, refusal } = await kustomizeTree(job.overlay.file, repository, false);
    if (refusal?.isElsewhere === true || (await someMayHoldFleet(files, clean, repository))) return none;
    if (refusal === undefined && (await areReadable(files, repository))) found.add(job);
  }
  return found;
}

async function areReadable(files: ReadonlySet<string>, repository: RepositoryFiles): Promise<boolean> {
  for (const file of files) if (isKustomization(file) && !isReadable(await repository.text(file))) return false;
  return true;
}

/** @param clean files that do not name KubeFleet; more are added */
async function someMayHoldFleet(files: ReadonlySet<string>, clean: Set<string>, repository: RepositoryFiles): Promise<boolean> {
  for (const file of files) {
    const text = await repository.text(file);
    if (text === undefined || (isKustomization(file) && mayCompose(text))) return true;
    if (!clean.has(file) && namesFleet(text)) return true;
    clean.add(file);
  }
  return false;
}
