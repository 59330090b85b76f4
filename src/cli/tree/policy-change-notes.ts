import { isDeepStrictEqual } from 'node:util';
import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../fleet/kubernetes/admission-policy.ts';
import { displayName, groupOf, refOf } from '../../fleet/kubernetes/object.ts';
import { fileName } from '../../report/facts/words/words.ts';
import type { Manifest } from '../../static/world/manifest.ts';

/**
 * Sentences about policies and bindings among the manifests that the change edits or deletes. Their form in the base is not used: such a
 * policy applies only after the manifests are applied. Policies of `--policies` are used in both forms.
 */
export function policyChangeNotes(head: readonly Manifest[], base: readonly Manifest[] = []): readonly string[] {
  const left = head.filter(isOfPolicy);
  const take = (isWanted: (manifest: Manifest) => boolean): boolean => {
    const index = left.findIndex(isWanted);
    return index !== -1 && left.splice(index, 1).length > 0;
  };
  const changed = base.filter(isOfPolicy).filter(({ object }) => !take((now) => isDeepStrictEqual(now.object, object)));
  const notes = changed.map(({ object, file }) => {
    const name = displayName(refOf(object));
    const what = `${name} (${fileName(file)})`;
    return take((now) => displayName(refOf(now.object)) === name)
      ? `This change edits ${what}. As part of the manifests, it was used only as it is now.`
      : `This change deletes ${what}. As part of the manifests, it was not used to check the objects.`;
  });
  return [...new Set(notes)];
}

function isOfPolicy({ object: { apiVersion, kind } }: Manifest): boolean {
  return [ADMISSION_POLICY, ADMISSION_POLICY_BINDING].some((type) => kind === type.kind && groupOf(apiVersion) === type.group);
}
