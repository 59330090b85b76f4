import { dirname, join } from 'node:path';
import { textOfFile } from '../../../files/text-of-file.ts';
import { once } from '../../../fleet/memo/once.ts';
import { foldersOfManifests } from '../../../static/read/deployers/folders-of-manifests.ts';
import { filePatternsOf } from '../../../static/read/deployers/application-sets/application-sets.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import { worldsOfDeployers } from '../../../static/read/deployers/worlds-of-deployers.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { withOutsideJudged } from '../../../static/compare/outside-judged.ts';
import { type CertainPlace, type HubWorld, inWorlds, keyOfHub, SHARED_WORLD } from '../../../static/world/hub-world.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { gitIn } from '../../git/git.ts';
import { leadsOut, repositoryRoot, relativePath } from '../../git/repository.ts';
import type { Io } from '../../process/io.ts';
import type { FoundConfig } from '../../settings/config-file.ts';
import { MAX_BYTES, MOST_FILES } from './deployer-files.ts';
import { withGivenNamespaces } from './given-namespaces.ts';
import type { RepositoryDeployers } from './repository-deployers.ts';
import { refusedNamespacesNotes } from './refused-namespaces.ts';
import { withCreations } from './with-creations.ts';
import { withChoices } from './with-choices.ts';
import { atHubs, hubsOfDeployers } from './hubs-of-deployers.ts';
import { oneNameNotes } from './one-name-notes.ts';
import { objectKeyOf } from '../../../static/world/identity.ts';

/**
 * The manifests that were read, each with its hub as far as the repository shows it: by `worlds` of the configuration, else by Flux and
 * Argo CD among the manifests, and by pipelines and scripts.
 * @param scripts those by which both trees of a comparison are divided
 * @param own those of this tree, which give its objects their namespaces
 */
export async function withWorlds(
  read: ReadResult,
  { config, folder }: FoundConfig,
  scripts: RepositoryDeployers,
  io: Io,
  { worlds: own, namespaces, choices, applied }: Pick<RepositoryDeployers, 'worlds' | 'namespaces' | 'choices' | 'applied'> = scripts,
): Promise<ReadResult> {
  const given = withGivenNamespaces(withCreations(read.manifests, read, { applied }), namespaces);
  const configured = Object.entries(config.worlds ?? {}).map(([name, paths]): HubWorld => {
    const folders = paths.map((path) => relativePath(io.cwd, join(folder, path)).replace(/\/$/, ''));
    return { name, folders, cluster: { by: 'configuration', name } };
  });
  const top = relativePath(repositoryRoot(io) ?? io.cwd, io.cwd);
  const files = await filesOfGenerators(given.manifests, io);
  const deployersIn = (manifests: readonly Manifest[]): ReturnType<typeof worldsOfDeployers> =>
    worldsOfDeployers(manifests, top, {
      folders: once(() => foldersOfManifests(manifests, top)),
      files: () => files,
      isOwn: scripts.own.isOwn,
      mistyped: read.mistyped,
      hasNoFolder: read.hasNoFolder,
    });
  const delivered = once(() => deployersIn(given.manifests).worlds);
  const named = configured.map((world) => withDeliveries(world, delivered()));
  const byHand = inWorlds(given.manifests, named);
  const rest = byHand.filter(({ world }) => world === undefined);
  const deployers = deployersIn(rest);
  const ofScripts = ofOneCluster(scripts.worlds, rest);
  const found = [...deployers.worlds, ...atHubs(ofScripts, hubsOfDeployers(ofScripts, deployers.worlds, rest))];
  const placed = scripts.isWhole ? ofOneHub(inWorlds(rest, found)) : inWorlds(rest, found);
  const known = new Map(rest.map((manifest, index) => [manifest, placed[index] ?? manifest]));
  return withOutsideJudged({
    ...read,
    notes: [
      ...(read.notes ?? []),
      ...given.notes,
      ...refusedNamespacesNotes(read.manifests, namespaces),
      ...oneNameNotes(scripts.worlds, rest, (manifest) => known.get(manifest)?.world),
    ],
    withoutNamespace: given.withoutNamespace,
    manifests: withChoices(
      byHand.map((manifest) => known.get(manifest) ?? manifest),
      choices,
    ),
    worlds: [...named, ...found],
    deployers: [...deployers.worlds, ...own],
    delivered: named.length === 0 ? deployers.worlds : delivered(),
    unreadDeployers: [...new Set([...deployers.unread, ...scripts.unread])].toSorted(),
  });
}

/** A world of the configuration, with what the deployers bring that it has, to the cluster that they are in. */
function withDeliveries(world: HubWorld, delivered: readonly HubWorld[]): HubWorld {
  const isHere = (place: string): boolean => world.folders.some((folder) => isAtOrBelow(place, folder));
  const deliveries = new Set(delivered.flatMap((each) => (each.deployers?.some(isHere) === true ? [...(each.deliveries ?? [])] : [])));
  return deliveries.size === 0 ? world : { ...world, deliveries };
}

/**
 * A script applies all files to one hub, also those that deployers bring to several. It does not if two of these have the same object: then
 * it is for a part of the tree, which it chooses by means that are not known here.
 */
