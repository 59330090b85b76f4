import { CLUSTER_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { NAMESPACES_OF_EVERY_HUB } from '../../selection/propagation.ts';
import { kindDeletedWith } from '../../static/world/fleet-definition.ts';
import { isKept, isKeptByHelm } from '../../static/world/is-kept.ts';
import { keyOfManifest } from '../../static/world/manifest-key.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { isNamed } from '../../static/world/placements.ts';
import type { StaticInput } from './static-input.ts';
import { without } from './undeployed/deployed-input.ts';

/**
 * Returns why the hub deletes an object although its manifest stays, as a clause; `undefined` if it does not. The change deletes the
 * CustomResourceDefinition of a kind of KubeFleet, and with it all objects of the kind, or the Namespace of a ResourcePlacement that the base
 * has. What else is in a Namespace stays: a placement that selects the Namespace shows what it loses.
 * @param input of one part
 */
export function deletedWithOthers({ read, base, part }: StaticInput): (manifest: Manifest) => string | undefined {
  const were = (base?.manifests ?? []).filter(
    (manifest) => (kindDeletedWith(manifest) !== undefined || isDeletedNamespace(manifest)) && part?.moved.has(manifest) !== true,
  );
  const has = new Set(were.length === 0 ? [] : read.manifests.map(keyOfManifest));
  const gone = were.filter((manifest) => !has.has(keyOfManifest(manifest)));
  if (gone.length === 0) return () => undefined;
  const kinds = gone.flatMap((manifest) => kindDeletedWith(manifest) ?? []);
  // A Namespace whose name is a variable may be the one that seems to be gone.
  const isOpen = read.manifests.some((manifest) => isNamespace(manifest) && !isNamed(manifest));
  const namespaces = new Set(isOpen ? [] : gone.filter(isNamespace).map(({ object }) => object.metadata.name));
  const had = new Set(base?.manifests.map(keyOfManifest));
  return (manifest) => {
    const { object, namespace } = manifest;
    const { apiVersion, kind } = object;
    if (kinds.some((each) => each.kind === kind && each.group === groupOf(apiVersion)))
      return `without the definition of ${kind} the hub deletes all of them`;
    return kind === 'ResourcePlacement' && namespace !== undefined && namespaces.has(namespace) && had.has(keyOfManifest(manifest))
      ? `Namespace/${namespace} is no longer in the deployed files, and if the deploy deletes it, the hub deletes all that is in it`
      : undefined;
  };
}

/** Whether a deploy without it may delete it. API servers keep their own. */
function isDeletedNamespace(manifest: Manifest): boolean {
  const isOfHub = NAMESPACES_OF_EVERY_HUB.includes(manifest.object.metadata.name);
  return isNamespace(manifest) && !isOfHub && isNamed(manifest) && !isKept(manifest) && !isKeptByHelm(manifest);
}

export function isNamespace({ object: { apiVersion, kind } }: Manifest): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

/** The part as it is on the hub after the change, without such objects. Which clusters there are does not follow from that. */
export function withoutDeleted(input: StaticInput): StaticInput {
  const reasonOf = deletedWithOthers(input);
  const isLeftOut = (manifest: Manifest): boolean =>
    groupOf(manifest.object.apiVersion) !== CLUSTER_GROUP && reasonOf(manifest) !== undefined;
  return input.read.manifests.some(isLeftOut) ? without(input, isLeftOut) : input;
}
