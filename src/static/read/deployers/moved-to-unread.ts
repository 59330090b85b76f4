import type { NotEvaluated } from '../../../finding.ts';
import type { Manifest } from '../../world/manifest.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import type { ReadResult } from '../read-result.ts';
import { nameOfDeployer } from './delivery.ts';

/**
 * The overlays and folders of the base whose deployer deploys an overlay of the change that is not rendered, by the name of that overlay. What they
 * had may be in it.
 * @param isMeant which entries; else those that fail the run
 */
export function movedToUnread(
  head: ReadResult,
  base: ReadResult,
  isMeant: (entry: NotEvaluated) => boolean = isOfFleet,
): ReadonlyMap<string, ReadonlySet<string>> {
  const [now, before] = [head.built, base.built];
  const unread = new Set(head.notEvaluated.filter(isMeant).flatMap(({ rendered }) => rendered?.overlays ?? []));
  if (now === undefined || before === undefined || unread.size === 0) return new Map();
  for (const { overlay } of head.manifests) if (overlay !== undefined) unread.delete(overlay);
  const still = new Set(now.deliveries().map((delivery) => now.overlayOf(delivery)));
  const had = Map.groupBy(before.deliveries(), nameOfDeployer);
  const moved = new Map<string, ReadonlySet<string>>();
  for (const delivery of now.deliveries()) {
    const overlay = now.overlayOf(delivery);
    const places = (had.get(nameOfDeployer(delivery)) ?? []).map((each) => before.overlayOf(each)).filter((place) => !still.has(place));
    if (unread.has(overlay)) moved.set(overlay, new Set([...(moved.get(overlay) ?? []), ...places]));
  }
  return moved;
}

function isOfFleet({ fleetObject }: NotEvaluated): boolean {
  return fleetObject === true;
}

/** Returns whether one of these places deploys an object. */
export function deployedAt(moved: Iterable<ReadonlySet<string>>): (manifest: Manifest) => boolean {
  const places = [...moved].flatMap((each) => [...each]);
  return ({ file, overlay }) => places.some((place) => (overlay === undefined ? isAtOrBelow(file, place) : overlay === place));
}
