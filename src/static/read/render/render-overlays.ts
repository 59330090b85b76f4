import { mkdir, realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError } from '../../../errors.ts';
import { findProgram } from './find-program.ts';
import type { Overlay, RenderTool } from './overlay.ts';
import { makesFleetObjects, namesFleet } from '../placeholders/names-fleet.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { programEnvironment } from './program-environment.ts';
import { renderHelm, wrongValues } from './render-helm.ts';
import { renderKustomize } from './render-kustomize.ts';
import { RENDER_LIMITS, type RenderOptions } from './render-options.ts';
import type { Rendering, Workplace } from './rendering.ts';
import { RepositoryFiles, repositoryOf } from './repository-files.ts';
import { runProgram, type ProgramResult } from './run-program.ts';

/** An overlay that is to be rendered, or that is not, for a reason that ends no sentence. */
export interface RenderJob {
  readonly overlay: Overlay;
  readonly not?: string;
}

/** What a job ended in. */
export interface RenderedJob {
  readonly overlay: Overlay;
  readonly rendering: Rendering;
  /** Where it was not rendered: those of its files that name fleet kinds. */
  readonly fleetFiles: readonly string[];
}

/** A tool waits for the disk as much as for a processor. */
const MOST_AT_A_TIME = 4;

/**
 * Renders overlays, a few at a time, each in a folder of its own that is gone afterwards. The results are in the order of the overlays.
 * @param cwd names are relative to it
 * @param texts of files that were read, by name
 * @throws {ConfigError} the configuration names files with values that helm must not read
 */
export async function renderOverlays(
  jobs: readonly RenderJob[],
  cwd: string,
  texts: ReadonlyMap<string, string>,
  { env, root, limits = RENDER_LIMITS }: RenderOptions,
): Promise<readonly RenderedJob[]> {
  const installed = {
    kustomize: (await findProgram(['kustomize', 'kubectl'], env)) ?? 'neither kustomize nor kubectl is on the PATH',
    helm: (await findProgram(['helm'], env)) ?? 'helm is not on the PATH',
  };
  const home = { path: cwd, real: await realpath(cwd) };
  const temporary = temporaryFolder('render');
  const deadline = performance.now() + limits.total;
  const results: RenderedJob[] = [];
  const repositories = new Map<string, RepositoryFiles>();
  try {
    const top = await realpath(temporary.path);
    const prepared = await Promise.all(
      jobs.map(async (job, index) => ({ job, index, place: await workplaceOf(job, join(top, String(index))) })),
    );
    for (const { job, place } of prepared) await checkValues(job, place);
    const rest = prepared.values();
    await Promise.all(Array.from({ length: Math.min(MOST_AT_A_TIME, availableParallelism()) }, () => worker(rest)));
    return results;
  } finally {
    temporary.remove();
  }

  async function worker(rest: Iterable<{ readonly job: RenderJob; readonly index: number; readonly place: Workplace }>): Promise<void> {
    for (const { job, index, place } of rest) {
      const { overlay } = job;
      const rendering = overlay.tool === 'helm' ? await renderHelm(overlay, place) : await renderKustomize(overlay, place);
      const fleetFiles = rendering.kind === 'rendered' ? [] : await filesNamingFleet(overlay.tool, rendering.files, place.repository);
      results[index] = { overlay, rendering, fleetFiles };
    }
  }

  /** One for all overlays of a repository: each file is read once. */
  async function repositoryWith(directory: string): Promise<RepositoryFiles> {
    const at = root === undefined ? await repositoryOf(resolve(cwd, directory), home.real, env['GITHUB_WORKSPACE']) : await realpath(root);
    const known = repositories.get(at) ?? new RepositoryFiles(home, at, texts);
    repositories.set(at, known);
    return known;
  }

  async function workplaceOf({ overlay, not }: RenderJob, folder: string): Promise<Workplace> {
    await mkdir(folder);
    const programs = not === undefined ? installed : { kustomize: not, helm: not };
    const repository = await repositoryWith(overlay.directory);
    const environment = programEnvironment(env, folder);
    const run = ({ path }: { readonly path: string }, args: readonly string[]): Promise<ProgramResult> => {
      const left = deadline - performance.now();
      if (left <= 0)
        return Promise.resolve({
          kind: 'stopped' as const,
          why: `was not started, as all renderings together took longer than ${limits.total / 1000} s`,
        });
      return runProgram(path, args, { cwd: folder, env: environment }, { ...limits, timeout: Math.min(limits.timeout, left) });
    };
    return { repository, programs, folder, run };
  }
}

/** Said before anything is started. @throws {ConfigError} */
async function checkValues({ overlay }: RenderJob, { repository }: Workplace): Promise<void> {
  const wrong = overlay.place === undefined ? undefined : await wrongValues(overlay, repository);
  if (wrong !== undefined) throw new ConfigError(`${overlay.place}: ${wrong}`);
}

async function filesNamingFleet(tool: RenderTool, files: ReadonlySet<string>, repository: RepositoryFiles): Promise<readonly string[]> {
  // A kustomization names what it patches in many ways; templates are manifests but for their expressions.
  const isOfFleet = tool === 'helm' ? makesFleetObjects : namesFleet;
  const found: string[] = [];
  for (const name of files) if (isOfFleet((await repository.text(name)) ?? '')) found.push(name);
  return found;
}
