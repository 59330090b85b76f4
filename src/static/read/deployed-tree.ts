import { realpathSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { ConfigError } from '../../errors.ts';
import type { NotEvaluated } from '../../finding.ts';
import { once } from '../../fleet/memo/once.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { loadGoPatterns } from '../../admission/go-pattern.ts';
import { applyDeployers } from './deployers/apply-deployers.ts';
import { keptAsFiles } from './as-files.ts';
import { applyKustomizations, overlayName } from './kustomize/apply-kustomizations.ts';
import { type KustomizationEffects, kustomizationEffectsOf } from './kustomize/kustomization-effects.ts';
import { NOT_READ, SOURCE } from './files/hidden-objects.ts';
import { isAtOrBelow, shownPath } from './files/shown-path.ts';
import { directoryOf, isKustomization, parseKustomization, type Kustomization } from './kustomize/kustomization.ts';
import { CHART_TEMPLATE } from './parse-manifests.ts';
import { deployedElsewhere } from './deployers/deployed-elsewhere.ts';
import { deliveredPaths, deliveriesOf } from './deployers/deliveries.ts';
import { isKnownText, type Delivery } from './deployers/delivery.ts';
import { foldersOfManifests, foldersThatMayFit } from './deployers/folders-of-manifests.ts';
import { notesOfBases, removedByOverlays, rootsAndBases } from './kustomize/bases.ts';
import { havePatterns } from './kustomize/patch-targets.ts';
import { unreadOfComponents } from './kustomize/unread-of-components.ts';
import { leftIn, namedOnce } from '../world/unevaluated.ts';
import { isNearFleetObject } from './files/near-fleet-objects.ts';
import { MENTION } from './placeholders/why-no-manifest.ts';
import { placedContent } from './kustomize/placed-content.ts';
import { joinResults, type ReadResult } from './read-result.ts';
import { withReferredTexts } from './referred-texts.ts';
import { allOverlays, configuredOverlay, entryDirectory, renderable, type Renderable } from './render/find-overlays.ts';
import type { Overlay } from './render/overlay.ts';
import type { RenderEntry, RenderOptions } from './render/render-options.ts';
import { repositoriesBelow, repositoryOf } from './render/repository-files.ts';
import type { RenderedJob, RenderJob } from './render/render-overlays.ts';

/**
 * Returns the tree as it is deployed. Kustomizations and charts are rendered if requested and possible; else the effects of kustomizations
 * are applied as far as they are known without kustomize, and the rest is reported.
 * @param texts of all files by name
 * @param roots the files and directories that were read, by name
 * @throws {ConfigError} the configuration requests something that cannot be rendered
 */
export async function deployedTree(
  read: ReadResult,
  texts: ReadonlyMap<string, string>,
  cwd: string,
  options: RenderOptions,
  roots: readonly string[],
): Promise<ReadResult> {
  const kustomizations = new Map<string, Kustomization>();
  for (const [file, text] of texts) {
    const parsed = isKustomization(file) ? parseKustomization(text, file) : undefined;
    if (parsed !== undefined) kustomizations.set(directoryOf(file), parsed);
  }
  const repository = repositoryFrom(cwd, options);
  const { nameOfFolder } = repository;
  const deliveries = deliveriesIn(read, texts, repository);
  const asked = askedFolders(deliveries, roots, nameOfFolder, options);
  const wanted = jobsOf(options, renderable(texts, kustomizations, asked), roots);
  const needless = await needlessJobs(wanted, read, texts, cwd, options);
  const jobs = wanted.filter((job) => !needless.has(job));
  // Most trees have nothing to render.
  const isRendering = jobs.length > 0;
  const done = isRendering ? await (await import('./render/render-overlays.ts')).renderOverlays(jobs, cwd, texts, options) : [];
  const results = done.flatMap(({ overlay, rendering }) => {
    if (rendering.kind !== 'rendered') return [];
    const { read: made } = rendering;
    return [{ ...made, notEvaluated: made.notEvaluated.map((entry) => leftIn(entry, [overlay.name])) }];
  });
  // A chart has computed an object of KubeFleet, which may place what the kustomizations build.
  if (needless.size > 0 && results.some(({ manifests }) => manifests.some(({ object }) => isFleetObject(object))))
    return deployedTree(read, texts, cwd, { ...options, onlyIfFleet: false }, roots);
  const rendered = new Set(done.flatMap(({ rendering }) => (rendering.kind === 'rendered' ? [...rendering.files] : [])));
  const charts = new Set(done.flatMap(({ overlay, rendering }) => (overlay.tool === 'helm' ? [...rendering.files] : [])));
  const isLeft = ({ file }: { readonly file: string }): boolean => !rendered.has(file);
  // Kustomizations and charts are reported as a whole.
  const isReported = ({ file, reason }: NotEvaluated): boolean =>
    kustomizations.get(directoryOf(file))?.file === file ||
    (charts.has(file) && (reason === CHART_TEMPLATE || reason === SOURCE || (reason.startsWith(NOT_READ) && file.endsWith('.tgz'))));
  const delivered = deliveredPaths(deliveries).map(nameOfFolder);
  // A packaged chart may be the path of a HelmRelease.
  const asDelivered = (entry: NotEvaluated): NotEvaluated => (delivered.includes(entry.file) ? { ...entry, fleetObject: true } : entry);
  const templates = new Set(read.notEvaluated.filter(isReported).map(({ file }) => file));
  const rest = {
    ...read,
    manifests: read.manifests.filter(isLeft),
    problems: read.problems.filter(isLeft),
    notEvaluated: read.notEvaluated.filter((entry) => isLeft(entry) && !isReported(entry)).map(asDelivered),
    comments: read.comments.filter((comment) => isLeft(comment) && !templates.has(comment.file)),
  };
  const left = new Map([...kustomizations].filter(([, each]) => isLeft(each)));
  if (left.values().some(({ patches }) => havePatterns(patches))) await loadGoPatterns();
  const applied = applyKustomizations(rest, left, texts, asked);
  const judged = new Set(applied.manifests.map(({ file }) => file));
  const reportedFiles = new Set(applied.notEvaluated.flatMap(({ file, fleetObject }) => (fleetObject === true ? [file] : [])));
  const inTree = [...applied.manifests, ...results.flatMap((each) => each.manifests)];
  const isPlacedContent = once(() => placedContent(inTree));
  const isNearFleet = once(() => isNearFleetObject({ manifests: inTree, notEvaluated: applied.notEvaluated }));
  const known = {
    kustomizations,
    texts,
    judged,
    reportedFiles,
    isNearFleet: (folder: string): boolean => isNearFleet()(folder),
    isPlaced: (files: ReadonlySet<string>, namespaces: readonly string[]): boolean =>
      isPlacedContent()({ namespaces, manifests: applied.manifests.filter(({ file }) => files.has(file)) }),
  };
  const entries = isRendering ? (await import('./render/unrendered.ts')).unrenderedEntries(done, known) : [];
  const stood = unrenderedOverlays(done, applied.notEvaluated);
  const { roots: built, bases } = rootsAndBases(kustomizations, asked);
  const gone = removedByOverlays(
    read.manifests.filter((manifest) => !isLeft(manifest)),
    inTree,
    kustomizations,
  );
  const open = [...applied.notEvaluated, ...gone].map((entry) => leftIn(entry, stood.get(entry.file) ?? []));
  const isDelivered = inFolders(delivered);
  const asRead = new Set(applied.manifests);
  const usedAsFiles = read.manifests.filter(
    (manifest) => options.asFiles?.has(manifest.file) === true && !asRead.has(manifest) && !isDelivered(manifest.file),
  );
  const asFiles = keptAsFiles(usedAsFiles, inTree);
  const releases = done.flatMap(({ overlay, rendering }) => (rendering.kind === 'rendered' ? [overlay] : []));
  const decides = isRendering ? (await import('./render/decided-by-values.ts')).decidedByValues(done, texts) : undefined;
  const given = isRendering
    ? (await import('./render/values-given-elsewhere.ts')).valuesGivenElsewhere(releases, texts, decides, options.helmCommands)
    : [];
  const mentioned = new Set(applied.notEvaluated.flatMap(({ file, reason }) => (reason === MENTION ? [file] : [])));
  const unused = mentioned.difference(new Set(releases.flatMap(({ values }) => values)));
  const withFleet = unused.size === 0 ? [] : (await import('./render/values-with-fleet.ts')).valuesWithFleet(unused, texts);
  const isRead = (folder: string): boolean => roots.some((root) => !relative(join(cwd, root), join(cwd, folder)).startsWith('..'));
  const elsewhere = await deployedElsewhere(deliveries, nameOfFolder, isRead, cwd);
  const ofComponents = await unreadOfComponents(kustomizations, built, repositoriesBelow(cwd, texts, options));
  const besides = [...entries, ...given, ...withFleet, ...elsewhere, ...ofComponents];
  const joined = joinResults([{ ...applied, notEvaluated: [...open, ...besides] }, ...results]);
  const foldersOf = ({ path, changes }: Delivery): readonly string[] => {
    if (isKnownText(path)) return [nameOfFolder(path)];
    // Only the changes matter: which folder it is decides nothing else here.
    if (Object.keys(changes).length === 0) return [];
    return foldersThatMayFit(path, foldersOfManifests(joined.manifests, repository.top())).map(nameOfFolder);
  };
  const all = withReferredTexts(await applyDeployers(joined, deliveriesIn(joined, texts, repository), foldersOf, decides));
  const started = done.filter(({ rendering }) => rendering.kind === 'rendered' || rendering.because === 'failed');
  const changed = read.manifests.filter((manifest) => !asRead.has(manifest));
  const used = new Set([...done.flatMap(({ rendering }) => [...rendering.files]), ...changed.map(({ file }) => file)]);
  return {
    ...all,
    manifests: [...all.manifests, ...asFiles.manifests],
    built: {
      roots: built,
      bases: new Set(bases.keys()),
      ...(needless.size === 0 ? { used } : {}),
      users: usersOf(
        done,
        once(() => kustomizationEffectsOf(kustomizations, asked)),
      ),
    },
    ...(needless.size === 0 ? {} : { isWithoutFleet: true as const }),
    notes: [
      ...(await renderingNotes(started)),
      ...needlessNotes(needless.size),
      ...notesOfBases(bases, read.manifests),
      ...asFiles.notes,
      ...(all.notes ?? []),
    ],
    notEvaluated: namedOnce(all.notEvaluated),
    comments: [...new Map(all.comments.map((comment) => [`${comment.file}:${comment.line}:${comment.column}`, comment])).values()],
  };
}

/** The jobs that need no rendering; see `onlyIfFleet`. */
async function needlessJobs(
  jobs: readonly RenderJob[],
  read: ReadResult,
  texts: ReadonlyMap<string, string>,
  cwd: string,
  options: RenderOptions,
): Promise<ReadonlySet<RenderJob>> {
  const { what, only, onlyIfFleet } = options;
  if (onlyIfFleet !== true || what !== 'auto' || only !== undefined || jobs.length === 0) return new Set();
  return (await import('./render/without-fleet.ts')).jobsWithoutFleet(jobs, read, texts, cwd, options);
}

function needlessNotes(count: number): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? 'One kustomization was' : `${count} kustomizations were`;
  return [`${what} not rendered, because no file in this tree contains an object of KubeFleet.`];
}

