import type { NotEvaluated } from '../../../finding.ts';
import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { manifestRef } from '../../world/identity.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { isNearFleetObject } from '../files/near-fleet-objects.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';
import type { ReadResult } from '../read-result.ts';
import { destinationOf, sourcesOf } from './argo-deliveries.ts';
import { OWN } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';
import { otherDeployer } from './other-deployers.ts';
import { directoryOf } from '../kustomize/kustomization.ts';
import { placedContent } from '../kustomize/placed-content.ts';

/** What a script or a pipeline deploys from an address. */
export interface OutsideCommand {
  /** As reports name it. */
  readonly file: string;
  readonly line: number;
  /** The namespace of objects without one; absent if the command does not name it. */
  readonly namespace?: string;
}

/** What is known about the sources of deployers. */
export interface Sources {
  /** See `Repository`. */
  readonly isOwn: (url: string) => boolean | undefined;
  readonly commands: readonly OutsideCommand[];
}

/** The deployers of a tree, divided by what was read. */
export interface Deployers {
  readonly all: readonly Manifest[];
  /** Those that deploy an object of KubeFleet that was read. Their patches of it are reported for that object. */
  readonly withFleet: ReadonlySet<Manifest>;
  /** Those that deploy something that was read. */
  readonly deploying: ReadonlySet<Manifest>;
  /** Those among them whose source may be elsewhere. */
  readonly uncertain: ReadonlySet<Manifest>;
}

/**
 * Reports what deployers bring from outside of the tree, such as a remote chart or another repository. It is not evaluated if they
 * patch objects of KubeFleet in it, or if they deploy it into a namespace of a placement beside them. A deployer that a placement sends to
 * members deploys nothing on the hub. One note names all others, and another one those whose source was taken as this repository.
 */
export function deployedFromOutside(
  { all, withFleet, deploying, uncertain }: Deployers,
  { isOwn, commands }: Sources,
  read: Pick<ReadResult, 'manifests' | 'notEvaluated'>,
): { readonly notEvaluated: readonly NotEvaluated[]; readonly notes: readonly string[] } {
  const isPlaced = placedContent(read.manifests);
  const isNearFleet = isNearFleetObject(read);
  const isFilled = (namespace: string): boolean => isPlaced({ namespaces: [namespace], manifests: [] });
  const notEvaluated: NotEvaluated[] = [];
  const others: string[] = [];
  for (const manifest of all) {
    const namespaces = namespacesOf(manifest, isOwn);
    if (namespaces === undefined) continue;
    const patches = withFleet.has(manifest) ? [] : patchesIn(manifest.object['spec']).filter(({ text }) => namesFleet(text));
    if (patches.length > 0) {
      const names = [...new Set(patches.map(({ key }) => key))].join(', ');
      const reason = `It changes objects of KubeFleet with ${names}. They are not among these files, so the result was not checked.`;
      notEvaluated.push({ ...unevaluated(manifest, reason), fleetObject: true });
      continue;
    }
    if (deploying.has(manifest) && !hasSourceElsewhere(manifest, isOwn)) continue;
    const placed = namespaces.find(
      (namespace) => isFilled(namespace) && !isPlaced({ namespaces: [], manifests: [manifest] }) && isNearFleet(directoryOf(manifest.file)),
    );
    if (placed === undefined) others.push(nameOf(manifest));
    else notEvaluated.push({ ...unevaluated(manifest, intoPlaced(placed)), fleetObject: true });
  }
  // Scripts of a tree without KubeFleet often test it in another cluster.
  for (const { file, line, namespace } of isNearFleet('') ? commands : []) {
    if (namespace === undefined || !isFilled(namespace)) others.push(`${file}:${line}`);
    else notEvaluated.push({ file, line, reason: intoPlaced(namespace), fleetObject: true });
  }
  return {
    notEvaluated,
    notes: [
      ...noteOf(others, 'Not checked, because it is not among these files: what'),
      ...noteOf([...uncertain].map(nameOf), 'Taken from this repository, although it may come from another one: what'),
    ],
  };
}

function intoPlaced(namespace: string): string {
  return `It deploys into namespace ${namespace}, which a placement selects. What it deploys is not among these files, so it was not checked.`;
}

function nameOf(manifest: Manifest): string {
  return `${displayName(manifestRef(manifest))} in ${manifest.file}`;
}

function noteOf(deployers: readonly string[], start: string): readonly string[] {
  if (deployers.length === 0) return [];
  return [`${start} ${listed(deployers, 3)} ${deployers.length === 1 ? 'deploys' : 'deploy'}.`];
}

/** Whether a deployer with several sources has one that certainly is not this repository. */
function hasSourceElsewhere({ object }: Manifest, isOwn: Sources['isOwn']): boolean {
  const spec = object.kind === 'ApplicationSet' ? field(object, 'spec', 'template', 'spec') : object['spec'];
  return listAt(spec, 'sources').some(
    (source) =>
      stringAt(source, 'chart') !== undefined ||
      (stringAt(source, 'path') !== undefined && isOwn(stringAt(source, 'repoURL') ?? '') === false),
  );
}

/** The namespaces on the own cluster into which a deployer deploys from a source; `undefined` for another object. */
function namespacesOf(manifest: Manifest, isOwn: Sources['isOwn']): readonly string[] | undefined {
  const { object, namespace } = manifest;
  const { spec } = object;
  const ofFlux = (name: string | undefined): readonly string[] =>
    name === undefined || field(spec, 'kubeConfig') !== undefined ? [] : [name];
  switch (deployerKind(object)) {
    case 'Kustomization':
      return ofFlux(stringAt(spec, 'targetNamespace'));
    case 'HelmRelease':
      return ofFlux(stringAt(spec, 'targetNamespace') ?? namespace);
    case 'Application':
      return ofApplication(spec);
    case 'ApplicationSet':
      return ofApplication(field(spec, 'template', 'spec'));
    case undefined:
      break;
  }
  const other = otherDeployer(manifest);
  if (other === undefined || isOwn(other.repository?.(spec) ?? '') === true) return undefined;
  const into = other.namespace?.(spec, namespace);
  return into === undefined ? [] : [into];
}

function ofApplication(spec: unknown): readonly string[] | undefined {
  if (sourcesOf(spec).every((source) => source === undefined)) return undefined;
  const namespace = stringAt(spec, 'destination', 'namespace');
  return namespace === undefined || destinationOf(spec) !== OWN ? [] : [namespace];
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
