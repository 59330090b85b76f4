import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). The kubelet tries again while the pod is there: the failure heals when the object comes. */
export const workloadConfigMissing = defineFailure({
  id: 'workload-config-missing',
  title: 'A ConfigMap, a Secret or a key of one is not there',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-config-missing' }],
  outcome: { kind: 'suspect', grace: 'member' },
  details: ({ words = {}, cluster = 'the cluster' }) => ({
    title: `${words['missing'] ?? 'What it refers to'} is not there on ${cluster}`,
  }),
  explain: 'The pods of {object} refer to {missing}, and {cluster} does not have it. No container starts without it.',
  remedy: [
    'Place {missing} together with {object}: add it to what {target} selects.',
    'Compare the names: `kubectl get {objectArgs} -o yaml` here, and on {cluster} `kubectl get configmaps,secrets {namespaceArgs}`',
    'Where the pods can do without it, mark the reference as `optional: true`.',
  ],
});
