import type { NotEvaluated } from '../finding.ts';
import type { HubListing } from '../fleet/hub-state.ts';
import { isPlacement, PLACEMENT_GROUP } from '../fleet/kinds.ts';
import { displayName } from '../fleet/object.ts';
import { counted } from '../report/facts/words.ts';
import { hubContent, type Selectable } from '../selection/hub-content.ts';
import { neededTypes, type NeededType } from '../selection/needed-types.ts';
import { manifestRef } from '../static/identity.ts';
import type { Manifest } from '../static/manifest.ts';
import { MEMBER_CLUSTER } from './fleet-input.ts';
import { authoredTypes, type AuthoredType } from './hub-needs.ts';
import type { StaticInput } from './static-input.ts';

/** What of the hub could not be read, each with the first manifest whose judgement it takes something from. */
export function notKnownOfHub({ read: { manifests }, fleet: { hub }, target }: StaticInput): readonly NotEvaluated[] {
  const [first] = manifests;
  if (hub === undefined || first === undefined) return [];
  const members = hub.unseen(MEMBER_CLUSTER);
  const content = hubContent<Selectable>(
    [...hub.objects.map((object) => ({ object, namespace: object.metadata.namespace })), ...manifests],
    hub.apis,
  );
  const selected = neededTypes<Selectable>(
    manifests.filter(({ object }) => isPlacement(object)),
    content,
    target,
    'named',
  );
  const placement = manifests.find(({ object }) => isPlacement(object)) ?? first;
  return [
    ...(members === undefined
      ? []
      : [at(first, `the member clusters are not known, so rules about clusters did not run: ${members.message}`)]),
    ...(hub.apis === undefined
      ? [at(first, 'the hub does not list the kinds it serves, so custom kinds are known from the manifests alone')]
      : []),
    ...authoredTypes(manifests).flatMap((type) => editNotJudged(type, hub)),
    ...selected.flatMap((type) => selectionNotKnown(type, placement, hub)),
  ];
}

function editNotJudged({ group, kind, items }: AuthoredType<Manifest>, hub: HubListing): readonly NotEvaluated[] {
  const unseen = items.flatMap((manifest) => {
    const why = hub.unseen({ group, kind }, manifestRef(manifest).namespace);
    return why === undefined ? [] : [{ manifest, why }];
  });
  const [one] = unseen;
  if (one === undefined) return [];
  const more = unseen.length === 1 ? '' : ` and ${counted(unseen.length - 1, 'more object')} of its kind`;
  const what = `${displayName(manifestRef(one.manifest))}${more}`;
  // Everything with a name was asked for.
  const reason = one.why.kind === 'unread' ? 'the manifest names no namespace' : `the hub does not show what it has: ${one.why.message}`;
  return [at(one.manifest, `whether the hub takes the edit of ${what} is not known, as ${reason}`)];
}

/** Fleet kinds are told as edits; of a kind that is not served there is nothing. */
function selectionNotKnown({ namespaces, ...type }: NeededType, placement: Manifest, hub: HubListing): readonly NotEvaluated[] {
  const places: readonly (string | undefined)[] = namespaces ?? [undefined];
  const [why] = places.flatMap((namespace) => hub.unseen(type, namespace) ?? []);
  if (why === undefined || why.kind === 'notServed' || type.group === PLACEMENT_GROUP) return [];
  return [at(placement, `which ${type.kind} objects the hub has beside the manifests is not known: ${why.message}`)];
}

function at(manifest: Manifest, reason: string): NotEvaluated {
  const { file, line } = manifest.locate('');
  return { file, line, reason };
}