async function renderingNotes(started: readonly RenderedJob[]): Promise<readonly string[]> {
  if (started.length === 0) return [];
  const { boundsNotes, systemBounds } = await import('./render/rendering-bounds.ts');
  const withTemplates = started.some(({ overlay: { tool, args } }) => tool === 'helm' || args.includes('--enable-helm'));
  return boundsNotes(await systemBounds(), withTemplates);
}

/** The repository around the working directory, which is looked for at the first use. */
interface Repository {
  /** How reports name a folder at a path from the top of the repository. */
  readonly nameOfFolder: (path: string) => string;
  /** The path from the top of the repository to the working directory. */
  readonly top: () => string;
}

function repositoryFrom(cwd: string, { root, env }: RenderOptions): Repository {
  const real = once(() => realpathSync(cwd));
  const top = once(() => (root === undefined ? repositoryOf(real(), real(), env['GITHUB_WORKSPACE']) : realpathSync(root)));
  return { nameOfFolder: (path) => shownPath(join(top(), path), real()), top: () => shownPath(real(), top()) };
}

/** What the manifests of Flux and Argo CD deploy. Another repository may have folders of the same names. */
function deliveriesIn({ manifests }: ReadResult, texts: ReadonlyMap<string, string>, { top }: Repository): readonly Delivery[] {
  const content = {
    folders: () => foldersOfManifests(manifests, top()),
    files: once(() => new Map([...texts].map(([file, text]) => [posix.join(top(), file), text]))),
    isOwn: () => true,
  };
  return deliveriesOf(manifests, content);
}

