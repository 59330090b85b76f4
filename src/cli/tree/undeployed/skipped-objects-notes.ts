import { isDeepStrictEqual } from 'node:util';
import { stringAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { once } from '../../../fleet/memo/once.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import type { BuiltTree, ReadResult } from '../../../static/read/read-result.ts';
import { isInCrdsOfChart } from '../../../static/world/crds-of-chart.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { placeAndKey, placeOf } from './delivered-in.ts';
import { crdsLeftOut, type Steps } from './left-crds.ts';
import { ARGO_HOOK } from '../../../fleet/kubernetes/hook-annotations.ts';

/**
 * Notes about objects that the change adds or edits, and that the deployer leaves as they are on the hub. Sources: "Controlling the apply behavior
 * of resources" of kustomize-controller, and "Resource Hooks" of Argo CD. @param leftOut what the change no longer deploys
 */
export function skippedObjectsNotes(
  { manifests, built }: ReadResult,
  base: ReadResult,
  steps: Steps,
  leftOut: ReadonlySet<Manifest>,
): readonly string[] {
  if (built === undefined) return [];
  const had = new Map(base.manifests.map((manifest) => [placeAndKey(manifest), manifest.object]));
  const hadPlaces = once(() => new Set(base.manifests.map(deployedPlace)));
  const found = manifests.flatMap((manifest) => {
    const before = had.get(placeAndKey(manifest));
    if (leftOut.has(manifest) || isDeepStrictEqual(before, manifest.object)) return [];
    const isNew = before === undefined;
    const crds = isInCrdsOfChart(manifest) ? { isNew, isFirst: !hadPlaces().has(deployedPlace(manifest)) } : undefined;
    const why = skippedBy(manifest, isNew, built) ?? (crds && crdsLeftOut(manifest, crds, built, steps));
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

const RECONCILE = 'kustomize.toolkit.fluxcd.io/reconcile';
const SSA = 'kustomize.toolkit.fluxcd.io/ssa';
