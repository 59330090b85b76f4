import { posix } from 'node:path';
import type { NotEvaluated } from '../../../finding.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { displayName, groupOf } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { manifestRef } from '../../world/identity.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import type { placedContent } from '../kustomize/placed-content.ts';
import { type Delivery, isKnownText, OF_HELM, SKIPPED, SUBSTITUTION } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';
import { whyNotTaken } from './left-out-files.ts';
import type { Placed } from './placed-deliveries.ts';

/** The changes to content in folders, and to charts, which are not known here. One entry for the folders that a deployer changes alike. */
export function wholeEntries(busy: ReadonlySet<Placed>, changing: ReadonlySet<Placed>): readonly NotEvaluated[] {
  const open = [...busy].flatMap((each) => {
    const { manifest, path } = each.delivery;
    const names = namesIn(each.delivery);
    return names.length === 0 ? [] : [{ manifest, path, names, isOfFleet: changing.has(each) }];
  });
  const alike = Map.groupBy(open, ({ manifest, names }) => `${manifest.file} ${displayName(manifestRef(manifest))} ${names.join()}`);
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { manifest, names } = first;
    const all = [first, ...others];
    const folders = foldersAt(all);
    const remedy = names.some((name) => OF_HELM.includes(name)) ? '; list the values of the chart in `render` of the configuration' : '';
    const reason = `It changes ${listed(folders, 3, 'folders')} with ${names.join(', ')}. These changes were not checked${remedy}.`;
    return [{ ...unevaluated(manifest, reason), ...(all.some(({ isOfFleet }) => isOfFleet) ? { fleetObject: true } : {}) }];
  });
}

/** The files that a deployer leaves out. */
export function leftOutEntries(
  leftOut: ReadonlyMap<Delivery, readonly Manifest[]>,
  isPlaced: ReturnType<typeof placedContent>,
): readonly NotEvaluated[] {
  return [...leftOut].map(([delivery, manifests]) => {
    const { manifest, files: selection } = delivery;
    const files = [...new Set(manifests.map(({ file }) => file))];
    const [notTaken] = manifests.flatMap((each) => whyNotTaken(delivery, '', each) ?? []);
    const matters =
      notTaken === undefined && (manifests.some(({ object }) => isFleetObject(object)) || isPlaced({ namespaces: [], manifests }));
    const why =
      notTaken ??
      (deployerKind(manifest.object) === 'Kustomization'
        ? 'Flux takes `.yaml` and `.yml` of a folder without a kustomization'
        : files.every((file) => selection?.skipped.has(file) === true)
          ? `${SKIPPED} in ${files.length === 1 ? 'it' : 'them'}`
          : '`directory` of its source');
    const checked = manifests.some(({ overlay }) => overlay !== undefined)
      ? 'What the chart makes of them was not checked.'
      : `${files.length === 1 ? 'Its' : 'Their'} objects were checked nevertheless.`;
    const reason = `It does not apply ${listed(files, 3, 'files')} (${why}). ${checked}`;
    return { ...unevaluated(manifest, reason), ...(matters ? { fleetObject: true } : {}) };
  });
}

/** An object of KubeFleet whose namespace is not known. */
export function namespaceEntry(manifest: Manifest, own: readonly Placed[]): NotEvaluated {
  const files = [...new Set(own.map(({ delivery }) => delivery.manifest.file))];
  const reason = `The namespace that ${listed(files, 3, 'files')} ${files.length === 1 ? 'gives' : 'give'} this ${manifest.object.kind} is not known here, so checks that depend on it were skipped.`;
  return { ...unevaluated(manifest, reason), fleetObject: true };
}

/** The deployers that are suspended, or that wait for something. */
export function heldBackNotes(busy: ReadonlySet<Placed>): readonly string[] {
  const held = [...busy].flatMap(({ delivery }) => (delivery.heldBack === undefined ? [] : [delivery]));
  const alike = Map.groupBy(
    held,
    ({ manifest, heldBack }) => `${displayName(manifestRef(manifest))} in ${manifest.file}: ${heldBack ?? ''}`,
  );
  return [...alike].map(([why, all]) => `A change of ${listed(foldersAt(all), 3, 'folders')} does not reach its cluster yet (${why}).`);
}

/** The folders as their deployers name them. */
function foldersAt(deliveries: readonly Pick<Delivery, 'path'>[]): readonly string[] {
  return [...new Set(deliveries.map(({ path }) => posix.join('/', path, '/').slice(1, -1) || 'the repository'))];
}

/**
 * The names of changes as the deployer has them. A namespace and a substitution are known, or reported by themselves. With a known name of the
 * release the chart is rendered.
 */
function namesIn({ manifest, changes, isUncertain }: Delivery): readonly string[] {
  const isRelease = !isUncertain && isKnownText(stringAt(changes, 'releaseName') ?? '');
  const names = Object.keys(changes).filter(
    (name) => name !== 'namespace' && name !== SUBSTITUTION && !(name === 'releaseName' && isRelease),
  );
  if (groupOf(manifest.object.apiVersion) === 'argoproj.io') return names;
  return [...new Set(names.map((name) => (['commonLabels', 'commonAnnotations'].includes(name) ? 'commonMetadata' : name)))];
}
