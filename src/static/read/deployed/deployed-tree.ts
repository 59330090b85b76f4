import { chartNames } from '../deployers/charts/chart-description.ts';
import { withoutLocalOfKpt } from '../deployers/changes-of-others.ts';
import type { Delivery } from '../deployers/delivery.ts';
import { deployerKind } from '../deployers/deployer-kind.ts';
import { unlistedCharts } from '../deployers/charts/unlisted-charts.ts';
import type { KnownTree } from '../deployers/charts/versioned-charts.ts';
import { type AsFiles, keptAsFiles, NOTHING_KEPT } from '../as-files.ts';
import { notesOfBases, rootsAndBases } from '../kustomize/bases.ts';
import type { Manifest } from '../../world/manifest.ts';
import { namedOnce } from '../../world/unevaluated.ts';
import { type BuiltTree, joinResults, type ReadResult } from '../read-result.ts';
import { repositoriesBelow } from '../render/repository-files.ts';
import { type AppliedTree, appliedTree } from './applied-tree.ts';
import { builtTree, usersOf } from './built-tree.ts';
import { type DecidingValues, decidingValues } from './deciding-values.ts';
import { deliveredTree } from './delivered-tree.ts';
import { needlessNotes, notesOfAppliedFiles, renderingNotes } from './notes-of-tree.ts';
import { renderedTree } from './rendered-tree.ts';
import { type TreeInput, treeToDeploy } from './tree-to-deploy.ts';
import { unreadOfTree } from './unread-of-tree.ts';

/**
 * Returns the tree as it is deployed. Kustomizations and charts are rendered if requested and possible; else the effects of kustomizations
 * are applied as far as they are known without kustomize, and the rest is reported.
 * @throws {ConfigError} the configuration requests something that cannot be rendered
 */
export async function deployedTree(input: TreeInput): Promise<ReadResult> {
  const { read, texts, cwd, options } = input;
  const toDeploy = treeToDeploy(input);
  const tree = await appliedTree(toDeploy, await renderedTree(toDeploy));
  const { isRendering, kustomizations, applied, done, unneeded } = tree;
  const repositories = repositoriesBelow(cwd, texts, options);
  const values = await decidingValues(tree, repositories(''));
  const { roots, bases } = rootsAndBases(kustomizations, tree.asked);
  const ofCharts = isRendering
    ? (await import('../render/charts/undecided-remarks.ts')).undecidedRemarks(done, tree.isPlaced, tree.namespacesOf)
    : { notEvaluated: [], notes: [] };
  const notEvaluated = await unreadOfTree(tree, roots, values, ofCharts.notEvaluated, repositories);
  const conflicts = isRendering
    ? await (await import('../render/conflicts-in-data.ts')).conflictsInData(done, applied, options.helmCommands ?? [], repositories)
    : [];
  const joined = joinResults([{ ...applied, problems: [...applied.problems, ...conflicts], notEvaluated }, ...tree.results]);
  const { ofChange, ofOthers, deliveries, ...all } = await deliveredTree(tree, withoutLocalOfKpt(joined, cwd), values);
  const asRead = new Set(applied.manifests);
  const changed = read.manifests.filter((manifest) => !asRead.has(manifest));
  const users = usersOf(tree);
  const asFiles = asFilesOf(tree, changed, users);
  const given = await valuesOfCharts(tree, deliveries, values);
  const built = builtTree(
    tree,
    { roots, bases },
    users,
    changed.map(({ file }) => file),
    given.valuesOfCharts?.given ?? [],
  );
  return {
    ...all,
    manifests: [...all.manifests.map((each) => (isTakenList(each, built) ? { ...each, list: undefined } : each)), ...asFiles.manifests],
    built,
    ...(unneeded.length === 0 ? {} : { isWithoutFleet: true as const }),
    notes: [
      ...(await renderingNotes(done)),
      ...needlessNotes(unneeded),
      ...ofCharts.notes,
      ...notesOfBases(bases, read.manifests),
      ...(isRendering ? await namesWithoutEffect(tree, deliveries, repositories) : []),
      ...notesOfAppliedFiles(options.appliedAsFiles ?? [], kustomizations),
      ...asFiles.notes,
      ...(all.notes ?? []),
    ],
    notEvaluated: namedOnce([...all.notEvaluated, ...ofChange, ...ofOthers, ...asFiles.notEvaluated]),
    mistyped: tree.repository.mistyped,
    hasNoFolder: tree.repository.hasNoFolder,
    ...(await chartsOfDeployers(tree, { deliveries, brought: all.manifests, listed: values.listed }, repositories)),
    ...given,
    fleetTemplates: done.flatMap(({ rendering }) =>
      (rendering.kind === 'rendered' ? (rendering.fleetTemplates ?? []) : []).map(({ ofValues, ...template }) =>
        ofValues === undefined || values.given.has(template.chart) ? template : { ...template, ofValues },
      ),
    ),
    comments: [...new Map(all.comments.map((comment) => [`${comment.file}:${comment.line}:${comment.column}`, comment])).values()],
  };
}

