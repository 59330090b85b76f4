import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { NotEvaluated } from '../../../finding.ts';
import { field, listAt, stringAt } from '../../../fleet/json/json.ts';
import { isLocalConfig } from '../../../fleet/kubernetes/local-config.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { fleetKind } from '../../../fleet/kubefleet/kinds.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { firstValueIn } from '../../../yaml/documents.ts';
import { foldersAround } from '../../world/hub-world.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import { localConfigEntry } from '../kustomize/local-config-entry.ts';
import type { ReadResult } from '../read-result.ts';
import type { Delivery } from './delivery.ts';

/** What changes, or refuses, the objects of a folder in a way that is not read. */
interface OtherChange {
  readonly place: NotEvaluated | { readonly file: string; readonly line: number };
  readonly folder: string;
  readonly does: string;
  /** Whether it may change an object of KubeFleet. */
  readonly mayChange: (object: Manifest['object']) => boolean;
}

/**
 * Entries about changes by the deployers that are not read: the namespace of Rancher Fleet, with which it refuses objects without a namespace,
 * namespaces of kapp-controller, and functions of kpt. All but those of kpt fail the run if they may change an object of KubeFleet. Sources: `targetNamespace` of
 * the "GitRepo resource" and `namespace` of "fleet.yaml" of Rancher Fleet, "App CR spec" of kapp-controller, "Kptfile" of kpt.
 * @param nameOf how reports name a folder
 */
export function changesOfOthers(
  manifests: readonly Manifest[],
  {
    others,
    texts,
    cwd,
    nameOf,
  }: {
    readonly others: readonly Delivery[];
    readonly texts: ReadonlyMap<string, string>;
    readonly cwd: string;
    readonly nameOf: (path: string) => string;
  },
): readonly NotEvaluated[] {
  const changes = [
    ...others.flatMap((each) => ofDelivery(each, nameOf)),
    ...[...texts].flatMap(ofFleetYaml),
    ...ofKptfiles(manifests, cwd),
  ];
  return changes.flatMap(({ place, folder, does, mayChange }) => {
    const all = manifests.filter(({ file, overlay = file }) => [file, overlay].some((each) => isAtOrBelow(each, folder)));
    if (all.length === 0) return [];
    const isOfFleet = all.some(({ object }) => isFleetObject(object) && mayChange(object));
    const { reason: _, ...at } = { reason: '', ...place };
    return [{ ...at, reason: `It ${does} in ${folder || '.'}, which was not checked.`, ...(isOfFleet ? { fleetObject: true } : {}) }];
  });
}

function ofDelivery({ manifest, path }: Delivery, nameOf: (path: string) => string): readonly OtherChange[] {
  const { kind, spec } = manifest.object;
  const [place, folder] = [unevaluated(manifest, ''), nameOf(path)];
  if (kind === 'GitRepo' && (stringAt(spec, 'targetNamespace') ?? '') !== '')
    return [{ place, folder, does: refuses('targetNamespace'), mayChange: isOfCluster }];
  const kapp = kind === 'App' ? listAt(spec, 'deploy').map((each) => field(each, 'kapp')) : [];
  const fields = ['intoNs', 'mapNs'].filter((name) => kapp.some((each) => field(each, name) !== undefined));
  return fields.length === 0 ? [] : [{ place, folder, does: `changes namespaces with ${listed(fields, 2)}`, mayChange: isNamespaced }];
}

function ofFleetYaml([file, text]: readonly [string, string]): readonly OtherChange[] {
  if (!/(?:^|\/)fleet\.ya?ml$/.test(file) || !/^namespace:/m.test(text)) return [];
  const value = firstValueIn(text);
  if ((stringAt(value, 'namespace') ?? '') === '' || field(value, 'kind') !== undefined) return [];
  const folder = posix.dirname(file);
  return [{ place: { file, line: 1 }, folder: folder === '.' ? '' : folder, does: refuses('namespace'), mayChange: isOfCluster }];
}

function refuses(name: string): string {
  return `puts all objects into one namespace with \`${name}\`, and Rancher Fleet then refuses those without a namespace,`;
}

function ofKptfiles(manifests: readonly Manifest[], cwd: string): readonly OtherChange[] {
  return kptFolders(manifests, cwd).flatMap((folder) => {
    const file = posix.join(folder, KPTFILE);
    const mutators = listAt(firstValueIn(readFileSync(join(cwd, file), 'utf8')), 'pipeline', 'mutators');
    if (mutators.length === 0) return [];
    // `kpt fn render` writes the result into the files, which are committed with it. A note names a step that runs it.
    return [{ place: { file, line: 1 }, folder, does: 'lets kpt change objects with `pipeline.mutators`', mayChange: () => false }];
  });
}

/** Without objects for functions in a package of kpt, which `kpt live apply` leaves out. Source: `pkg/live` of kpt, filterLocalConfig. */
export function withoutLocalOfKpt(read: ReadResult, cwd: string): ReadResult {
  const local = read.manifests.filter(({ object, overlay }) => overlay === undefined && isLocalConfig(object));
  const folders = kptFolders(local, cwd);
  const isLeftOut = ({ object, overlay, file }: Manifest): boolean =>
    overlay === undefined && isLocalConfig(object) && folders.some((folder) => isAtOrBelow(file, folder));
  const entries = local
    .filter((manifest) => isFleetObject(manifest.object) && isLeftOut(manifest))
    .map((each) => localConfigEntry(each, 'kpt'));
  if (folders.length === 0) return read;
  return { ...read, manifests: read.manifests.filter((each) => !isLeftOut(each)), notEvaluated: [...read.notEvaluated, ...entries] };
}

function kptFolders(manifests: readonly Manifest[], cwd: string): readonly string[] {
  const folders = new Set(manifests.flatMap(({ file }) => [...foldersAround(file), '']));
  return [...folders].filter((folder) => {
    // Not what a link leads to.
    const path = join(cwd, folder, KPTFILE);
    const found = existsSync(path) ? lstatSync(path) : undefined;
    return found?.isFile() === true && found.size < LARGEST;
  });
}

const KPTFILE = 'Kptfile';
/** More than one has. */
const LARGEST = 1_000_000;

function isOfCluster({ kind }: Manifest['object']): boolean {
  return fleetKind(kind)?.namespaced === false;
}

function isNamespaced({ kind }: Manifest['object']): boolean {
  return fleetKind(kind)?.namespaced === true;
}
