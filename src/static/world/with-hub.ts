import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, isDeleting, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from './manifest.ts';
import { couldBeNamed } from './placements.ts';
import type { World } from './world.ts';

/**
 * The world as it will be on the hub: objects that only the hub has come before the manifests, marked `onHub`. Not included: objects that
 * are being deleted, objects that KubeFleet writes, and objects that may be a manifest with a variable in its name. If no hub was read, it
 * is the same world.
 */
export const withHub = oncePer((world: World): World => {
  const found = (world.hub?.objects ?? []).filter((object) => isKept(object, world)).map(hubManifest);
  if (found.length === 0) return world;
  const byKind = Map.groupBy(found, ({ object }) => object.kind);
  const byRef = Map.groupBy(found, ({ object }) => keyOf(refOf(object)));
  const ofKind = new Map<string, readonly Manifest[]>();
  return {
    ...world,
    manifests: [...found, ...world.manifests],
    ofKind: (kind) => {
      const known = ofKind.get(kind) ?? [...(byKind.get(kind) ?? []), ...world.ofKind(kind)];
      ofKind.set(kind, known);
      return known;
    },
    find: (ref) => {
      const declared = world.find(ref);
      return declared.length > 0 ? declared : (byRef.get(keyOf({ ...ref, apiVersion: `${ref.group}/` })) ?? []);
    },
  };
});

function isKept(object: KubeObject, world: World): boolean {
  const { apiVersion, kind, metadata } = object;
  const known = fleetKind(kind);
  if (known?.group === groupOf(apiVersion) && (!known.authored || kind === 'MemberCluster')) return false;
  if (isDeleting(object) || world.find({ group: groupOf(apiVersion), ...withoutVersion(refOf(object)) }).length > 0) return false;
  return !world.ofKind(kind).some((manifest) => manifest.unresolved.length > 0 && couldBeNamed(manifest, metadata.name));
}

function withoutVersion({ apiVersion: _version, ...ref }: ObjectRef): Omit<ObjectRef, 'apiVersion'> {
  return ref;
}

function keyOf({ apiVersion, kind, namespace = '', name }: ObjectRef): string {
  return `${groupOf(apiVersion)}/${kind}/${namespace}/${name}`;
}

/** It is in no file, so nothing may point at it. */
function hubManifest(object: KubeObject): Manifest {
  const range = { file: '', line: 1, column: 1, endLine: 1, endColumn: 1 };
  return {
    file: range.file,
    documentIndex: 0,
    object,
    namespace: object.metadata.namespace,
    locate: () => range,
    unresolved: [],
    onHub: true,
  };
}
