import type { Unjudged } from '../../admission/unjudged.ts';
import type { NotEvaluated } from '../../finding.ts';
import { fleetKind, isFleetGroup, isSystemKind, isUnknownFleetKind } from '../../fleet/kubefleet/kinds.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { policyAnswers } from './admission-policies.ts';
import { hubAnswer } from './admission.ts';
import { manifestRef } from '../world/identity.ts';
import { isBrought } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { unevaluated } from '../world/unevaluated.ts';
import type { World } from '../world/world.ts';

/** The objects of KubeFleet that no rule looks at, and what the hub checks about the others and nobody here can judge. */
export function notJudged(world: World): readonly NotEvaluated[] {
  return [...withoutRules(world), ...uncheckedOfHub(world), ...openPolicies(world)];
}

/** Kinds that are newer than this program, and those that only KubeFleet writes: of these one entry a file and kind, as dumps hold many. */
function withoutRules(world: World): readonly NotEvaluated[] {
  const ours = world.judged.filter(({ object }) => isFleetGroup(groupOf(object.apiVersion)));
  const unknown = ours.filter(({ object }) => isUnknownFleetKind(object));
  const written = ours.filter(({ object }) => isSystemKind(object));
  const alike = Map.groupBy(written, ({ file, object }) => `${file} ${object.kind}`);
  return [
    ...unknown.map((manifest) =>
      unevaluated(manifest, 'no such kind of KubeFleet is known to this program, so nothing about it was checked'),
    ),
    ...[...alike.values()].flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const more = others.length === 0 ? '' : ` (and ${others.length} more in this file)`;
      return [unevaluated(first, `KubeFleet itself writes objects of this kind, so nothing about it was checked${more}`)];
    }),
  ];
}

/** Of the hub's own schemas; the built-in ones have nothing of the sort. */
function uncheckedOfHub(world: World): readonly NotEvaluated[] {
  if (world.contracts === undefined) return [];
  return world.judged.flatMap((manifest) =>
    uniqueReasons([...notYetServed(manifest, world), ...hubAnswer(manifest, world).unjudged]).map(({ pointer, reason }) =>
      unevaluated(manifest, reason, manifest.locate(pointer)),
    ),
  );
}

/** Policies that nobody here can evaluate, each once for all objects it is about and each cause. */
function openPolicies(world: World): readonly NotEvaluated[] {
  const found = world.judged.flatMap((manifest) =>
    policyAnswers(manifest, world).flatMap(({ policy, binding, actions, verdict }) =>
      verdict.kind === 'open' && actions.includes('Deny')
        ? [{ manifest, what: `ValidatingAdmissionPolicy ${policy}, bound by ${binding}`, why: verdict.why }]
        : [],
    ),
  );
  return [...Map.groupBy(found, ({ what, why }) => `${what} ${why}`).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const about = `${displayName(manifestRef(first.manifest))}${more}`;
    return [unevaluated(first.manifest, `whether ${first.what}, refuses ${about} is not known: ${first.why}`)];
  });
}

/** A kind the hub has only once the manifests are applied. */
function notYetServed({ object }: Manifest, world: World): readonly Unjudged[] {
  const kind = fleetKind(object.kind);
  if (kind?.authored !== true || !isBrought(kind, world) || world.contracts?.find(object) !== undefined) return [];
  return [{ pointer: '', reason: `The hub does not have ${kind.kind} in this version yet, so what it will refuse is not checked.` }];
}

function uniqueReasons(unjudged: readonly Unjudged[]): readonly Unjudged[] {
  return [...new Map(unjudged.map((each) => [`${each.pointer} ${each.reason}`, each])).values()];
}