function ofOneHub(manifests: readonly Manifest[]): readonly Manifest[] {
  const plain = manifests.filter(
    ({ world, overlay, object }) => world !== undefined && overlay === undefined && object.kind !== 'Namespace',
  );
  const worldsOf = Map.groupBy(plain, objectKeyOf).values();
  if (worldsOf.some((all) => new Set(all.map(({ world }) => world)).size > 1)) return manifests;
  return manifests.map((manifest) =>
    manifest.world === undefined || manifest.overlay !== undefined ? manifest : { ...manifest, world: SHARED_WORLD },
  );
}

/** What several jobs and scripts bring to a cluster that they name in the same way is together, if it can be on one hub. */
function ofOneCluster(worlds: readonly HubWorld[], manifests: readonly Manifest[]): readonly HubWorld[] {
  const fitting = worlds.flatMap((world) => {
    const whole = { ...world, folders: [...new Set([...world.folders, ...(world.looped ?? [])])] };
    if (isOneHub(whole, manifests)) return [whole];
    return isOneHub(world, manifests) && world.folders.length > 0 ? [world] : certainParts(whole, manifests);
  });
  const byCluster = Map.groupBy(fitting, keyOfHub);
  return [...byCluster.values()].flatMap((all) => {
    const names = [...new Set(all.flatMap(({ name, folders }) => (folders.length > 0 ? name : [])))];
    const together = {
      ...all[0],
      name: names.length === 0 ? (all[0]?.name ?? '') : names.join(' and '),
      folders: [...new Set(all.flatMap(({ folders }) => folders))],
      releases: all.flatMap(({ releases = [] }) => releases),
      certain: all.flatMap(({ certain = [] }) => certain),
    };
    return all.length > 1 && isOneHub(together, manifests) ? [together] : all;
  });
}

/**
 * A script may choose the hub by means that are not known here. Then the same object is in several of its folders or releases. A
 * Namespace may be in each that needs it. Folders that are certainly for one hub count as one.
 */
function isOneHub({ folders, releases = [], certain = [] }: HubWorld, manifests: readonly Manifest[]): boolean {
  const holders = folders.flatMap((folder) =>
    inWorlds(manifests, [{ name: folder, folders: [folder], releases }])
      .filter(({ world, object }) => world !== undefined && object.kind !== 'Namespace')
      .map((manifest) => ({
        place: certainIn(folder, manifest, certain) ?? `${folder} ${releases.find((each) => each === manifest.overlay) ?? ''}`,
        key: objectKeyOf(manifest),
      })),
  );
  return Map.groupBy(holders, ({ key }) => key)
    .values()
    .every((all) => new Set(all.map(({ place }) => place)).size < 2);
}

/** The list of places with this folder that certainly bring a manifest. */
function certainIn(folder: string, manifest: Manifest, certain: NonNullable<HubWorld['certain']>): number | undefined {
  const index = certain.findIndex((places) => places.some((each) => each.place === folder && brings(each, manifest)));
  return index < 0 ? undefined : index;
}

function brings({ place, of }: CertainPlace, { overlay, file }: Manifest): boolean {
  if (of === 'overlay') return overlay === place;
  return overlay === undefined && (of === 'below' ? isAtOrBelow(file, place) : file === place || dirname(file) === place);
}

/** What of a world is certainly for one hub, if all of it cannot be. */
function certainParts({ certain = [], ...world }: HubWorld, manifests: readonly Manifest[]): readonly HubWorld[] {
  return certain.flatMap((places, index) => {
    const brought = manifests.filter((manifest) => places.some((each) => brings(each, manifest)));
    const folders = [...new Set(brought.map(({ overlay, file }) => overlay ?? file))];
    return new Set(places.map(({ place }) => place)).size < 2 || folders.length < 2
      ? []
      : [{ ...world, name: `${world.name}, part ${String(index + 1)}`, folders, looped: [], releases: [] }];
  });
}

/**
 * The files of the working tree that ApplicationSets read, by path from the top of the repository. Those that cannot be read are left
 * out.
 */
async function filesOfGenerators(manifests: readonly Manifest[], io: Io): Promise<ReadonlyMap<string, string>> {
  const root = repositoryRoot(io);
  const patterns = manifests.flatMap(({ object }) => (deployerKind(object) === 'ApplicationSet' ? filePatternsOf(object) : []));
  if (root === undefined || patterns.length === 0) return new Map();
  // `:(top)` keeps a pattern from having a magic word of its own.
  const asked = [...new Set(patterns)].map((pattern) => `:(top)${pattern}`);
  const listed = await gitIn(io)('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...asked).catch(() => '');
  const isInside = (file: string): boolean => file !== '' && !leadsOut(join(root, file), root);
  const files = [...new Set(listed.split('\0'))].filter(isInside).slice(0, MOST_FILES);
  const texts = await Promise.all(files.map((file) => textOfFile(join(root, file), MAX_BYTES).catch(() => undefined)));
  return new Map(files.flatMap((file, index) => (texts[index] === undefined ? [] : [[file, texts[index]] as const])));
}
