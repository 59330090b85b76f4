import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../../fleet/kubernetes/admission-policy.ts';
import { objectAt, stringAt } from '../../../fleet/json/json.ts';
import { displayName, groupOf, isOfKind, type KubeObject, refOf } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { fileName } from '../../../report/facts/words/words.ts';
import type { Invocation } from '../../command-line/invocation.ts';
import { namesHub } from '../../command-line/reads-hub.ts';
import type { ObjectsFile } from '../../hub/objects-below.ts';
import { NAMESPACE } from '../../../fleet/kubernetes/read-types.ts';

/**
 * Sentences about objects of the files of `--policies` that do not decide anything. A hub may have the missing policies and bindings.
 * @param manifests may have the missing policies and bindings too
 */
export function unusedPolicies(
  files: readonly ObjectsFile[],
  manifests: readonly KubeObject[],
  invocation: Pick<Invocation, 'named' | 'value'>,
): readonly string[] {
  const given = files.flatMap(({ file, objects }) => objects.map((object) => ({ object, file })));
  const ofKind = (type: Type): readonly KubeObject[] =>
    [...given.map(({ object }) => object), ...manifests].filter((object) => isOfKind(object, type));
  const [policies, bindings] = [ofKind(ADMISSION_POLICY), ofKind(ADMISSION_POLICY_BINDING)];
  const params = policies.flatMap((policy) => objectAt(policy, 'spec', 'paramKind') ?? []);
  const isRead = (object: KubeObject): boolean =>
    READ.some((type) => isOfKind(object, type)) ||
    params.some((param) => isOfKind(object, { group: groupOf(stringAt(param, 'apiVersion') ?? ''), kind: stringAt(param, 'kind') ?? '' }));
  const isUnbound = ({ metadata }: KubeObject): boolean => !bindings.some((binding) => policyOf(binding) === metadata.name);
  const bindsNothing = (binding: KubeObject): boolean => !policies.some(({ metadata }) => metadata.name === policyOf(binding));
  const named = (isMeant: (object: KubeObject) => boolean): readonly string[] =>
    given.flatMap(({ object, file }) => (isMeant(object) ? [`${displayName(refOf(object))} (${fileName(file)})`] : []));
  const flag = invocation.named('policies');
  const hasHub = namesHub(invocation);
  const note = (start: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`${start}: ${listed(names, 5)}.`];
  return [
    ...note(
      `Only ValidatingAdmissionPolicies, their bindings and the objects that they look up are used from ${flag}. These are not used`,
      named((object) => !isRead(object)),
    ),
    ...note(
      `Policies of ${flag} that have no binding there refuse nothing`,
      hasHub ? [] : named((object) => isOfKind(object, ADMISSION_POLICY) && isUnbound(object)),
    ),
    ...note(
      `Bindings of ${flag} whose policy is not there refuse nothing`,
      hasHub ? [] : named((object) => isOfKind(object, ADMISSION_POLICY_BINDING) && bindsNothing(object)),
    ),
  ];
}

const READ = [ADMISSION_POLICY, ADMISSION_POLICY_BINDING, NAMESPACE] as const;

type Type = { readonly group: string; readonly kind: string };

function policyOf(binding: KubeObject): string | undefined {
  return stringAt(binding, 'spec', 'policyName');
}
