import { isKustomization, isReadable } from '../kustomize/kustomization.ts';
import type { ReadResult } from '../read-result.ts';
import { chartMayHoldFleet } from './charts/chart-without-fleet.ts';
import { dependsOnOthers } from './depends-on-others.ts';
import { fleetInText, type FleetInText } from './fleet-in-text.ts';
import { kustomizeTree } from './kustomize-tree.ts';
import { mayCompose } from './may-compose.ts';
import type { RenderJob } from './render-overlays.ts';
import type { RenderOptions } from './render-options.ts';
import { repositoriesBelow, type RepositoryFiles } from './repository-files.ts';

/**
 * Returns the jobs that need no rendering: the tree has no object of KubeFleet that depends on others, and nothing in the files of these
 * jobs can become an object of KubeFleet. None is returned if a file may hold an object that depends on others. Kustomizations that must
 * not or cannot be built are not among the jobs, because the reasons are reported.
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
  if (read.manifests.some(({ object }) => dependsOnOthers(object))) return none;
  if (read.notEvaluated.some(({ fleetObject }) => fleetObject === true)) return none;
  const known = new Map([...texts].map(([file, text]) => [file, fleetInText(text, file)]));
  const inTexts = new Set(known.values());
  if (inTexts.has('any')) return none;
  const repositoryWith = repositoriesBelow(cwd, texts, options);
  const found = new Set<RenderJob>();
  for (const job of jobs) {
    const repository = repositoryWith(job.overlay.directory);
    if (job.overlay.tool === 'helm') {
      // A text may have values of the chart.
      if (!inTexts.has('content') && !(await chartMayHoldFleet(job.overlay, repository))) found.add(job);
      continue;
    }
    const { files, refusal } = await kustomizeTree(job.overlay.file, repository, false);
    if (refusal?.isElsewhere === true) return none;
    const held = await fleetIn(files, known, repository);
    if (held.has('any')) return none;
    if (held.isSubsetOf(NOTHING) && refusal === undefined && (await areReadable(files, repository))) found.add(job);
  }
  return found;
}

const NOTHING: ReadonlySet<FleetInText> = new Set(['nothing']);

async function areReadable(files: ReadonlySet<string>, repository: RepositoryFiles): Promise<boolean> {
  for (const file of files) if (isKustomization(file) && !isReadable(await repository.text(file))) return false;
  return true;
}

/** @param known what is in files that were already looked through; more are added */
async function fleetIn(
  files: ReadonlySet<string>,
  known: Map<string, FleetInText>,
  repository: RepositoryFiles,
): Promise<ReadonlySet<FleetInText>> {
  const found = new Set<FleetInText>();
  for (const file of files) {
    const text = await repository.text(file);
    const held = text === undefined ? 'any' : (known.get(file) ?? fleetInText(text, file));
    known.set(file, held);
    found.add(held);
    // What it makes is known when it is rendered.
    if (text !== undefined && isKustomization(file) && mayCompose(text)) found.add('objects');
  }
  return found;
}
