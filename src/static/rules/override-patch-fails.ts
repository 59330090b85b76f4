/**
 * If a patch cannot be applied, nothing is sent to the cluster: `Overridden` False, `OverriddenFailed`, and no Work is written. Source:
 * `pkg/controllers/workgenerator/override.go`, `evanphx/json-patch` v5. The hub notices it only during the rollout.
 */
import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { substitute } from '../../schedule/override/cluster-variables.ts';
import { OVERRIDE_KINDS, ruleMatches, type OverrideRule } from '../../selection/override.ts';
import { overrideResource, type Overridden } from '../../schedule/override/override-resource.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { deliveriesChangedBy, overridesIn, type OverriddenDelivery } from '../delivery/overridden-deliveries.ts';
import { overrideTargets, type OverrideTarget } from '../delivery/override-targets.ts';
import { picksOf } from '../delivery/picks.ts';
import { possibleChoices } from '../delivery/possible-choices.ts';
import { variantsIn } from '../delivery/variants-of-delivery.ts';
import { receiverFor } from '../../schedule/delivery/rule-choices.ts';
import { variantFor } from '../../schedule/delivery/variants.ts';
import type { Manifest } from '../world/manifest.ts';
import { defineRule } from '../world/rule.ts';
import type { Effect } from '../../finding.ts';
import type { World } from '../world/world.ts';

interface Failure {
  readonly resource: string;
  readonly error: string;
  readonly certain: boolean;
  readonly isSent: boolean;
  /** The clusters that lack a label. */
  readonly clusters?: readonly string[];
  /** The picked clusters on which it fails; `undefined` if they are not known. */
  readonly holdsOn: readonly string[] | undefined;
}

export const overridePatchFails = defineRule<Failure>({
  id: 'override-patch-fails',
  summary: 'A patch of the override cannot be applied to an object it selects',
  effect: 'fails',
  otherwise: {
    misbehaves:
      'the object is declared more than once, it is not known whether the placement selects it, or a rule for other clusters repairs it',
    advice: 'another tool may add the labels or annotations that the patch needs before the hub gets the object',
  },
  kinds: OVERRIDE_KINDS,
  why: 'Overrides are JSON patches: `replace` and `remove` need an existing path, `add` needs an existing parent, and missing parents are not created. If a patch fails, the cluster gets nothing of the placement (`Overridden` False, `OverriddenFailed`), not even the objects that no override selects, and the hub does not try again. Defaults that the hub fills in exist for a patch; the content of an envelope is patched as written, without defaults. A ClusterResourceOverride for a Namespace patches every object in it. A `${MEMBER-CLUSTER-LABEL-KEY-…}` needs a cluster with that label.',
  remedy: 'Correct the path, `add` the whole parent if it is missing, or select only objects that have it.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementoverridden',
  message: ({ resource, error, certain }) =>
    `On ${resource} the patch fails${certain ? '' : ', unless another tool adds labels or annotations before the hub gets the object'}: ${error}.`,
  remedyFor: ({ clusters }) =>
    clusters === undefined
      ? undefined
      : `Label MemberCluster ${listed(clusters, 5)}, or exclude clusters without this label in the clusterSelector.`,
  *check(manifest, world) {
    const found = new Map<string, Failure>();
    const add = (at: string, failure: Failure): void => {
      const known = found.get(at);
      const first = known === undefined || (failure.isSent && !known.isSent) ? failure : known;
      found.set(at, { ...first, holdsOn: known === undefined ? failure.holdsOn : both(known.holdsOn, failure.holdsOn) });
    };
    for (const target of overrideTargets(manifest, world)) {
      for (const [index, rule] of target.override.rules.entries()) {
        for (const [at, failure] of failuresOf(target, rule, index, world)) add(at, failure);
      }
    }
    const alone = new Map(found);
    for (const [place, failure] of failuresTogether(manifest, world)) {
      const known = [`${place}/path`, `${place}/value`].find((at) => alone.has(at));
      if (known === undefined) add(`${place}/path`, failure);
    }
    for (const [at, data] of found) {
      const { clusters, holdsOn } = data;
      const on = clusters === undefined ? { holdsOn } : { clusters, holdsOn };
      yield { at, data, ...on, givesWayTo: { schema: at, 'refused-content': at }, ...effectOf(data) };
    }
  },
});

function both(one: Failure['holdsOn'], other: Failure['holdsOn']): Failure['holdsOn'] {
  return one && other && [...new Set([...one, ...other])];
}

