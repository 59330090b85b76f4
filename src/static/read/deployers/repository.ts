import { realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { realpathOf } from '../../../files/realpath-of.ts';
import { once } from '../../../fleet/memo/once.ts';
import { shownPath } from '../files/shown-path.ts';
import type { ReadResult } from '../read-result.ts';
import type { RenderOptions } from '../render/render-options.ts';
import { repositoryOf } from '../render/repository-files.ts';
import type { HubWorld } from '../../world/hub-world.ts';
import type { Manifest } from '../../world/manifest.ts';
import { deliveriesOf } from './deliveries.ts';
import { type DeliveredVersion, deliveredVersions, nameOfTaken, versionId } from './delivered-versions.ts';
import { type Delivery, SKIPPED } from './delivery.ts';
import { type HubsOfManifests, hubsOfManifests } from './hubs-of-manifests.ts';
import { isInLinkedFolder } from './left-out-files.ts';
import { INCLUDED } from './flux-sources.ts';
import type { MistypedPaths } from './mistyped-paths.ts';
import type { MovedDelivery } from './moved-deliveries.ts';
import { deliveriesOfOthers } from './other-deployers.ts';
import { repositoryAddress } from './repository-address.ts';
import { type SourceUrls, sourceUrls } from './source-urls.ts';
import { foldersOfManifests } from './folders-of-manifests.ts';
import type { TakenVersion } from './charts/taken-version.ts';
import { worldsWithDeployers } from './worlds-of-deployers.ts';
import type { GitContent } from './application-sets/generated-parameters.ts';

/** The repository around the working directory, which is looked for at the first use. */
export interface Repository {
  /**
   * How reports name a folder at a path from the top of the repository. `..` does not lead above the top, as for Flux. Argo CD refuses such a
   * path. Source: fluxcd/kustomize-controller, which joins paths with `securejoin`.
   */
  readonly nameOfFolder: (path: string) => string;
  /** The path from the top of the repository to the working directory. */
  readonly top: () => string;
  /** Whether a URL is the one of this repository; `undefined` if that is not known. */
  readonly isOwn: (url: string) => boolean | undefined;
  /** See `OwnRepository`. */
  readonly isNamesake: (url: string) => boolean;
  /** Whether the change moves a source to this URL. */
  readonly isMoved: (url: string) => boolean;
  /** The `versionId` of each version that the change makes a deployer take. */
  readonly movedVersions: ReadonlySet<string>;
  /** Files of Jsonnet, by name. */
  readonly jsonnet: readonly string[];
  /** Symbolic links, by name. */
  readonly links: ReadonlySet<string>;
  readonly mistyped?: MistypedPaths;
  readonly hasNoFolder?: GitContent['hasNoFolder'];
  readonly hasIgnoreFile?: GitContent['hasIgnoreFile'];
}

/** @param cwd the working directory, which the tree of a base may not have */
export function repositoryFrom(cwd: string, { root, env, own, moved, jsonnet = [], links = new Set() }: RenderOptions): Repository {
  const real = once(() => realpathOf(cwd));
  const top = once(() => (root === undefined ? repositoryOf(real(), real(), env['GITHUB_WORKSPACE']) : realpathSync(root)));
  const isMoved = (url: string): boolean => moved?.addresses.has(repositoryAddress(url)) === true;
  return {
    nameOfFolder: (path) => shownPath(join(top(), posix.join('/', path)), real()),
    top: () => shownPath(real(), top()),
    isOwn: (url) => (isMoved(url) ? false : own?.isOwn(url)),
    isNamesake: (url) => own?.isNamesake(url) === true,
    isMoved,
    movedVersions: moved?.versions ?? new Set(),
    jsonnet,
    links,
  };
}

/**
 * What the manifests of Flux and Argo CD deploy from this repository. Another repository may have folders of the same names, and the whole
 * of an artifact (OCI, a bucket) is not the whole repository. A folder of an artifact may be one of the repository.
 */
export function deliveriesIn(
  { manifests }: ReadResult,
  texts: ReadonlyMap<string, string>,
  { top, isOwn, isNamesake, isMoved, movedVersions, jsonnet, links, mistyped, hasNoFolder, hasIgnoreFile }: Repository,
): DeliveriesOfTree {
  const content = {
    folders: () =>
      foldersOfManifests(
        [...manifests, ...[...texts.keys(), ...jsonnet].map((file) => ({ file }))].filter(({ file }) => !isInLinkedFolder(file, links)),
        top(),
      ),
    files: once(() => new Map([...texts].map(([file, text]) => [posix.join(top(), file), text]))),
    isOwn,
    mistyped,
    hasNoFolder,
    links,
    hasIgnoreFile,
    skipped: once(() => new Set([...texts].flatMap(([file, text]) => (text.includes(SKIPPED) ? [file] : [])))),
  };
  const worlds = once(() => worldsWithDeployers(manifests, top(), content));
  const hubs = once(() => hubsOfManifests(manifests, worlds()));
  const all = deliveriesOf(manifests, content, hubs);
  const others = deliveriesOfOthers(manifests);
  const isUrlElsewhere = (url: string): boolean => url === INCLUDED || isOwn(url) === false;
  const movedOf = (delivery: Delivery): readonly TakenVersion[] =>
    movedVersions.size === 0 ? [] : delivery.takes.filter((version) => movedVersions.has(versionId(delivery, version)));
  /** It takes a source that is not among the manifests instead of another one. */
  const isUnknown = (delivery: Delivery): boolean => movedOf(delivery).some(({ isAbsent }) => isAbsent === true);
  const mayBeHere = (delivery: Delivery): boolean => {
    const { repository, isUncertain, path } = delivery;
    if (repository === undefined) return (!isUncertain || !isWhole(path)) && !isUnknown(delivery);
    return !isUrlElsewhere(repository);
  };
  return {
    deliveries: all.filter(mayBeHere),
    elsewhere: new Set(
      all.flatMap((delivery) => {
        const { manifest, repository, besides = [] } = delivery;
        const urls = [...besides, ...(repository === undefined ? [] : [repository])];
        return urls.some(isUrlElsewhere) || isUnknown(delivery) ? [manifest] : [];
      }),
    ),
    moved: [...all, ...others].flatMap((delivery): readonly MovedDelivery[] => {
      const { repository = '' } = delivery;
      if (isMoved(repository)) return [{ delivery, name: `from ${repositoryAddress(repository)}` }];
      return movedOf(delivery).map((version) => ({ delivery, name: nameOfTaken(delivery, version, mayBeHere) }));
    }),
    urls: () => sourceUrls(manifests, all),
    versions: () => deliveredVersions([...all, ...others], mayBeHere),
    content,
    worlds,
    hubs,
    isNamesake,
  };
}

interface DeliveriesOfTree {
  /** Those from this repository, and those that may be. */
  readonly deliveries: readonly Delivery[];
  /** The deployers that bring something from a source that certainly is not this repository. */
  readonly elsewhere: ReadonlySet<Manifest>;
  /** Those that the change makes take another repository or another version. */
  readonly moved: readonly MovedDelivery[];
  readonly urls: () => ReadonlyMap<string, SourceUrls>;
  readonly versions: () => readonly DeliveredVersion[];
  readonly content: GitContent;
  readonly worlds: () => readonly HubWorld[];
  readonly hubs: () => HubsOfManifests;
  readonly isNamesake: Repository['isNamesake'];
}

/** Whether a path of Flux or Argo CD is the whole source. */
function isWhole(path: string): boolean {
  return ['.', './', '/'].includes(posix.normalize(path));
}
