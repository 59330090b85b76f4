import { isUnder } from '../../../fleet/json/json-pointer.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { nearestTypo } from '../../../fleet/text/nearest.ts';
import { manifestRef } from '../../world/identity.ts';
import type { Manifest } from '../../world/manifest.ts';
import { isKnownText } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';

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
      return listAt(manifest.object, 'spec', 'dependsOn').flatMap((each) => {
        const name = stringAt(each, 'name') ?? '';
        const meant = names.has(name) || !isKnownText(name) ? undefined : nearestTypo(name, others);
        return meant === undefined ? [] : [noteOf(manifest, { kind, name, namespace: stringAt(each, 'namespace') }, meant)];
      });
    });
    return [...new Set(notes)];
  });
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

function noteOf(manifest: Manifest, { kind, name, namespace = manifest.namespace }: Dependency, meant: string): string {
  const missing = displayName({ kind, name, ...(namespace === undefined ? {} : { namespace }) });
  return `${displayName(manifestRef(manifest))} in ${manifest.file} depends on ${missing}, which is not among these files, so Flux waits until it is ready before it applies anything. Did you mean ${meant}?`;
}
