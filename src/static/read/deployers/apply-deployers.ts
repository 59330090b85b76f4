import type { NotEvaluated } from '../../../finding.ts';
import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { isUnder } from '../../../fleet/json/json-pointer.ts';
import { listAt, type JsonObject } from '../../../fleet/json/json.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { withReplacedImages } from '../../images/replaced-images.ts';
import type { Manifest } from '../../world/manifest.ts';
import { isClusterScoped } from '../cluster-scoped.ts';
import type { ReadResult } from '../read-result.ts';
import type { DecidedByValues } from '../render/charts/decided-by-values.ts';
import type { ListedValues } from '../render/charts/listed-values.ts';
import { changedPointers, effectsOf, effectOnManifest, type Effect } from '../kustomize/apply-kustomizations.ts';
import { configMapFinder } from './variables/config-map-finder.ts';
import { changesOf } from './changes-of-delivery.ts';
import { isKnownText, OF_HELM, SUBSTITUTION, type Delivery } from './delivery.ts';
import { deliveredJsonnet, withDeliveredJsonnet } from './delivered-jsonnet.ts';
import type { Deployers, Sources } from './deployed-from-outside.ts';
import { deployerKind } from './deployer-kind.ts';
import { directoryOf, type Kustomization } from '../kustomize/kustomization.ts';
import { heldBackNotes, leftOutEntries, namespaceEntry, wholeEntries } from './entries-of-deliveries.ts';
import { refusedBuilds } from './flux-builds.ts';
import { leavesOut } from './left-out-files.ts';
import { otherDeployer } from './other-deployers.ts';
import { type Placed, PlacedDeliveries } from './placed-deliveries.ts';
import { havePatterns } from '../kustomize/patch-targets.ts';
import { placedContent } from '../kustomize/placed-content.ts';
import { substitutedVariables } from './variables/substituted-variables.ts';
import { Substitution } from './variables/substitution.ts';

/** An object that deployers bring into more namespaces is taken as one whose namespace is not known. */
const MOST_NAMESPACES = 20;

/**
 * Changes the manifests as Flux and Argo CD apply them, as far as that is known: into the target namespaces, one object for each, and unresolved
 * if they are patched or renamed. Values for a chart, and files that are not applied, are reported for the deployer as a whole.
 * @param foldersOf the names in reports of the folders that a delivery may bring; empty for the working directory
 * @param decides whether values may decide about KubeFleet objects of a chart @param listed the values in `render` @param sources see `deployedFromOutside`
 */
