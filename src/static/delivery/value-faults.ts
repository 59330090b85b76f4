import { isUnder, pointerKeys } from '../../fleet/json/json-pointer.ts';
import { ownCopy } from '../../fleet/json/own-copy.ts';
import { isObject } from '../../fleet/json/json.ts';
import { setOwn } from '../../fleet/json/set-own.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { hasVariables } from '../../schedule/override/cluster-variables.ts';
import { MOST_KEYS } from '../../schedule/override/json-patch.ts';
import type { OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import { overrideKey, overrideKeys } from '../../selection/override-key.ts';
import { overrideOf, selectedRefs, type Override, type PatchOperation } from '../../selection/override.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import { deliveriesChangedBy, overridesIn } from './overridden-deliveries.ts';
import { placeOf } from './patch-faults.ts';
import { faultsOnAnyCluster, type VariantFault } from './variant-faults.ts';
import type { Fault, FaultsOf } from './faults-within.ts';

/** A fault of a value that a patch writes, independent of the rest of the object. */
export interface ValueFault<F extends Fault> extends VariantFault<F> {
  /** Pointer into the override: to the part of the value that has the fault. */
  readonly at: string;
  /** Pointer to the value of the patch. */
  readonly patch: string;
}

/**
 * The faults of the values that an override writes into objects that no placement of the manifests sends with this override. Such an object
 * may be elsewhere, so every path of the override is taken to exist in it.
 */
export function valueFaults<F extends Fault>(manifest: Manifest, faultsOf: FaultsOf<F>, world: World): readonly ValueFault<F>[] {
  const override = overridesIn(world).get(manifest) ?? overrideOf(manifest.object, manifest.namespace);
  if (override === undefined) return [];
  const operations = override.rules.flatMap((rule) => (rule.terms === undefined ? [] : rule.operations));
  if (operations.every(({ op }) => op === 'remove')) return [];
  const found = undelivered(manifest, override, world)
    .flatMap((ref) => patchedKinds(ref, operations))
    .flatMap((ref) => faultsOnAnyCluster(targetOf(ref, override, operations, world), faultsOf, world))
    .filter(({ fault, place }) => {
      const path = override.rules[place.rule]?.operations[place.operation]?.path;
      return (
        path !== undefined && isUnder(fault.at, path.replace(/\/-$/, '')) && (fault.rests ?? []).every((other) => isUnder(other, path))
      );
    })
    .map((each) => ({ ...each, ...placeOf(each) }))
    .filter(({ at }) => isResolved(manifest, at));
  const same = Map.groupBy(found, ({ at, fault }) => `${at} ${fault.key.slice(fault.key.indexOf(' '))}`);
  return [...same.values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { rule, operation } = first.place;
    // No known placement brings the object to these clusters. They only show what becomes of the variables.
    const clusters = hasVariables(override.rules[rule]?.operations[operation]?.value) ? first.clusters : [];
    return [{ ...first, clusters }];
  });
}

/** The objects of its selectors that no placement of the manifests sends with this override. */
function undelivered({ object, namespace }: Manifest, override: Override, world: World): readonly ObjectRef[] {
  const apis = knownApis(world);
  const sent = new Set(deliveriesChangedBy(override, world).flatMap(({ target }) => overrideKeys(target.resource.ref, apis)));
  return selectedRefs(object, namespace).filter((ref) => !sent.has(overrideKey(ref, ref.namespace)));
}

/** An override for a Namespace patches every object in it: the paths show which kinds they are for. */
function patchedKinds(ref: ObjectRef, operations: readonly PatchOperation[]): readonly ObjectRef[] {
  if (ref.kind !== 'Namespace' || groupOf(ref.apiVersion) !== '') return [ref];
  const kinds = POD_PATHS.filter(({ path }) => operations.some((operation) => path.test(operation.path)));
  return [ref, ...kinds.map(({ apiVersion, kind }) => ({ apiVersion, kind, name: '', namespace: ref.name }))];
}

const POD_PATHS = [
  { path: /^\/spec\/jobTemplate(?:\/|$)/, apiVersion: 'batch/v1', kind: 'CronJob' },
  { path: /^\/spec\/template(?:\/|$)/, apiVersion: 'apps/v1', kind: 'Deployment' },
  { path: /^\/spec\/(?:initContainers|containers|ephemeralContainers|volumes)(?:\/|$)/, apiVersion: 'v1', kind: 'Pod' },
];

function targetOf(ref: ObjectRef, override: Override, operations: readonly PatchOperation[], world: World): OverriddenTarget {
  const { apiVersion, kind, name, namespace } = ref;
  const [declared] = world.find({ ...ref, group: groupOf(apiVersion) });
  const metadata = namespace === undefined ? { name } : { name, namespace };
  const object: KubeObject = declared === undefined ? { apiVersion, kind, metadata } : ownCopy(declared.object);
  for (const { path } of operations) addPath(object, pointerKeys(path));
  return { resource: { ref, object, presence: () => 'no', unresolved: [] }, overrides: [override] };
}

/** Adds what a patch needs: the parents of its path, and something at its end. */
function addPath(object: KubeObject, tokens: readonly string[]): void {
  if (tokens.length > MOST_KEYS) return;
  let container: unknown = object;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    const added = next === undefined ? null : INDEX.test(next) ? [] : {};
    if (Array.isArray(container)) {
      const wanted = token === '-' ? 0 : Number(token);
      if (!INDEX.test(token) || wanted > MOST_ENTRIES) return;
      while (container.length <= wanted) container.push(added === null ? {} : ownCopy(added));
      container = container[wanted];
    } else if (isObject(container)) {
      if ((container[token] ?? undefined) === undefined) setOwn(container, token, added);
      container = container[token];
    } else return;
  }
}

const INDEX = /^(?:-|\d+)$/;
/** Lists in objects are shorter. A patch at a larger index is not read. */
const MOST_ENTRIES = 1000;
