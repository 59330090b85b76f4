/**
 * All rules that match a cluster are applied one after the other, and the last patch of a field wins. There is no priority: overrides of
 * one kind are sorted by the names of their snapshots, and rules of one override keep their order. Source:
 * `pkg/utils/overrider/overrider.go` (sorted by name, "no priority for now"), `pkg/controllers/workgenerator/override.go`.
 */
import { isDeepStrictEqual } from 'node:util';
import { isUnder } from '../../fleet/json/json-pointer.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { OVERRIDE_KINDS, ruleMatches, type Override, type OverrideRule, type PatchOperation } from '../../selection/override.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { overrideTargets, type OverrideTarget } from '../delivery/override-targets.ts';
import { defineRule, type RelatedPointer } from '../world/rule.ts';
import type { World } from '../world/world.ts';
import { termsOf } from '../../schedule/delivery/rule-choices.ts';
import { excludeEachOther, implies } from '../../schedule/reach/label-logic.ts';

interface Undone {
  readonly path: string;
  readonly resource: string;
  /** The override that sets the field again; absent if a later rule of the same override does. */
  readonly by?: string;
}

export const overrideUndone = defineRule<Undone>({
  id: 'override-undone',
  summary: 'A later patch sets the same field again',
  effect: 'misbehaves',
  kinds: OVERRIDE_KINDS,
  why: 'Every rule that matches a cluster is applied, not only the first one. If two patches set the same field, the later one wins. Rules of one override are applied in order, so a rule for every cluster overwrites an earlier rule for a few. Two ClusterResourceOverrides can reach one object through its Namespace with different `selectionScope`. They have no priority: the one whose name is last in alphabetical order wins. The hub does not report the patch that was overwritten.',
  remedy: 'Put the patch for the fewest clusters last, and the patches of one field into one override.',
  docs: 'https://kubefleet.dev/docs/how-tos/cluster-resource-override/',
  message: ({ path, resource, by }) =>
    by === undefined
      ? `A later rule of this override sets ${path} of ${resource} again on every cluster of this rule, so this patch has no effect.`
      : `${by} sets ${path} of ${resource} again on the clusters of both, and its value wins by the order of names.`,
  remedyFor: ({ by }) =>
    by === undefined ? 'Move the rule for more clusters before this one, or remove the patch.' : `Set it in ${by} only.`,
  *check(manifest, world) {
    const reported = new Set<string>();
    for (const target of overrideTargets(manifest, world)) {
      for (const [index, rule] of target.override.rules.entries()) {
        for (const [place, operation] of rule.operations.entries()) {
          const at = `/spec/policy/overrideRules/${index}/jsonPatchOverrides/${place}`;
          if (reported.has(at)) continue;
          const undone = undoneBy(target, index, place, manifest, world);
          if (undone === undefined) continue;
          reported.add(at);
          const data = { path: operation.path, resource: displayName(target.resource.ref), ...undone.data };
          yield { at: `${at}/path`, data, related: undone.related };
        }
      }
    }
  },
});

interface Found {
  readonly data: Pick<Undone, 'by'>;
  readonly related: readonly RelatedPointer[];
}

function undoneBy(target: OverrideTarget, index: number, place: number, manifest: Manifest, world: World): Found | undefined {
  const { override, later } = target;
  const rule = override.rules[index];
  const operation = rule?.operations[place];
  if (rule === undefined || operation === undefined || !isSetting(operation)) return undefined;
  for (const [next, other] of override.rules.entries()) {
    if (next <= index || !isCovered(rule, other)) continue;
    const again = other.operations.findIndex((each) => undoes(each, operation));
    if (again === -1) continue;
    const at = `/spec/policy/overrideRules/${next}/jsonPatchOverrides/${again}/path`;
    return { data: {}, related: [{ manifest, at, message: 'set again here' }] };
  }
  for (const other of later) {
    if (other.namespaced !== override.namespaced || isSelectedAlike(manifest, manifestOf(other, world))) continue;
    for (const [next, its] of other.rules.entries()) {
      const again = meets(rule, its, world) ? its.operations.findIndex((each) => undoes(each, operation)) : -1;
      const owner = manifestOf(other, world);
      if (again === -1 || owner === undefined) continue;
      const by = displayName(other.ref);
      const at = `/spec/policy/overrideRules/${next}/jsonPatchOverrides/${again}/path`;
      return { data: { by }, related: [{ manifest: owner, at, message: `${by} sets it here` }] };
    }
  }
  return undefined;
}

/** Adding an entry to a list does not set a field: two such entries exist beside each other. */
function isSetting({ op, path }: PatchOperation): boolean {
  return op === 'replace' || (op === 'add' && !/\/(?:-|-?\d+)$/.test(path));
}

/**
 * Whether a later patch replaces an earlier one completely, with a different result. A `replace` of a value that the earlier one adds needs
 * that value.
 */
function undoes(later: PatchOperation, { op, path, value }: PatchOperation): boolean {
  if (!isSetting(later) || !isUnder(path, later.path)) return false;
  if (later.path === path) return !isDeepStrictEqual(later.value, value) && !(op === 'add' && later.op === 'replace');
  return true;
}

function meets(one: OverrideRule, other: OverrideRule, world: World): boolean {
  const clusters = knownClusters(world);
  if (clusters === undefined) return isCovered(one, other) || isCovered(other, one);
  return canMeet(one, other) && clusters.some((cluster) => ruleMatches(one, cluster) && ruleMatches(other, cluster));
}

/** Whether both have an equal selector. The hub accepts only one of the two, which `override-selector-taken` reports. */
function isSelectedAlike({ object }: Manifest, other: Manifest | undefined): boolean {
  return other === undefined || !selectorsOf(object).isDisjointFrom(selectorsOf(other.object));
}

const selectorsOf = oncePer((object: Manifest['object']): ReadonlySet<string> => {
  const all = [...listAt(object, 'spec', 'clusterResourceSelectors'), ...listAt(object, 'spec', 'resourceSelectors')];
  const texts = all.map((selector) =>
    ['group', 'version', 'kind', 'name', 'selectionScope']
      .map((word) => stringAt(selector, word) ?? (word === 'selectionScope' ? 'NamespaceWithResources' : ''))
      .join('/'),
  );
  return new Set(texts);
});

/** A cache, because thousands of overrides of one object are each compared with all others. */
const knownManifests = oncePer((_world: World) => new WeakMap<Override, Manifest>());

function manifestOf(override: Override, world: World): Manifest | undefined {
  const { apiVersion, ...ref } = override.ref;
  const known = knownManifests(world);
  const found = known.get(override) ?? world.find({ group: groupOf(apiVersion), ...ref })[0];
  if (found !== undefined) known.set(override, found);
  return found;
}

/** Whether a cluster can have labels that match both rules, by their terms only. */
function canMeet(one: OverrideRule, other: OverrideRule): boolean {
  const [a, b] = [termsOf(one), termsOf(other)];
  return a.some((own) => b.some((its) => !excludeEachOther(own, its)));
}

/** Whether the second rule matches every cluster that the first one matches. */
function isCovered(one: OverrideRule, by: OverrideRule): boolean {
  const [a, b] = [termsOf(one), termsOf(by)];
  return a.length > 0 && a.every((own) => b.some((its) => implies(own, its)));
}
