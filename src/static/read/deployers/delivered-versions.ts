import { posix } from 'node:path';
import { objectKey } from '../../../fleet/kubernetes/object.ts';
import { manifestRef } from '../../world/identity.ts';
import type { Manifest } from '../../world/manifest.ts';
import type { Delivery } from './delivery.ts';
import type { TakenVersion } from './taken-version.ts';

/** A version of a source that a deployer brings to one place. */
export interface DeliveredVersion {
  readonly manifest: Manifest;
  readonly path: string;
  readonly version: TakenVersion;
  /** It may be of this repository. */
  readonly isHere: boolean;
  /** The deployer. */
  readonly deployer: string;
  /** The deployer, the path, the cluster and the namespace. */
  readonly place: string;
  /** See `versionId`. */
  readonly id: string;
}

/** @param isHere whether a delivery may be of this repository */
export function deliveredVersions(deliveries: readonly Delivery[], isHere: (delivery: Delivery) => boolean): readonly DeliveredVersion[] {
  return deliveries.flatMap((delivery) =>
    delivery.takes.map((version): DeliveredVersion => {
      const { manifest, destination, namespace } = delivery;
      const path = posix.join('/', delivery.path, '/');
      const deployer = objectKey(manifestRef(manifest));
      const place = JSON.stringify([deployer, path, destination, namespace]);
      return { manifest, path, version, isHere: isHere(delivery), deployer, place, id: versionId(delivery, version) };
    }),
  );
}

/** Names a version of a delivery. */
export function versionId({ manifest, path, destination, namespace }: Delivery, { text }: TakenVersion): string {
  return JSON.stringify([objectKey(manifestRef(manifest)), path, destination, namespace, text]);
}

/**
 * The versions that a change makes deployers take instead of others: those of a place before, else those of the deployer before, and for a
 * new deployer those of its path. Without any it only adds content. A source that is not among the manifests is the same as before if any
 * deployer used it.
 * @param targets the branches into which the change goes, as far as they are known: they will have the content of this tree
 */
export function movedVersions(
  head: readonly DeliveredVersion[],
  base: readonly DeliveredVersion[],
  targets: ReadonlySet<string>,
): readonly DeliveredVersion[] {
  const byPlace = Map.groupBy(base, ({ place }) => place);
  const byDeployer = Map.groupBy(base, ({ deployer }) => deployer);
  const byPath = Map.groupBy(
    base.filter(({ isHere }) => isHere),
    ({ path }) => path,
  );
  const absent = new Set(base.flatMap(({ version }) => (version.isAbsent === true ? [version.text] : [])));
  return head.filter(({ version, isHere, place, deployer, path }) => {
    if (!isHere || absent.has(version.text) || (version.branch !== undefined && targets.has(version.branch))) return false;
    const before = byPlace.get(place) ?? byDeployer.get(deployer) ?? byPath.get(path) ?? [];
    return before.length > 0 && !before.some((each) => each.version.text === version.text);
  });
}
