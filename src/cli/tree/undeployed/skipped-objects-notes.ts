import { isDeepStrictEqual } from 'node:util';
import { field, stringAt } from '../../../fleet/json/json.ts';
import { displayName, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import { once } from '../../../fleet/memo/once.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { BuiltTree, ReadResult } from '../../../static/read/read-result.ts';
import { isInCrdsOfChart } from '../../../static/world/crds-of-chart.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { placeAndKey, placeOf } from './delivered-in.ts';
import { appliedBy } from './applied-by.ts';
import { ARGO_HOOK } from '../../../fleet/kubernetes/hook-annotations.ts';

type Steps = Pick<RepositoryDeployers, 'applied' | 'helmCommands'>;

/**
 * Notes about objects that the change adds or edits, and that the deployer leaves as they are on the hub. Sources: "Controlling the apply behavior
 * of resources" of kustomize-controller, "Resource Hooks" of Argo CD, "Custom Resource Definitions" in the best practices of Helm, and
 * `upgrade.crds` of helm-controller.
 */
export function skippedObjectsNotes({ manifests, built }: ReadResult, base: ReadResult, steps: Steps): readonly string[] {
  if (built === undefined) return [];
  const had = new Map(base.manifests.map((manifest) => [placeAndKey(manifest), manifest.object]));
  const hadPlaces = once(() => new Set(base.manifests.map(deployedPlace)));
  const found = manifests.flatMap((manifest) => {
    const before = had.get(placeAndKey(manifest));
    if (isDeepStrictEqual(before, manifest.object)) return [];
    const isNew = before === undefined;
    // What is in `crds/` comes with the first release.
    const isUpgraded = isInCrdsOfChart(manifest) && hadPlaces().has(deployedPlace(manifest));
    const why = skippedBy(manifest, isNew, built) ?? (isUpgraded ? crdsLeftOut(manifest, isNew, built, steps) : undefined);
    return why === undefined ? [] : [{ manifest, why }];
  });
  return [...Map.groupBy(found, ({ why }) => why)].map(([why, all]) => {
    const names = [...new Set(all.map(({ manifest }) => displayName(manifestRef(manifest))))].toSorted();
    return `A change of ${listed(names, 3, 'objects')} does not reach the hub: ${why}. The change was checked and planned as if it did.`;
  });
}

/** Why the object itself makes Flux or Argo CD leave it out, as a clause. */
function skippedBy({ object, ...manifest }: Manifest, isNew: boolean, built: BuiltTree): string | undefined {
  const says = (name: string, value: string): boolean =>
    ['annotations', 'labels'].some((all) => stringAt(object, 'metadata', all, name)?.toLowerCase() === value.toLowerCase());
  const by = (...kinds: readonly string[]): boolean =>
    built.deliveries(placeOf(manifest)).some((each) => kinds.includes(deployerKind(each.manifest.object) ?? ''));
  const flux = [
    [RECONCILE, 'disabled'],
    [SSA, 'Ignore'],
    [SSA, 'IfNotPresent'],
  ] as const;
  const said = flux.find(([name, value]) => says(name, value));
  if (said !== undefined && by('Kustomization')) {
    if (said[1] !== 'IfNotPresent') return `\`${said.join(': ')}\` makes the deployer leave out what has it`;
    // Flux creates it once.
    return isNew ? undefined : `\`${said.join(': ')}\` makes the deployer create what has it, and not change it`;
  }
  const isSkipped = stringAt(object, 'metadata', 'annotations', ARGO_HOOK) === 'Skip' && by('Application', 'ApplicationSet');
  return isSkipped ? `\`${ARGO_HOOK}: Skip\` makes the deployer leave out what has it` : undefined;
}

/** Why no known deployer of a chart brings what is in its `crds/`, as a clause; `undefined` if one does, or if none is known. */
function crdsLeftOut(manifest: Manifest, isNew: boolean, built: BuiltTree, { applied, helmCommands }: Steps): string | undefined {
  const chart = deployedPlace(manifest);
  const isWithin = (folder: string): boolean => folder.length > chart.length && isAtOrBelow(folder, chart);
  if (appliedBy({ applied }, built, () => false)(manifest.file) || built.deliveredBy(manifest.file).some(isWithin)) return undefined;
  const releases = helmCommands.flatMap(({ release }) =>
    release !== undefined && release.isForTest !== true && release.charts.includes(chart) ? [release] : [],
  );
  const deployers = built.deliveries(placeOf(manifest)).map((each) => each.manifest.object);
  const charts = deployers.filter((object) => deployerKind(object) !== 'Kustomization');
  const areHelm = charts.every((object) => isLeftByFlux(object, isNew)) && releases.every(({ isTemplated }) => isTemplated !== true);
  if (!areHelm || charts.length + releases.length === 0) return undefined;
  return charts.length === 0
    ? 'helm applies `crds/` of a chart only with its first release'
    : `\`upgrade.crds\` of the HelmRelease makes Flux leave out ${isNew ? '`crds/` of the chart' : 'what is there of `crds/` of the chart'}`;
}

function isLeftByFlux(deployer: KubeObject, isNew: boolean): boolean {
  const policy = field(deployer, 'spec', 'upgrade', 'crds') ?? 'Skip';
  return deployerKind(deployer) === 'HelmRelease' && (policy === 'Skip' || (policy === 'Create' && !isNew));
}

const RECONCILE = 'kustomize.toolkit.fluxcd.io/reconcile';
const SSA = 'kustomize.toolkit.fluxcd.io/ssa';
