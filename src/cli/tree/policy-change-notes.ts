import { isDeepStrictEqual } from 'node:util';
import { objectAt, stringAt } from '../../fleet/json/json.ts';
import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../fleet/kubernetes/admission-policy.ts';
import { displayName, groupOf, type KubeObject, refOf, isOfKind } from '../../fleet/kubernetes/object.ts';
import { fileName } from '../../report/facts/words/words.ts';
import type { Manifest } from '../../static/world/manifest.ts';

/**
 * Sentences about policies, bindings and parameters of policies among the manifests that the change edits or deletes. Both forms are used, as
 * those of `--policies` are: that of the base is in force until the manifests are applied.
 * @param others the policies and bindings of files and of the hub
 */
export function policyChangeNotes(
  head: readonly Manifest[],
  base: readonly Manifest[] = [],
  others: readonly KubeObject[] = [],
): readonly string[] {
  const readers = readersOfParameters([...head, ...base].map(({ object }) => object).concat(others));
  const isConcerned = (manifest: Manifest): boolean => isOfPolicy(manifest.object) || readers(manifest) !== undefined;
  const left = head.filter(isConcerned);
  const take = (isWanted: (manifest: Manifest) => boolean): boolean => {
    const index = left.findIndex(isWanted);
    return index !== -1 && left.splice(index, 1).length > 0;
  };
  const changed = base.filter(isConcerned).filter(({ object }) => !take((now) => isDeepStrictEqual(now.object, object)));
  const notes = changed.map((manifest) => {
    const { object, file } = manifest;
    const name = displayName(refOf(object));
    const what = `${name} (${fileName(file)})`;
    const verb = take((now) => displayName(refOf(now.object)) === name) ? 'edits' : 'deletes';
    const used = verb === 'edits' ? 'Both of its forms were used' : 'It was still used';
    const policy = isOfPolicy(object) ? undefined : readers(manifest);
    return `This change ${verb} ${what}${policy === undefined ? '' : `, a parameter of ${policy}`}. ${used} to check the objects.`;
  });
  return [...new Set(notes)];
}

function isOfPolicy(object: KubeObject): boolean {
  return isOfKind(object, ADMISSION_POLICY) || isOfKind(object, ADMISSION_POLICY_BINDING);
}

/** Returns the policy that reads an object as a parameter: by its kind, and by the name in a binding. A selector may select any of them. */
function readersOfParameters(objects: readonly KubeObject[]): (manifest: Manifest) => string | undefined {
  const read = objects.flatMap((policy) => {
    const wanted = isOfKind(policy, ADMISSION_POLICY) ? objectAt(policy, 'spec', 'paramKind') : undefined;
    if (wanted === undefined) return [];
    const type = { group: groupOf(stringAt(wanted, 'apiVersion') ?? ''), kind: stringAt(wanted, 'kind') ?? '' };
    const bindings = objects.filter(
      (object) => isOfKind(object, ADMISSION_POLICY_BINDING) && stringAt(object, 'spec', 'policyName') === policy.metadata.name,
    );
    return bindings.map((binding) => ({ policy, type, name: stringAt(binding, 'spec', 'paramRef', 'name') }));
  });
  return ({ object }) => {
    const reader = read.find(({ type, name }) => isOfKind(object, type) && (name === undefined || name === object.metadata.name));
    return reader === undefined ? undefined : displayName(refOf(reader.policy));
  };
}
