import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NotEvaluated } from '../../../finding.ts';
import { once } from '../../../fleet/memo/once.ts';
import { applyDeployers } from '../deployers/apply-deployers.ts';
import { hubsOfDelivery } from '../deployers/deliveries-per-hub.ts';
import { type Delivery, isKnownText } from '../deployers/delivery.ts';
import { emptyGenerators } from '../deployers/application-sets/empty-generators.ts';
import { foldersOfManifests, foldersThatMayFit } from '../deployers/folders-of-manifests.ts';
import { withKnownImages } from '../deployers/known-images.ts';
import { mistypedEntry } from '../deployers/mistyped-paths.ts';
import { changesOfOthers } from '../deployers/changes-of-others.ts';
import { bringsPlaced, movedDeliveries } from '../deployers/moved-deliveries.ts';
import { deliveriesIn } from '../deployers/repository.ts';
import { unmetDependencies } from '../deployers/unmet-dependencies.ts';
import type { Kustomization } from '../kustomize/kustomization.ts';
import type { ReadResult } from '../read-result.ts';
import { withReferredTexts } from '../referred-texts.ts';
import type { DecidingValues } from './deciding-values.ts';
import type { TreeToDeploy } from './tree-to-deploy.ts';

/** A tree after its Flux and Argo CD objects were applied, with what is known of them then. */
export interface DeliveredTree extends ReadResult {
  /** What the change makes other repositories deploy. */
  readonly ofChange: readonly NotEvaluated[];
  /** What others change in a way that is not read. */
  readonly ofOthers: readonly NotEvaluated[];
  /** What Flux and Argo CD bring, also those of their objects that are not among the files. */
  readonly deliveries: readonly Delivery[];
}

/** @param joined what kustomizations and charts make of the tree */
export async function deliveredTree(tree: TreeToDeploy, joined: ReadResult, values: DecidingValues): Promise<DeliveredTree> {
  const { texts, options, repository, cwd, found, kustomizations } = tree;
  const { deliveries, urls, ...sources } = deliveriesIn(withDeployersOutside(joined, tree), texts, repository);
  const foldersOf = foldersOfDelivery(joined, tree);
  const read = withReferredTexts(
    await applyDeployers(
      joined,
      withKnownImages(deliveries, foldersOf, (folder) => kustomizations.get(folder)?.images ?? [], hubsOfDelivery(sources.worlds)),
      foldersOf,
      values,
      {
        ...sources,
        commands: options.outside ?? [],
        mayLeaveOut: (folder) => [folder, repository.nameOfFolder('')].some((each) => existsSync(join(cwd, each, '.sourceignore'))),
        isReadWhole: (folder) => listsOnlyFiles(kustomizations.get(folder), texts),
        hasFolder: (path) => existsSync(join(cwd, repository.nameOfFolder(path))),
        jsonnet: {
          files: options.jsonnet ?? [],
          isBuilt: (folder) => found.kustomizations.has(folder) || found.charts.has(folder),
        },
      },
    ),
  );
  const final = once(() => deliveriesIn(withDeployersOutside(read, tree), texts, repository));
  return {
    ...read,
    deliveries,
    ofOthers: changesOfOthers(joined.manifests, { others: tree.others, texts, cwd, nameOf: repository.nameOfFolder }),
    ofChange: [
      ...(options.moved === undefined ? [] : entriesOfMoved(final().moved, read, tree)),
      ...(repository.mistyped.size === 0 ? [] : entriesOfMistyped(final().deliveries, read, tree)),
    ],
    notes: [
      ...(read.notes ?? []),
      ...unmetDependencies(withDeployersOutside(read, tree).manifests),
      ...emptyGenerators(read.manifests, sources.content, (path) => join(cwd, repository.nameOfFolder(path))),
    ],
    sourceUrls: urls(),
    versions: () => final().versions(),
  };
}

/** Whether a kustomization lists files of the tree, and nothing else. */
function listsOnlyFiles(kustomization: Kustomization | undefined, texts: ReadonlyMap<string, string>): boolean {
  if (kustomization === undefined) return false;
  const { resources, components, plugins, generates, unapplied } = kustomization;
  const others = [...components, ...plugins, ...generates, ...unapplied];
  return others.length === 0 && resources.length > 0 && resources.every((file) => texts.has(file));
}

/** What is read, with the deployers that are not among the files. */
function withDeployersOutside(read: ReadResult, { options: { deployersOutside = [] } }: TreeToDeploy): ReadResult {
  return { ...read, manifests: [...read.manifests, ...deployersOutside] };
}

/** Returns the folders that a delivery may bring, as reports name them. */
function foldersOfDelivery(
  { manifests }: ReadResult,
  { repository: { nameOfFolder, top } }: TreeToDeploy,
): (delivery: Delivery) => readonly string[] {
  return ({ path, changes }) => {
    if (isKnownText(path)) return [nameOfFolder(path)];
    // Only the changes matter: which folder it is decides nothing else here.
    if (Object.keys(changes).length === 0) return [];
    return foldersThatMayFit(path, foldersOfManifests(manifests, top())).map(nameOfFolder);
  };
}

function entriesOfMistyped(
  deliveries: readonly Delivery[],
  { manifests }: ReadResult,
  { repository: { nameOfFolder } }: TreeToDeploy,
): readonly NotEvaluated[] {
  const isPlaced = bringsPlaced(manifests, ({ path }) => [nameOfFolder(path)]);
  return deliveries.flatMap((delivery) =>
    delivery.written === undefined ? [] : [mistypedEntry(delivery, delivery.written, isPlaced(delivery))],
  );
}

function entriesOfMoved(
  moved: Parameters<typeof movedDeliveries>[0],
  { manifests }: ReadResult,
  { repository: { nameOfFolder, top } }: TreeToDeploy,
): readonly NotEvaluated[] {
  const folders = once(() => foldersOfManifests(manifests, top()));
  return movedDeliveries(moved, manifests, ({ path }) =>
    (isKnownText(path) ? [path] : foldersThatMayFit(path, folders())).map(nameOfFolder),
  );
}
