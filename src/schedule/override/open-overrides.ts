import { isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { HubContent } from '../../selection/hub-content.ts';
import { isForPlacement, type Override } from '../../selection/override.ts';
import { overrideTouches } from '../../selection/override-touch.ts';
import type { SelectedResource } from '../../selection/selection.ts';
import { keyInOverrides, type PlacedBy, type Resolvable } from './placement-overrides.ts';

/**
 * The overrides of a placement that its hub applies or ignores, depending on a version that is not known, in whole sentences. They select
 * an envelope or an object in one; see `overrideTouches`.
 */
export function openOverrides<T extends Resolvable>(
  placement: PlacedBy,
  selected: readonly SelectedResource<T>[],
  overrides: readonly Override[],
  content: HubContent<T>,
  target: HubProfile,
): readonly string[] {
  const own = overrides.filter((override) => isForPlacement(override, keyInOverrides(placement)));
  if (own.length === 0) return [];
  return selected.flatMap(({ ref, item }) => {
    if (item === undefined || !isEnvelope(item.object)) return [];
    return own
      .filter((override) => overrideTouches(override, ref, item.object, content.apis, target) === 'open')
      .map(
        (override) =>
          `Whether ${displayName(override.ref)} changes ${displayName(ref)} depends on the version of Azure's hub, which is not known.`,
      );
  });
}