function effectOf({ certain, isSent }: Failure): { readonly effect?: Effect } {
  if (!certain) return { effect: 'advice' };
  return isSent ? {} : { effect: 'misbehaves' };
}

function* failuresOf(target: OverrideTarget, rule: OverrideRule, index: number, world: World): Iterable<readonly [string, Failure]> {
  const members = knownClusters(world);
  if (rule.terms === undefined || rule.deletes || members?.some((cluster) => ruleMatches(rule, cluster)) === false) return;
  const resource = displayName(target.resource.ref);
  const isSent = target.selected === 'yes';
  const at = (operation: number): string => `/spec/policy/overrideRules/${index}/jsonPatchOverrides/${operation}`;
  const matched = picksOf(target.placement, world)?.picked.filter((cluster) => ruleMatches(rule, cluster));
  for (const [operation, { value }] of rule.operations.entries()) {
    const failed = (matched ?? []).flatMap((cluster) => {
      const substituted = substitute(value, cluster);
      return substituted.kind === 'failed' ? [{ name: cluster.name, error: substituted.error }] : [];
    });
    const [first] = failed;
    if (first === undefined) continue;
    const clusters = failed.map(({ name }) => name).toSorted();
    const error = first.error.replace(`cluster ${first.name}`, 'cluster {clusters}');
    yield [`${at(operation)}/value`, { resource, error, certain: true, isSent, clusters, holdsOn: clusters }];
    return;
  }
  const others = [...target.earlier.flatMap(({ rules }) => rules), ...target.override.rules.slice(0, index)];
  // If an earlier rule leaves the object out, there is nothing to patch.
  if (others.some(({ deletes }) => deletes)) return;
  const outcome = aloneOn(target, rule, others);
  if (outcome.kind !== 'failed') return;
  const { error, certain } = outcome;
  yield [`${at(outcome.place.operation)}/path`, { resource, error, certain, isSent, holdsOn: matched?.map(({ name }) => name) }];
}

/** The patches that fail on the clusters, with all that is applied before them: a path that exists may be removed by then. */
function* failuresTogether(manifest: Manifest, world: World): Iterable<readonly [string, Failure]> {
  const override = overridesIn(world).get(manifest);
  if (override === undefined) return;
  for (const delivery of deliveriesChangedBy(override, world)) {
    const { target, selected } = delivery;
    const known = variantsIn(delivery, world);
    const picked = picksOf(delivery.placement, world)?.picked;
    const possible = picked === undefined ? possibleChoices(delivery, world) : undefined;
    const choices = possible?.all ?? [];
    const outcomes = [
      ...known.map(({ outcome, clusters }) => ({ outcome, choice: undefined, on: picked?.filter((each) => clusters.includes(each)) })),
      ...choices.map((choice) => ({ outcome: variantFor(target, receiverFor(choice)).outcome, choice, on: undefined })),
    ];
    for (const { outcome, choice, on } of outcomes) {
      if (outcome.kind !== 'failed' || outcome.place.override !== override) continue;
      const { rule, operation } = outcome.place;
      // A rule that another one repairs fails only on clusters that the other one does not match.
      const isAlways =
        choice === undefined ||
        (possible?.isWhole === true && choices.every((other) => !isMore(other, choice) || failsAlso(delivery, other)));
      const resource = displayName(target.resource.ref);
      const { error, certain } = outcome;
      const failure = { resource, error, certain, isSent: selected === 'yes' && isAlways, holdsOn: on?.map(({ name }) => name) };
      yield [`/spec/policy/overrideRules/${rule}/jsonPatchOverrides/${operation}`, failure];
    }
  }
}

type Choice = ReturnType<typeof possibleChoices>['all'][number];

function isMore(one: Choice, other: Choice): boolean {
  return one.length > other.length && other.every((atom) => one.includes(atom));
}

function failsAlso({ target }: OverriddenDelivery, choice: Choice): boolean {
  return variantFor(target, receiverFor(choice)).outcome.kind === 'failed';
}

/**
 * Applies only this rule, on a cluster that it matches. Fields that other rules touch may or may not exist, and labels are not compared.
 */
function aloneOn({ resource, override }: OverrideTarget, rule: OverrideRule, others: readonly OverrideRule[]): Overridden {
  const touched = others.flatMap(({ operations }) => operations.map(({ path }) => path));
  const alone = { cluster: undefined, matches: (each: OverrideRule) => each === rule };
  return overrideResource({ ...resource, unresolved: [...resource.unresolved, ...touched] }, [override], alone);
}
