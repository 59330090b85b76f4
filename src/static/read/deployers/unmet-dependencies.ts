import { isUnder } from '../../../fleet/json/json-pointer.ts';
import { field, listAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { nearestTypo } from '../../../fleet/text/nearest.ts';
import { SHARED_WORLD } from '../../world/hub-world.ts';
import { manifestRef } from '../../world/identity.ts';
import type { Manifest } from '../../world/manifest.ts';
import { isKnownText } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';
import type { HubsOfManifests } from './hubs-of-manifests.ts';

/**
 * Notes about Kustomizations and HelmReleases of Flux that depend on one that is not among the manifests, beside one of a similar name that is:
 * Flux waits for it. Without a similar one, it may be elsewhere.
 */
export function unmetDependencies(manifests: readonly Manifest[]): readonly string[] {
  return OF_FLUX.flatMap((kind) => {
    const all = manifests.filter(({ object }) => deployerKind(object) === kind);
    const names = new Set(all.map(({ object }) => object.metadata.name));
    if (![...names].every(isKnownText)) return [];
    const notes = all.filter(areDependenciesKnown).flatMap((manifest) => {
      const own = manifest.object.metadata.name;
      const others = [...names].filter((name) => name !== own);
      return dependenciesOf(manifest).flatMap((each) => {
        const meant = names.has(each.name) ? undefined : nearestTypo(each.name, others);
        return meant === undefined
          ? []
          : [`${beginningOf(manifest, each)}, which is not among these files, ${WAITS}. Did you mean ${meant}?`];
      });
    });
    return [...new Set(notes)];
  });
}

/**
 * Notes about those that depend on one that the base has for their hub, and the change does not. Those of `unmetDependencies` are left out.
 * @param head what the change deploys @param base what the base deployed
 */
export function removedDependencies(head: readonly Manifest[], base: readonly Manifest[]): readonly string[] {
  return OF_FLUX.flatMap((kind) => {
    const isOfKind = ({ object }: Manifest): boolean => deployerKind(object) === kind;
    const [all, before] = [head.filter(isOfKind), base.filter(isOfKind)];
    const names = all.map(({ object }) => object.metadata.name);
    if (!all.every(({ object, namespace = '' }) => isKnownText(object.metadata.name) && isKnownText(namespace))) return [];
    const notes = all.filter(areDependenciesKnown).flatMap((manifest) => {
      const own = manifest.object.metadata.name;
      return dependenciesOf(manifest).flatMap((each) => {
        const isNamed = (other: Manifest): boolean => other.object.metadata.name === each.name && mayBeOnOneHub(manifest, other);
        const wasThere = before.some((other) => isNamed(other) && other.namespace === each.namespace);
        const isThere = all.some((other) => isNamed(other) && (other.namespace ?? each.namespace) === (each.namespace ?? other.namespace));
        const isSimilarThere =
          !names.includes(each.name) &&
          nearestTypo(
            each.name,
            names.filter((name) => name !== own),
          ) !== undefined;
        return isThere || !wasThere || isSimilarThere
          ? []
          : [
              `${beginningOf(manifest, each)}, which this change removes, renames or moves to another namespace, ${WAITS}. Change \`dependsOn\` as well.`,
            ];
      });
    });
    return [...new Set(notes)];
  });
}

/**
 * Those that Flux never applies, because their dependencies lead into a cycle. An expression for readiness may end one. Source: fluxcd.io, page
 * "Kustomization", section "Dependencies".
 * @param hubs without them, any of several of one name is meant
 */
export function inDependencyCycles(manifests: readonly Manifest[], hubs?: () => HubsOfManifests): ReadonlySet<Manifest> {
  const isOfFlux = ({ object }: Manifest): boolean => OF_FLUX.some((kind) => kind === deployerKind(object));
  const keyOf = ({ kind, name, namespace = '' }: Dependency): string => `${kind} ${namespace} ${name}`;
  const byKey = Map.groupBy(manifests.filter(isOfFlux), ({ object: { kind, metadata }, namespace }) =>
    keyOf({ kind, name: metadata.name, namespace }),
  );
  const isElsewhere = (manifest: Manifest, other: Manifest): boolean =>
    [...(hubs?.().of(manifest) ?? [])].some((hub) => hubs?.().isElsewhere(other, hub) === true);
  const namedBy = (manifest: Manifest): readonly (readonly Manifest[])[] =>
    dependenciesOf(manifest).map((each) => (byKey.get(keyOf(each)) ?? []).filter((other) => !isElsewhere(manifest, other)));
  const isPlain = (manifest: Manifest): boolean =>
    areDependenciesKnown(manifest) && listAt(manifest.object, 'spec', 'dependsOn').every((each) => field(each, 'readyExpr') === undefined);
  const waiting = new Map(
    [...byKey.values()]
      .flat()
      .filter(isPlain)
      .map((manifest) => [manifest, namedBy(manifest)]),
  );
  for (let before = 0; before !== waiting.size;) {
    before = waiting.size;
    for (const [manifest, all] of waiting)
      if (!all.some((named) => named.length > 0 && named.every((each) => waiting.has(each)))) waiting.delete(manifest);
  }
  return new Set(waiting.keys());
}

function mayBeOnOneHub({ world: one }: Manifest, { world: other }: Manifest): boolean {
  return [one, other].some((world) => world === undefined || world === SHARED_WORLD) || one === other;
}

const OF_FLUX = ['Kustomization', 'HelmRelease'] as const;

function areDependenciesKnown({ unresolved }: Manifest): boolean {
  return !unresolved.some((open) => isUnder(DEPENDENCIES, open) || isUnder(open, DEPENDENCIES));
}

const DEPENDENCIES = '/spec/dependsOn';

interface Dependency {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** With the namespace in which Flux looks for it. Without those whose names are not known. */
function dependenciesOf({ object, namespace }: Manifest): readonly Dependency[] {
  return listAt(object, 'spec', 'dependsOn').flatMap((each) => {
    const [name = '', own = namespace] = [stringAt(each, 'name'), stringAt(each, 'namespace') || undefined];
    return isKnownText(name) ? [{ kind: object.kind, name, namespace: own }] : [];
  });
}

function beginningOf(manifest: Manifest, { namespace, ...missing }: Dependency): string {
  const shown = displayName({ ...missing, ...(namespace === undefined ? {} : { namespace }) });
  return `${displayName(manifestRef(manifest))} in ${manifest.file} depends on ${shown}`;
}

const WAITS = 'so Flux waits until it is ready before it applies anything';
