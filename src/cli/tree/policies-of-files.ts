import { ConfigError } from '../../errors.ts';
import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../fleet/kubernetes/admission-policy.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { namesHub } from '../command-line/reads-hub.ts';
import type { ObjectsFile } from '../hub/objects-below.ts';

/**
 * `--policies`: ValidatingAdmissionPolicies, their bindings, and the objects that they read. Without a hub at least one policy must be
 * bound: an unbound policy does not refuse anything. @throws {ConfigError}
 */
export function policiesOfFiles(
  files: readonly ObjectsFile[],
  invocation: Pick<Invocation, 'named' | 'value' | 'values'>,
): readonly KubeObject[] {
  const paths = invocation.values('policies');
  if (paths.length === 0) return [];
  const objects = files.flatMap((file) => file.objects);
  const ofKind = (type: { readonly group: string; readonly kind: string }): readonly KubeObject[] =>
    objects.filter(({ apiVersion, kind }) => kind === type.kind && groupOf(apiVersion) === type.group);
  const [policies, bindings] = [ofKind(ADMISSION_POLICY), ofKind(ADMISSION_POLICY_BINDING)];
  const all = `${invocation.named('policies')} ${paths.join(' ')}`;
  if (policies.length === 0 && bindings.length === 0)
    throw new ConfigError(
      `${all}: it contains no ValidatingAdmissionPolicy; write them with: kubectl get validatingadmissionpolicies,validatingadmissionpolicybindings -o yaml`,
    );
  const hasHub = namesHub(invocation);
  const isBound = bindings.some((binding) => policies.some(({ metadata }) => metadata.name === stringAt(binding, 'spec', 'policyName')));
  if (!hasHub && !isBound)
    throw new ConfigError(
      `${all}: none of its policies is bound; add the ValidatingAdmissionPolicyBindings, because a policy without a binding refuses nothing`,
    );
  return objects;
}
