import type { NotEvaluated } from '../../finding.ts';
import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../fleet/kubernetes/admission-policy.ts';
import { unseenReason, type HubListing, type Interest, type Visibility } from '../../fleet/kubefleet/hub-state.ts';
import { fleetKind, isPlacement, PLACEMENT_GROUP, MEMBER_CLUSTER } from '../../fleet/kubefleet/kinds.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { counted } from '../../report/facts/words/words.ts';
import { hubContent, hubItem, type Selectable } from '../../selection/hub-content.ts';
import { neededInterests } from '../../selection/needed-interests.ts';
import { manifestRef } from '../../static/world/identity.ts';
import { type Manifest, startOf } from '../../static/world/manifest.ts';
import { authoredTypes, type AuthoredType, besideNeeds } from '../hub/hub-needs.ts';
import { uniqueInterests } from '../../gates/hub/interest.ts';
import { relationNeeds } from '../hub/relation-needs.ts';
import type { StaticInput } from './static-input.ts';

/**
 * Parts of the hub that could not be read, each with the first manifest whose judgement is affected. A dump does not promise to be
 * complete.
 */
export function notKnownOfHub({ read: { manifests }, fleet: { hub }, target }: StaticInput): readonly NotEvaluated[] {
  const [first] = manifests;
  if (hub === undefined || hub.from !== undefined || first === undefined) return [];
  const members = unseenReason(hub.visibility(MEMBER_CLUSTER));
  const content = hubContent<Selectable>([...hub.objects.map(hubItem), ...manifests], hub.apis);
  const selected = neededInterests<Selectable>(
    manifests.filter(({ object }) => isPlacement(object)),
    content,
    target,
    'named',
  );
  const placement = manifests.find(({ object }) => isPlacement(object)) ?? first;
  const policies = [ADMISSION_POLICY, ADMISSION_POLICY_BINDING].flatMap((type) => {
    const visibility = hub.visibility(type);
    return visibility.kind === 'denied' ? [visibility.message] : [];
  });
  return [
    ...(policies[0] === undefined
      ? []
      : [at(first, `whether a ValidatingAdmissionPolicy of the hub refuses these objects is not known: ${policies[0]}`)]),
    ...(members === undefined ? [] : [at(first, `the member clusters are not known, so rules about clusters were skipped: ${members}`)]),
    ...(hub.apis === undefined
      ? [at(first, 'the kinds of the hub could not be listed, so custom kinds are known only from the manifests')]
      : []),
    ...authoredTypes(manifests).flatMap((type) => editNotJudged(type, hub)),
    ...[...Map.groupBy(selected, ({ group, kind }) => `${group}/${kind}`).values()].flatMap((ofType) =>
      selectionNotKnown(ofType, placement, hub),
    ),
    ...relationsNotKnown(manifests, selected, hub),
  ];
}

function editNotJudged({ group, kind, items }: AuthoredType<Manifest>, hub: HubListing): readonly NotEvaluated[] {
  const unseen = items.flatMap((manifest) => {
    const { namespace } = manifestRef(manifest);
    const isNowhere = namespace === undefined && fleetKind(kind)?.namespaced === true;
    const visibility: Visibility = isNowhere ? { kind: 'unread' } : hub.visibility({ group, kind }, namespace);
    // If not every hub has the kind, a finding reports that this one does not serve it.
    const isReported = visibility.kind === 'notServed' && fleetKind(kind)?.only !== undefined;
    return visibility.kind === 'seen' || isReported ? [] : [{ manifest, visibility }];
  });
  const [one] = unseen;
  if (one === undefined) return [];
  const more = unseen.length === 1 ? '' : ` and ${counted(unseen.length - 1, 'more object')} of its kind`;
  const what = `${displayName(manifestRef(one.manifest))}${more}`;
  // Objects with a known name and namespace were all requested.
  const isUnread = one.visibility.kind === 'unread';
  const reason = isUnread
    ? 'the manifest does not name a namespace'
    : `its object on the hub could not be read: ${unseenReason(one.visibility) ?? ''}`;
  const entry = at(one.manifest, `whether the hub accepts the edit of ${what} is not known, because ${reason}`);
  return [{ ...entry, object: manifestRef(one.manifest) }];
}

/** KubeFleet's kinds are reported as edits. A kind that is not served does not have objects. */
function selectionNotKnown(ofType: readonly Interest[], placement: Manifest, hub: HubListing): readonly NotEvaluated[] {
  const unseen = ofType.map(({ namespace, ...type }) => ({ type, visibility: hub.visibility(type, namespace) }));
  const found = unseen.find(({ visibility }) => visibility.kind !== 'seen');
  if (found === undefined || found.visibility.kind === 'notServed' || found.type.group === PLACEMENT_GROUP) return [];
  const why = unseenReason(found.visibility) ?? '';
  return [at(placement, `which other ${found.type.kind} objects the hub has is not known: ${why}`)];
}

/** Objects that only the hub may have, except those reported with edits and selections. */
function relationsNotKnown(manifests: readonly Manifest[], reportedTypes: readonly Interest[], hub: HubListing): readonly NotEvaluated[] {
  const [first] = manifests;
  const kinds = new Set([...reportedTypes, ...authoredTypes(manifests)].map(({ group, kind }) => `${group}/${kind}`));
  const unseen = uniqueInterests([...relationNeeds(manifests), ...besideNeeds(manifests)]).flatMap(({ group, kind, namespace }) => {
    const visibility = hub.visibility({ group, kind }, namespace);
    return kinds.has(`${group}/${kind}`) || visibility.kind !== 'denied' ? [] : [{ kind, why: visibility.message }];
  });
  const [one] = unseen;
  if (one === undefined || first === undefined) return [];
  const names = [...new Set(unseen.map(({ kind }) => kind))];
  return [
    at(
      first,
      `objects of ${listed(names, 3, 'kinds')} that exist only on the hub could not be read, so references to them were not checked: ${one.why}`,
    ),
  ];
}

function at(manifest: Manifest, reason: string): NotEvaluated {
  const { file, line } = startOf(manifest);
  return { file, line, reason };
}
