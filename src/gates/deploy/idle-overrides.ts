import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { objectKey, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { IdleOverride } from '../../report.ts';
import { isForPlacement, isOverride, overrideOf, placementKey, type Override } from '../../selection/override.ts';
import { unsentSelections } from '../../selection/unsent-selections.ts';
import { resourceGroups } from '../view/placement.ts';
import { viewRun } from '../view/run.ts';
import { isRunOf } from '../view/runs-of.ts';
import { seenObjects, typeOf } from '../view/seen.ts';
import type { Expectation } from './expectation.ts';
import { followedPlacements } from './followed-placements.ts';
import { isTaken, selectsOf, surroundingsOf } from './selection.ts';
import { targetRef } from './target.ts';

/**
 * The overrides of the deploy of which a part changes nothing that is judged: their placement is not there or not followed, or no followed
 * placement sends what they select. Empty if followed placements, or their newest resource snapshots, are not known.
 */
export function idleOverrides(hub: HubState, expectation: Expectation): readonly IdleOverride[] {
  const { manifests = [] } = expectation;
  const overrides = manifests.filter(isOverride);
  const followed = overrides.length === 0 ? undefined : followedPlacements(hub, expectation);
  if (followed === undefined) return [];
  const surroundings = surroundingsOf(hub, manifests);
  const content = new Map(followed.map((placement) => [placement, sentBy(placement)]));
  return overrides.flatMap((object): readonly IdleOverride[] => {
    const override = overrideOf(object, object.metadata.namespace);
    if (override === undefined) return [];
    const own = followed.filter((placement) => isForPlacement(override, placementKey(placement, placement.metadata.namespace)));
    const placement = own.length === 0 ? namedPlacement(override) : undefined;
    if (placement !== undefined) return [{ object: refOf(object), why: whyNotFollowed(placement), names: [placement] }];
    const sent = own.map((each) => content.get(each));
    if (sent.includes(undefined)) return [];
    const names = unsentSelections(
      object,
      sent.flatMap((objects) => objects ?? []),
      surroundings.apis,
      'unknown',
    );
    return names.length === 0 ? [] : [{ object: refOf(object), why: 'notSent', names }];
  });

  /** The content on its way to clusters; `undefined` if it is not known. */
  function sentBy(placement: KubeObject): readonly KubeObject[] | undefined {
    const live = hub.get(typeOf(placement.kind), placement.metadata.namespace, placement.metadata.name);
    const groups = live && resourceGroups(hub, live);
    if (live === undefined || groups?.[0]?.whole !== true) return undefined;
    const used = new Set(runsOn(live));
    const selects = selectsOf(placement, surroundings);
    return [
      ...groups.filter(({ index }, at) => at === 0 || used.has(index)).flatMap(({ objects }) => objects),
      ...manifests.filter((object) => isTaken(selects(object))),
    ];
  }

  /** The resource snapshots of the followed runs. */
  function runsOn(placement: KubeObject): readonly (number | undefined)[] {
    const runs = expectation.targets.flatMap(({ kind, namespace, name }) => hub.get(typeOf(kind), namespace, name) ?? []);
    return runs.filter((run) => isRunOf(run, placement)).map((run) => viewRun(run).usedIndex);
  }

  function whyNotFollowed(placement: ObjectRef): IdleOverride['why'] {
    const onHub = seenObjects(hub, placement.kind, placement.namespace);
    const isNamed = (object: KubeObject): boolean => isPlacement(object) && objectKey(refOf(object)) === objectKey(placement);
    return onHub === undefined || onHub.some(isNamed) || manifests.some(isNamed) ? 'placementNotFollowed' : 'placementMissing';
  }
}

function namedPlacement({ ref, namespaced, placement }: Override): ObjectRef | undefined {
  if (placement === undefined) return undefined;
  const { namespace } = ref;
  return namespaced && placement.namespaced && namespace !== undefined
    ? targetRef({ kind: 'ResourcePlacement', namespace, name: placement.name })
    : targetRef({ kind: 'ClusterResourcePlacement', name: placement.name });
}
