/**
 * The content of an envelope reaches the clusters in a Work of its own. If the placement also sends the same object in another way, the two
 * Works conflict. Source: `pkg/controllers/workgenerator/controller.go` (one Work for each envelope), `pkg/controllers/workapplier/`
 * `drift_detection_takeover.go` (`already owned by another Fleet AppliedWork object`), regardless of `allowCoOwnership`.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { isWhole, selectedBy } from '../placing/placed-objects.ts';
import { enclosedIn, envelopesOf, type EnclosedObject } from '../world/envelopes.ts';
import { manifestRef } from '../world/identity.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { placedBy } from '../placing/placements-of-object.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Twice {
  readonly object: string;
  readonly envelope: string;
  /** Another envelope; `undefined` if the object itself is selected. */
  readonly other: string | undefined;
}

export const placedTwice = defineRule<Twice>({
  id: 'placed-twice',
  summary: 'The placement sends an object twice: in an envelope and directly, or in two envelopes',
  effect: 'fails',
  otherwise: { misbehaves: 'the objects are in different folders, which may be for different hubs' },
  kinds: PLACEMENT_KINDS,
  why: 'Each envelope becomes a Work of its own, beside that of the objects selected directly, and on a member an object belongs to the Work that applied it first. For the other one `Applied` is False with `FailedToTakeOver`, and which one is first is random. A namespace that is selected with its resources includes its envelopes.',
  remedy: 'Keep the object in one place: in the envelope, or on the hub itself.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ object, envelope, other }) =>
    `${object} is in ${envelope} and ${other === undefined ? 'also selected directly' : `in ${other}`}, and a cluster accepts it from only one of them.`,
  *check(manifest, world) {
    const envelopes = envelopesIn(manifest, world);
    if (envelopes.length === 0) return;
    const direct = directlyPlaced(manifest, world);
    const first = new Map<string, Manifest>();
    const reported = new Set<string>();
    for (const { at, envelope } of envelopes) {
      const name = displayName(manifestRef(envelope));
      for (const key of new Set(enclosedIn(envelope).map(keyOf))) {
        const holder = first.get(key) ?? envelope;
        first.set(key, holder);
        const other = displayName(manifestRef(holder));
        const self = direct(key);
        if ((self === undefined && other === name) || reported.has(key)) continue;
        reported.add(key);
        const data = { object: key.slice(key.indexOf(' ') + 1), envelope: name, other: self === undefined ? other : undefined };
        const related = [{ manifest: envelope, at: '/data', message: name }];
        const apart = new Set([manifest, envelope, self ?? holder].map(folderOf)).size > 1;
        yield { at, data, related, ...(apart ? { effect: 'misbehaves' } : {}) };
      }
    }
  },
});

/** The envelopes that a placement opens, with the selector of each. */
function envelopesIn(placement: Manifest, world: World): readonly { readonly at: string; readonly envelope: Manifest }[] {
  return selectedBy(placement, world).flatMap(({ selector, apiVersion, kind, name, namespace }) => {
    const found = isWhole(selector)
      ? envelopesOf('ResourceEnvelope', name, undefined, world)
      : isEnvelope({ apiVersion, kind })
        ? envelopesOf(kind, namespace, name, world)
        : [];
    return found.filter(isNamed).map((envelope) => ({ at: selector.at, envelope }));
  });
}

/** Returns the manifest for which the placement takes an object directly from the hub: the object's own, or the placement that names it. */
function directlyPlaced(placement: Manifest, world: World): (key: string) => Manifest | undefined {
  const keys = new Map<string, Manifest>();
  for (const { apiVersion, kind, name, namespace } of selectedBy(placement, world)) {
    keys.set(keyOf({ group: groupOf(apiVersion), kind, namespace, name }), placement);
  }
  for (const manifest of placedBy(placement, world)) {
    const { apiVersion, kind, namespace, name } = manifestRef(manifest);
    const key = keyOf({ group: groupOf(apiVersion), kind, namespace, name });
    if (!keys.has(key)) keys.set(key, manifest);
  }
  return (key) => keys.get(key);
}

function keyOf({ group, kind, namespace, name }: EnclosedObject): string {
  return `${group} ${displayName(namespace === undefined ? { kind, name } : { kind, namespace, name })}`;
}