export async function applyDeployers(
  read: ReadResult,
  deliveries: readonly Delivery[],
  foldersOf: (delivery: Delivery) => readonly string[],
  { decides, listed: ofConfiguration }: { readonly decides: DecidedByValues; readonly listed: ListedValues },
  sources: Sources,
): Promise<ReadResult> {
  if (deliveries.length === 0)
    return withOutside(
      read,
      { all: read.manifests, withFleet: new Set(), deploying: [], uncertain: new Set(), unread: new Map() },
      sources,
    );
  const known = new Map(deliveries.map((delivery, index): [string, Kustomization] => [String(index), changesOf(delivery)]));
  if (known.values().some(({ patches }) => havePatterns(patches))) await loadGoPatterns();
  const effectOf = effectsOf(known, new Map());
  const deployed = new PlacedDeliveries(deliveries, foldersOf, sources.jsonnet.isBuilt);
  const { placed } = deployed;
  const notEvaluated: NotEvaluated[] = [];
  const changing = new Set(
    placed.filter(({ folder, delivery: { manifest, changes } }) => decides(folder, valuesIn(changes), directoryOf(manifest.file))),
  );
  // A release that `render` lists has another name than its folder.
  const ofListed = placed.filter(({ folder }) => ofConfiguration.isListed(folder));
  const hasUnlisted = ({ folder, delivery: { manifest, changes } }: Placed): boolean =>
    ofConfiguration.unlisted(folder, valuesIn(changes), directoryOf(manifest.file)).length > 0;
  // Without the values, a chart may make nothing.
  const busy = new Set<Placed>([...changing, ...ofListed.filter(hasUnlisted)]);
  const withFleet = new Set<Manifest>();
  const leftOut = new Map<Delivery, Manifest[]>();
  const isPlaced = placedContent(read.manifests);
  const builds = new Map<Placed, Manifest[]>();
  const substitution = new Substitution({
    findConfigMap: configMapFinder(read.manifests, sources.worlds),
    isChanged: (deployer) =>
      deployed.broughtBy(deployer).some(({ key }) => {
        const effect = effectOf(key);
        const changed = effect === undefined ? [] : changedPointers(effect, deployer.object);
        return changed.some((pointer) => isUnder(VARIABLES, pointer) || isUnder(pointer, VARIABLES));
      }),
    isPlaced,
  });
  const namespaceOf = (manifest: Manifest, { delivery, key }: Placed): string | undefined =>
    known.get(key)?.namespace ?? namespaceFor(manifest, delivery);
  const asBrought = (manifest: Manifest, own: readonly Placed[]): Manifest => {
    const namespaces = own.map((each) => namespaceOf(manifest, each));
    // All that bring the manifest have the same known images.
    const imaged = withReplacedImages(manifest, own[0]?.delivery.images ?? []);
    if (own.every(({ delivery }) => Object.keys(delivery.changes).length === 0) && namespaces.every((each) => each === undefined))
      return substitution.applied(imaged, [], manifest);
    const isOpen = namespaces.some((each) => each !== undefined && !isKnownText(each));
    const effects = {
      roots: new Set<string>(),
      namespaces: new Set(isOpen ? [undefined] : namespaces),
      by: new Set(own.map(({ key }) => key)),
    };
    const changed = effectOnManifest(imaged, effects, effectOf, notEvaluated);
    const named = isOpen ? { ...changed, unresolved: [...changed.unresolved, '/metadata/namespace'] } : changed;
    if (isOpen && isFleetObject(manifest.object) && !isClusterScoped(manifest.object.apiVersion, manifest.object.kind))
      notEvaluated.push(namespaceEntry(manifest, own));
    const substituted = substitution.applied(
      named,
      own.map(({ delivery }) => delivery),
      manifest,
    );
    return withDeployers(substituted, own, effectOf, changing);
  };
  const manifests = read.manifests.flatMap((manifest): readonly Manifest[] => {
    const all = deployed.broughtBy(manifest);
    const own = all.filter((each) => !leavesOut(each.delivery, each.folder, manifest) && !deployed.isOtherFile(each, manifest));
    const [first] = all;
    if (own.length === 0 && first !== undefined) leftOut.set(first.delivery, [...(leftOut.get(first.delivery) ?? []), manifest]);
    if (own.length === 0) return [manifest];
    for (const each of own) {
      busy.add(each);
      if (isFleetObject(manifest.object)) withFleet.add(each.delivery.manifest);
      if (!deployed.isOfFlux(each, manifest)) continue;
      const build = builds.get(each) ?? [];
      if (build.push(manifest) === 1) builds.set(each, build);
    }
    const { apiVersion, kind } = manifest.object;
    const byNamespace = Map.groupBy(own, (each) => namespaceOf(manifest, each));
    const isInEach =
      (kind === 'Namespace' || !isClusterScoped(apiVersion, kind)) &&
      byNamespace.size <= MOST_NAMESPACES &&
      [...byNamespace.keys()].every((namespace) => namespace !== undefined && isKnownText(namespace));
    return isInEach ? [...byNamespace.values()].map((each) => asBrought(manifest, each)) : [asBrought(manifest, own)];
  });
  const ofFlux = [...builds].map(([{ delivery, folder }, brought]) => ({
    delivery,
    manifests: brought,
    mayLeaveOut: delivery.isUncertain || sources.mayLeaveOut(folder) || delivery.takes.some(({ isPart }) => isPart === true),
  }));
  const entries = [...wholeEntries(busy, changing), ...leftOutEntries(leftOut, isPlaced), ...refusedBuilds(ofFlux, isPlaced)];
  const unread = deliveredJsonnet(deliveries, foldersOf, sources.jsonnet);
  const found = withDeliveredJsonnet(substitution.entries(read.notEvaluated), unread);
  const all = {
    ...read,
    manifests,
    notEvaluated: [...found, ...notEvaluated, ...entries],
    notes: [...heldBackNotes(busy), ...substitution.notes()],
  };
  const deploying = new Set([...busy, ...ofListed].map(({ delivery }) => delivery));
  for (const delivery of [...leftOut.keys(), ...unread.keys()]) deploying.add(delivery);
  const mayBeElsewhere = ({ repository, isUncertain }: Delivery): boolean =>
    repository === undefined ? isUncertain : sources.content.isOwn(repository) === undefined || sources.isNamesake(repository);
  const manifestsOf = (some: Iterable<Delivery>): ReadonlySet<Manifest> => new Set([...some].map(({ manifest }) => manifest));
  return withOutside(
    all,
    {
      all: read.manifests,
      withFleet,
      deploying: [...deploying],
      uncertain: manifestsOf([...deploying].filter(mayBeElsewhere)),
      unread,
    },
    sources,
  );
}

