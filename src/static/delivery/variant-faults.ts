import type { ClusterSelectorTerm } from '../../fleet/kubefleet/placement-policy.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { isUnder } from '../../fleet/json/json-pointer.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { blamedStep } from '../../schedule/delivery/blamed-step.ts';
import { isWithin, receiverFor, ruleChoices, type Atom } from '../../schedule/delivery/rule-choices.ts';
import { hasNameVariable } from '../../schedule/override/cluster-variables.ts';
import { variantFor, variantsOf, withoutFailures, type Outcome, type Variant } from '../../schedule/delivery/variants.ts';
import { receiverOf, type Receiver, type RulePlace } from '../../schedule/override/override-resource.ts';
import type { OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import type { OverriddenDelivery } from './overridden-deliveries.ts';
import { arrivalOf } from './arrival.ts';
import { isAlwaysPicked, picksOf, type Picks } from './picks.ts';
import { variantsIn } from './variants-of-delivery.ts';

/** Something that is wrong with an object, or that it asks for. */
export interface Fault {
  /** Equal for the same fault at another index of a list. */
  readonly key: string;
  /** Pointer into the object. */
  readonly at: string;
  /** Pointers to what else it rests on. */
  readonly rests?: readonly string[];
}

/** What patches make wrong with an object. */
export interface VariantFault<F extends Fault> {
  readonly fault: F;
  /** The patch that makes it. */
  readonly place: RulePlace;
  /** The clusters that get it; empty if they are not known. */
  readonly clusters: readonly string[];
  /** `no`: by the clusters that are picked today, or on clusters that no rule for the same ones mends. */
  readonly isCertain: boolean;
}

/** The faults of one object, which is no envelope. */
export type FaultsOf<F> = (object: KubeObject) => readonly F[];

/** The faults of an object, or of all that an envelope holds, with their pointers into the envelope. */
export function faultsWithin<F extends Fault>(object: KubeObject, faultsOf: FaultsOf<F>): readonly F[] {
  return objectsWithin(object).flatMap(({ object: part, at: inside }) =>
    faultsOf(part).map((fault) => {
      const { key, at, rests = [] } = fault;
      const { kind, metadata } = part;
      return {
        ...fault,
        key: `${kind}/${metadata.name} ${key}`,
        at: `${inside}${at}`,
        rests: rests.map((pointer) => `${inside}${pointer}`),
      };
    }),
  );
}

/** What is wrong with what clusters get of an object, and is not with the object as it is written: each fault once for each patch that makes it. */
export function variantFaults<F extends Fault>(
  delivery: OverriddenDelivery,
  faultsOfObject: FaultsOf<F>,
  world: World,
): readonly VariantFault<F>[] {
  const { placement, target, selected } = delivery;
  const faultsOf = knownFaults(target, faultsOfObject);
  const picks = picksOf(placement, world);
  const found = picks === undefined ? ofUnknownClusters(delivery, faultsOf, world) : ofClusters(delivery, faultsOf, picks, world);
  const isSure = selected === 'yes' && arrivalOf(placement) !== 'compared';
  return isSure ? found : found.map((each) => ({ ...each, isCertain: false }));
}

/** The faults of a variant; the pointers are to what only the hub knows. */
type FaultsOfVariant<F> = (object: KubeObject, open: readonly string[]) => readonly F[];

function knownFaults<F extends Fault>({ resource: { unresolved } }: OverriddenTarget, faultsOf: FaultsOf<F>): FaultsOfVariant<F> {
  return (object, open) =>
    faultsWithin(object, faultsOf).filter(
      ({ at, rests = [] }) => ![at, ...rests].some((pointer) => [...unresolved, ...open].some((other) => touches(pointer, other))),
    );
}

function touches(one: string, other: string): boolean {
  return isUnder(one, other) || isUnder(other, one);
}

function ofClusters<F extends Fault>(
  delivery: OverriddenDelivery,
  faultsOf: FaultsOfVariant<F>,
  picks: Picks,
  world: World,
): readonly VariantFault<F>[] {
  const { target } = delivery;
  const picked = new Set(picks.picked.map(({ name }) => name));
  const found = new Map<string, { readonly fault: F; readonly place: RulePlace; readonly names: Set<string> }>();
  for (const { outcome, clusters } of variantsIn(delivery, world).flatMap((variant) => byName(variant, target, faultsOf))) {
    const [first] = clusters;
    if (first === undefined) continue;
    for (const { fault, place } of madeBy(target, patchedOf(outcome, target, receiverOf(first)), faultsOf)) {
      const key = keyOf(fault, place, target);
      const entry = found.get(key) ?? { fault, place, names: new Set<string>() };
      found.set(key, entry);
      for (const { name } of clusters) entry.names.add(name);
    }
  }
  return [...found.values()].flatMap(({ fault, place, names }) => {
    const clusters = [...names].filter((name) => picked.has(name));
    return clusters.length === 0 ? [] : [{ fault, place, clusters: clusters.toSorted(), isCertain: isAlwaysPicked(picks, names) }];
  });
}

/** A variant of each cluster, if a name makes a fault: names of each form are tried first. */
function byName<F extends Fault>(variant: Variant, target: OverriddenTarget, faultsOf: FaultsOfVariant<F>): readonly Variant[] {
  const { clusters, applied } = variant;
  const [first] = clusters;
  const hasName = applied.some(({ rules }) => rules.some(({ operations }) => operations.some(({ value }) => hasNameVariable(value))));
  if (first === undefined || clusters.length === 1 || !hasName) return [variant];
  const isFaulty = byDistinctNames(variant)(target).some((patched) => madeBy(target, patched, faultsOf).length > 0);
  return isFaulty ? variantsOf(target, clusters) : [variant];
}

/** What clusters get whose names stand for all clusters of a variant. Several rules ask for it. */
const byDistinctNames = oncePer(({ clusters, applied }: Variant) =>
  oncePer((target: OverriddenTarget): readonly (Patched | undefined)[] =>
    distinctNames(clusters, JSON.stringify([target.resource.object, applied])).map((cluster) => {
      const receiver = receiverOf(cluster);
      return patchedOf(variantFor(target, receiver).outcome, target, receiver);
    }),
  ),
);

/**
 * Clusters whose names stand for all of them: what API servers ask of a text are its characters, its length, and whether it is a text that is
 * elsewhere in the object.
 */
function distinctNames(clusters: readonly MemberCluster[], text: string): readonly MemberCluster[] {
  const longest = new Map<string, MemberCluster>();
  const others: MemberCluster[] = [];
  for (const cluster of clusters) {
    const { name } = cluster;
    if (text.includes(`"${name}"`)) others.push(cluster);
    const form = `${name.includes('.')} ${/^\d/.test(name)} ${/^\d+$/.test(name)}`;
    if ((longest.get(form)?.name.length ?? -1) < name.length) longest.set(form, cluster);
  }
  return [...longest.values(), ...others];
}

/**
 * By every choice of rules that a cluster can match. A fault is certain unless it needs that another rule does not match, one for the same clusters
 * or for others: nobody knows whether there is a cluster that only the first one is for. A rule for some of its clusters leaves the rest.
 */
function ofUnknownClusters<F extends Fault>(
  delivery: OverriddenDelivery,
  faultsOf: FaultsOfVariant<F>,
  world: World,
): readonly VariantFault<F>[] {
  const { target } = delivery;
  const possible = possibleChoices(delivery, world);
  const found = new Map<string, { readonly fault: F; readonly place: RulePlace; readonly choices: (readonly Atom[])[] }>();
  for (const choice of possible) {
    const receiver = receiverFor(choice);
    for (const { fault, place } of madeBy(target, patchedOf(variantFor(target, receiver).outcome, target, receiver), faultsOf)) {
      const key = keyOf(fault, place, target);
      const entry = found.get(key) ?? { fault, place, choices: [] };
      found.set(key, entry);
      entry.choices.push(choice);
    }
  }
  return [...found.values()].map(({ fault, place, choices }) => ({
    fault,
    place,
    clusters: [],
    isCertain: choices.some((choice) => needsNoAbsence(choice, choices, possible)),
  }));
}

/** What rules a cluster of the placement can match, where the clusters are not known or not those that it picks. */
export function possibleChoices(delivery: OverriddenDelivery, world: World): readonly (readonly Atom[])[] {
  const { overrides } = delivery.target;
  const fleet = knownClusters(world);
  const rules = overrides.flatMap((override) => override.rules);
  const { all } = ruleChoices(overrides, alternativesOf(delivery));
  return fleet === undefined ? all : all.filter((choice) => fleet.some((cluster) => isJustFor(choice, rules, receiverOf(cluster))));
}

function needsNoAbsence(choice: readonly Atom[], faulty: readonly (readonly Atom[])[], possible: readonly (readonly Atom[])[]): boolean {
  return possible.every((other) => {
    const more = other.filter((atom) => !choice.includes(atom));
    const isMore = more.length > 0 && choice.every((atom) => other.includes(atom));
    if (!isMore || faulty.includes(other)) return true;
    return more.some((atom) => choice.some((own) => isWithin(atom, own) && !isWithin(own, atom)));
  });
}

function isJustFor(choice: readonly Atom[], rules: OverriddenTarget['overrides'][number]['rules'], receiver: Receiver): boolean {
  const chosen = new Set(choice.flatMap((atom) => [...atom.rules]));
  return rules.every((rule) => rule.terms === undefined || receiver.matches(rule) === chosen.has(rule));
}

/** The labels that a policy asks for; nothing is known of the labels of clusters that it names. */
function alternativesOf({ placement }: OverriddenDelivery): readonly ClusterSelectorTerm[] {
  if (!isResolved(placement, '/spec/policy')) return [];
  const { placementType, required } = policyOf(placement.object);
  return placementType === 'PickFixed' ? [] : required;
}

type Patched = Extract<Outcome, { readonly kind: 'patched' }>;

/** What the patches make; where one fails, the others are judged without it. */
export function patchedOf(outcome: Outcome, target: OverriddenTarget, receiver: Receiver): Patched | undefined {
  if (outcome.kind === 'failed') return withoutFailures(target, receiver);
  return outcome.kind === 'patched' ? outcome : undefined;
}

/** The faults of a patched object with the patches that make them. What it has without any patch is not of this. */
function madeBy<F extends Fault>(
  { resource }: OverriddenTarget,
  patched: Patched | undefined,
  faultsOf: FaultsOfVariant<F>,
): readonly { readonly fault: F; readonly place: RulePlace }[] {
  if (patched === undefined) return [];
  const faults = faultsOf(patched.object, patched.open);
  if (faults.length === 0) return [];
  return [...Map.groupBy(faults, ({ key }) => key).values()].flatMap((alike) => {
    const [fault] = alike;
    if (fault === undefined) return [];
    const hasAll = (object: KubeObject): boolean => faultsOf(object, []).filter(({ key }) => key === fault.key).length >= alike.length;
    const place = blamedStep(resource.object, patched.steps, hasAll);
    return place === undefined ? [] : [{ fault, place }];
  });
}

function keyOf({ key }: Fault, { override, rule, operation }: RulePlace, { overrides }: OverriddenTarget): string {
  return `${overrides.indexOf(override)} ${rule} ${operation} ${key}`;
}
