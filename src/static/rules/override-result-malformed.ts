/**
 * The hub patches an object for each cluster and sends the result unread; the API server of the member is the first to decode it.
 * Source: `pkg/controllers/workgenerator/override.go` (the patched JSON goes into the Work). What an API server refuses: see `object-malformed`.
 */
import { misfitsAt, requiredAt } from '../../admission/kubernetes/structural-errors.ts';
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { isUnder, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { hasVariables, substitute } from '../../schedule/override/cluster-variables.ts';
import { ruleMatches, type OverrideRule, type PatchOperation } from '../../selection/override.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { isReplaceable, malformed, type Malformed } from '../answers/malformed.ts';
import { canMeet } from '../placing/override-rule-reach.ts';
import { overrideTargets, pickedClusters, type OverrideTarget } from '../placing/override-targets.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Refused extends Pick<Malformed, 'says' | 'remedy' | 'isCertain'> {
  readonly object: string;
  /** The clusters that get it; empty where they are not known. */
  readonly clusters: readonly string[];
}

export const overrideResultMalformed = defineRule<Refused>({
  id: 'override-result-malformed',
  summary: 'A patch makes an object of it that every member refuses',
  effect: 'fails',
  otherwise: { advice: 'the word is like none the field may have, and a newer Kubernetes may know it' },
  kinds: ['ResourceOverride', 'ClusterResourceOverride'],
  why: 'The hub applies a patch to the JSON of an object and asks nobody whether the result is one. The API server of the member is the first to read it: a value of another type than its field (`value: "3"` for replicas), a word the field cannot have, or a required field that is taken away make `Applied` False on every cluster the rule matches. A variable in quotes is a text, whatever the label holds. It checks the kinds of Kubernetes; a place that a later patch changes again is left alone.',
  remedy: 'Write the value as the API reference of the kind has the field.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ object, clusters, says, isCertain }) =>
    `${isCertain ? 'No API server takes' : 'API servers may not take'} ${object} with this patch${clusters.length === 0 ? '' : ` (${listed(clusters, 3)})`}: ${says}.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    const found = new Map<string, Refused>();
    for (const target of overrideTargets(manifest, world)) {
      for (const [index, rule] of target.override.rules.entries()) {
        for (const [at, refused] of refusedBy(target, rule, index, world)) if (!found.has(at)) found.set(at, refused);
      }
    }
    for (const [at, data] of found) yield { at, data, ...(data.isCertain ? {} : { effect: 'advice' }) };
  },
});

function* refusedBy(target: OverrideTarget, rule: OverrideRule, index: number, world: World): Iterable<readonly [string, Refused]> {
  if (rule.terms === undefined || rule.deletes) return;
  if (knownClusters(world)?.some((cluster) => ruleMatches(rule, cluster)) === false) return;
  const clusters = pickedClusters(target.placement, world)?.filter((cluster) => ruleMatches(rule, cluster));
  if (clusters?.length === 0) return;
  for (const [place, operation] of rule.operations.entries()) {
    const patched = patchedPart(target.resource.object, operation);
    if (patched === undefined || isChangedLater(target, rule, place)) continue;
    const at = `/spec/policy/overrideRules/${index}/jsonPatchOverrides/${place}/${operation.op === 'remove' ? 'path' : 'value'}`;
    const object = displayName(patched.ref);
    for (const { names, value } of valuesOf(operation, clusters)) {
      const [fault] = faultsOf(patched, operation, value);
      if (fault !== undefined) yield [at, { object, clusters: names, ...fault }];
    }
  }
}

/** The object of a kind of Kubernetes that an operation changes, with the place in it: v0.3 patches what an envelope holds through the envelope. */
function patchedPart(object: KubeObject, { path }: PatchOperation): Patched | undefined {
  const keys = pointerKeys(path);
  if (!isEnvelope(object)) return { object, keys, ref: refOfPatched(object) };
  const inner = keys[0] === 'data' ? enclosedEntries(object).find(([key]) => key === keys[1])?.[1] : undefined;
  return inner === undefined ? undefined : { object: inner, keys: keys.slice(2), ref: refOfPatched(inner) };
}

interface Patched {
  readonly object: KubeObject;
  readonly keys: readonly string[];
  readonly ref: Parameters<typeof displayName>[0];
}

function refOfPatched({ kind, metadata: { namespace, name } }: KubeObject): Patched['ref'] {
  return namespace === undefined ? { kind, name } : { kind, namespace, name };
}

/** The values that clusters get, with their names; one for all where no variable is in it, and a text of no meaning where none is known. */
function valuesOf(
  { value }: PatchOperation,
  clusters: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[] | undefined,
): readonly { readonly names: readonly string[]; readonly value: unknown }[] {
  if (!hasVariables(value)) return [{ names: clusters?.map(({ name }) => name) ?? [], value }];
  if (clusters === undefined) return [{ names: [], value }];
  return clusters.flatMap((cluster) => {
    const substituted = substitute(value, cluster);
    return substituted.kind === 'failed' ? [] : [{ names: [cluster.name], value: substituted.value }];
  });
}

function faultsOf({ object, keys }: Patched, { op }: PatchOperation, value: unknown): readonly Malformed[] {
  if (op === 'remove' || value === null) {
    const required = requiredAt(object, keys);
    return required === undefined ? [] : [malformed(object, required)];
  }
  return (
    misfitsAt(object, keys, value)
      // A member drops what it does not know.
      .filter(({ fault }) => fault !== 'unknown')
      .filter((misfit) => (hasVariables(misfit.value) ? isNoText(misfit.type) : !isReplaceable(misfit.value)))
      .map((misfit) => malformed(object, misfit))
  );
}

/** A type that no text fits, whatever the text is. */
function isNoText(type: string): boolean {
  return /^[ilfb[{\d]/.test(type);
}

/** Whether a patch that comes after it on some cluster, here or in another override of the object, changes the place again. */
function isChangedLater({ override, later }: OverrideTarget, rule: OverrideRule, operation: number): boolean {
  const path = rule.operations[operation]?.path ?? '';
  const touches = (places: readonly PatchOperation[]): boolean =>
    places.some((place) => isUnder(place.path, path) || isUnder(path, place.path));
  const after = [...override.rules.slice(override.rules.indexOf(rule) + 1), ...later.flatMap(({ rules }) => rules)];
  return (
    touches(rule.operations.slice(operation + 1)) || after.some((next) => (next.deletes || touches(next.operations)) && canMeet(rule, next))
  );
}
