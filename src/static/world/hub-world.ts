import type { Manifest } from './manifest.ts';

/** Folders of a tree that one deployer brings to one hub. */
export interface HubWorld {
  /** How reports call it: the deployer, or the name in the configuration. */
  readonly name: string;
  /** As file names are: relative to the working directory, without a slash at the end. Single files are possible. */
  readonly folders: readonly string[];
  /** Those of loops, which are among its folders if all of them can be on one hub. */
  readonly looped?: readonly string[];
  /** Names of overlays. Of a chart with several releases it brings only these; absent if it brings all of them. */
  readonly releases?: readonly string[];
  /** Absent if the deployer does not name the cluster. */
  readonly cluster?: ClusterName;
  /** The same for what one job starts for its cluster, in scripts or targets of make. Absent for what is not started with others. */
  readonly job?: string;
  /** The overlays, folders or files of the deployers of GitOps that bring it to the cluster they are in. */
  readonly deployers?: readonly string[];
  /** What Flux or Argo CD brings to it, by the deliveries of their objects. Absent for other deployers. */
  readonly deliveries?: ReadonlySet<string>;
  /** All of it is for a cluster that the deployer creates for a test. */
  readonly isForTest?: true;
  /** Places in its folders, in lists: those of one list are certainly for one hub. */
  readonly certain?: readonly (readonly CertainPlace[])[];
}

/** A kustomization, the files in a folder or those also below it, or a file. */
export interface CertainPlace {
  readonly place: string;
  readonly of: 'overlay' | 'files' | 'below';
}

/** A name of a cluster. A cluster may have a name of each sort; two names of one sort are two clusters. */
export interface ClusterName {
  /**
   * The sort of the name. `own` is the cluster that a deployer of GitOps is in, whose name is only its place in the repository. A name of the
   * sort `SAME_LOGIN` is what a login is given; another one may lead to the same cluster.
   */
  readonly by: string;
  readonly name: string;
}

export const SAME_LOGIN = 'login';

/** The same for worlds that are for one hub, as far as their deployers say so. */
export function keyOfHub({ name, cluster, job = name }: HubWorld): string {
  return JSON.stringify(cluster === undefined ? job : [cluster.by, cluster.name]);
}

/** Whether two worlds are certainly for different hubs. Otherwise they may be for one. */
export function areOfDifferentHubs(one: HubWorld, other: HubWorld): boolean {
  const [a, b] = [one.cluster, other.cluster];
  if (a === undefined || b === undefined) return false;
  if (a.by === b.by) return a.by !== 'own' && a.by !== SAME_LOGIN && a.name !== b.name;
  const clouds = [cloudOf(a), cloudOf(b)];
  if (!clouds.includes(undefined)) return clouds[0] !== clouds[1];
  // A login of a script may be for the cluster in which Flux or Argo CD is.
  return (a.by === 'own' || b.by === 'own') && [a, b].every(({ by }) => OF_GITOPS.test(by));
}

/**
 * Where the login is that names a cluster; `undefined` for another name. The hub of a Fleet of Azure is in a resource group that Azure
 * manages, so only `az fleet` leads to it.
 */
function cloudOf({ by }: ClusterName): string | undefined {
  return /^(?:az fleet|az|gcloud|aws|kind)(?= )/.exec(by)?.[0];
}

const OF_GITOPS = /^(?:own|server|name|configuration|secret of .*)$/s;

/** `Manifest.world` of what several deployers bring to several hubs: it is beside each of them. */
export const SHARED_WORLD = '';

/** `Manifest.world` of files that are also checked without their kustomization or chart, but not together with what that makes. */
export const AS_FILES = 'the files without a kustomization';

/**
 * The manifests with their worlds. A folder with a kustomization brings what that makes; any other folder brings the files and the overlays
 * below it.
 */
export function inWorlds(manifests: readonly Manifest[], worlds: readonly HubWorld[]): readonly Manifest[] {
  if (worlds.length === 0) return manifests;
  const worldOf = bringerFinder(worlds, overlaysOf(manifests));
  return manifests.map((manifest) => (manifest.world === undefined ? { ...manifest, ...worldOf(manifest) } : manifest));
}

/** Finds the world of an overlay, or of a file that is in none. @param overlays the folders that bring what their kustomization makes */
export function worldFinder(worlds: readonly HubWorld[], overlays: ReadonlySet<string>): (place: Place) => string | undefined {
  const find = bringerFinder(worlds, overlays);
  return (place) => find(place).world;
}

/** Finds the names of all worlds that bring an overlay, or a file that is in none. */
export function bringersFinder(worlds: readonly HubWorld[], overlays: ReadonlySet<string>): (place: Place) => ReadonlySet<string> {
  const { bringing } = bringersOf(worlds, overlays);
  return (place) => new Set(bringing(place).map(({ name }) => name));
}