/**
 * Folders that are built on their own: those named on the command line, and those that a deployer names. Otherwise the change itself could
 * turn any of them into a base of another overlay. The top folder is not treated as a named one.
 */
function askedFolders(
  deliveries: readonly Delivery[],
  named: readonly string[],
  nameOfFolder: (path: string) => string,
  { deployed = [] }: RenderOptions,
): ReadonlySet<string> {
  const paths = deliveredPaths(deliveries);
  return new Set([...named, ...deployed, ...paths.map(nameOfFolder)].filter((folder) => folder !== ''));
}

/** Whether a file is in one of these folders. */
function inFolders(folders: readonly string[]): (file: string) => boolean {
  return (file) => folders.some((folder) => isAtOrBelow(file, folder));
}

/** The overlays that use a file. @param listing what kustomizations list */
function usersOf(
  done: readonly RenderedJob[],
  listing: () => ReadonlyMap<string, KustomizationEffects> | undefined,
): (file: string) => readonly string[] {
  return (file) => {
    const listedBy = [...(listing()?.get(file)?.roots ?? [])].map(overlayName);
    return [...new Set([...listedBy, ...done.flatMap(({ overlay, rendering }) => (rendering.files.has(file) ? [overlay.name] : []))])];
  };
}

/** The overlays, among those that were not rendered, that use the files of these entries. */
function unrenderedOverlays(done: readonly RenderedJob[], entries: readonly NotEvaluated[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map(entries.map(({ file }): [string, string[]] => [file, []]));
  for (const { overlay, rendering } of done)
    if (rendering.kind === 'unrendered') for (const file of rendering.files) found.get(file)?.push(overlay.name);
  return found;
}

/** The overlays to render, and why others are not rendered. @throws {ConfigError} */
function jobsOf(
  { what, whyOff = 'rendering is off', only, isBase = false }: RenderOptions,
  found: Renderable,
  roots: readonly string[],
): readonly RenderJob[] {
  const all = allOverlays(found);
  const wanted = (overlay: Overlay): RenderJob =>
    only === undefined || only.tool === overlay.tool ? { overlay } : { overlay, not: `${only.by} does not include it` };
  if (what === 'off') return all.map((overlay) => ({ overlay, not: whyOff }));
  if (what === 'auto') return all.map(wanted);
  const listed = what.flatMap((entry) => {
    const overlay = configuredOverlay(entry, found, isBase);
    if (overlay !== undefined) return [overlay];
    const directory = entryDirectory(entry);
    // In another state of the tree, or outside the judged paths.
    if (isBase || !roots.some((root) => isAtOrBelow(directory, root))) return [];
    throw new ConfigError(`${entry.place}: ${entry.path} has ${missingIn(entry)} among the files that are read; see paths and exclude`);
  });
  const isListed = ({ tool, directory }: Overlay): boolean => listed.some((each) => each.tool === tool && each.directory === directory);
  return [
    ...listed.map(wanted),
    ...all.filter((overlay) => !isListed(overlay)).map((overlay) => ({ overlay, not: '`render` of the configuration does not list it' })),
  ];
}

function missingIn({ tool }: RenderEntry): string {
  return tool === undefined ? 'neither a kustomization nor a chart' : `no ${tool === 'helm' ? 'chart' : 'kustomization'}`;
}
