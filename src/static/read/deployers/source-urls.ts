import { stringAt } from '../../../fleet/json/json.ts';
import type { Manifest } from '../../world/manifest.ts';
import { gitGeneratorsOf } from './application-sets/application-sets.ts';
import type { Delivery } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';
import { otherDeployer } from './other-deployers.ts';
import { repositoryAddress } from './repository-address.ts';
import { objectKeyOf } from '../../world/identity.ts';

/** Which URLs are those of this repository. */
export interface OwnRepository {
  /** `undefined` if that is not known. */
  readonly isOwn: (url: string) => boolean | undefined;
  /** Whether a remote has its address, by any protocol. */
  readonly isRemote: (url: string) => boolean;
  /** Whether there are remotes, and only the last name of one says that it is this repository. */
  readonly isNamesake: (url: string) => boolean;
}

/** The repositories of a source or a deployer. */
export interface SourceUrls {
  readonly manifest: Manifest;
  readonly urls: ReadonlySet<string>;
}

/** The repositories of each source and each deployer, by `objectKey`. @param deliveries of the manifests */
export function sourceUrls(manifests: readonly Manifest[], deliveries: readonly Delivery[]): ReadonlyMap<string, SourceUrls> {
  const found = new Map<string, { manifest: Manifest; urls: Set<string> }>();
  const add = (manifest: Manifest, url: string | undefined): void => {
    if (url === undefined || url === '') return;
    const key = objectKeyOf(manifest);
    const known = found.get(key) ?? { manifest, urls: new Set() };
    found.set(key, known);
    known.urls.add(url);
  };
  for (const { manifest, repository } of deliveries) add(manifest, repository);
  for (const manifest of manifests) {
    const { object } = manifest;
    if (object.kind === 'GitRepository') add(manifest, stringAt(object, 'spec', 'url'));
    if (deployerKind(object) === 'ApplicationSet') for (const git of gitGeneratorsOf(object)) add(manifest, stringAt(git, 'repoURL'));
    for (const { repository } of otherDeployer(manifest)?.sources ?? []) add(manifest, repository);
  }
  return found;
}

/** A source or a deployer that had another repository in the base. */
export interface MovedSource {
  readonly manifest: Manifest;
  /** Its new `repositoryAddress`. */
  readonly address: string;
}

/**
 * The sources and deployers that the change gives another address, which is that of no remote: only its last name says that it is this
 * repository.
 */
export function movedSources(
  head: ReadonlyMap<string, SourceUrls> = new Map(),
  base: ReadonlyMap<string, SourceUrls> = new Map(),
  { isOwn, isRemote }: OwnRepository,
): readonly MovedSource[] {
  return [...head].flatMap(([key, { manifest, urls }]) => {
    const before = base.get(key);
    if (before === undefined) return [];
    const known = new Set([...before.urls].map(repositoryAddress));
    const moved = [...urls].filter((url) => isOwn(url) !== false && !isRemote(url) && !known.has(repositoryAddress(url)));
    return [...new Set(moved.map(repositoryAddress))].map((address) => ({ manifest, address }));
  });
}
