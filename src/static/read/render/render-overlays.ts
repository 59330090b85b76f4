import { mkdirSync, realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { realpathOf } from '../../../files/realpath-of.ts';
import { ConfigError } from '../../../errors.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import { findProgram, type Program, searchPath } from '../../../programs/find-program.ts';
import { runProgram } from '../../../programs/run-program.ts';
import { withoutNetwork } from '../../../programs/without-network.ts';
import type { Overlay, RenderTool } from './overlay.ts';
import { contentElsewhere } from '../files/content-elsewhere.ts';
import { directoryOf, isKustomization, joinPath, kustomizationValue } from '../kustomize/kustomization.ts';
import { joinTouched, type Touched, touchedBy } from '../kustomize/object-selectors.ts';
import { textOfPackage } from '../files/look-through-file.ts';
import { makesFleetObjects, namesFleet } from '../placeholders/names-fleet.ts';
import { hasPartsOfFleet } from '../placeholders/parts-of-fleet.ts';
import { temporaryFolder } from '../files/temporary-folder.ts';
import type { Manifest } from '../../world/manifest.ts';
import { parseManifests } from '../parse-manifests.ts';
import { renderEnvironment } from './render-environment.ts';
import { isDescription } from './charts/chart-files.ts';
import { packedCharts } from './charts/packed-charts.ts';
import { renderHelm, wrongValues } from './charts/render-helm.ts';
import { OF_CHART, writtenNamespaces } from './charts/written-namespaces.ts';
import { renderKustomize } from './render-kustomize.ts';
import { RENDER_LIMITS, type RenderOptions, type RenderLimits } from './render-options.ts';
import type { Rendering, Workplace } from './rendering.ts';
import { repositoriesBelow, type RepositoryFiles, repositoryOf } from './repository-files.ts';

/** An overlay to render, or one that is not rendered, with a reason that ends no sentence. */
export interface RenderJob {
  readonly overlay: Overlay;
  readonly not?: string;
}

/** The result of a job. */
export interface RenderedJob {
  readonly overlay: Overlay;
  readonly rendering: Rendering;
  /** If it was not rendered: those of its files that name KubeFleet kinds, and those of a chart whose content is not in the checkout. */
  readonly fleetFiles: readonly string[];
  /** If a kustomization was not rendered: the objects in those of its files that do not have the name of a manifest, so that nothing read them. */
  readonly unread?: readonly Manifest[];
  /** If a kustomization was not rendered: what all its kustomizations change or add besides the resources that they list. */
  readonly touched?: Touched & { readonly isMoved: boolean };
  /** If it was not rendered: the namespaces that the templates of its packed charts have. */
  readonly packed?: readonly string[];
}

/** The installed programs, or why a tool cannot be started, and how tools are started. */
interface Tools extends Readonly<Record<RenderTool, Program | string>> {
  readonly env: RenderOptions['env'];
  readonly path: string | undefined;
  readonly launcher: readonly string[];
}

/** A tool waits for the disk as much as for the processor. */
const MOST_AT_A_TIME = 4;

/**
 * Renders overlays, a few at a time, each in a temporary folder of its own. The results are in the order of the overlays.
 * @param cwd names are relative to it
 * @param texts of files that were read, by name
 * @param started when the time of all renderings began @throws {ConfigError} the configuration names files with values that helm must not read
 */
export async function renderOverlays(
  jobs: readonly RenderJob[],
  cwd: string,
  texts: ReadonlyMap<string, string>,
  { env, root, repository: facts, limits = RENDER_LIMITS }: RenderOptions,
  started = performance.now(),
): Promise<readonly RenderedJob[]> {
  const repositoryWith = repositoriesBelow(cwd, texts, { root, env, repository: facts });
  const temporary = temporaryFolder('render');
  const results: RenderedJob[] = [];
  try {
    const top = realpathSync(temporary.path);
    const inRepositories = jobs.map((job) => ({ job, repository: repositoryWith(job.overlay.directory) }));
    const tools = await installedTools(jobs, cwd, env);
    const bounds = { limits, deadline: started + limits.total };
    const prepared = inRepositories.map(({ job, repository }, index) => {
      const folder = join(top, String(index));
      mkdirSync(folder);
      const { programs, run } = runnerOf(job, tools, folder, bounds);
      return { job, index, place: { repository, programs, folder, otherReleases: otherReleases(job, jobs), run } };
    });
    for (const { job, place } of prepared) await checkValues(job, place);
    const rest = prepared.values();
    const work = async (): Promise<void> => {
      for (const { job, index, place } of rest) results[index] = await renderedJob(job, place, texts);
    };
    await Promise.all(Array.from({ length: Math.min(MOST_AT_A_TIME, availableParallelism()) }, work));
    return results;
  } finally {
    temporary.remove();
  }
}

/** The programs outside the judged folders, and how they are started. */
async function installedTools(jobs: readonly RenderJob[], cwd: string, env: RenderOptions['env']): Promise<Tools> {
  const folders = [cwd, ...jobs.map(({ overlay }) => resolve(cwd, overlay.directory))];
  const workspace = env['GITHUB_WORKSPACE'];
  // Without a repository, the common parent of an overlay and the working directory may be any folder of the machine.
  const own = [...new Set(folders)].map((folder) => repositoryOf(folder, realpathOf(folder), workspace));
  const search = { env, judged: own };
  return {
    kustomize: findProgram(['kustomize', 'kubectl'], search),
    helm: findProgram(['helm'], search),
    env,
    path: searchPath(search),
    launcher: jobs.some(({ not }) => not === undefined) ? ((await withoutNetwork()) ?? []) : [],
  };
}

function runnerOf(
  { not }: RenderJob,
  { kustomize, helm, env, path: searched, launcher }: Tools,
  folder: string,
  { limits, deadline }: { readonly limits: RenderLimits; readonly deadline: number },
): Pick<Workplace, 'programs' | 'run'> {
  const environment = renderEnvironment(env, searched, folder);
  return {
    programs: not === undefined ? { kustomize, helm } : { kustomize: not, helm: not },
    run: ({ path }, args) => {
      const left = deadline - performance.now();
      if (left <= 0)
        return Promise.resolve({
          kind: 'stopped',
          because: 'time',
          stderr: '',
          why: `was not started, because all renderings together took longer than ${limits.total / 1000} s`,
        });
      const { maxOutput, maxMemory } = limits;
      const timeout = Math.min(limits.timeout, left);
      return runProgram({ path, args, cwd: folder, env: environment, launcher, maxOutput, maxMemory, timeout });
    },
  };
}

/** The files of values of the other releases of a chart. */
function otherReleases({ overlay }: RenderJob, jobs: readonly RenderJob[]): ReadonlySet<string> {
  const others = jobs.filter((job) => job.not === undefined && job.overlay !== overlay && job.overlay.directory === overlay.directory);
  return new Set(others.flatMap((job) => job.overlay.values));
}

async function renderedJob({ overlay }: RenderJob, place: Workplace, texts: ReadonlyMap<string, string>): Promise<RenderedJob> {
  const { repository } = place;
  const rendering = overlay.tool === 'helm' ? await renderHelm(overlay, place) : await renderKustomize(overlay, place);
  if (rendering.kind === 'rendered') return { overlay, rendering, fleetFiles: [] };
  const fleetFiles = await filesNamingFleet(overlay.tool, rendering.files, repository);
  const isUnbuilt = overlay.tool === 'kustomize';
  const unseen = [...rendering.files].filter((file) => !texts.has(file) && !file.endsWith('.tgz'));
  const unread = isUnbuilt ? await objectsIn(unseen, repository) : [];
  const touched = isUnbuilt ? { touched: await touchedIn(overlay, rendering.files, repository) } : {};
  const packed = await namespacesInPacked(rendering.files, repository);
  return {
    overlay,
    rendering,
    fleetFiles,
    ...(unread.length === 0 ? {} : { unread }),
    ...touched,
    ...(packed.length === 0 ? {} : { packed }),
  };
}

/** Checked before a program is started. @throws {ConfigError} */
async function checkValues({ overlay }: RenderJob, { repository }: Workplace): Promise<void> {
  const wrong = overlay.place === undefined ? undefined : await wrongValues(overlay, repository);
  if (wrong !== undefined) throw new ConfigError(`${overlay.place}: ${wrong}`);
}

async function filesNamingFleet(tool: RenderTool, files: ReadonlySet<string>, repository: RepositoryFiles): Promise<readonly string[]> {
  // A kustomization can name patch targets in many ways; templates are manifests with expressions.
  if (tool === 'kustomize') return filesThat(namesFleet, files, repository);
  const own = new Set([...files].filter((name) => !isDescription(name)));
  const isUnknown = (text: string, name: string): boolean => MAY_BE_TEXT.test(name) && contentElsewhere(text) !== undefined;
  const templates = await filesThat((text, name) => makesFleetObjects(text) || isUnknown(text, name), own, repository);
  return templates.length > 0 ? templates : filesThat(hasPartsOfFleet, own, repository);
}

/** Other files that a template reads, such as key stores and images, are data. */
const MAY_BE_TEXT = /\.(?:ya?ml|json|tpl|txt|tgz)$/i;

async function objectsIn(files: readonly string[], repository: RepositoryFiles): Promise<readonly Manifest[]> {
  const found: Manifest[] = [];
  for (const file of files) found.push(...parseManifests((await repository.text(file)) ?? '', file).manifests);
  return found;
}

/** `isMoved`: the outermost kustomization sets the namespace of everything. */
async function touchedIn(
  { file: outermost }: Overlay,
  files: ReadonlySet<string>,
  repository: RepositoryFiles,
): Promise<Touched & { readonly isMoved: boolean }> {
  const all: Touched[] = [];
  let isMoved = false;
  for (const file of [...files].filter(isKustomization)) {
    const value = kustomizationValue((await repository.text(file)) ?? '') ?? {};
    all.push(await touchedBy(value, async (path) => (await repository.text(joinPath(directoryOf(file), path))) ?? ''));
    if (file === outermost) isMoved = (stringAt(value, 'namespace') ?? '') !== '';
  }
  return { ...joinTouched(all), isMoved };
}

async function namespacesInPacked(files: ReadonlySet<string>, repository: RepositoryFiles): Promise<readonly string[]> {
  const packed = await packedCharts(files, repository);
  return [...packed].flatMap(([file, text]) => (OF_CHART.test(file) ? writtenNamespaces(text) : []));
}

async function filesThat(
  isWanted: (text: string, name: string) => boolean,
  files: ReadonlySet<string>,
  repository: RepositoryFiles,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of files) {
    const isPackage = name.endsWith('.tgz');
    const text = isPackage ? await textOfPackage(repository.absolute(name)).catch(() => undefined) : ((await repository.text(name)) ?? '');
    // A package that cannot be read may hold anything.
    if (text === undefined || isWanted(text, name)) found.push(name);
  }
  return found;
}
