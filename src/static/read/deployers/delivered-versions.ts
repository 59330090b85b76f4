import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../world/manifest.ts';
import { type Delivery, type Destination, isKnownText } from './delivery.ts';
import { repositoryAddress } from './repository-address.ts';
import type { TakenVersion } from './charts/taken-version.ts';
import { objectKeyOf } from '../../world/identity.ts';

/** A version of a source that a deployer brings to one place. */
export interface DeliveredVersion {
  readonly manifest: Manifest;
  readonly path: string;
  readonly destination: Destination;
  readonly version: TakenVersion;
  /** See `nameOfTaken`. */
  readonly name: string;
  /** It may be of this repository. */
  readonly isHere: boolean;
  /** The deployer, and the overlay or file that has it: those of other hubs may have the same name. */
  readonly deployer: string;
  readonly ownFile: string;
  /** `ownFile` with the path, the cluster and the namespace. */
  readonly place: string;
  /** See `versionId`. */
  readonly id: string;
}

export interface KnownBranches {
  /** What the branch into which the change goes may be called: it will have the content of this tree. */
  readonly targets: ReadonlySet<string>;
  /** What the default branch of the repository may be called. */
  readonly defaults: ReadonlySet<string>;
}

/** @param isHere whether a delivery may be of this repository */
export function deliveredVersions(deliveries: readonly Delivery[], isHere: (delivery: Delivery) => boolean): readonly DeliveredVersion[] {
  return deliveries.flatMap((delivery) =>
    delivery.takes.map((version): DeliveredVersion => {
      const { manifest, destination, namespace } = delivery;
      const path = posix.join('/', delivery.path, '/');
      const deployer = objectKeyOf(manifest);
      const ownFile = `${manifest.overlay ?? manifest.file} ${deployer}`;
      const place = JSON.stringify([ownFile, path, destination, namespace]);
      const [here, name] = [isHere(delivery), nameOfTaken(delivery, version, isHere)];
      return { manifest, path, destination, version, name, isHere: here, deployer, ownFile, place, id: versionId(delivery, version) };
    }),
  );
}

/** How reports name what a delivery takes, behind the word "deploy": the version, or another repository. */
export function nameOfTaken(delivery: Delivery, { name }: TakenVersion, isHere: (delivery: Delivery) => boolean): string {
  const { repository } = delivery;
  return repository === undefined || isHere(delivery) ? name : `from ${repositoryAddress(repository)}`;
}

/** Names a version of a delivery. */
export function versionId({ manifest, path, destination, namespace }: Delivery, { text }: TakenVersion): string {
  return JSON.stringify([manifest.overlay ?? manifest.file, objectKeyOf(manifest), path, destination, namespace, text]);
}

/**
 * The versions that a change makes deployers take instead of others: those of a place before, else those of the deployer before, and for a
 * new deployer those of its path. Without any it only adds content. Another repository is another version, if it was this one before. If several sources have the name, those of the same file are compared. A
 * source that is not among the manifests is the same as before if any deployer used it.
 */
export function movedVersions(
  head: readonly DeliveredVersion[],
  base: readonly DeliveredVersion[],
  { targets, defaults }: KnownBranches,
): readonly DeliveredVersion[] {
  if (head.length === 0 || base.length === 0) return [];
  const [byPlace, byFile, byDeployer] = (['place', 'ownFile', 'deployer'] as const).map((key) => Map.groupBy(base, (each) => each[key]));
  const byPath = Map.groupBy(
    base.filter(({ isHere }) => isHere),
    ({ path }) => path,
  );
  const absent = new Set(base.flatMap(({ version }) => (version.isAbsent === true ? [version.text] : [])));
  const hasTarget = (each: DeliveredVersion): boolean =>
    each.version.branch !== undefined &&
    (targets.has(each.version.branch) || (isDefault(each) && [...defaults].some((name) => targets.has(name))));
  return head.filter((each) => {
    const { version, isHere, place, ownFile, deployer, path } = each;
    const ofDeployer = byPlace?.get(place) ?? byFile?.get(ownFile) ?? byDeployer?.get(deployer);
    if (!isHere) return ofDeployer?.some((other) => other.isHere) === true;
    if (absent.has(version.text) || hasTarget(each)) return false;
    const before = ofDeployer ?? byPath.get(path) ?? [];
    const ofSource = before.filter((other) => other.version.at === version.at);
    const compared = ofSource.length > 0 ? ofSource : before;
    return compared.length > 0 && !compared.some((other) => isSame(each, other, defaults));
  });
}

function isSame(one: DeliveredVersion, other: DeliveredVersion, defaults: ReadonlySet<string>): boolean {
  const asDefault = ({ version: { text, branch } }: DeliveredVersion): string =>
    branch !== undefined && defaults.has(branch) && text.endsWith(branch) ? `${text.slice(0, -branch.length)}HEAD` : text;
  if (one.version.text === other.version.text) return true;
  return (isDefault(one) && one.version.text === asDefault(other)) || (isDefault(other) && other.version.text === asDefault(one));
}

/** Argo CD takes `HEAD` of the remote, which is its default branch. For others without a branch this is another one, or not known. */
function isDefault({ version, manifest }: DeliveredVersion): boolean {
  return version.branch === 'HEAD' && groupOf(manifest.object.apiVersion) === 'argoproj.io';
}

/**
 * What new deployers take from a source of Flux that is not among the manifests, while others of the tree take this repository from another
 * source, or did at the base. None of the base used it.
 */
export function absentSources(head: readonly DeliveredVersion[], base: readonly DeliveredVersion[]): readonly DeliveredVersion[] {
  const used = new Set(base.map(({ version }) => version.text));
  const hasOthers = base.some(({ isHere }) => isHere) || head.some(({ isHere, version }) => isHere && version.isAbsent !== true);
  if (!hasOthers) return [];
  return head.filter(({ version, isHere }) => isHere && version.isAbsent === true && !used.has(version.text) && isKnownText(version.text));
}

/**
 * What deployers brought to another cluster at the base: the deliveries of the change, of the same deployer and path, each with the former
 * destination. Two names may be of one cluster.
 */
export function movedDestinations(
  head: readonly DeliveredVersion[],
  base: readonly DeliveredVersion[],
): readonly (readonly [DeliveredVersion, Destination])[] {
  const keyOf = ({ ownFile, path }: DeliveredVersion): string => `${ownFile} ${path}`;
  const [now, before] = [
    Map.groupBy(
      head.filter(({ isHere }) => isHere),
      keyOf,
    ),
    Map.groupBy(base, keyOf),
  ];
  return [...now].flatMap(([key, deliveries]) => {
    const had = before.get(key) ?? [];
    const isOf =
      (all: readonly DeliveredVersion[]) =>
      ({ destination }: DeliveredVersion): boolean =>
        all.some((each) => isDeepStrictEqual(each.destination, destination));
    const fresh = deliveries.find((each) => !isOf(had)(each));
    const gone = had.find((each) => !isOf(deliveries)(each));
    return fresh === undefined || gone === undefined ? [] : [[fresh, gone.destination] as const];
  });
}
