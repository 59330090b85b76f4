import { isDeepStrictEqual } from 'node:util';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { Manifest } from '../world/manifest.ts';

/** Manifests that are checked as their files have them, in addition to what kustomizations make of them. */
export interface AsFiles {
  readonly manifests: readonly Manifest[];
  readonly notes: readonly string[];
}

/**
 * The files that `kubectl apply -R` has applied before the change, and that a kustomization uses now. The kustomization does not show that
 * the deploy uses it. Nothing is added if it makes all of their objects of KubeFleet with the same spec.
 * @param used manifests of these files @param made all that is in the tree as kustomizations make it
 */
export function keptAsFiles(used: readonly Manifest[], made: readonly Manifest[]): AsFiles {
  const byKind = Map.groupBy(made, ({ object }) => object.kind);
  const isMade = ({ object }: Manifest): boolean =>
    byKind
      .get(object.kind)
      ?.some(
        (each) => each.object.metadata.name.includes(object.metadata.name) && isDeepStrictEqual(each.object['spec'], object['spec']),
      ) === true;
  const changed = used.filter((manifest) => isFleetObject(manifest.object) && !isMade(manifest));
  if (changed.length === 0) return { manifests: [], notes: [] };
  const files = [...new Set(changed.map(({ file }) => file))];
  return {
    manifests: used.map((manifest) => ({ ...manifest, world: AS_FILES })),
    notes: [
      `Checked with and without their kustomization: ${listed(files, 3)}. Before this change no kustomization used them, and \`kubectl apply -R\` still applies the files themselves.`,
    ],
  };
}

/** They are for one hub, but not together with what the kustomizations make. */
const AS_FILES = 'the files without a kustomization';
