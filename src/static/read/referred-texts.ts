import type { NotEvaluated } from '../../finding.ts';
import { isObject, stringAt } from '../../fleet/json/json.ts';
import { isFleetGroup } from '../../fleet/kubefleet/kinds.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import { IN_TEXT, isOfOtherProject, TOO_LARGE } from './embedded-objects.ts';
import type { ReadResult } from './read-result.ts';

/**
 * Does not let a text with objects of KubeFleet pass if it is in a ConfigMap or a Secret to which an object of another project refers,
 * because a controller may create the objects: by kind and name, as in `valuesFrom` of a HelmRelease, `resources` of a ClusterResourceSet
 * and `policyRefs` of Sveltos, or by a field that says the kind, as in `configMapRef` of kapp-controller and volumes of Argo Workflows.
 * Namespaces are ignored, because a kustomization may set them.
 */
export function withReferredTexts(read: ReadResult): ReadResult {
  const texts = read.notEvaluated.filter(
    ({ fleetObject, reason }) => fleetObject !== true && [IN_TEXT, TOO_LARGE].some((start) => reason.startsWith(start)),
  );
  if (texts.length === 0) return read;
  const referring = new Map<string, string>();
  for (const manifest of read.manifests) {
    const group = groupOf(manifest.object.apiVersion);
    if (!isOfOtherProject(group) || isFleetGroup(group)) continue;
    for (const named of namedIn(manifest.object)) referring.set(named, displayName(manifestRef(manifest)));
  }
  const marked = new Map<NotEvaluated, NotEvaluated>();
  for (const entry of texts) {
    const by = referring.get(`${entry.object?.kind ?? ''}/${entry.object?.name ?? ''}`);
    if (by !== undefined) marked.set(entry, { ...entry, reason: `${entry.reason} ${by} refers to it.`, fleetObject: true });
  }
  return { ...read, notEvaluated: read.notEvaluated.map((entry) => marked.get(entry) ?? entry) };
}

/** The ConfigMaps and Secrets that a value names, as `Kind/name`. */
function* namedIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* namedIn(item);
  if (!isObject(value)) return;
  const [kind, name] = [stringAt(value, 'kind'), stringAt(value, 'name')];
  if ((kind === 'ConfigMap' || kind === 'Secret') && name !== undefined) yield `${kind}/${name}`;
  for (const [key, item] of Object.entries(value)) {
    const named = KIND_IN_KEY.exec(key)?.[1]?.toLowerCase();
    const holder = typeof item === 'string' ? item : (stringAt(item, 'name') ?? stringAt(item, 'secretName'));
    if (named !== undefined && holder !== undefined) yield `${named === 'secret' ? 'Secret' : 'ConfigMap'}/${holder}`;
    yield* namedIn(item);
  }
}

/** `configMap`, `configMapRef`, `configMapKeyRef`, `configMapName`, and the same for a Secret. */
const KIND_IN_KEY = /^(configMap|secret)(?:(?:Key)?(?:Ref|Selector|Name))?$/i;
