import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const workloadUnschedulable = defineFailure({
  id: 'workload-unschedulable',
  title: 'No node can run the pods',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-unschedulable' }],
  outcome: { kind: 'suspect', grace: 'member' },
  details: ({ words = {} }) => {
    const { nodes = '' } = words;
    return nodes === '' ? {} : { title: `No node can run the pods: ${nodes}` };
  },
  explain: 'The scheduler of {cluster} finds no node for the pods of {object}: resources, taints or affinity do not fit.',
  remedy: [
    `Compare what the pod asks for with the nodes: ${onMember('describe pod {pod} {namespaceArgs}')} and ${onMember('describe nodes')}`,
    'Free or add capacity there, or lower what {object} requests.',
    'If a node selector, an affinity or a taint is the reason, correct it in {object}, or label the nodes of {cluster}.',
  ],
});
