import type { Hub } from '../rig/hub.ts';
import { eventually } from './eventually.ts';

export const POLICIES = '/apis/admissionregistration.k8s.io/v1';

/** Waits until the policy that was written last has an effect: the server reads all of them at the same time. */
export async function policiesInForce(hub: Hub): Promise<void> {
  const metadata = { name: 'canary' };
  const spec = {
    matchConstraints: { resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }] },
    validations: [{ expression: "object.metadata.name != 'canary'" }],
  };
  await hub.api.must('POST', `${POLICIES}/validatingadmissionpolicies`, { body: { kind: 'ValidatingAdmissionPolicy', metadata, spec } });
  const binding = { kind: 'ValidatingAdmissionPolicyBinding', metadata, spec: { policyName: 'canary', validationActions: ['Deny'] } };
  await hub.api.must('POST', `${POLICIES}/validatingadmissionpolicybindings`, { body: binding });
  await eventually(
    async () => (await refusalOfCanary(hub))?.includes("ValidatingAdmissionPolicy 'canary'") === true || 'the canary is not refused yet',
  );
}

/** Whether the hub has policies, which a test wrote. */
export async function hasPolicies(hub: Hub): Promise<boolean> {
  const { body } = await hub.api.must('GET', `${POLICIES}/validatingadmissionpolicies`);
  return body.items.length > 0;
}

/** Waits until policies that were deleted have no effect any more. The API server still applies them for a while. */
export async function deletedPoliciesGone(hub: Hub): Promise<void> {
  // The server has read the deletions once it has read a policy that is newer.
  await policiesInForce(hub);
  for (const plural of ['validatingadmissionpolicybindings', 'validatingadmissionpolicies'])
    await hub.api.must('DELETE', `${POLICIES}/${plural}/canary`);
  await eventually(async () => (await refusalOfCanary(hub)) === undefined || 'the canary is still refused');
}

/** The message with which a ConfigMap is refused; `undefined` if it is accepted. */
async function refusalOfCanary(hub: Hub): Promise<string | undefined> {
  const { code, body } = await hub.api.ask('POST', '/api/v1/namespaces/default/configmaps?dryRun=All', {
    body: { metadata: { name: 'canary' } },
  });
  return code < 400 ? undefined : JSON.stringify(body);
}
