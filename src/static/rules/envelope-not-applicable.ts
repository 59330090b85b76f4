/**
 * Content of an envelope that the hub accepts, but the API server or the agent of a member refuses. Source:
 * `pkg/controllers/workapplier/preprocess.go` (`FoundGenerateName`, `Duplicated`, `DecodingErred`). A namespaced kind without a namespace,
 * and a cluster-scoped one with a namespace, have paths that no API server serves (`ManifestApplyFailed`).
 */
import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import { hubKinds } from '../../admission/webhooks/hub-kinds.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isObject, objectAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, versionOf } from '../../fleet/kubernetes/object.ts';
import { missingKind } from '../answers/missing-kind.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Refused {
  readonly what: string;
  readonly fault: string;
  readonly remedy: string;
}

export const envelopeNotApplicable = defineRule<Refused>({
  id: 'envelope-not-applicable',
  summary: 'No member cluster can apply an object of the envelope',
  effect: 'fails',
  kinds: ENVELOPE_KINDS,
  why: 'The hub does not check the objects in an envelope; the members do. Each object needs a name (`generateName` is refused), must be in the envelope only once, must be of a kind that exists, and must have a namespace if and only if its kind is namespaced. Otherwise `Applied` is False on every cluster, and the placement never becomes available.',
  remedy: 'Write the object once, completely and with its name.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ what, fault }) => `${what} ${fault}: no member cluster can apply it.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    const seen = new Map<string, string>();
    for (const [key, entry] of Object.entries(objectAt(manifest.object, 'data') ?? {})) {
      const at = childPointer('/data', key);
      const kind = stringAt(entry, 'kind');
      if (!isObject(entry) || kind === undefined || !isResolved(manifest, at)) continue;
      const name = stringAt(entry, 'metadata', 'name') ?? '';
      const what = `${kind} ${name === '' ? `under ${key}` : name}`;
      const fault = faultOf(entry, kind, manifest, world);
      if (fault !== undefined) yield { at, part: 'key', data: { what, ...fault } };
      const identity = [groupOf(stringAt(entry, 'apiVersion') ?? ''), kind, stringAt(entry, 'metadata', 'namespace'), name].join('/');
      const first = name === '' ? undefined : seen.get(identity);
      const related = first === undefined ? [] : [{ manifest, at: first, message: 'the same object' }];
      const twice = { what, fault: 'is in the envelope twice', remedy: 'Remove one of the two entries.' };
      if (first !== undefined) yield { at, part: 'key', data: twice, related };
      else seen.set(identity, at);
    }
  },
});

function faultOf(entry: unknown, kind: string, { object }: Manifest, world: World): Omit<Refused, 'what'> | undefined {
  const apiVersion = stringAt(entry, 'apiVersion') ?? '';
  if (apiVersion === '') return { fault: 'has no apiVersion', remedy: 'Write the whole object, with apiVersion and kind.' };
  if ((stringAt(entry, 'metadata', 'name') ?? '') === '') return { fault: 'has no name', remedy: 'Give it a `metadata.name`.' };
  const apis = knownApis(world);
  const { mapped } = hubKinds(apis).facts(groupOf(apiVersion), apiVersion.includes('/') ? versionOf(apiVersion) : apiVersion, kind);
  // Members can have custom kinds that the hub does not have: that is a reason for envelopes.
  const isOfKnownGroup = BUILT_IN_APIS.all.some(({ group }) => group === groupOf(apiVersion));
  if ((mapped === false && isOfKnownGroup) || missingKind({ apiVersion, kind }, world) !== undefined)
    return { fault: `is of a kind that ${apiVersion} does not have`, remedy: 'Correct apiVersion or kind.' };
  const isNamespaced = apis.find(groupOf(apiVersion), kind)?.namespaced;
  if (object.kind === 'ClusterResourceEnvelope' && isNamespaced === true && stringAt(entry, 'metadata', 'namespace') === undefined)
    return {
      fault: 'has no namespace, but its kind is namespaced',
      remedy: 'Put it into a ResourceEnvelope in its namespace, and write the namespace.',
    };
  if (object.kind === 'ResourceEnvelope' && isNamespaced === false && stringAt(entry, 'metadata', 'namespace') !== undefined)
    return {
      fault: 'has a namespace, but its kind is cluster-scoped',
      remedy: 'Put it into a ClusterResourceEnvelope, without a namespace.',
    };
  return undefined;
}
