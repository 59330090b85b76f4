import { isDeepStrictEqual } from 'node:util';
import { stringAt } from '../../fleet/json/json.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { displayName, objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { selectIn, isUnresolved, type Base, type Planned, type PlanInput } from '../plan-context.ts';
import { openItems } from '../open-resources.ts';
import { clusterKeyFor } from '../override/cluster-key.ts';
import { overridesOn, type OverriddenTarget } from '../override/placement-overrides.ts';
import { objectsIn, variantsByCluster, type Outcome } from '../delivery/variants.ts';
import { sentObjects } from '../received.ts';
import type { OpenItems } from './resource-changes.ts';

/** The objects that one cluster gets of a placement. */
export interface Delivery {
  /** By key. If an object occurs twice, one of the two is here. */
  readonly objects: ReadonlyMap<string, { readonly ref: ObjectRef; readonly object: KubeObject }>;
  /** Patches that certainly fail, as the end of a sentence. If set, nothing of the placement is synced to the cluster. */
  readonly failed: string | undefined;
  /** Objects whose content only the hub knows, with the reason in a whole sentence. */
  readonly open: ReadonlyMap<string, OpenObject>;
  /** Keys of objects that may not arrive at all. */
  readonly uncertain: ReadonlySet<string>;
}

interface OpenObject {
  readonly ref: ObjectRef;
  readonly reason: string;
  /** The values filled in may change without a change of the tree. */
  readonly isLasting: boolean;
}

/** A placement before or after a change, and the objects it sends. */
export interface ClusterContent {
  readonly picked: ReadonlySet<string>;
  /** Why the content of its clusters is not known, in a whole sentence. */
  readonly unknown: string | undefined;
  /** The inputs that decide what it sends, to compare with the other side. */
  readonly inputs: readonly unknown[];
  /** Objects of the tree that it may send too. */
  readonly mayHold: OpenItems<Planned>;
  /** Objects that it sends and that are not in the tree, with the overrides on them. */
  readonly absent: ReadonlyMap<string, { readonly ref: ObjectRef; readonly overrides: readonly unknown[] }>;
  /**
   * Returns the same value for all clusters that overrides treat equally; `undefined` for a cluster that is not picked or is not a member.
   */
  on(cluster: string): Delivery | undefined;
}

/** One side of the comparison. */
export type TreeSide = Pick<Base, 'content' | 'byName' | 'overrides'>;

/** @param picked the clusters of the placement on this side */
export function clusterContentOf(placement: Planned, picked: readonly string[], side: TreeSide, input: PlanInput): ClusterContent {
  const selection = selectIn(placement, side.content, input);
  const selected = selection.kind === 'selected' ? selection.resources : [];
  const { overrides, content } = side;
  const targets = sentObjects({ placement, selected, overrides, content, target: input.target ?? 'v0.3' }, selected);
  const unknown = selection.kind === 'selected' ? selection.unknown : [];
  const mayHold = openItems(unknown, content);
  const named = [...selected.filter(({ item }) => item === undefined), ...unknown].flatMap(({ ref }) => ref ?? []);
  const absent = named.flatMap((ref) => {
    const rules = overridesOn(overrides, ref, content.apis).map((override) => [override.ref, override.rules, override.placement]);
    return mayHold.has(objectKey(ref)) ? [] : [[objectKey(ref), { ref, overrides: rules }] as const];
  });
  const deliver = deliveries(targets);
  const names = new Set(picked);
  return {
    picked: names,
    unknown: selection.kind === 'selected' ? unknownOf(placement) : 'The hub refuses its selectors, so its clusters keep their content.',
    inputs: targets.map(({ resource, overrides: own }) => [resource.object, own.map(({ ref, rules }) => [ref, rules])]),
    mayHold,
    absent: new Map(absent),
    on: (name) => {
      const cluster = names.has(name) ? side.byName.get(name) : undefined;
      return cluster && deliver(cluster);
    },
  };
}

function unknownOf(placement: Planned): string | undefined {
  if (isUnresolved(placement)) return 'Its name or policy is not known.';
  if (stringAt(placement.object, 'spec', 'strategy', 'applyStrategy', 'type') === 'ReportDiff')
    return 'It only reports differences (ReportDiff), so its clusters keep their content.';
  return undefined;
}

/**
 * Clusters that all overrides treat equally share one delivery. Clusters that the overrides of one object treat equally share that object.
 */
function deliveries(targets: readonly OverriddenTarget[]): (cluster: MemberCluster) => Delivery {
  const likeAll = clusterKeyFor([...new Set(targets.flatMap(({ overrides }) => overrides))]);
  const parcels = targets.map((target) => ({ target, variantOn: variantsByCluster(target) }));
  const known = new Map<string, Delivery>();
  return (cluster) => {
    const likeness = likeAll(cluster);
    const found = known.get(likeness) ?? deliveryOf(parcels.map(({ target, variantOn }) => [target, variantOn(cluster).outcome]));
    known.set(likeness, found);
    return found;
  };
}

function deliveryOf(received: readonly (readonly [OverriddenTarget, Outcome])[]): Delivery {
  const objects = new Map<string, { ref: ObjectRef; object: KubeObject }>();
  const open = new Map<string, OpenObject>();
  const blurred = new Set<string>();
  const failures: string[] = [];
  for (const [{ resource }, outcome] of received) {
    const { ref } = resource;
    const key = objectKey(ref);
    if (outcome.kind === 'failed' && outcome.certain) {
      failures.push(failureText(ref, outcome));
      continue;
    }
    if (outcome.kind === 'failed') {
      open.set(key, {
        ref,
        reason: `Whether ${failureText(ref, outcome)} depends on fields that tools and the hub fill in.`,
        isLasting: false,
      });
      const { object } = resource;
      for (const sent of isEnvelope(object) ? enclosedObjects(object) : [object]) blurred.add(objectKey(refOf(sent)));
      continue;
    }
    if (resource.unresolved.length > 0) open.set(key, { ref, reason: REPLACED, isLasting: true });
    if (outcome.kind === 'patched' && outcome.open.length > 0 && resource.unresolved.length === 0)
      open.set(key, { ref, reason: FILLED_IN, isLasting: false });
    for (const object of objectsIn(outcome)) {
      const sent = refOf(object);
      if (!objects.has(objectKey(sent))) objects.set(objectKey(sent), { ref: sent, object });
    }
  }
  return { objects, open, uncertain: blurred, failed: failures[0] };
}

const FILLED_IN = 'The effect of a patch depends on fields that the hub fills in.';
const REPLACED = 'Another tool completes or patches it before the hub gets it, so its content is not known.';

function failureText(ref: ObjectRef, { place, error }: Extract<Outcome, { kind: 'failed' }>): string {
  return `${displayName(place.override.ref)} fails on ${displayName(ref)} (${error})`;
}

/** Whether both sides have the same inputs. Then they give the same result on a cluster with the same labels. */
export function hasSameInputs(before: ClusterContent, after: ClusterContent): boolean {
  return isDeepStrictEqual(before.inputs, after.inputs);
}
