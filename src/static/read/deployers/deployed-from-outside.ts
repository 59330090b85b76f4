import type { NotEvaluated } from '../../../finding.ts';
import { field, isObject, stringAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { manifestRef } from '../../world/identity.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { isNearFleetObject } from '../files/near-fleet-objects.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';
import type { ReadResult } from '../read-result.ts';
import { destinationOf, sourcesOf } from './argo-deliveries.ts';
import { OWN } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';
import { directoryOf } from '../kustomize/kustomization.ts';
import { placedContent } from '../kustomize/placed-content.ts';

/**
 * Reports what Flux and Argo CD deploy from outside of the tree, such as a remote chart or another repository. It is not evaluated if they
 * patch objects of KubeFleet in it, or if they deploy it into a namespace of a placement beside them. A deployer that a placement sends to
 * members deploys nothing on the hub. One note names all others.
 * @param deployers those that deploy no object of KubeFleet that was read
 * @param deploying those that deploy something that was read
 */
export function deployedFromOutside(
  deployers: readonly Manifest[],
  deploying: ReadonlySet<Manifest>,
  read: Pick<ReadResult, 'manifests' | 'notEvaluated'>,
): { readonly notEvaluated: readonly NotEvaluated[]; readonly notes: readonly string[] } {
  const isPlaced = placedContent(read.manifests);
  const isNearFleet = isNearFleetObject(read);
  const notEvaluated: NotEvaluated[] = [];
  const others: string[] = [];
  for (const manifest of deployers) {
    const namespaces = namespacesOf(manifest);
    if (namespaces === undefined) continue;
    const patches = patchesIn(manifest.object['spec']).filter(({ text }) => namesFleet(text));
    if (patches.length > 0) {
      const names = [...new Set(patches.map(({ key }) => key))].join(', ');
      const reason = `It changes objects of KubeFleet with ${names}. They are not among these files, so the result was not checked.`;
      notEvaluated.push({ ...unevaluated(manifest, reason), fleetObject: true });
      continue;
    }
    if (deploying.has(manifest)) continue;
    const placed = namespaces.find(
      (namespace) =>
        isPlaced({ namespaces: [namespace], manifests: [] }) &&
        !isPlaced({ namespaces: [], manifests: [manifest] }) &&
        isNearFleet(directoryOf(manifest.file)),
    );
    if (placed !== undefined) {
      const reason = `It deploys into namespace ${placed}, which a placement selects. What it deploys is not among these files, so it was not checked.`;
      notEvaluated.push({ ...unevaluated(manifest, reason), fleetObject: true });
    } else {
      others.push(`${displayName(manifestRef(manifest))} in ${manifest.file}`);
    }
  }
  const note = `Not checked, because it is not among these files: what ${listed(others, 3)} ${others.length === 1 ? 'deploys' : 'deploy'}.`;
  return { notEvaluated, notes: others.length === 0 ? [] : [note] };
}

/** The namespaces on the own cluster into which a deployer deploys from a source; `undefined` for another object. */
function namespacesOf({ object, namespace }: Manifest): readonly string[] | undefined {
  const { spec } = object;
  const ofFlux = (name: string | undefined): readonly string[] =>
    name === undefined || field(spec, 'kubeConfig') !== undefined ? [] : [name];
  switch (deployerKind(object)) {
    case 'Kustomization':
      return ofFlux(stringAt(spec, 'targetNamespace'));
    case 'HelmRelease':
      return ofFlux(stringAt(spec, 'targetNamespace') ?? namespace);
    case 'Application':
      return ofApplication(spec);
    case 'ApplicationSet':
      return ofApplication(field(spec, 'template', 'spec'));
    case undefined:
      break;
  }
  return undefined;
}

function ofApplication(spec: unknown): readonly string[] | undefined {
  if (sourcesOf(spec).every((source) => source === undefined)) return undefined;
  const namespace = stringAt(spec, 'destination', 'namespace');
  return namespace === undefined || destinationOf(spec) !== OWN ? [] : [namespace];
}

/** The patches of a deployer, with the names of their fields. */
function patchesIn(value: unknown): readonly { readonly key: string; readonly text: string }[] {
  if (Array.isArray(value)) return value.flatMap(patchesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    PATCHES.has(key) ? [{ key, text: typeof item === 'string' ? item : JSON.stringify(item) }] : patchesIn(item),
  );
}

const PATCHES = new Set(['patches', 'patchesStrategicMerge', 'patchesJson6902', 'postRenderers', 'templatePatch']);
