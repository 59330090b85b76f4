import path from 'node:path';
import { field, listAt, stringAt } from '../../../fleet/json/json.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import type { HubWorld } from '../../world/hub-world.ts';
import type { Manifest } from '../../world/manifest.ts';
import { applicationsOf, isApplicationSet, type GitContent } from './application-sets.ts';

/**
 * The content that Flux's Kustomizations, and Argo CD's Applications and ApplicationSets, among the manifests deploy to one hub. Those
 * without a destination deploy to their own cluster: those of one folder are in one cluster, and so are those that another one deploys. A
 * folder that depends on unknown facts is left out, and so is the top of the repository. Source: `api/v1/kustomization_types.go` of
 * fluxcd/kustomize-controller, `pkg/apis/application/v1alpha1/types.go` of argoproj/argo-cd.
 * @param top the path from the top of the repository to the working directory
 * @param files that generators of ApplicationSets read, by path from the top of the repository
 */
export function worldsOfDeployers(
  manifests: readonly Manifest[],
  top: string,
  files: ReadonlyMap<string, string> = new Map(),
): DeployersOfTree {
  const content = { folders: foldersIn(manifests, top), files };
  const eachCluster = eachClusterOf(manifests);
  const unread = new Set<string>();
  const deliveries = manifests.flatMap((manifest) => {
    const found = deliveriesOf(manifest, content, top, eachCluster);
    if (found.length === 0 && namesFolder(manifest)) unread.add(manifest.file);
    return found;
  });
  const clusters = clustersOf(deliveries);
  const byHub = Map.groupBy(deliveries, (delivery) => {
    const { destination, isRemote } = delivery;
    if (isRemote) return destination;
    const place = clusters(delivery);
    return destination === '' ? place : `${place} (${destination})`;
  });
  return {
    worlds: [...byHub].map(([name, all]) => ({ name, folders: [...new Set(all.map(({ folder }) => folder))] })),
    unread: [...unread],
  };
}

/** The deployers among the manifests. */
interface DeployersOfTree {
  readonly worlds: readonly HubWorld[];
  /** The files of those whose folders or clusters depend on unknown facts. */
  readonly unread: readonly string[];
}

/** Whether it brings a folder whose path, or a cluster whose name, is an expression. */
function namesFolder({ object }: Manifest): boolean {
  const kind = `${groupOf(object.apiVersion)}/${object.kind}`;
  const spec = object['spec'];
  if (kind === 'kustomize.toolkit.fluxcd.io/Kustomization') return /[{}$*]/.test(stringAt(spec, 'path') ?? '');
  if (kind !== 'argoproj.io/Application' && kind !== 'argoproj.io/ApplicationSet') return false;
  const application = kind === 'argoproj.io/Application' ? spec : field(spec, 'template', 'spec');
  const texts = [...pathsOf(application), destinationOf(application).destination];
  return texts.some((text) => text !== undefined && /[{}$*]/.test(text));
}

interface Delivery {
  /** The folder or the file of the deployer's own manifest, as reports name it. */
  readonly from: string;
  /** What it brings, as reports name folders. */
  readonly folder: string;
  /** Empty for the cluster that the deployer is in. */
  readonly destination: string;
  /** The destination has the same name for every cluster that the deployer could be in. */
  readonly isRemote: boolean;
}

/**
 * The name for each of the clusters of an ApplicationSet whose destination is a parameter. ApplicationSets with the same generators and the
 * same parameter bring their folders to the same clusters.
 */
function eachClusterOf(manifests: readonly Manifest[]): (set: Manifest, destination: string) => string {
  const sets = manifests.filter(({ object }) => isApplicationSet(object));
  const first = new Map<string, string>();
  for (const { object } of sets) {
    const key = JSON.stringify(field(object, 'spec', 'generators'));
    if (!first.has(key)) first.set(key, object.metadata.name);
  }
  return ({ object }, destination) =>
    `${destination} of ApplicationSet ${first.get(JSON.stringify(field(object, 'spec', 'generators'))) ?? object.metadata.name}`;
}

