import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { isUnder } from '../../../fleet/json/json-pointer.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import type { NotEvaluated } from '../../../finding.ts';
import type { Manifest } from '../../world/manifest.ts';
import type { ReadResult } from '../read-result.ts';
import { valuesOfDelivery } from './values-of-delivery.ts';
import type { DecidedByValues } from '../render/charts/decided-by-values.ts';
import type { ListedValues } from '../render/charts/listed-values.ts';
import { changedPointers, effectsOf } from '../kustomize/apply-kustomizations.ts';
import { BroughtManifests } from './brought-manifests.ts';
import { configMapFinder } from './variables/config-map-finder.ts';
import { changesOf } from './changes-of-delivery.ts';
import { SUBSTITUTION, type Delivery } from './delivery.ts';
import { deliveredJsonnet, withDeliveredJsonnet } from './delivered-jsonnet.ts';
import type { Deployers, Sources } from './deployed-from-outside.ts';
import { deployerKind } from './deployer-kind.ts';
import { directoryOf, type Kustomization } from '../kustomize/kustomization.ts';
import { deliveriesPerHub } from './deliveries-per-hub.ts';
import { heldBackNotes, leftOutEntries, wholeEntries } from './entries-of-deliveries.ts';
import { refusedBuilds } from './flux-builds.ts';
import { leavesOut } from './left-out-files.ts';
import { otherDeployer } from './other-deployers.ts';
import { type Placed, PlacedDeliveries } from './placed-deliveries.ts';
import { isLocalConfig } from '../../../fleet/kubernetes/local-config.ts';
import { localConfigEntry } from '../kustomize/local-config-entry.ts';
import { havePatterns } from '../kustomize/patch-targets.ts';
import { placedContent } from '../kustomize/placed-content.ts';
import { Substitution } from './variables/substitution.ts';

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
  const changing = new Set(
    placed.filter(({ folder, delivery: { manifest, changes } }) => decides(folder, valuesOfDelivery(changes), directoryOf(manifest.file))),
  );
  // A release that `render` lists has another name than its folder.
  const ofListed = placed.filter(({ folder }) => ofConfiguration.isListed(folder));
  const hasUnlisted = ({ folder, delivery: { manifest, changes } }: Placed): boolean =>
    ofConfiguration.unlisted(folder, valuesOfDelivery(changes), directoryOf(manifest.file)).length > 0;
  // Without the values, a chart may make nothing.
  const busy = new Set<Placed>([...changing, ...ofListed.filter(hasUnlisted)]);
  const withFleet = new Set<Manifest>();
  const leftOut = new Map<Delivery, Manifest[]>();
  const isPlaced = placedContent(read.manifests);
  const builds = new Map<Placed, Manifest[]>();
  const local: NotEvaluated[] = [];
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
  const brought = new BroughtManifests({ known, effectOf, substitution, perHub: deliveriesPerHub(sources.worlds), changing });
  const manifests = read.manifests.flatMap((manifest): readonly Manifest[] => {
    const all = deployed.broughtBy(manifest);
    const own = all.filter((each) => !leavesOut(each.delivery, each.folder, manifest) && !deployed.isOtherFile(each, manifest));
    const [first] = all;
    if (own.length === 0 && first !== undefined) leftOut.set(first.delivery, [...(leftOut.get(first.delivery) ?? []), manifest]);
    // A chart does not have such a template.
    if (own.length === 0) return first === undefined || manifest.overlay === undefined ? [manifest] : [];
    for (const each of own) busy.add(each);
    if (isLocalConfig(manifest.object) && own.every((each) => deployed.isOfFlux(each, manifest))) {
      if (isFleetObject(manifest.object)) local.push(localConfigEntry(manifest));
      return [];
    }
    for (const each of own) {
      if (isFleetObject(manifest.object)) withFleet.add(each.delivery.manifest);
      if (!deployed.isOfFlux(each, manifest)) continue;
      const build = builds.get(each) ?? [];
      if (build.push(manifest) === 1) builds.set(each, build);
    }
    return brought.of(manifest, own);
  });
  const ofFlux = [...builds].map(([{ delivery, folder }, built]) => ({
    delivery,
    manifests: built,
    mayLeaveOut: delivery.isUncertain || sources.mayLeaveOut(folder) || delivery.takes.some(({ isPart }) => isPart === true),
  }));
  const entries = [...wholeEntries(busy, changing), ...leftOutEntries(leftOut, isPlaced), ...refusedBuilds(ofFlux, isPlaced)];
  const unread = deliveredJsonnet(deliveries, foldersOf, sources.jsonnet);
  const found = withDeliveredJsonnet(substitution.entries(read.notEvaluated), unread);
  const all = {
    ...read,
    manifests,
    notEvaluated: [...found, ...brought.notEvaluated, ...entries, ...local],
    notes: [...heldBackNotes(busy), ...substitution.notes()],
  };
  const deploying = new Set([...busy, ...ofListed].map(({ delivery }) => delivery));
  for (const delivery of [...leftOut.keys(), ...unread.keys()]) deploying.add(delivery);
  const mayBeElsewhere = ({ repository, isUncertain }: Delivery): boolean =>
    repository === undefined ? isUncertain : sources.content.isOwn(repository) === undefined || sources.isNamesake(repository);
  for (const { delivery, folder } of placed) if (sources.isReadWhole(folder) && !mayBeElsewhere(delivery)) deploying.add(delivery);
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

/** Where a Kustomization of Flux has variables. */
const VARIABLES = `/spec/${SUBSTITUTION}`;