async function withOutside(read: ReadResult, deployers: Deployers, sources: Sources): Promise<ReadResult> {
  const all = deployers.all.filter((manifest) => deployerKind(manifest.object) !== undefined || otherDeployer(manifest) !== undefined);
  if (all.length + deployers.uncertain.size + sources.commands.length === 0) return read;
  const { deployedFromOutside } = await import('./deployed-from-outside.ts');
  const { notEvaluated, outside, notes } = deployedFromOutside({ ...deployers, all }, sources, read);
  return { ...read, notEvaluated: [...read.notEvaluated, ...notEvaluated], outside, notes: [...(read.notes ?? []), ...notes] };
}

/** The namespace that an object without one gets. */
function namespaceFor({ object, namespace }: Manifest, delivery: Delivery): string | undefined {
  const hasNone = namespace === undefined && !isClusterScoped(object.apiVersion, object.kind);
  return hasNone && delivery.namespace !== '' ? delivery.namespace : undefined;
}

/** Where a Kustomization of Flux has variables. */
const VARIABLES = `/spec/${SUBSTITUTION}`;

/**
 * With the deployers that change its content in a way that is not known here. @param changing those with values that may decide about
 * KubeFleet objects: other values do not change one
 */
function withDeployers(
  manifest: Manifest,
  own: readonly Placed[],
  effectOf: (key: string) => Effect | undefined,
  changing: ReadonlySet<Placed>,
): Manifest {
  const isOfChart = manifest.rendered?.command.startsWith('helm ') === true;
  // A variable that is left has no known value.
  const hasVariables = substitutedVariables(manifest.object).pointers.length > 0;
  const changedBy = own.flatMap((each) => {
    const { delivery, key } = each;
    const { [SUBSTITUTION]: variables, ...others } = delivery.changes;
    const effect = effectOf(key);
    const isOpen = hasVariables && variables !== undefined;
    const isChanged =
      isOpen ||
      (effect !== undefined && changedPointers(effect, manifest.object).length > 0) ||
      (isOfChart &&
        OF_HELM.some((name) => name in others) &&
        (!isFleetObject(manifest.object) || 'releaseName' in others || changing.has(each)));
    return isChanged ? [{ file: delivery.manifest.file, changes: JSON.stringify(isOpen ? delivery.changes : others) }] : [];
  });
  return changedBy.length === 0 ? manifest : { ...manifest, changedBy };
}

/** Values in an object of the hub are like a file that is not known. The name of a release is not a value. */
function valuesIn(changes: JsonObject): readonly unknown[] {
  const given = OF_HELM.filter((name) => name in changes && name !== 'releaseName' && name !== 'valueFiles');
  // `$values/prod.yaml` is in another source, which is often this repository.
  const files = listAt(changes, 'valueFiles').map((file) => (typeof file === 'string' ? file.replace(/^\$[\w-]+\//, '') : file));
  return [files, ...given.map((name) => (name === 'valuesFrom' ? name : changes[name]))];
}
