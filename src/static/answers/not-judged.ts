import { shown } from '../../fleet/text/shown.ts';
import { laterFields } from '../../admission/later-fields.ts';
import type { Unjudged } from '../../admission/unjudged.ts';
import type { NotEvaluated } from '../../finding.ts';
import {
  fleetKind,
  isFleetGroup,
  isNewGroup,
  isOtherGroupOfFleet,
  isSystemKind,
  isUnknownFleetKind,
  LEGACY_GROUP,
  PLACEMENT_GROUP,
  CLUSTER_GROUP,
  POLICY_GROUP,
} from '../../fleet/kubefleet/kinds.ts';
import { conditionsAt } from '../../fleet/kubernetes/condition.ts';
import { nearestTypo } from '../../fleet/text/nearest.ts';
import { isInMisspeltGroup, isKubeFleetsAlone, isNearGroupOfFleet } from '../../fleet/kubefleet/misspelt-group.ts';
import { HELM_HOOK, ARGO_HOOK, wordsOf } from '../../fleet/kubernetes/hook-annotations.ts';
import { displayName, groupOf, hasGeneratedName, isFromServer, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { hasPolicies, policyAnswers } from './admission-policies.ts';
import { hubAnswer } from './admission.ts';
import { MOST_COMBINATIONS } from '../delivery/declared-combinations.ts';
import { partlyTriedOverrides } from '../delivery/overridden-deliveries.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import { isDefinedByManifests, knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { unevaluated } from '../world/unevaluated.ts';
import type { World } from '../world/world.ts';

/** KubeFleet objects that no rule judges, content without a name, and checks of the hub that cannot be evaluated here. */
export function notJudged(world: World): readonly NotEvaluated[] {
  return [...withoutRules(world), ...withoutNames(world), ...uncheckedOfHub(world), ...openPolicies(world), ...partlyTried(world)];
}

/**
 * Kinds that are newer than this program, KubeFleet kinds in an unknown group, and kinds that only KubeFleet writes. There is one entry for
 * each file and kind of the latter, because a dump has many.
 */
function withoutRules(world: World): readonly NotEvaluated[] {
  const unknown = world.judged.filter(({ object }) => isUnknownFleetKind(object));
  const actedOn = world.judged.filter(
    (manifest) =>
      isNewGroup(groupOf(manifest.object.apiVersion)) &&
      conditionsAt(world.before(manifest)?.live, 'status', 'conditions').length > 0 &&
      !unknown.includes(manifest),
  );
  const inUnknownGroup = world.judged.filter(({ object }) => isInUnknownGroup(object, world));
  const elsewhere = inUnknownGroup.filter(({ object }) => isKubeFleetsAlone(object.kind));
  const inOtherGroup = inUnknownGroup.filter(
    ({ object }) => !isKubeFleetsAlone(object.kind) && isLikeGroupOfFleet(groupOf(object.apiVersion)),
  );
  const dumped = world.judged.filter(
    ({ object }) => isFleetGroup(groupOf(object.apiVersion)) && isSystemKind(object) && isFromServer(object),
  );
  const same = Map.groupBy(dumped, ({ file, object }) => `${file} ${object.kind}`);
  return [
    ...unknown.map((manifest) => unread(manifest, unknownText(manifest.object))),
    ...actedOn.map((manifest) => unread(manifest, 'the hub acts on it, and only its schema was checked, because no rule knows this kind')),
    ...elsewhere.map((manifest) =>
      unread(
        manifest,
        `KubeFleet has this kind, but not in group ${groupOf(manifest.object.apiVersion)}, so the object was not checked; correct the group, or add the CustomResourceDefinition that defines it`,
      ),
    ),
    ...inOtherGroup.map((manifest) => unread(manifest, unknownGroupText(groupOf(manifest.object.apiVersion)))),
    ...[...same.values()].flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const more = others.length === 0 ? '' : ` (and ${others.length} more in this file)`;
      return [unread(first, `a dump of an object that only KubeFleet's controllers write, so it was not checked${more}`)];
    }),
  ];
}

/** Objects of KubeFleet and content of placements whose name the server makes: they are not compared, and the content is in no plan. */
function withoutNames(world: World): readonly NotEvaluated[] {
  return world.judged.flatMap((manifest) => {
    if (!hasGeneratedName(manifest.object)) return [];
    if (isFleetGroup(groupOf(manifest.object.apiVersion)))
      return mayBeCreated(manifest) ? [] : [unread(manifest, `${GENERATED}, so nothing that names it was checked; give it a \`name\``)];
    if (placementsSending(manifest, world).length === 0) return [];
    return [unevaluated(manifest, `${GENERATED}, so it was not checked as content of a placement`)];
  });
}

const GENERATED = 'it has only a `generateName`, which `kubectl apply` refuses; what another command creates has a name that is not known';

