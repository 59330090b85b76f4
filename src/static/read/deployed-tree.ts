import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { NotEvaluated } from '../../finding.ts';
import { once } from '../../fleet/memo/once.ts';
import { listed as listedUpTo } from '../../fleet/text/listed.ts';
import { loadGoPatterns } from '../../admission/go-pattern.ts';
import { applyDeployers } from './deployers/apply-deployers.ts';
import { keptAsFiles, NOTHING_KEPT, type Uses } from './as-files.ts';
import { applyKustomizations, overlayName } from './kustomize/apply-kustomizations.ts';
import { type KustomizationEffects, kustomizationEffectsOf } from './kustomize/kustomization-effects.ts';
import { isAtOrBelow } from './files/shown-path.ts';
import { directoryOf, isKustomization, isReadable, parseKustomization, type Kustomization } from './kustomize/kustomization.ts';
import { deployedElsewhere } from './deployers/deployed-elsewhere.ts';
import { withKnownImages } from './deployers/known-images.ts';
import { foldersOfOthers } from './deployers/other-deployers.ts';
import { deliveredPaths } from './deployers/deliveries.ts';
import { mistypedEntry, mistypedPaths } from './deployers/mistyped-paths.ts';
import { bringsPlaced, movedDeliveries, type MovedDelivery } from './deployers/moved-deliveries.ts';
import { isKnownText, type Delivery } from './deployers/delivery.ts';
import { foldersOfManifests, foldersThatMayFit } from './deployers/folders-of-manifests.ts';
import { deliveriesIn, type Repository, repositoryFrom } from './deployers/repository.ts';
import { leavesOut } from './deployers/left-out-files.ts';
import { notesOfBases, removedByOverlays, rootsAndBases, unreadOfOverlays } from './kustomize/bases.ts';
import { misnamedKustomizations } from './kustomize/misnamed-kustomizations.ts';
import { havePatterns } from './kustomize/patch-targets.ts';
import { unreadOfComponents } from './kustomize/unread-of-components.ts';
import type { Manifest } from '../world/manifest.ts';
import { leftIn, namedOnce } from '../world/unevaluated.ts';
import { isNearFleetObject } from './files/near-fleet-objects.ts';
import { placedContent } from './kustomize/placed-content.ts';
import { listedValues } from './render/charts/listed-values.ts';
import { valuesElsewhere } from './values-elsewhere.ts';
import { withoutRendered } from './without-rendered.ts';
import { type BuiltTree, joinResults, type ReadResult } from './read-result.ts';
import { withReferredTexts } from './referred-texts.ts';
import { withKnownReleases } from './render/known-releases.ts';
import { renderable, type Renderable } from './render/find-overlays.ts';
import { namespacesOfOverlays } from './render/namespaces-of-overlays.ts';
import type { Overlay, RenderTool } from './render/overlay.ts';
import type { AppliedAsFiles } from './render/namespaces-of-overlays.ts';
import type { RenderOptions } from './render/render-options.ts';
import { dependsOnOthers } from './render/depends-on-others.ts';
import { needlessJobs, renderJobs } from './render/render-jobs.ts';
import { repositoriesBelow } from './render/repository-files.ts';
import type { RenderedJob } from './render/render-overlays.ts';

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
  const kustomizations = kustomizationsIn(texts);
  const asWritten = repositoryFrom(cwd, options);
  const { nameOfFolder } = asWritten;
  const isRead = (folder: string): boolean => roots.some((root) => !relative(join(cwd, root), join(cwd, folder)).startsWith('..'));
  const isOwn = (url: string): boolean | undefined => asWritten.isOwn(url) ?? (options.ours?.has(url) === true ? true : undefined);
  const mistyped = mistypedPaths(deliveriesIn(read, texts, asWritten).deliveries, { ...asWritten, isOwn, cwd, isRead });
  const repository = { ...asWritten, mistyped };
  const { deliveries } = deliveriesIn(read, texts, repository);
  const others = foldersOfOthers(read.manifests, repository.isOwn);
  const paths = [...deliveredPaths(deliveries), ...others];
  const asked = askedFolders(paths, roots, nameOfFolder, options);
  const found = renderable(texts, kustomizations, asked);
  const wanted = renderJobs(options, found, roots);
  const needless = await needlessJobs(wanted, read, texts, cwd, options);
  const jobs = withKnownReleases(
    wanted.filter((job) => !needless.has(job)),
    options.helmCommands ?? [],
    deliveries,
    nameOfFolder,
  );
  // Most trees have nothing to render.
  const isRendering = jobs.length > 0;
  const done = isRendering ? await (await import('./render/render-overlays.ts')).renderOverlays(jobs, cwd, texts, options) : [];
  const results = done.flatMap(({ overlay, rendering }) => {
    if (rendering.kind !== 'rendered') return [];
    const { read: made } = rendering;
    return [{ ...made, notEvaluated: made.notEvaluated.map((entry) => leftIn(entry, [overlay.name])) }];
  });
  // A chart or a kustomization has composed an object of KubeFleet, which may place what the others make.
  if (needless.size > 0 && results.some(({ manifests }) => manifests.some(({ object }) => dependsOnOthers(object))))
    return deployedTree(read, texts, cwd, { ...options, onlyIfFleet: false }, roots);
  const rendered = new Set(done.flatMap(({ rendering }) => (rendering.kind === 'rendered' ? [...rendering.files] : [])));
  const delivered = deliveredPaths(deliveries).map(nameOfFolder);
  const unneeded = [...needless].map(({ overlay }) => overlay);
  const rest = withoutRendered(read, done, unneeded, rendered, kustomizations, delivered);
  const left = new Map([...kustomizations].filter(([, { file }]) => !rendered.has(file)));
  if (left.values().some(({ patches }) => havePatterns(patches))) await loadGoPatterns();
  const applied = applyKustomizations(rest, left, texts, asked);
  const inTree = [...applied.manifests, ...results.flatMap((each) => each.manifests)];
  const namespacesOf = namespacesOfOverlays(deliveries, nameOfFolder, options.namespaces);
  const entries = isRendering ? await unrenderedIn(done, { applied, inTree, kustomizations, texts, namespacesOf }) : [];
  const ofCharts = isRendering
    ? (await import('./render/charts/undecided-remarks.ts')).undecidedRemarks(done, placedContent(inTree), namespacesOf)
    : undefined;
  const stood = unrenderedOverlays(done, applied.notEvaluated);
  const { roots: built, bases } = rootsAndBases(kustomizations, asked);
  const gone = removedByOverlays(
    read.manifests.filter(({ file }) => rendered.has(file)),
    inTree,
    kustomizations,
  );
  const unread = unreadOfOverlays(
    read.notEvaluated.filter(({ file }) => rendered.has(file)),
    inTree,
    kustomizations,
  );
  const hiding = new Set(
    (options.mangled ?? []).flatMap(({ entry, manifests }) =>
      manifests.length > 0 && placedContent(inTree)({ namespaces: [], manifests }) ? [entry.file] : [],
    ),
  );
  const known = applied.notEvaluated.map((entry) => (hiding.has(entry.file) ? { ...entry, fleetObject: true } : entry));
  const open = [...known, ...gone, ...unread].map((entry) => leftIn(entry, stood.get(entry.file) ?? []));
  const listed = listedValues(done.map(({ overlay }) => overlay));
  const decides = isRendering ? (await import('./render/charts/decided-by-values.ts')).decidedByValues(done, texts, listed) : () => false;
  const givenElsewhere = new Set<string>();
  const isDeciding: typeof decides = (chart, values, folder) => {
    const isSo = decides(chart, values, folder);
    if (isSo) givenElsewhere.add(chart);
    return isSo;
  };
  const values = await valuesElsewhere(done, applied, texts, { decides: isDeciding, listed }, options);
  const repositories = repositoriesBelow(cwd, texts, options);
  const elsewhere = await deployedElsewhere(deliveries, nameOfFolder, isRead, repositories(''));
  const ofComponents = await unreadOfComponents(kustomizations, built, repositories);
  const besides = [
    ...entries,
    ...(ofCharts?.notEvaluated ?? []),
    ...values,
    ...elsewhere,
    ...ofComponents,
    ...misnamedKustomizations(texts, (files, namespaces) =>
      placedContent(inTree)({ namespaces, manifests: applied.manifests.filter(({ file }) => files.has(file)) }),
    ),
  ];
  const conflicts = isRendering
    ? await (await import('./render/conflicts-in-data.ts')).conflictsInData(done, applied, options.helmCommands ?? [], repositories)
    : [];
  const problems = [...applied.problems, ...conflicts];
  const joined = joinResults([{ ...applied, problems, notEvaluated: [...open, ...besides] }, ...results]);
  const { deliveries: delivering, urls, ...sources } = deliveriesIn(withDeployersOutside(joined, options), texts, repository);
  const foldersOf = foldersOfDelivery(joined, repository);
  const applying = withKnownImages(delivering, foldersOf, (folder) => kustomizations.get(folder)?.images ?? []);
  const all = withReferredTexts(
    await applyDeployers(
      joined,
      applying,
      foldersOf,
      { decides: isDeciding, listed },
      {
        ...sources,
        commands: options.outside ?? [],
        mayLeaveOut: (folder) => [folder, repository.nameOfFolder('')].some((each) => existsSync(join(cwd, each, '.sourceignore'))),
        jsonnet: {
          files: options.jsonnet ?? [],
          isBuilt: (folder) => found.kustomizations.has(folder) || found.charts.has(folder),
        },
      },
    ),
  );
  const final = once(() => deliveriesIn(withDeployersOutside(all, options), texts, repository));
  const ofMoved = options.moved === undefined ? [] : entriesOfMoved(final().moved, all, repository);
  const ofMistyped = mistyped.size === 0 ? [] : entriesOfMistyped(final().deliveries, all.manifests, nameOfFolder);
  const asRead = new Set(applied.manifests);
  const changed = read.manifests.filter((manifest) => !asRead.has(manifest));
  const generated = new Set([...kustomizations.values()].flatMap(({ generates }) => generates));
  const users = usersOf(
    done,
    once(() => kustomizationEffectsOf(kustomizations, asked)),
  );
  const uses = (): Uses => ({
    used: changed,
    made: inTree,
    users,
    isOfChart: isOfChart(done),
    patchFiles: new Set([...kustomizations.values()].flatMap(({ patchFiles }) => patchFiles)),
    generated,
  });
  const asFiles = options.asFiles === undefined ? NOTHING_KEPT : keptAsFiles(options.asFiles, uses());
  const used = new Set([...done.flatMap(({ rendering }) => [...rendering.files]), ...changed.map(({ file }) => file)]);
  return {
    ...all,
    manifests: [...all.manifests, ...asFiles.manifests],
    built: {
      roots: built,
      bases: new Set(bases.keys()),
      ...wholeAndParts(found, built),
      unparsed: once(() => [...kustomizations.values()].map(({ file }) => file).filter((file) => !isReadable(texts.get(file)))),
      ...(needless.size === 0 ? { used } : {}),
      users,
      deliveredBy: deliveredByIn(deliveries, nameOfFolder),
      areDeliveriesKnown: others.length === 0 && deliveries.every(({ path, isUncertain }) => isKnownText(path) && !isUncertain),
    },
    ...(needless.size === 0 ? {} : { isWithoutFleet: true as const }),
    notes: [
      ...(await renderingNotes(done)),
      ...needlessNotes(unneeded),
      ...(ofCharts?.notes ?? []),
      ...notesOfBases(bases, read.manifests),
      ...notesOfAppliedFiles(options.appliedAsFiles ?? [], kustomizations),
      ...asFiles.notes,
      ...(all.notes ?? []),
    ],
    notEvaluated: namedOnce([...all.notEvaluated, ...ofMoved, ...ofMistyped, ...asFiles.notEvaluated]),
    mistyped,
    fleetTemplates: done.flatMap(({ rendering }) =>
      rendering.kind === 'rendered' ? (rendering.fleetTemplates ?? []).filter(({ chart }) => !givenElsewhere.has(chart)) : [],
    ),
    sourceUrls: urls(),
    versions: () => final().versions(),
    comments: [...new Map(all.comments.map((comment) => [`${comment.file}:${comment.line}:${comment.column}`, comment])).values()],
  };
}

