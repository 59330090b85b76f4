/**
 * On a member an object belongs to one placement. If another one selects it instead, the member agent cannot hand it over: the new Work
 * fails until the old one has lost the object, which deletes it. Source: `pkg/controllers/workapplier` (`drift_detection_takeover.go`:
 * `already owned by another Fleet AppliedWork object`; `preprocess.go`, removeOneLeftOverManifest deletes what only KubeFleet owns).
 */
import { DELETED_WITH } from '../../fleet/kubernetes/deleted-with.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { picksOf } from '../delivery/picks.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import { isNamed } from '../world/placements.ts';
import { defineRule } from '../world/rule.ts';

interface Moved {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly loses: string;
}

/** Deleting one of these deletes more than the object itself. Keys are kinds. */
const LOSES: ReadonlyMap<string, string> = new Map(
  Object.entries(DELETED_WITH).map(([key, what]) => [key.slice(key.indexOf('/') + 1), what]),
);

export const movedBetweenPlacements = defineRule<Moved>({
  id: 'moved-between-placements',
  summary: 'A change moves an object to another placement, which deletes it and all that depends on it',
  effect: 'misbehaves',
  kinds: [...LOSES.keys()],
  why: 'A member hands no object over from one placement to another: the new one reports `FailedToTakeOver` until the former one has removed the object, and then creates it again. With a CustomResourceDefinition Kubernetes deletes all objects of the kind, with a Namespace all that is in it, with a PersistentVolumeClaim usually the volume. It is the same if a placement is renamed. Compared with `{--base}`, for placements that have a cluster in common or whose clusters are not known.',
  remedy: 'Leave the object with its placement, or save what would be deleted.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ what, from, to, loses }) =>
    `${what} moves from ${from} to ${to}: KubeFleet deletes it from the clusters before it is created again, and with it ${loses}.`,
  remedyFor: ({ from }) => `Leave it with ${from}, or save what would be deleted.`,
  *check(manifest, world) {
    const base = world.base();
    if (base === undefined || !isNamed(manifest)) return;
    const { apiVersion, kind } = manifest.object;
    const [old, ...others] = base.find({ ...manifestRef(manifest), group: groupOf(apiVersion) });
    if (old === undefined || others.length > 0) return;
    const [was, is] = [placementsSending(old, base), placementsSending(manifest, world)];
    const names = new Set(is.map(nameOfPlacement));
    const [from] = was;
    const to = is.find((each) => from !== undefined && isShared(picksOf(from, base)?.picked, picksOf(each, world)?.picked));
    if (from === undefined || to === undefined || was.some((each) => names.has(nameOfPlacement(each)))) return;
    const data = {
      what: displayName(manifestRef(manifest)),
      from: nameOfPlacement(from),
      to: nameOfPlacement(to),
      loses: LOSES.get(kind) ?? '',
    };
    yield { at: '/metadata/name', data, related: [{ manifest: to, at: '/spec/resourceSelectors', message: `${data.to} selects it now` }] };
  },
});

type Picked = readonly { readonly name: string }[] | undefined;

function nameOfPlacement(placement: Parameters<typeof manifestRef>[0]): string {
  return displayName(manifestRef(placement));
}

function isShared(one: Picked, other: Picked): boolean {
  if (one === undefined || other === undefined) return true;
  const names = new Set(other.map(({ name }) => name));
  return one.some(({ name }) => names.has(name));
}
