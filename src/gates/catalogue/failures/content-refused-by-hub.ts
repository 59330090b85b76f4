import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/**
 * The webhooks of the hub (KubeFleet pkg/webhook/pod and pkg/webhook/replicaset), or on later hubs an admission policy (pull request 708).
 * Nothing on the hub shows that they refused an object.
 */
export const contentRefusedByHub = defineFailure({
  id: 'content-refused-by-hub',
  title: 'The hub refuses to create Pods and ReplicaSets',
  docs: DOCS.placement,
  when: [{ scope: 'placement', fact: 'content-refused' }],
  // If the webhook is off, a GitOps controller may still create a ReplicaSet on the hub. A Pod is not placed even then.
  outcome: ({ object }) =>
    object?.kind === 'Pod' ? { kind: 'suspect', grace: 'snapshot', answered: true } : { kind: 'suspect', grace: 'sync' },
  explain:
    '{object} is part of this deploy and is not on the hub. Nothing runs on a hub: a webhook or an admission policy of the hub refuses every {kind}, so it never arrives.',
  remedy: [
    `See what the hub answers, without a change there: ${onHub('create --dry-run=server -f FILE')}`,
    'Deploy a Deployment, StatefulSet or Job instead.',
    'Or wrap {object} in a ResourceEnvelope, which the hub keeps without running it.',
  ],
  foundBy: [{ rule: 'pod-refused' }],
});