type Place = Pick<Manifest, 'file' | 'overlay' | 'broughtBy'>;

interface Bringers {
  readonly bringing: (place: Place) => readonly HubWorld[];
  /** The overlays by the place that deploys them: several of a chart with several releases. */
  readonly releasesOf: ReadonlyMap<string, readonly string[]>;
}

function bringersOf(worlds: readonly HubWorld[], overlays: ReadonlySet<string>): Bringers {
  const byFolder = Map.groupBy(
    worlds.flatMap((world) => [...new Set(world.folders)].map((folder) => ({ folder, world }))),
    ({ folder }) => folder,
  );
  const releasesOf = Map.groupBy(overlays, (overlay) => deployedPlace({ overlay, file: '' }));
  const bringing: Bringers['bringing'] = (manifest) => {
    const { overlay, broughtBy } = manifest;
    const place = deployedPlace(manifest);
    const isOneOfSeveral = overlay !== undefined && (releasesOf.get(place)?.length ?? 0) > 1;
    const around = [...foldersAround(place)].filter((folder) => folder === place || !overlays.has(folder));
    const all = around
      .flatMap((folder) => byFolder.get(folder) ?? [])
      .map(({ world }) => world)
      .filter(({ releases }) => !isOneOfSeveral || releases === undefined || releases.includes(overlay));
    // The deployers of another tree may have other names.
    const isBrought = ({ deliveries }: HubWorld): boolean => broughtBy !== undefined && deliveries?.isDisjointFrom(broughtBy) === false;
    return all.some(isBrought) ? all.filter((world) => world.deliveries === undefined || isBrought(world)) : all;
  };
  return { bringing, releasesOf };
}

function bringerFinder(worlds: readonly HubWorld[], overlays: ReadonlySet<string>): (place: Place) => Pick<Manifest, 'world' | 'sharedBy'> {
  const { bringing: bringersIn, releasesOf } = bringersOf(worlds, overlays);
  const several = [...releasesOf].filter(([, all]) => all.length > 1);
  /** A step that names no cluster and none of the releases is run for each of them, so what else it brings is beside each. */
  const forEach = new Set(
    worlds.filter(
      ({ cluster, folders, releases }) =>
        cluster === undefined &&
        releases !== undefined &&
        several.some(([chart, all]) => folders.includes(chart) && !all.some((release) => releases.includes(release))),
    ),
  );
  const known = new Map<string, Pick<Manifest, 'world' | 'sharedBy'>>();
  return (manifest) => {
    const { overlay, broughtBy = new Set() } = manifest;
    const key = [overlay ?? manifest.file, ...broughtBy].join('\n');
    const before = known.get(key);
    if (before !== undefined) return before;
    const isOneOfSeveral = overlay !== undefined && (releasesOf.get(deployedPlace(manifest))?.length ?? 0) > 1;
    const bringing = bringersIn(manifest);
    const names = new Set(bringing.map((world) => world.name));
    const [name] = names;
    // What is for several hubs is beside all of them, so two releases would be together there.
    const isOfSeveralHubs = names.size > 1 || bringing.some((world) => forEach.has(world));
    const world = !isOfSeveralHubs ? name : isOneOfSeveral ? undefined : SHARED_WORLD;
    const found = world === undefined ? {} : names.size > 1 ? { world, sharedBy: names } : { world };
    known.set(key, found);
    return found;
  };
}

/** The name of the overlay that a chart makes with files of values. */
export function releaseOverlay(chart: string, values: readonly string[]): string {
  return values.length === 0 ? chart : `${chart} (${values.join(', ')})`;
}

/** The path that deploys a manifest: of its overlay, without the values that a release of a chart is made with, else of its file. */
export function deployedPlace({ overlay, file }: Pick<Manifest, 'file' | 'overlay'>): string {
  if (overlay === undefined) return file;
  const values = overlay.indexOf(' (');
  return values >= 0 && overlay.endsWith(')') ? overlay.slice(0, values) : overlay;
}

/** The folder of an overlay or of a release of a chart, by its name in reports; empty for the working directory. */
export function folderOf(overlay: string): string {
  const place = deployedPlace({ overlay, file: '' });
  return place === '.' ? '' : place;
}

/** The overlays of manifests. */
export function overlaysOf(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(manifests.flatMap(({ overlay }) => overlay ?? []));
}

/** The manifests by the paths that deploy them. */
export function byPlace(manifests: readonly Manifest[]): ReadonlyMap<string, readonly Manifest[]> {
  return Map.groupBy(manifests, deployedPlace);
}

/** A path, and the folders that contain it. The top folder is left out: deploying it deploys everything. */
export function* foldersAround(path: string): Generator<string> {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}