/** Whether a step creates it, helm or Argo CD runs it as a hook, or it is of a kind that people create by hand for one use. */
function mayBeCreated({ object, isCreated, rendered }: Manifest): boolean {
  if (rendered !== undefined || [HELM_HOOK, ARGO_HOOK].some((key) => wordsOf(object, key).length > 0)) return true;
  return isCreated ?? /(?:StagedUpdateRun|Eviction)$/.test(object.kind);
}

/** Today's API has kinds of the same names, so the group is named. */
function unknownText({ apiVersion, kind }: KubeObject): string {
  const inGroup = fleetKind(kind) === undefined ? '' : ` in group ${groupOf(apiVersion)}`;
  return `this program does not know this kind of KubeFleet${inGroup}, so the object was not checked`;
}

function isLikeGroupOfFleet(group: string): boolean {
  return isOtherGroupOfFleet(group) || isNearGroupOfFleet(group);
}

function unknownGroupText(group: string): string {
  // `placement.kubefleet.io` is as near to the group of today's API as to the one of the next.
  const meant = isOtherGroupOfFleet(group) ? nearestTypo(group, [PLACEMENT_GROUP, CLUSTER_GROUP, POLICY_GROUP]) : undefined;
  const correct = meant === undefined ? 'correct the group' : `write group ${meant}, if it is meant`;
  return `this program does not know a group ${group} of KubeFleet, so the object was not checked; ${correct}, or add the CustomResourceDefinition that defines it`;
}

function unread(manifest: Manifest, reason: string): NotEvaluated {
  return { ...unevaluated(manifest, reason), fleetObject: true };
}

/** Whether no CustomResourceDefinition defines the kind in its group, and the group is not similar to one of KubeFleet's. */
function isInUnknownGroup(object: KubeObject, world: World): boolean {
  const group = groupOf(object.apiVersion);
  if (group === '' || group === LEGACY_GROUP || isFleetGroup(group) || isInMisspeltGroup(object)) return false;
  return knownApis(world).find(group, object.kind) === undefined && world.contracts?.definition(group, object.kind) === undefined;
}

/** Unsupported keywords of the hub's own schemas; the built-in schemas have none. */
function uncheckedOfHub(world: World): readonly NotEvaluated[] {
  if (world.contracts === undefined) return [];
  return world.judged.flatMap((manifest) =>
    uniqueReasons([...notYetServed(manifest, world), ...hubAnswer(manifest, world).unjudged, ...ofLaterHub(manifest, world)]).map(
      ({ pointer, reason }) => unevaluated(manifest, reason, manifest.locate(pointer)),
    ),
  );
}

/** A hub may have each of several manifests of an object together with each manifest of an override. */
function partlyTried(world: World): readonly NotEvaluated[] {
  return partlyTriedOverrides(world).map(({ override, item }) =>
    unread(
      override,
      `not checked on each manifest of ${displayName(manifestRef(item))}: the manifests of the object, of its placements and of its overrides make more than ${MOST_COMBINATIONS} combinations; remove manifests of the same name, or check their folders separately`,
    ),
  );
}

/** Policies that cannot be evaluated here. Each is listed once for each cause, with all its objects. */
function openPolicies(world: World): readonly NotEvaluated[] {
  if (!hasPolicies(world)) return [];
  const found = world.judged.flatMap((manifest) =>
    policyAnswers(manifest, world).flatMap(({ policy, binding, actions, verdict }) =>
      verdict.kind === 'open' && actions.includes('Deny')
        ? [
            {
              manifest,
              what: `ValidatingAdmissionPolicy ${policy}, bound by ${shown(binding)}`,
              why: verdict.why,
              isFault: verdict.isFault,
            },
          ]
        : [],
    ),
  );
  return [...Map.groupBy(found, ({ what, why }) => `${what} ${why}`).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const about = `${displayName(manifestRef(first.manifest))}${more}`;
    const entry = unevaluated(first.manifest, `whether ${first.what}, refuses ${about} is not known: ${first.why}`);
    return [first.isFault === true ? { ...entry, fleetObject: true } : entry];
  });
}

function ofLaterHub({ object }: Manifest, { contracts }: World): readonly Unjudged[] {
  const contract = contracts?.find(object);
  return contract === undefined ? [] : laterFields(object, contract);
}

/** A kind that the hub serves only after the manifests are applied. */
function notYetServed({ object }: Manifest, world: World): readonly Unjudged[] {
  const kind = fleetKind(object.kind);
  if (kind?.authored !== true || !isDefinedByManifests(kind, world) || world.contracts?.find(object) !== undefined) return [];
  return [
    { pointer: '', reason: `The hub does not have ${kind.kind} in this version yet, so the object was not checked against its schema.` },
  ];
}

function uniqueReasons(unjudged: readonly Unjudged[]): readonly Unjudged[] {
  return [...new Map(unjudged.map((each) => [`${each.pointer} ${each.reason}`, each])).values()];
}