/** What is read, with the deployers that are not among the files. */
function withDeployersOutside(read: ReadResult, { deployersOutside = [] }: RenderOptions): ReadResult {
  return { ...read, manifests: [...read.manifests, ...deployersOutside] };
}

function deliveredByIn(deliveries: readonly Delivery[], nameOfFolder: (path: string) => string): BuiltTree['deliveredBy'] {
  const known = deliveries.flatMap((delivery) => (isKnownText(delivery.path) ? [{ delivery, folder: nameOfFolder(delivery.path) }] : []));
  return (file, isMeant = () => true) => {
    const found = known.filter(
      ({ delivery, folder }) =>
        isAtOrBelow(file, folder) && isMeant(delivery) && (file === folder || !leavesOut(delivery, folder, { file })),
    );
    return [...new Set(found.map(({ folder }) => folder))];
  };
}

function wholeAndParts({ kustomizations, charts, parts }: Renderable, roots: ReadonlySet<string>): Pick<BuiltTree, 'whole' | 'parts'> {
  const all = new Set([...kustomizations.keys(), ...charts.keys()]);
  const whole = new Set([...roots, ...[...charts.keys()].filter((directory) => !parts.has(directory))]);
  return { whole, parts: all.difference(whole) };
}

/** The kustomizations, by their folders. */
function kustomizationsIn(texts: ReadonlyMap<string, string>): ReadonlyMap<string, Kustomization> {
  const found = new Map<string, Kustomization>();
  for (const [file, text] of texts) {
    const parsed = isKustomization(file) ? parseKustomization(text, file) : undefined;
    if (parsed !== undefined) found.set(directoryOf(file), parsed);
  }
  return found;
}

