import type { NotEvaluated } from '../../../finding.ts';
import { field, isObject, listAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { manifestRef } from '../../world/identity.ts';
import { type Manifest, startOf } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { isNearFleetObject } from '../files/near-fleet-objects.ts';
import { namesFleet } from '../placeholders/names-fleet.ts';
import type { OutsideDeployment, ReadResult } from '../read-result.ts';
import { destinationOf, sourcesOf } from './argo-deliveries.ts';
import { OWN } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';
import { otherDeployer } from './other-deployers.ts';

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
 * Finds what deployers bring from outside of the tree, such as a remote chart or another repository; `withFilledFromOutside` judges it once
 * the hubs are known. It is not evaluated if they patch objects of KubeFleet in it. A note names those whose source was taken as this
 * repository.
 */
export function deployedFromOutside(
  { all, withFleet, deploying, uncertain }: Deployers,
  { isOwn, commands }: Sources,
  read: Pick<ReadResult, 'manifests' | 'notEvaluated'>,
): Required<Pick<ReadResult, 'notEvaluated' | 'outside' | 'notes'>> {
  const notEvaluated: NotEvaluated[] = [];
  const outside: OutsideDeployment[] = [];
  for (const manifest of all) {
    const namespaces = namespacesOf(manifest, isOwn);
    if (namespaces === undefined) continue;
    const patches = withFleet.has(manifest) ? [] : patchesIn(manifest.object['spec']).filter(({ text }) => namesFleet(text));
    if (patches.length > 0) {
      const names = [...new Set(patches.map(({ key }) => key))].join(', ');
      const reason = `It changes objects of KubeFleet with ${names}. They are not among these files, so the result was not checked.`;
      notEvaluated.push({ ...unevaluated(manifest, reason), fleetObject: true });
    } else if (!deploying.has(manifest) || hasSourceElsewhere(manifest, isOwn)) {
      outside.push({ name: nameOf(manifest), ...startOf(manifest), by: manifest, namespaces });
    }
  }
  // Scripts of a tree without KubeFleet often test it in another cluster.
  for (const { file, line, namespace } of isNearFleetObject(read)('') ? commands : [])
    outside.push({ name: `${file}:${line}`, file, line, namespaces: namespace === undefined ? [] : [namespace] });
  return { notEvaluated, outside, notes: uncertain.size === 0 ? [] : [uncertainNote([...uncertain].map(nameOf))] };
}

function uncertainNote(names: readonly string[]): string {
  return `Taken from this repository, although it may come from another one: what ${listed(names, 3)} ${names.length === 1 ? 'deploys' : 'deploy'}.`;
}

function nameOf(manifest: Manifest): string {
  return `${displayName(manifestRef(manifest))} in ${manifest.file}`;
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
