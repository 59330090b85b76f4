import type { NotEvaluated } from '../../../finding.ts';
import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { once } from '../../../fleet/memo/once.ts';
import { leftIn } from '../../world/unevaluated.ts';
import { deployedElsewhere } from '../deployers/deployed-elsewhere.ts';
import { isNearFleetObject } from '../files/near-fleet-objects.ts';
import { removedByOverlays, unreadOfOverlays } from '../kustomize/bases.ts';
import { misnamedKustomizations } from '../kustomize/misnamed-kustomizations.ts';
import { unreadOfComponents } from '../kustomize/unread-of-components.ts';
import type { repositoriesBelow } from '../render/repository-files.ts';
import { valuesElsewhere } from '../values-elsewhere.ts';
import type { AppliedTree } from './applied-tree.ts';
import type { DecidingValues } from './deciding-values.ts';

/** What is not evaluated of a tree after its kustomizations and charts were applied, in the order of reports. */
export async function unreadOfTree(
  tree: AppliedTree,
  built: ReadonlySet<string>,
  values: DecidingValues,
  ofCharts: readonly NotEvaluated[],
  repositories: ReturnType<typeof repositoriesBelow>,
): Promise<readonly NotEvaluated[]> {
  const { read, applied, inTree, kustomizations, texts, options, done, files } = tree;
  const stood = unrenderedOverlays(tree);
  const known = [
    ...knownEntries(tree),
    ...removedByOverlays(
      read.manifests.filter(({ file }) => files.has(file)),
      inTree,
      kustomizations,
    ),
    ...unreadOfOverlays(
      read.notEvaluated.filter(({ file }) => files.has(file)),
      inTree,
      kustomizations,
    ),
  ].map((entry) => leftIn(entry, stood.get(entry.file) ?? []));
  return [
    ...known,
    ...(await unrenderedIn(tree)),
    ...ofCharts,
    ...(await valuesElsewhere(done, applied, texts, values, options)),
    ...(await deployedElsewhere(tree.deliveries, tree.repository.nameOfFolder, tree.isRead, repositories(''))),
    ...(await unreadOfComponents(kustomizations, built, repositories)),
    ...(await misnamedKustomizations(texts, repositories, (some, others, touched) =>
      tree.isPlaced({
        namespaces: touched.namespaces,
        manifests: [...applied.manifests.filter(({ file }) => some.has(file)), ...others],
        touched,
      }),
    )),
  ];
}

/** Those of the files. An entry about a file that a placement may select is as serious as one about an object of KubeFleet. */
function knownEntries({ applied, options, isPlaced }: AppliedTree): readonly NotEvaluated[] {
  const hiding = new Set(
    (options.mangled ?? []).flatMap(({ entry, manifests }) =>
      manifests.length > 0 && isPlaced({ namespaces: [], manifests }) ? [entry.file] : [],
    ),
  );
  return applied.notEvaluated.map((entry) => (hiding.has(entry.file) ? { ...entry, fleetObject: true } : entry));
}

async function unrenderedIn({
  done,
  isRendering,
  applied,
  inTree,
  kustomizations,
  texts,
  namespacesOf,
  isPlaced,
}: AppliedTree): Promise<readonly NotEvaluated[]> {
  if (!isRendering) return [];
  const isNearFleet = once(() => isNearFleetObject({ manifests: inTree, notEvaluated: applied.notEvaluated }));
  const { unrenderedEntries } = await import('../render/unrendered.ts');
  const { meetsKnownContent } = await import('../kustomize/known-content.ts');
  const isMet = once(() => meetsKnownContent(inTree));
  if (done.some(({ touched }) => touched !== undefined && touched.selectors.length > 0)) await loadGoPatterns();
  const { entriesOfDataElsewhere } = await import('../render/entries-of-data-elsewhere.ts');
  const ofData = entriesOfDataElsewhere(
    done,
    (folder) => isNearFleet()(folder),
    (files, overlay, made) =>
      isPlaced({
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
    isPlaced: (files, namespaces, others, touched) =>
      isPlaced({
        namespaces,
        manifests: [...applied.manifests.filter(({ file }) => files.has(file)), ...others],
        ...(touched === undefined ? {} : { touched }),
      }),
  });
  return [...ofData, ...unrendered];
}

/** The overlays that were not rendered and that use the files of entries, by file. */
function unrenderedOverlays({ done, applied }: AppliedTree): ReadonlyMap<string, readonly string[]> {
  const found = new Map(applied.notEvaluated.map(({ file }): [string, string[]] => [file, []]));
  for (const { overlay, rendering } of done)
    if (rendering.kind === 'unrendered') for (const file of rendering.files) found.get(file)?.push(overlay.name);
  return found;
}