/** `kubectl apply -f` of a folder does not build its kustomization, and applies its file as an object, which the hub refuses. */
function notesOfAppliedFiles(applied: readonly AppliedAsFiles[], kustomizations: ReadonlyMap<string, Kustomization>): readonly string[] {
  const notes = applied.flatMap(({ folder, by, isRecursive }) => {
    const found = [...kustomizations].filter(([each]) => each === folder || (isRecursive && isAtOrBelow(each, folder)));
    if (found.length === 0) return [];
    const isOwn = found.every(([each]) => each === folder);
    const which = isOwn
      ? 'its kustomization'
      : `the ${found.length === 1 ? 'kustomization' : 'kustomizations'} in ${listedUpTo(
          found.map(([each]) => each || '.'),
          3,
        )}`;
    // kubectl takes only files with these endings.
    const files = found.flatMap(([, { file }]) => (/\.ya?ml$/.test(file) ? [file] : []));
    const fails = files.length === 0 ? '' : ` The step fails at ${listedUpTo(files, 3)}, which kubectl cannot apply.`;
    const makes = found.length === 1 ? 'the kustomization makes' : 'the kustomizations make';
    const command = isRecursive ? 'kubectl apply -R -f' : 'kubectl apply -f';
    return [
      `${by} applies ${folder || '.'} with \`${command}\`, which does not build ${which}: what ${makes} was checked, and not what this step applies.${fails} Use \`-k\` to deploy what was checked.`,
    ];
  });
  return [...new Set(notes)];
}

