import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { manifestRef } from '../../world/identity.ts';
import { type Manifest, startOf } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { isClusterScoped } from '../cluster-scoped.ts';
import type { placedContent } from '../kustomize/placed-content.ts';
import { type Delivery, isKnownText } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';

/**
 * A folder without a kustomization, from which Flux makes one of all its files that end with `.yaml` or `.yml`, also in the folders below.
 * Source: `scanManifests` in `kustomize/kustomize_generator.go` of fluxcd/pkg.
 */
export function isBuiltByFlux({ manifest }: Delivery, folder: string, isBuilt: (folder: string) => boolean): boolean {
  return deployerKind(manifest.object) === 'Kustomization' && !isBuilt(folder);
}

/** Whether such a folder brings a file. */
export function isTakenByFlux(file: string): boolean {
  return /\.ya?ml$/.test(file);
}

/** What Flux brings of one folder. */
export interface FluxBuild {
  readonly delivery: Delivery;
  readonly manifests: readonly Manifest[];
  /** `spec.ignore` of the source or `.sourceignore` may leave out files, or the source may have others. */
  readonly mayLeaveOut: boolean;
}

/**
 * The folders that Flux cannot build, because kustomize refuses two resources of one id, also if they have it in the target namespace: then
 * nothing of the folder is applied.
 */
export function refusedBuilds(builds: readonly FluxBuild[], isPlaced: ReturnType<typeof placedContent>): readonly NotEvaluated[] {
  return builds.flatMap(({ delivery, manifests, mayLeaveOut }) => {
    const { namespace } = delivery.changes;
    const target = typeof namespace === 'string' && isKnownText(namespace) ? namespace : undefined;
    const first = new Map<string, Manifest>();
    for (const each of manifests) {
      const id = idOf(each, target);
      const before = id === undefined ? undefined : first.get(id);
      if (id !== undefined && before === undefined) first.set(id, each);
      if (before === undefined) continue;
      const [one, other] = [before, each].map(
        (manifest) => `${displayName(manifestRef(manifest))} in ${startOf(manifest).file}:${startOf(manifest).line}`,
      );
      const unless = mayLeaveOut ? ' It can if its source leaves one of them out (`ignore`, `.sourceignore`).' : '';
      const reason = `Flux cannot build ${delivery.path || 'the repository'}, and applies nothing of it: ${one ?? ''} and ${other ?? ''} are one object for kustomize${target === undefined ? '' : ` in the namespace ${target}`}.${unless} The folder was checked as if it were applied.`;
      const matters = !mayLeaveOut && (manifests.some(({ object }) => isFleetObject(object)) || isPlaced({ namespaces: [], manifests }));
      return [{ ...unevaluated(delivery.manifest, reason), ...(matters ? { fleetObject: true } : {}) }];
    }
    return [];
  });
}

/** The id of kustomize in the target namespace; `undefined` if it is not known. */
function idOf({ object, namespace, unresolved }: Manifest, target: string | undefined): string | undefined {
  const { apiVersion, kind, metadata } = object;
  const isOpen = unresolved.some((at) => ['', '/kind', '/apiVersion', '/metadata', '/metadata/name', '/metadata/namespace'].includes(at));
  if (isOpen || metadata.name === '') return undefined;
  const isNamespace = apiVersion === 'v1' && kind === 'Namespace';
  if (isNamespace && target !== undefined) return JSON.stringify([apiVersion, kind, target]);
  if (isClusterScoped(apiVersion, kind)) return JSON.stringify([apiVersion, kind, metadata.name]);
  return JSON.stringify([apiVersion, kind, metadata.name, target ?? namespace ?? 'default']);
}
