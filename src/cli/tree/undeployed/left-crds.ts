import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { field } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { Delivery } from '../../../static/read/deployers/delivery.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { BuiltTree } from '../../../static/read/read-result.ts';
import type { HelmCommand } from '../../../static/read/render/charts/helm-command.ts';
import { isInCrdsOfChart } from '../../../static/world/crds-of-chart.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { isKept, isKeptByHelm } from '../../../static/world/is-kept.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { appliedBy } from './applied-by.ts';
import { formerOf } from './became-hooks.ts';
import { type DeployedTree, placeAndKey, placeOf } from './delivered-in.ts';
import { mayBePlacedBy } from './may-be-placed.ts';
import type { Recreated } from './recreated-by-deployers.ts';

export type Steps = Pick<RepositoryDeployers, 'applied' | 'helmCommands'>;

/**
 * Why no known deployer of a chart brings an object of its `crds/`, as a clause; `undefined` if one does, or if none is known. Sources: "Custom
 * Resource Definitions" in the best practices of Helm, `install.crds` and `upgrade.crds` of helm-controller, and `skipCrds` of Argo CD.
 */
export function crdsLeftOut(manifest: Manifest, of: OfRelease, built: BuiltTree, steps: Steps): string | undefined {
  if (isAppliedAsFile(manifest, built, steps)) return undefined;
  const reasons = deployersOf(manifest, built, steps).map((deployer) => leftOutBy(deployer, of));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

interface OfRelease {
  /** The base does not have the object. */
  readonly isNew: boolean;
  /** The base has nothing of the chart. */
  readonly isFirst: boolean;
}

type Deployer = Delivery | NonNullable<HelmCommand['release']>;

/** What deploys the chart of an object, without what is only for a test. */
function deployersOf(manifest: Manifest, built: BuiltTree, { helmCommands }: Steps): readonly Deployer[] {
  const chart = deployedPlace(manifest);
  const releases = helmCommands.flatMap(({ release }) =>
    release !== undefined && release.isForTest !== true && release.charts.includes(chart) ? [release] : [],
  );
  return [
    ...built.deliveries(placeOf(manifest)).filter((each) => !['Kustomization', undefined].includes(deployerKind(each.manifest.object))),
    ...releases,
  ];
}

/** Whether something applies the file of an object without its chart. */
function isAppliedAsFile(manifest: Manifest, built: BuiltTree, { applied }: Steps): boolean {
  const chart = deployedPlace(manifest);
  const isWithin = (folder: string): boolean => folder.length > chart.length && isAtOrBelow(folder, chart);
  return appliedBy({ applied }, built, () => false)(manifest.file) || built.deliveredBy(manifest.file).some(isWithin);
}

function leftOutBy(deployer: Deployer, { isNew, isFirst }: OfRelease): string | undefined {
  if (!('manifest' in deployer)) {
    if (deployer.leavesCrds === true) return '`helm template` leaves out `crds/` of a chart without `--include-crds`';
    return deployer.isTemplated === true || isFirst ? undefined : 'helm applies `crds/` of a chart only with its first release';
  }
  if (deployer.skipsCrds === true) return '`skipCrds` makes Argo CD leave out `crds/` of the chart';
  if (!isOfFlux(deployer)) return undefined;
  const name = isFirst ? 'install' : 'upgrade';
  const policy = crdsPolicy(deployer, name);
  if (policy !== 'Skip' && (isFirst || policy !== 'Create' || isNew)) return undefined;
  return `\`${name}.crds\` of the HelmRelease makes Flux leave out ${isNew ? '`crds/` of the chart' : 'what is there of `crds/` of the chart'}`;
}

function isOfFlux({ manifest }: Delivery): boolean {
  return deployerKind(manifest.object) === 'HelmRelease';
}

function crdsPolicy({ manifest }: Delivery, name: 'install' | 'upgrade'): unknown {
  return field(manifest.object, 'spec', name, 'crds') ?? (name === 'install' ? 'Create' : 'Skip');
}

/**
 * The objects in `crds/` of a chart that the deploy deletes: the base has them in the templates, and helm deletes what its release no longer
 * has; or Argo CD skips `crds/` from now on, and prunes. Helm asks the object on the hub whether to keep it. `moves` has those that something else
 * applies as well. Sources: helm.sh/helm `pkg/kube/client.go` (Update), and `internal/action/crds.go` of fluxcd/helm-controller.
 */
export function removedCrds(now: DeployedTree, before: DeployedTree): Recreated & { readonly removed: ReadonlySet<Manifest> } {
  const [built, wasBuilt, { manifests }] = [now.read.built, before.read.built, now.read];
  const crds = manifests.filter(isInCrdsOfChart);
  if (crds.length === 0 || built === undefined || wasBuilt === undefined) return { moves: new Map(), removed: new Set(), notes: [] };
  const had = Map.groupBy(before.read.manifests, keyOfManifest);
  const others = new Set(manifests.filter((manifest) => !isInCrdsOfChart(manifest)).map(placeAndKey));
  const found = crds.flatMap((manifest) => {
    const former = formerOf(manifest, had.get(keyOfManifest(manifest)) ?? []);
    if (former?.rendered === undefined || placeAndKey(former) !== placeAndKey(manifest) || others.has(placeAndKey(manifest))) return [];
    const why = deletedBy([former, deployersOf(former, wasBuilt, before.scripts)], [manifest, deployersOf(manifest, built, now.scripts)]);
    return why === undefined ? [] : [{ manifest, why, isAgain: isAppliedAsFile(manifest, built, now.scripts) }];
  });
  const mayBePlaced = mayBePlacedBy(manifests);
  const told = found.filter(({ manifest }) => isFleetObject(manifest.object) || mayBePlaced(manifest));
  const notes = [...Map.groupBy(told, ({ why }) => why)].map(([why, all]) => {
    const names = [...new Set(all.map(({ manifest }) => displayName(manifestRef(manifest))))].toSorted();
    const may = why === MAYBE ? 'may take' : 'takes';
    return `A change of ${listed(names, 3, 'objects')} ${may} content from the clusters: ${why}.`;
  });
  const sure = found.filter(({ why }) => why !== MAYBE);
  return {
    moves: new Map(sure.flatMap(({ manifest, why, isAgain }) => (isAgain ? [[manifest, [{ reason: why }]] as const] : []))),
    removed: new Set(sure.flatMap(({ manifest, isAgain }) => (isAgain ? [] : [manifest]))),
    notes,
  };
}

type Deployed = readonly [manifest: Manifest, by: readonly Deployer[]];

/** Why the deploy deletes an object that is in `crds/` now, as a clause; `undefined` if it does not. */
function deletedBy([former, were]: Deployed, [manifest, are]: Deployed): string | undefined {
  const isMoved = !isInCrdsOfChart(former);
  const wasBrought = (by: Deployer): boolean => isOfArgo(by) && (isMoved || by.skipsCrds !== true);
  const isPruned = (by: Deployer): boolean => isOfArgo(by) && by.skipsCrds === true && by.prunes === true;
  if (are.length > 0 && are.every(isPruned) && were.some(wasBrought))
    return isKept(former) ? undefined : '`skipCrds` makes Argo CD leave out `crds/` of the chart, and prune what was there';
  const isReplaced = are.some((by) => 'manifest' in by && isOfFlux(by) && crdsPolicy(by, 'upgrade') === 'CreateReplace');
  if (!isMoved || isKeptByHelm(former) || (isReplaced && isKeptByHelm(manifest))) return undefined;
  if ([were, are].every((all) => all.length > 0 && all.every(isUpgrade))) return MOVED;
  return are.length === 0 || are.some(isUpgrade) ? MAYBE : undefined;
}

function isOfArgo(deployer: Deployer): deployer is Delivery {
  return 'manifest' in deployer && ['Application', 'ApplicationSet'].includes(deployerKind(deployer.manifest.object) ?? '');
}

/** Whether it keeps a release of helm. */
function isUpgrade(deployer: Deployer): boolean {
  return 'manifest' in deployer ? isOfFlux(deployer) : deployer.isTemplated !== true;
}

const KEEP = 'To keep it, first merge a change that gives it the annotation `helm.sh/resource-policy: keep`';
const MOVED = `an upgrade with helm deletes what moves from the templates to \`crds/\` of its chart. ${KEEP}`;
const MAYBE = `if helm or Flux deploys the chart, an upgrade deletes what moves from the templates to \`crds/\`. ${KEEP}`;
