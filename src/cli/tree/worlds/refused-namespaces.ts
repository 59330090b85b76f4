import { posix } from 'node:path';
import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { displayName, groupOf } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { isKnownText } from '../../../static/read/deployers/delivery.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import type { GivenNamespace } from '../../../static/read/render/namespaces-of-overlays.ts';
import { releaseOverlay } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';

/**
 * Notes about steps that give `kubectl -n` a namespace and objects with another one, one for each step and place. kubectl refuses these
 * objects, and applies the others. Source: `RequireNamespace` in `k8s.io/cli-runtime/pkg/resource/visitor.go`.
 */
export function refusedNamespacesNotes(manifests: readonly Manifest[], given: readonly GivenNamespace[]): readonly string[] {
  const required = given.filter(({ isRequired, namespace }) => isRequired === true && NAME.test(namespace));
  const named = required.length === 0 ? [] : manifests.filter(hasKnownNamespace);
  const notes = required.flatMap((each) => {
    const refused = named.filter((manifest) => manifest.object.metadata.namespace !== each.namespace && takes(each, manifest));
    const names = [...new Set(refused.map((manifest) => `${displayName(manifestRef(manifest))} in ${manifest.overlay ?? manifest.file}`))];
    return each.by === undefined || names.length === 0 ? [] : [noteOf(each.by, each, names)];
  });
  return [...new Set(notes)];
}

function noteOf(by: string, { place, namespace }: GivenNamespace, names: readonly string[]): string {
  const them = names.length === 1 ? 'this object' : 'these objects';
  return `${by} applies ${place || 'the top folder'} with namespace ${namespace}, and kubectl refuses objects with another one, so that command fails: ${listed(names, 3, 'objects')}. Remove the namespace from the step, or give ${them} namespace ${namespace}.`;
}

/** Whether it is of a kind that certainly has namespaces, and its file or kustomization names one. */
function hasKnownNamespace({ object, unresolved }: Manifest): boolean {
  const { namespace = '' } = object.metadata;
  if (namespace === '' || !isKnownText(namespace) || ['', '/metadata', '/metadata/namespace'].some((each) => unresolved.includes(each)))
    return false;
  return BUILT_IN_APIS.find(groupOf(object.apiVersion), object.kind)?.namespaced === true;
}

/** Whether the command certainly gets an object. */
function takes({ place, of, values = [] }: GivenNamespace, { file, overlay }: Manifest): boolean {
  if (of === 'overlay') return (overlay ?? file) === releaseOverlay(place, values);
  const folder = posix.dirname(file).replace(/^\.$/, '');
  return overlay === undefined && (file === place || (of === 'files' ? folder === place : of === undefined && isAtOrBelow(file, place)));
}

/** Without a quoted empty one, the next flag is in its place. */
const NAME = /^[a-z0-9][a-z0-9-]*$/;
