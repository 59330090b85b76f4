import { CLUSTER_GROUP, type FleetKind } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { kindDeletedWith } from '../../static/world/fleet-definition.ts';
import { keyOfManifest } from '../../static/world/manifest-key.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import type { StaticInput } from './static-input.ts';
import { without } from './undeployed/deployed-input.ts';

/**
 * Returns KubeFleet's kind of an object if the change deletes its CustomResourceDefinition from the hub, and with it all objects of the kind.
 * @param input of one part
 */
export function deletedKinds({ read, base, part }: StaticInput): (manifest: Manifest) => FleetKind | undefined {
  const isMoved = (manifest: Manifest): boolean => part?.moved.has(manifest) === true;
  const were = (base?.manifests ?? []).filter((manifest) => kindDeletedWith(manifest) !== undefined && !isMoved(manifest));
  if (were.length === 0) return () => undefined;
  const has = new Set(read.manifests.map(keyOfManifest));
  const kinds = were.filter((manifest) => !has.has(keyOfManifest(manifest))).flatMap((manifest) => kindDeletedWith(manifest) ?? []);
  return ({ object: { apiVersion, kind } }) => kinds.find((each) => each.kind === kind && each.group === groupOf(apiVersion));
}

/** The part as it is on the hub after the change: without objects of deleted kinds. Which clusters there are does not follow from that. */
export function withoutDeletedKinds(input: StaticInput): StaticInput {
  const kindOf = deletedKinds(input);
  const isLeftOut = (manifest: Manifest): boolean => ![undefined, CLUSTER_GROUP].includes(kindOf(manifest)?.group);
  return input.read.manifests.some(isLeftOut) ? without(input, isLeftOut) : input;
}
