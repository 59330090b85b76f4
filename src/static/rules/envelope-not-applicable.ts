/**
 * Content of an envelope that the hub accepts, but the API server or the agent of a member refuses. Source:
 * `pkg/controllers/workapplier/preprocess.go` (`FoundGenerateName`, `Duplicated`, `DecodingErred`). A namespaced kind without a namespace,
 * and a cluster-scoped one with a namespace, have paths that no API server serves (`ManifestApplyFailed`).
 */
import { hubKinds } from '../../admission/webhooks/hub-kinds.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isObject, objectAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject, versionOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { isOverride } from '../../selection/override.ts';
import { type EntryFault, KINDS_WITH_ENTRIES, OTHERWISE, patchedEntries } from '../delivery/envelope-faults.ts';
import { missingKind } from '../answers/missing-kind.ts';
import { knownApis } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Refused {
  readonly what: string;
  readonly fault: string;
  readonly remedy: string;
  readonly isPatched?: true;
  readonly isSome?: boolean;
}

export const envelopeNotApplicable = defineRule<Refused>({
  id: 'envelope-not-applicable',
  summary: 'No member cluster can apply an object of the envelope',
  effect: 'fails',
  otherwise: { misbehaves: OTHERWISE },
  kinds: KINDS_WITH_ENTRIES,
  why: 'The hub does not check the objects in an envelope; the members do. Each object needs a name (`generateName` is refused), must be in the envelope only once, must be of a kind that exists, and must have a namespace if and only if its kind is namespaced. Otherwise `Applied` is False on every cluster, and the placement never becomes available. The same holds for an object that a patch of an override adds or changes.',
  remedy: 'Write the object once, completely and with its name.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ what, fault, isPatched, isSome }) =>
    `${isPatched === true ? 'With this patch, ' : ''}${what} ${fault}: ${isSome === true ? '{clusters} cannot' : 'no member cluster can'} apply it.`,
  remedyFor: ({ remedy, isPatched }) =>
    isPatched === true ? 'Change or remove the patch: the object must be in the envelope once, completely and with its name.' : remedy,
  *check(manifest, world) {
    if (isOverride(manifest.object)) {
      for (const { data, isCertain, ...found } of patchedEntries(manifest, faultsIn(world), world))
        yield {
          ...found,
          data: { ...data, isPatched: true, isSome: found.clusters.length > 0 },
          ...(isCertain ? {} : { effect: 'misbehaves' }),
        };
      return;
    }
    for (const { place, data, entry, first } of entryFaults(manifest.object, world)) {
      if (![entry, first].every((each) => each === undefined || isResolved(manifest, each))) continue;
      yield { ...place, data, ...(first === undefined ? {} : { related: [{ manifest, at: first, message: 'the same object' }] }) };
    }
  },
});

const faultsIn = oncePer(
  (world: World) =>
    (envelope: KubeObject): readonly RefusedEntry[] =>
      entryFaults(envelope, world),
);

interface RefusedEntry extends EntryFault<Refused> {
  /** Pointer to the entry with the same object. */
  readonly first?: string;
}

function entryFaults(envelope: KubeObject, world: World): readonly RefusedEntry[] {
  const seen = new Map<string, string>();
  return Object.entries(objectAt(envelope, 'data') ?? {}).flatMap(([key, value]) => {
    const entry = childPointer('/data', key);
    const kind = stringAt(value, 'kind');
    if (!isObject(value) || kind === undefined || kind === '') return [];
    const name = stringAt(value, 'metadata', 'name') ?? '';
    const what = `${kind} ${name === '' ? `under ${key}` : name}`;
    const place = { at: entry, part: 'key' } as const;
    const base = `${envelope.kind}/${envelope.metadata.name}`;
    const fault = faultOf(value, kind, envelope, world);
    const own = fault === undefined ? [] : [{ key: `${base} ${key} ${fault.fault}`, entry, at: entry, place, data: { what, ...fault } }];
    const identity = [groupOf(stringAt(value, 'apiVersion') ?? ''), kind, stringAt(value, 'metadata', 'namespace'), name].join('/');
    const first = name === '' ? undefined : seen.get(identity);
    seen.set(identity, first ?? entry);
    if (first === undefined) return own;
    const twice = { what, fault: 'is in the envelope twice', remedy: 'Remove one of the two entries.' };
    return [
      ...own,
      {
        key: `${base} twice ${identity}`,
        entry,
        at: `${entry}/metadata/name`,
        rests: [`${first}/metadata/name`],
        place,
        data: twice,
        first,
      },
    ];
  });
}

function faultOf(entry: unknown, kind: string, object: KubeObject, world: World): Omit<Refused, 'what'> | undefined {
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