function deliveriesOf(
  manifest: Manifest,
  content: GitContent,
  top: string,
  eachCluster: (set: Manifest, destination: string) => string,
): readonly Delivery[] {
  const { object, file } = manifest;
  const from = path.posix.dirname(file) === '.' ? file : path.posix.dirname(file);
  const delivery = (given: string | undefined, where: Pick<Delivery, 'destination' | 'isRemote'>): readonly Delivery[] => {
    const folder = given === undefined || /[{}$*]/.test(given) ? undefined : folderFrom(top, given);
    return folder === undefined || /[{}]/.test(where.destination) ? [] : [{ from, folder, ...where }];
  };
  switch (`${groupOf(object.apiVersion)}/${object.kind}`) {
    case 'kustomize.toolkit.fluxcd.io/Kustomization': {
      const kubeConfig = field(object, 'spec', 'kubeConfig');
      const destination = stringAt(kubeConfig, 'secretRef', 'name') ?? stringAt(kubeConfig, 'configMapRef', 'name') ?? '';
      return delivery(stringAt(object, 'spec', 'path'), { destination, isRemote: false });
    }
    case 'argoproj.io/Application':
      return pathsOf(object['spec']).flatMap((each) => delivery(each, destinationOf(object['spec'])));
    case 'argoproj.io/ApplicationSet':
      return applicationsOf(object, content).flatMap((spec) => {
        const where = destinationOf(spec);
        const { destination } = where;
        const isParameter = /^\{\{[^{}]*\}\}$/.test(destination);
        const known = isParameter ? { destination: eachCluster(manifest, destination.replaceAll(/[{}\s]/g, '')), isRemote: false } : where;
        return pathsOf(spec).flatMap((each) => delivery(each, known));
      });
    default:
      return [];
  }
}

function pathsOf(application: unknown): readonly (string | undefined)[] {
  return [field(application, 'source'), ...listAt(application, 'sources')].map((source) => stringAt(source, 'path'));
}

/** The names of the cluster in which Argo CD runs. */
const IN_CLUSTER = new Set(['https://kubernetes.default.svc', 'in-cluster']);

function destinationOf(application: unknown): Pick<Delivery, 'destination' | 'isRemote'> {
  const destination = stringAt(application, 'destination', 'name') ?? stringAt(application, 'destination', 'server') ?? '';
  return destination === '' || IN_CLUSTER.has(destination) ? { destination: '', isRemote: false } : { destination, isRemote: true };
}

/** The folder at a path from the top of the repository, as reports name it; `undefined` for the top itself, and outside. */
function folderFrom(top: string, given: string): string | undefined {
  const folder = path.posix.relative(path.posix.join('/', top), path.posix.join('/', given));
  return folder === '' || folder === '..' || folder.startsWith('../') ? undefined : folder;
}

/** All folders that hold manifests, and those above them, from the top of the repository. */
function foldersIn(manifests: readonly Manifest[], top: string): readonly string[] {
  const found = new Set<string>();
  for (const place of new Set(manifests.map(({ overlay, file }) => overlay ?? path.posix.dirname(file)))) {
    let folder = path.posix.join(top, place);
    for (; folder !== '.' && folder !== '/' && !found.has(folder); folder = path.posix.dirname(folder)) found.add(folder);
  }
  return [...found].toSorted();
}

/** The cluster that a deployer is in, by the first folder of the deployers that are in it. */
function clustersOf(deliveries: readonly Delivery[]): (delivery: Delivery) => string {
  const places = [...new Set(deliveries.map(({ from }) => from))];
  const above = new Map<string, string>();
  const topOf = (place: string): string => {
    const next = above.get(place);
    return next === undefined ? place : topOf(next);
  };
  for (const { from, folder } of deliveries)
    for (const place of places) {
      const isInside = place === folder || place.startsWith(`${folder}/`);
      const [one, other] = [topOf(from), topOf(place)].toSorted();
      if (isInside && one !== undefined && other !== undefined && one !== other) above.set(other, one);
    }
  return ({ from }) => topOf(from);
}
