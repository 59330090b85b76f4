import type { NotEvaluated } from '../../../finding.ts';
import { field, isObject, stringAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { HubWorld } from '../../world/hub-world.ts';
import { manifestRef } from '../../world/identity.ts';
import { type Manifest, startOf } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { isNearFleetObject } from '../files/near-fleet-objects.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';
import type { OutsideDeployment, ReadResult } from '../read-result.ts';
import { applicationsOf } from './application-sets/application-sets.ts';
import { destinationOf, sourcesOf } from './argo-deliveries.ts';
import { forOwnCluster } from './application-sets/cluster-generators.ts';
import { type Delivery, isKnownText, OWN } from './delivery.ts';
import type { JsonnetOfTree } from './delivered-jsonnet.ts';
import { deployerKind } from './deployer-kind.ts';
import { otherDeployer } from './other-deployers.ts';
import { MOST_APPLICATIONS, type GitContent } from './application-sets/generated-parameters.ts';

/** What a script or a pipeline deploys from an address. */
export interface OutsideCommand {
  /** As reports name it. */
  readonly file: string;
  readonly line: number;
  /** The namespace of objects without one; absent if the command does not name it. */
  readonly namespace?: string;
  /** The folder and the name of an artifact that it deploys, as reports name them. */
  readonly artifact?: string;
}

/** What is known about the sources of deployers. */
export interface Sources {
  readonly content: GitContent;
  /** See `worldsWithDeployers`. */
  readonly worlds: () => readonly HubWorld[];
  /** See `OwnRepository`. */
  readonly isNamesake: (url: string) => boolean;
  /** The deployers with a source that certainly is not this repository. */
  readonly elsewhere: ReadonlySet<Manifest>;
  readonly commands: readonly OutsideCommand[];
  readonly jsonnet: JsonnetOfTree;
  /** Whether a file `.sourceignore` may leave out files of a folder, for Flux. */
  readonly mayLeaveOut: (folder: string) => boolean;
  /** Whether a folder has a kustomization of which each file was read, also if it makes nothing. */
  readonly isReadWhole: (folder: string) => boolean;
  /** Whether this repository has a folder, by its path from the top. */
  readonly hasFolder: (path: string) => boolean;
}

/** The deployers of a tree, divided by what was read. */
export interface Deployers {
  readonly all: readonly Manifest[];
  /** Those that deploy an object of KubeFleet that was read. Their patches of it are reported for that object. */
  readonly withFleet: ReadonlySet<Manifest>;
  /** The deliveries of something that was read. */
  readonly deploying: readonly Delivery[];
  /** Those among them whose source may be elsewhere. */
  readonly uncertain: ReadonlySet<Manifest>;
  /** The files that were found in a folder that is delivered, and are not read. */
  readonly unread: ReadonlyMap<Delivery, readonly string[]>;
}

/**
 * Finds what deployers bring from outside of the tree, such as a remote chart or another repository; `withFilledFromOutside` judges it once
 * the hubs are known. It is not evaluated if they patch objects of KubeFleet in it. A note names those whose source was taken as this
 * repository.
 */
export function deployedFromOutside(
  { all, withFleet, deploying, uncertain, unread }: Deployers,
  sources: Sources,
  read: Pick<ReadResult, 'manifests' | 'notEvaluated'>,
): Required<Pick<ReadResult, 'notEvaluated' | 'outside' | 'notes'>> {
  const { content, commands } = sources;
  const notEvaluated: NotEvaluated[] = [];
  const outside: OutsideDeployment[] = [];
  const byManifest = Map.groupBy(deploying, ({ manifest }) => manifest);
  for (const manifest of all) {
    const left = unreadOf(manifest, byManifest.get(manifest) ?? [], sources);
    const changing = withFleet.has(manifest) ? left?.sources : manifest.object['spec'];
    if (left === undefined) continue;
    const patches = patchesIn(changing).filter(({ text }) => namesFleet(text));
    if (patches.length > 0) {
      const names = [...new Set(patches.map(({ key }) => key))].join(', ');
      const reason = `It changes objects of KubeFleet with ${names}. They are not among these files, so the result was not checked.`;
      notEvaluated.push({ ...unevaluated(manifest, reason), fleetObject: true });
    } else if (left.isOutside) {
      outside.push({ name: nameOf(manifest), ...startOf(manifest), by: manifest, namespaces: left.namespaces });
    }
  }
  for (const [{ manifest, destination, namespace }, files] of unread)
    outside.push({
      name: nameOf(manifest),
      ...startOf(manifest),
      by: manifest,
      namespaces: namespace === undefined || destination !== OWN ? [] : [namespace],
      jsonnet: files,
    });
  // Scripts of a tree without KubeFleet often test it in another cluster.
  for (const { file, line, namespace, artifact } of isNearFleetObject(read)('') ? commands : [])
    outside.push({
      name: `${file}:${line}${artifact === undefined ? '' : ` (${artifact})`}`,
      file,
      line,
      namespaces: namespace === undefined ? [] : [namespace],
    });
  const over = all.filter((manifest) => isOverLimit(manifest, content)).map(nameOf);
  return {
    notEvaluated,
    outside,
    notes: [
      ...(uncertain.size === 0 ? [] : [uncertainNote([...uncertain].map(nameOf))]),
      ...(over.length === 0 ? [] : [overLimitNote(over)]),
    ],
  };
}

function isOverLimit({ object }: Manifest, content: GitContent): boolean {
  return deployerKind(object) === 'ApplicationSet' && applicationsOf(object, content).some((made) => made.isOverLimit === true);
}

function overLimitNote(names: readonly string[]): string {
  return `Not read, because the ApplicationSets of this tree make more than ${MOST_APPLICATIONS} Applications, or too long ones: those of ${listed(names, 3)}.`;
}

function uncertainNote(names: readonly string[]): string {
  return `Taken from this repository, although it may come from another one: what ${listed(names, 3)} ${names.length === 1 ? 'deploys' : 'deploy'}.`;
}

function nameOf(manifest: Manifest): string {
  return `${displayName(manifestRef(manifest))} in ${manifest.file}`;
}

/** The specs of an Application, or of those that an ApplicationSet makes; empty for another object. */
function specsOf({ object }: Manifest, content: GitContent): readonly unknown[] {
  const kind = deployerKind(object);
  if (kind === 'ApplicationSet') return applicationsOf(object, content).map(({ spec }) => spec);
  return kind === 'Application' ? [object['spec']] : [];
}

/** What a deployer brings that was not read. */
interface Unread {
  readonly isOutside: boolean;
  /** Those on the own cluster, as far as they are known. */
  readonly namespaces: readonly string[];
  /** The sources of an Application that were not read. */
  readonly sources: readonly unknown[];
}

/** Each source is judged by itself. @param read the deliveries of it that were read @returns `undefined` for another object */
function unreadOf(manifest: Manifest, read: readonly Delivery[], { content, elsewhere, hasFolder }: Sources): Unread | undefined {
  const { object, namespace } = manifest;
  const { spec } = object;
  const ofFlux = (name: string | undefined): Unread => ({
    isOutside: read.length === 0 || elsewhere.has(manifest),
    namespaces: name === undefined || field(spec, 'kubeConfig') !== undefined ? [] : [name],
    sources: [],
  });
  switch (deployerKind(object)) {
    case 'Kustomization':
      return ofFlux(stringAt(spec, 'targetNamespace'));
    case 'HelmRelease':
      return ofFlux(stringAt(spec, 'targetNamespace') ?? namespace);
    case 'Application':
    case 'ApplicationSet': {
      const specs = specsOf(manifest, content);
      const all = [...specs, ...forOwnCluster(object, specs)].flatMap((each) =>
        sourcesOf(each).flatMap((source) => (source === undefined ? [] : [{ spec: each, source }])),
      );
      const unread = all.filter(({ source }) => isUnread(source));
      const namespaces = new Set(unread.flatMap((each) => namespacesOfSource(each.spec, each.source)));
      return all.length === 0
        ? undefined
        : { isOutside: unread.length > 0, namespaces: [...namespaces], sources: unread.map(({ source }) => source) };
    }
    case undefined:
      break;
  }
  const other = otherDeployer(manifest);
  if (other === undefined) return undefined;
  const isOutside = other.sources.some(
    ({ repository = '', folders = [] }) =>
      content.isOwn(repository) !== true || folders.some((folder) => isOfOneFolder(folder) && !hasFolder(folder)),
  );
  return { isOutside, namespaces: other.namespace === undefined ? [] : [other.namespace], sources: [] };

  function isUnread(source: unknown): boolean {
    if (field(source, 'chart') !== undefined) return true;
    const path = stringAt(source, 'path');
    const isReferred = field(source, 'ref') !== undefined;
    // It has only values for other sources.
    if (path === undefined) return !isReferred;
    const url = stringAt(source, 'repoURL');
    if (read.some((delivery) => (delivery.written ?? delivery.path) === path && delivery.repository === url)) return false;
    return !(isReferred && content.isOwn(url ?? '') !== false && hasFolder(path));
  }
}

/** Rancher Fleet takes patterns. */
function isOfOneFolder(path: string): boolean {
  return isKnownText(path) && !/[*?[]/.test(path);
}

/** The namespaces that a source of an Application fills on the own cluster, as far as they are known. */
function namespacesOfSource(spec: unknown, source: unknown): readonly string[] {
  if (destinationOf(spec) !== OWN) return [];
  // kustomize replaces the namespaces of all objects. helm gives its own one only to templates that ask for it.
  const replaced = stringAt(source, 'kustomize', 'namespace') ?? '';
  if (replaced !== '') return [replaced];
  return [stringAt(source, 'helm', 'namespace') ?? '', stringAt(spec, 'destination', 'namespace') ?? ''].filter((each) => each !== '');
}

/** The patches of a deployer, with the names of their fields. */
function patchesIn(value: unknown): readonly { readonly key: string; readonly text: string }[] {
  if (Array.isArray(value)) return value.flatMap(patchesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    PATCHES.has(key) ? [{ key, text: typeof item === 'string' ? item : JSON.stringify(item) }] : patchesIn(item),
  );
}

const PATCHES = new Set(['patches', 'patchesStrategicMerge', 'patchesJson6902', 'postRenderers', 'templatePatch']);