function needlessNotes(overlays: readonly Overlay[]): readonly string[] {
  const count = (tool: RenderTool, one: string, more: string): readonly string[] => {
    const found = overlays.filter((each) => each.tool === tool).length;
    return found === 0 ? [] : [found === 1 ? `one ${one}` : `${found} ${more}`];
  };
  const what = [...count('kustomize', 'kustomization', 'kustomizations'), ...count('helm', 'chart', 'charts')];
  if (what.length === 0) return [];
  return [`Not rendered: ${what.join(' and ')}, because this tree has no placement, and their files cannot make an object of KubeFleet.`];
}

async function renderingNotes(done: readonly RenderedJob[]): Promise<readonly string[]> {
  const started = done.filter(({ rendering }) => rendering.kind === 'rendered' || rendering.because === 'failed');
  if (started.length === 0) return [];
  const { boundsNotes, systemBounds } = await import('./render/rendering-bounds.ts');
  const withTemplates = started.some(({ overlay: { tool, args } }) => tool === 'helm' || args.includes('--enable-helm'));
  return boundsNotes(await systemBounds(), withTemplates);
}

/**
 * Folders that are built on their own: those named on the command line, and those that a deployer names. Otherwise the change itself could
 * turn any of them into a base of another overlay. The top folder is not treated as a named one.
 */
function askedFolders(
  paths: readonly string[],
  named: readonly string[],
  nameOfFolder: (path: string) => string,
  { deployed = [] }: RenderOptions,
): ReadonlySet<string> {
  return new Set([...named, ...deployed, ...paths.map(nameOfFolder)].filter((folder) => folder !== ''));
}

