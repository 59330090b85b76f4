import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { objectAt } from '../../fleet/json/json.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { overrideOf, type Override } from '../../selection/override.ts';
import { overrideSnapshot } from '../deploy/override.ts';
import type { BindingView } from '../view/binding.ts';
import { overridesOfBinding } from '../view/overrides-of-binding.ts';

/** The override snapshots a binding lists, in its order; `undefined` if one of them cannot be seen. */
export function overridesInForce(hub: HubState, { overrides }: BindingView): readonly KubeObject[] | undefined {
  const found = overrides.map((name) => overrideSnapshot(hub, name));
  return found.every((object) => object !== undefined) ? found : undefined;
}

/** The override in the `overrideSpec` of its snapshot. */
export function overrideIn(snapshot: KubeObject): Override | undefined {
  const { apiVersion, kind, metadata } = snapshot;
  const override = { apiVersion, kind: kind.replace(/Snapshot$/, ''), metadata, spec: objectAt(snapshot, 'spec', 'overrideSpec') ?? {} };
  return overrideOf(override, metadata.namespace);
}

/** The same as parsed overrides, each with the name its author gave it; `undefined` if one of them cannot be seen. */
export function namedOverrides(hub: HubState, binding: BindingView): ReadonlyMap<Override, ObjectRef> | undefined {
  const found = overridesInForce(hub, binding);
  const refs = overridesOfBinding(binding);
  const pairs = found?.flatMap((snapshot, at): readonly (readonly [Override, ObjectRef])[] => {
    const [override, ref] = [overrideIn(snapshot), refs[at]];
    return override === undefined || ref === undefined ? [] : [[override, ref]];
  });
  return pairs && new Map(pairs);
}
