import { isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { PlacementView } from '../view/placement.ts';
import type { WorkView } from '../view/work.ts';
import { asWantedInSnapshot } from './content/comparable.ts';
import type { DeployedObject } from './deployed-object.ts';
import { missingFrom } from './content/equal.ts';
import { typeRules } from './content/type-rules.ts';

/**
 * An object of the deploy that Works hold, but never as deployed. So this deploy has not reached a cluster yet, regardless of what the
 * resource snapshots hold. Works that overrides have changed prove nothing; without the bindings it is not known which Works these are.
 */
export function outdatedInWorks(view: PlacementView, content: readonly DeployedObject[]): ObjectRef | undefined {
  const plain = new Set(
    (view.bindings ?? []).filter(({ leaving, overrides }) => !leaving && overrides.length === 0).map(({ name }) => name),
  );
  const works = (view.works ?? []).filter(({ binding, deleting }) => plain.has(binding) && !deleting);
  return content.find((deployed) => {
    const held = works.flatMap((work) => heldIn(work, deployed));
    const type = typeRules(deployed.live ?? deployed.manifest);
    const wanted = asWantedInSnapshot(deployed.manifest);
    return held.length > 0 && held.every((object) => missingFrom(object, wanted, '', type) !== undefined);
  })?.ref;
}

/** Only the same API version is compared: fields of another version may have other names. */
function heldIn({ object }: WorkView, { manifest, ref }: DeployedObject): readonly unknown[] {
  return listAt(object, 'spec', 'workload', 'manifests').filter((held) => {
    if (!isObject(held) || stringAt(held, 'apiVersion') !== manifest.apiVersion) return false;
    return (
      stringAt(held, 'kind') === ref.kind &&
      stringAt(held, 'metadata', 'name') === ref.name &&
      (stringAt(held, 'metadata', 'namespace') ?? '') === (ref.namespace ?? '')
    );
  });
}
