/**
 * An update run finds the overrides of a ResourcePlacement by its name only, but an override of scope Namespaced is indexed by
 * `namespace/name`. None of them is found, and the run succeeds without them. Source: `pkg/controllers/updaterun/initialization.go`
 * (recordOverrideSnapshots: placementName), `pkg/utils/overrider/overrider.go`, v0.3.1 and main; seen on hubs of both (binding
 * `NoOverrideSpecified`).
 */
import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { field, stringAt } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { isExternalBefore } from '../world/external-before.ts';
import { manifestsNamed } from '../world/manifests-by-name.ts';
import { manifestRef } from '../world/identity.ts';
import { isNamed, namespacedPlacements } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { withHub } from '../world/with-hub.ts';

interface LeftOut {
  readonly placement: string;
  /** The hub refuses another strategy of the placement. */
  readonly staysExternal: boolean;
  /** The hub has the override, whose `spec.placement` is immutable. */
  readonly isStored: boolean;
}

export const overrideLeftOutByRun = defineRule<LeftOut>({
  id: 'override-left-out-by-run',
  summary: 'Update runs of the ResourcePlacement ignore the override',
  effect: 'misbehaves',
  kinds: ['ResourceOverride'],
  why: 'With `strategy.type: External` an update run writes the objects of a ResourcePlacement to the clusters. In v0.3 and in main a run does not find overrides that name the placement with `scope: Namespaced`: it succeeds, every condition is good, and the clusters get the objects without the override. With `RollingUpdate` the same override is applied.',
  remedy: 'Leave out `spec.placement`, so that the override is for every placement of the object, or use `strategy.type: RollingUpdate`.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ placement }) =>
    `${placement} is rolled out by update runs, and a run ignores overrides that name it with \`scope: Namespaced\`.`,
  remedyFor: ({ staysExternal, isStored }) => {
    const own = isStored
      ? 'Create another override without `spec.placement`, so that it is for every placement of the object, and delete this one'
      : 'Leave out `spec.placement`, so that the override is for every placement of the object';
    return staysExternal ? `${own}.` : `${own}, or use \`strategy.type: RollingUpdate\`.`;
  },
  *check(manifest, judged) {
    const world = withHub(judged);
    const name = stringAt(manifest.object, 'spec', 'placement', 'name');
    const isNamespaced = field(manifest.object, 'spec', 'placement', 'scope') === 'Namespaced';
    if (name === undefined || !isNamespaced || !isNamed(manifest) || !isResolved(manifest, '/spec/placement')) return;
    const [placement, ...others] = manifestsNamed(name, namespacedPlacements(world)).filter(
      (each) => each.namespace === manifest.namespace,
    );
    if (placement === undefined || others.length > 0 || !isNamed(placement) || !isResolved(placement, '/spec/strategy')) return;
    if (!isExternal(placement.object)) return;
    const related = placement.onHub === true ? [] : [{ manifest: placement, at: '/spec/strategy/type', message: 'its rollout strategy' }];
    const data = {
      placement: displayName(manifestRef(placement)),
      staysExternal: isExternalBefore(placement, judged),
      isStored: judged.before(manifest) !== undefined,
    };
    yield { at: '/spec/placement/scope', data, related };
  },
});
