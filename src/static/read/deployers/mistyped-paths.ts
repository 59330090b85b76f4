import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NotEvaluated } from '../../../finding.ts';
import { nearestTypo } from '../../../fleet/text/nearest.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { type Delivery, isKnownText } from './delivery.ts';
import { INCLUDED } from './flux-sources.ts';
import type { HubsOfManifests } from './hubs-of-manifests.ts';

/**
 * The path that a deployer names, if its folder is not in this repository, and the similar one that is, and that no other one names on the
 * same hub.
 */
export type MistypedPaths = ReadonlyMap<string, string>;

interface Place {
  readonly cwd: string;
  readonly nameOfFolder: (path: string) => string;
  readonly isOwn: (url: string) => boolean | undefined;
  /** Whether a folder is among those that are read. Others may be left out of the checkout. */
  readonly isRead: (folder: string) => boolean;
  readonly hubs: () => HubsOfManifests;
}

/** Whether a delivery certainly has the folders of this repository: it takes its main branch. */
export function hasOurFolders(
  { path, repository, besides = [], isUncertain, takes }: Delivery,
  isOwn: (url: string) => boolean | undefined,
): boolean {
  return (
    isKnownText(path) &&
    !isUncertain &&
    besides.every((url) => url !== INCLUDED && isOwn(url) === true) &&
    repository !== undefined &&
    isOwn(repository) === true &&
    takes.every(({ branch = '', isPart }) => MAIN.has(branch) && isPart !== true)
  );
}

export function mistypedPaths(deliveries: readonly Delivery[], { cwd, nameOfFolder, isOwn, isRead, hubs }: Place): MistypedPaths {
  const byFolder = Map.groupBy(deliveries, ({ path }) => normalized(path));
  const own = Map.groupBy(
    deliveries.filter((delivery) => hasOurFolders(delivery, isOwn)),
    ({ path }) => path,
  );
  const areApart = (one: Manifest, other: Manifest): boolean => {
    const of = [...hubs().of(one)];
    return of.length > 0 && of.every((hub) => hubs().isElsewhere(other, hub));
  };
  const isNamedBeside = (folder: string, all: readonly Delivery[]): boolean =>
    byFolder.get(folder)?.some((each) => all.some(({ manifest }) => !areApart(manifest, each.manifest))) === true;
  const placeOf = (path: string): string => join(cwd, nameOfFolder(path));
  const found = new Map<string, string>();
  for (const [path, all] of own) {
    if (!isRead(nameOfFolder(path)) || existsSync(placeOf(path))) continue;
    const whole = similarFolder(path, placeOf);
    if (whole !== undefined && !isNamedBeside(whole, all)) found.set(path, whole);
  }
  return found;
}

/** The folder that is there and has a similar path to one that is not. @param placeOf the absolute path of a folder */
export function similarFolder(path: string, placeOf: (path: string) => string): string | undefined {
  const parts = normalized(path).split('/');
  const at = parts.findIndex((_, index) => !existsSync(placeOf(parts.slice(0, index + 1).join('/'))));
  const meant = nearestTypo(parts[at] ?? '', foldersIn(placeOf(parts.slice(0, at).join('/'))));
  const whole = meant === undefined ? undefined : parts.with(at, meant).join('/');
  return whole !== undefined && existsSync(placeOf(whole)) ? whole : undefined;
}

const MAIN: ReadonlySet<string> = new Set(['HEAD', 'main', 'master']);

/** @param isPlaced whether its folder has objects of KubeFleet or content of a placement */
export function mistypedEntry({ manifest, path }: Delivery, written: string, isPlaced: boolean): NotEvaluated {
  const reason = `Its path ${written} does not exist in this repository, so it deploys nothing. Did you mean ${path}? It was checked as if it had that path.`;
  return { ...unevaluated(manifest, reason), ...(isPlaced ? { fleetObject: true as const } : {}) };
}

function normalized(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : []))
      .toSorted();
  } catch {
    return [];
  }
}
