import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { envelopeFault } from '../envelope-fault.ts';
import { defineFailure } from '../failure.ts';

/**
 * SyncWorkFailed covers every failure to write Works; only the message distinguishes them. KubeFleet retries an envelope that cannot be
 * parsed, which never succeeds (KubeFleet pkg/controllers/workgenerator).
 */
export const envelopeMalformed = defineFailure({
  id: 'envelope-malformed',
  title: 'An envelope contains an object that is not allowed in it',
  docs: DOCS.workSynchronized,
  when: [
    {
      scope: 'cluster',
      step: 'WorkSynchronized',
      status: 'False',
      reasons: ['SyncWorkFailed'],
      message:
        /wrapped in a (cluster )?resource envelope|from another namespace|failed to parse (the wrapped manifest data|manifest from envelope)|-envelope-[\da-f-]{36}" is invalid: spec\.workload\.manifests/,
    },
  ],
  details: ({ condition }) => envelopeFault(condition?.message ?? ''),
  outcome: 'failed',
  explain:
    '{object} contains an object of another namespace or of the wrong scope, or data that is not a Kubernetes object. Nothing of {target} is written for {cluster}, not even its other objects.',
  remedy: [
    `See the envelope as the hub has it: ${onHub('get {objectArgs} -o yaml')}`,
    'Correct that entry of {object}, and apply it again: namespaced objects of the same namespace go into a ResourceEnvelope, cluster-scoped ones into a ClusterResourceEnvelope.',
  ],
});
