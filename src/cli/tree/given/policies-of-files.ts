import { isDeepStrictEqual } from 'node:util';
import { loadCel } from '../../../admission/cel/load-cel.ts';
import { ConfigError } from '../../../errors.ts';
import { ADMISSION_POLICY, ADMISSION_POLICY_BINDING } from '../../../fleet/kubernetes/admission-policy.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import { displayName, isOfKind, type KubeObject, refOf } from '../../../fleet/kubernetes/object.ts';
import type { Invocation } from '../../command-line/invocation.ts';
import { namesHub } from '../../command-line/reads-hub.ts';
import type { ObjectsFile } from '../../hub/objects-below.ts';
import { policyFault } from './policy-fault.ts';
import { misnamedObject } from './misnamed-object.ts';

/**
 * `--policies`: ValidatingAdmissionPolicies, their bindings, and the objects that they read. Without a hub at least one policy must be
 * bound: an unbound policy does not refuse anything.
 * @throws {ConfigError} none is bound, a type is probably misspelt, no API server accepts one, or two policies or bindings have one name and different content
 */
export async function policiesOfFiles(
  files: readonly ObjectsFile[],
  invocation: Pick<Invocation, 'named' | 'value' | 'values'>,
): Promise<readonly KubeObject[]> {
  const paths = invocation.values('policies');
  if (paths.length === 0) return [];
  const flag = invocation.named('policies');
  await loadCel();
  for (const { file, objects } of files) {
    const fault = faultInPolicies(objects);
    if (fault !== undefined) throw new ConfigError(`${flag} ${file}: ${fault}`);
  }
  checkDuplicates(files, flag);
  const objects = files.flatMap((file) => file.objects);
  const policies = objects.filter((object) => isOfKind(object, ADMISSION_POLICY));
  const bindings = objects.filter((object) => isOfKind(object, ADMISSION_POLICY_BINDING));
  const all = `${flag} ${paths.join(' ')}`;
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

/** Why objects of `--policies` cannot be used, as the end of a sentence. Await `loadCel` first. */
export function faultInPolicies(objects: readonly KubeObject[]): string | undefined {
  const faultOf = (object: KubeObject): string | undefined =>
    misnamedObject(object, [ADMISSION_POLICY, ADMISSION_POLICY_BINDING]) ?? policyFault(object);
  return objects.map(faultOf).find((fault) => fault !== undefined);
}

/** The same object twice does no harm: dumps may overlap. @throws {ConfigError} */
function checkDuplicates(files: readonly ObjectsFile[], flag: string): void {
  const found = new Map<string, { readonly object: KubeObject; readonly file: string }>();
  for (const { file, objects } of files)
    for (const object of objects) {
      if (!isOfKind(object, ADMISSION_POLICY) && !isOfKind(object, ADMISSION_POLICY_BINDING)) continue;
      const name = displayName(refOf(object));
      const before = found.get(name);
      if (before !== undefined && !isDeepStrictEqual(before.object['spec'], object['spec']))
        throw new ConfigError(`${flag} ${file}: ${name} is in ${before.file} as well, with other content; give one of them`);
      found.set(name, { object, file });
    }
}