/** A tree after its kustomizations were applied. */
interface AppliedTree {
  readonly applied: ReadResult;
  /** Also what was rendered. */
  readonly inTree: readonly Manifest[];
  readonly kustomizations: ReadonlyMap<string, Kustomization>;
  readonly texts: ReadonlyMap<string, string>;
  /** The namespaces that an overlay is deployed into, as far as they are known. */
  readonly namespacesOf: (overlay: Overlay) => readonly string[];
}

async function unrenderedIn(
  done: readonly RenderedJob[],
  { applied, inTree, kustomizations, texts, namespacesOf }: AppliedTree,
): Promise<readonly NotEvaluated[]> {
  const isPlacedContent = once(() => placedContent(inTree));
  const isNearFleet = once(() => isNearFleetObject({ manifests: inTree, notEvaluated: applied.notEvaluated }));
  const { unrenderedEntries } = await import('./render/unrendered.ts');
  const { meetsKnownContent } = await import('./kustomize/known-content.ts');
  const isMet = once(() => meetsKnownContent(inTree));
  if (done.some(({ touched }) => touched !== undefined && touched.selectors.length > 0)) await loadGoPatterns();
  const { entriesOfDataElsewhere } = await import('./render/entries-of-data-elsewhere.ts');
  const ofData = entriesOfDataElsewhere(
    done,
    (folder) => isNearFleet()(folder),
    (files, overlay, made) =>
      isPlacedContent()({
        namespaces: namespacesOf(overlay),
        manifests: [...applied.manifests.filter(({ file }) => files.has(file)), ...made],
      }),
  );
  const unrendered = unrenderedEntries(done, {
    kustomizations,
    texts,
    judged: new Set(applied.manifests.map(({ file }) => file)),
    reportedFiles: new Set(applied.notEvaluated.flatMap(({ file, fleetObject }) => (fleetObject === true ? [file] : []))),
    isNearFleet: (folder) => isNearFleet()(folder),
    namespacesOf,
    isMet: (selector, isMoved) => isMet()(selector, isMoved),
    isPlaced: (files, namespaces, others) =>
      isPlacedContent()({ namespaces, manifests: [...applied.manifests.filter(({ file }) => files.has(file)), ...others] }),
  });
  return [...ofData, ...unrendered];
}

/** Returns the folders that a delivery may bring, as reports name them. */
function foldersOfDelivery({ manifests }: ReadResult, { nameOfFolder, top }: Repository): (delivery: Delivery) => readonly string[] {
  return ({ path, changes }) => {
    if (isKnownText(path)) return [nameOfFolder(path)];
    // Only the changes matter: which folder it is decides nothing else here.
    if (Object.keys(changes).length === 0) return [];
    return foldersThatMayFit(path, foldersOfManifests(manifests, top())).map(nameOfFolder);
  };
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

/** Whether helm has rendered a chart from a file. */
function isOfChart(done: readonly RenderedJob[]): (file: string) => boolean {
  const charts = done.filter(({ overlay, rendering }) => overlay.tool === 'helm' && rendering.kind === 'rendered');
  return (file) => charts.some(({ rendering }) => rendering.files.has(file));
}

/** The overlays, among those that were not rendered, that use the files of these entries. */
function unrenderedOverlays(done: readonly RenderedJob[], entries: readonly NotEvaluated[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map(entries.map(({ file }): [string, string[]] => [file, []]));
  for (const { overlay, rendering } of done)
    if (rendering.kind === 'unrendered') for (const file of rendering.files) found.get(file)?.push(overlay.name);
  return found;
}

/** What the change makes other repositories deploy. */
function entriesOfMistyped(
  deliveries: readonly Delivery[],
  manifests: readonly Manifest[],
  nameOfFolder: (path: string) => string,
): readonly NotEvaluated[] {
  const isPlaced = bringsPlaced(manifests, ({ path }) => [nameOfFolder(path)]);
  return deliveries.flatMap((delivery) =>
    delivery.written === undefined ? [] : [mistypedEntry(delivery, delivery.written, isPlaced(delivery))],
  );
}

function entriesOfMoved(
  moved: readonly MovedDelivery[],
  { manifests }: ReadResult,
  { nameOfFolder, top }: Repository,
): readonly NotEvaluated[] {
  const folders = once(() => foldersOfManifests(manifests, top()));
  return movedDeliveries(moved, manifests, ({ path }) =>
    (isKnownText(path) ? [path] : foldersThatMayFit(path, folders())).map(nameOfFolder),
  );
}
