import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { isUnder } from '../../fleet/json/json-pointer.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { isWithin, receiverFor, ruleChoices, type Atom, type Choices } from '../../schedule/delivery/rule-choices.ts';
import { hasNameVariable } from '../../schedule/override/cluster-variables.ts';
import { statesBefore } from '../../schedule/delivery/states-before.ts';
import {
  variantFor,
  variantsIgnoringNames,
  variantsOf,
  withoutFailures,
  type Outcome,
  type Variant,
} from '../../schedule/delivery/variants.ts';
import { receiverOf, type Receiver, type RulePlace } from '../../schedule/override/override-resource.ts';
import type { OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { World } from '../world/world.ts';
import type { OverriddenDelivery } from './overridden-deliveries.ts';
import { arrivalOf } from './arrival.ts';
import { isAlwaysPicked, picksOf, type Picks } from './picks.ts';
import { variantsFor } from './variants-of-delivery.ts';
import { type Fault, type FaultsOf, faultsWithin } from './faults-within.ts';
import { possibleChoices } from './possible-choices.ts';

/** A fault of an object that patches cause. */
export interface VariantFault<F extends Fault> {
  readonly fault: F;
  /** The patch that causes it. */
  readonly place: RulePlace;
  /** The clusters that get it; empty if they are not known. */
  readonly clusters: readonly string[];
  /** False if it depends on today's picks, or if a rule for the same clusters could correct it. */
  readonly isCertain: boolean;
}

/**
 * The faults of an object that patches cause on its way to clusters: each fault once for each patch that causes it. Kept for each function,
 * because each override of the object asks for the same faults.
 */
export function variantFaults<F extends Fault>(
  delivery: OverriddenDelivery,
  faultsOfObject: FaultsOf<F>,
  world: World,
): readonly VariantFault<F>[] {
  // The faults in `faultsIn` are those that the same function returned.
  return faultsIn(world)(faultsOfObject)(delivery) as readonly VariantFault<F>[];
}

const faultsIn = oncePer((world: World) =>
  oncePer((faultsOfObject: FaultsOf<Fault>) => {
    // Placements that send the same object to the same clusters, or to any cluster, have the same faults.
    const ofKnown = oncePer((picks: Picks) =>
      oncePer((target: OverriddenTarget) => ofClusters(target, knownFaults(target, faultsOfObject), picks, variantsFor(picks)(target))),
    );
    const ofUnknown = oncePer((possible: Choices['all']) =>
      oncePer((target: OverriddenTarget) => ofUnknownClusters(target, knownFaults(target, faultsOfObject), possible)),
    );
    return oncePer((delivery: OverriddenDelivery): readonly VariantFault<Fault>[] => {
      const { placement, target, selected } = delivery;
      const picks = picksOf(placement, world);
      const choices = picks === undefined ? possibleChoices(delivery, world) : ALL_KNOWN;
      const found = picks === undefined ? ofUnknown(choices.all)(target) : ofKnown(picks)(target);
      const isSure = selected === 'yes' && arrivalOf(placement) !== 'compared' && choices.isWhole;
      return isSure ? found : found.map((each) => ({ ...each, isCertain: false }));
    });
  }),
);

const ALL_KNOWN: Choices = { all: [], isWhole: true };

/** The same for an object that no known placement sends: any cluster may get it. */
export function faultsOnAnyCluster<F extends Fault>(
  target: OverriddenTarget,
  faultsOfObject: FaultsOf<F>,
  world: World,
): readonly VariantFault<F>[] {
  const faultsOf = knownFaults(target, faultsOfObject);
  const fleet = knownClusters(world);
  if (fleet !== undefined) return ofClusters(target, faultsOf, { picked: fleet, could: fleet }, variantsIgnoringNames(target, fleet));
  const { all, isWhole } = ruleChoices(target.overrides);
  const found = ofUnknownClusters(target, faultsOf, all);
  return isWhole ? found : found.map((each) => ({ ...each, isCertain: false }));
}

/** The faults of a variant. `open` are pointers to values that only the hub knows. */
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
  target: OverriddenTarget,
  faultsOf: FaultsOfVariant<F>,
  picks: Picks,
  variants: readonly Variant[],
): readonly VariantFault<F>[] {
  const picked = new Set(picks.picked.map(({ name }) => name));
  const found = new Map<string, { readonly fault: F; readonly place: RulePlace; readonly names: Set<string> }>();
  for (const { outcome, clusters } of variants.flatMap((variant) => byName(variant, target, faultsOf))) {
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

/** One variant for each cluster if the name of a cluster can cause a fault; that is first tried with one name of each form. */
function byName<F extends Fault>(variant: Variant, target: OverriddenTarget, faultsOf: FaultsOfVariant<F>): readonly Variant[] {
  const { clusters, applied } = variant;
  const [first] = clusters;
  const hasName = applied.some(({ rules }) => rules.some(({ operations }) => operations.some(({ value }) => hasNameVariable(value))));
  if (first === undefined || clusters.length === 1 || !hasName) return [variant];
  const isFaulty = byDistinctNames(variant)(target).some((patched) => madeBy(target, patched, faultsOf).length > 0);
  return isFaulty ? variantsOf(target, clusters) : [variant];
}

/** The patched objects for clusters whose names represent all clusters of a variant. Kept, because several rules need them. */
const byDistinctNames = oncePer(({ clusters, applied }: Variant) =>
  oncePer((target: OverriddenTarget): readonly (Patched | undefined)[] =>
    distinctNames(clusters, JSON.stringify([target.resource.object, applied])).map((cluster) => {
      const receiver = receiverOf(cluster);
      return patchedOf(variantFor(target, receiver).outcome, target, receiver);
    }),
  ),
);

/**
 * Clusters whose names represent all of them: API servers check the characters of a text, its length, and whether it equals another text of
 * the object, which may be written with the name of one cluster.
 */
function distinctNames(clusters: readonly MemberCluster[], text: string): readonly MemberCluster[] {
  const longest = new Map<string, MemberCluster>();
  const others: MemberCluster[] = [];
  for (const cluster of clusters) {
    const { name } = cluster;
    if (text.includes(`"${name}"`)) others.push(cluster);
    const form = `${text.includes(name)} ${name.includes('.')} ${/^\d/.test(name)} ${/^\d+$/.test(name)}`;
    if ((longest.get(form)?.name.length ?? -1) < name.length) longest.set(form, cluster);
  }
  return [...longest.values(), ...others];
}

/**
 * The faults for each set of rules that a cluster can match. A fault is not certain if it needs a cluster that another rule does not match,
 * because such a cluster may not exist. If the other rule matches only some of the same clusters, the rest have the fault.
 */
function ofUnknownClusters<F extends Fault>(
  target: OverriddenTarget,
  faultsOf: FaultsOfVariant<F>,
  possible: readonly (readonly Atom[])[],
): readonly VariantFault<F>[] {
  const found = new Map<string, { readonly fault: F; readonly place: RulePlace; readonly choices: (readonly Atom[])[] }>();
  for (const { choice, patched } of resultsOf(possible)(target)) {
    for (const { fault, place } of madeBy(target, patched, faultsOf)) {
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

/** The patched object for each set of rules. Kept, because several rules need it. */
const resultsOf = oncePer((possible: Choices['all']) =>
  oncePer((target: OverriddenTarget) =>
    possible.map((choice) => {
      const receiver = receiverFor(choice);
      return { choice, patched: patchedOf(variantFor(target, receiver).outcome, target, receiver) };
    }),
  ),
);

function needsNoAbsence(choice: readonly Atom[], faulty: readonly (readonly Atom[])[], possible: readonly (readonly Atom[])[]): boolean {
  return possible.every((other) => {
    const more = other.filter((atom) => !choice.includes(atom));
    const isMore = more.length > 0 && choice.every((atom) => other.includes(atom));
    if (!isMore || faulty.includes(other)) return true;
    return more.some((atom) => choice.some((own) => isWithin(atom, own) && !isWithin(own, atom)));
  });
}

type Patched = Extract<Outcome, { readonly kind: 'patched' }>;

/** The patched object. If a patch fails, the others are applied without it. */
export function patchedOf(outcome: Outcome, target: OverriddenTarget, receiver: Receiver): Patched | undefined {
  if (outcome.kind === 'failed') return withoutFailures(target, receiver);
  return outcome.kind === 'patched' ? outcome : undefined;
}

/**
 * The faults of a patched object, without those that the object has before any patch. The patch that causes a fault is the last one before
 * which the object does not have it, or has it less often.
 */
function madeBy<F extends Fault>(
  { resource }: OverriddenTarget,
  patched: Patched | undefined,
  faultsOf: FaultsOfVariant<F>,
): readonly { readonly fault: F; readonly place: RulePlace }[] {
  if (patched === undefined) return [];
  const faults = faultsOf(patched.object, patched.open);
  if (faults.length === 0) return [];
  const earlier = statesBefore(resource.object, patched.steps).map(({ place, object }) => ({
    place,
    faults: Map.groupBy(faultsOf(object, []), ({ key }) => key),
  }));
  return [...Map.groupBy(faults, ({ key }) => key)].flatMap(([key, same]) => {
    const [fault] = same;
    const blamed = earlier.findLast((before) => (before.faults.get(key)?.length ?? 0) < same.length);
    return fault === undefined || blamed === undefined ? [] : [{ fault, place: blamed.place }];
  });
}

function keyOf({ key }: Fault, { override, rule, operation }: RulePlace, { overrides }: OverriddenTarget): string {
  return `${overrides.indexOf(override)} ${rule} ${operation} ${key}`;
}