/**
 * Whether Argo CD takes the list that a manifest is in: it takes each value with `items` as one. Kustomize, and so Flux, takes a list if its
 * kind ends in "List".
 */
function isTakenList({ list, file, rendered }: Manifest, built: BuiltTree): boolean {
  if (list === undefined) return false;
  const isForKustomize = list.kind.endsWith('List');
  if (isForKustomize && rendered === undefined && built.users(file).length > 0) return true;
  return (
    built.deliveredBy(file, ({ manifest: { object } }) => isForKustomize || !['Kustomization', undefined].includes(deployerKind(object)))
      .length > 0
  );
}

/** @param used manifests that kustomizations and charts change */
function asFilesOf({ options, inTree, kustomizations, done }: AppliedTree, used: readonly Manifest[], users: BuiltTree['users']): AsFiles {
  if (options.asFiles === undefined) return NOTHING_KEPT;
  const charts = done.filter(({ overlay, rendering }) => overlay.tool === 'helm' && rendering.kind === 'rendered');
  const all = [...kustomizations.values()];
  return keptAsFiles(options.asFiles, {
    used,
    made: inTree,
    users,
    isOfChart: (file) => charts.some(({ rendering }) => rendering.files.has(file)),
    patchFiles: new Set(all.flatMap(({ patchFiles }) => patchFiles)),
    generated: new Set(all.flatMap(({ generates }) => generates)),
  });
}

async function chartsOfDeployers(
  { done, repository }: AppliedTree,
  known: Pick<KnownTree, 'deliveries' | 'brought' | 'listed'>,
  repositories: ReturnType<typeof repositoriesBelow>,
): Promise<Pick<ReadResult, 'versionedCharts' | 'chartNames' | 'unlistedCharts'>> {
  const { nameOfFolder: nameOf } = repository;
  const unlisted = done.length === 0 ? {} : { unlistedCharts: await unlistedCharts({ ...known, done, nameOf }, repositories) };
  if (known.deliveries.every(({ chart }) => chart === undefined)) return unlisted;
  const names = { chartNames: await chartNames(known.deliveries, nameOf, repositories) };
  if (done.length === 0) return names;
  const { versionedCharts } = await import('../deployers/charts/versioned-charts.ts');
  return { ...names, ...unlisted, versionedCharts: await versionedCharts({ ...known, done, nameOf }, repositories) };
}

async function valuesOfCharts(
  { done, repository, texts, options }: AppliedTree,
  deliveries: readonly Delivery[],
  { decidesListed }: DecidingValues,
): Promise<Pick<ReadResult, 'valuesOfCharts'>> {
  const releases = done.flatMap(({ overlay, rendering }) => (overlay.tool === 'helm' && rendering.kind === 'rendered' ? [overlay] : []));
  if (releases.length === 0) return {};
  const { givenValues } = await import('../render/charts/given-values.ts');
  const givers = { texts, commands: options.helmCommands ?? [], deliveries, nameOfFolder: repository.nameOfFolder };
  return { valuesOfCharts: { given: givenValues(releases, givers), decides: decidesListed } };
}

/** Notes about what kustomize and helm take without a word, and without an effect. */
async function namesWithoutEffect(
  { done, kustomizations, read, options, repository }: AppliedTree,
  deliveries: readonly Delivery[],
  repositories: ReturnType<typeof repositoriesBelow>,
): Promise<readonly string[]> {
  const { unmatchedNotes } = await import('../render/unmatched-names.ts');
  const { unusedValuesNotes } = await import('../render/charts/unused-values-notes.ts');
  const { reusedValuesNotes } = await import('../render/charts/reused-values.ts');
  return [
    ...(await unmatchedNotes(done, [...kustomizations.values()], read.manifests)),
    ...(await unusedValuesNotes(done, repositories)),
    ...reusedValuesNotes(done, options.helmCommands ?? [], deliveries, repository.nameOfFolder),
  ];
}
