import { isReservedNamespace } from '../../../selection/propagation.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Only the message distinguishes it from other selection errors. */
export const selectorsReservedNamespace = defineFailure({
  id: 'selectors-reserved-namespace',
  title: 'A reserved namespace is selected with its resources',
  docs: DOCS.scheduled,
  when: [
    {
      scope: 'placement',
      step: 'Scheduled',
      status: 'False',
      reasons: ['InvalidResourceSelectors'],
      message: /is not allowed to propagate/,
    },
  ],
  outcome: 'failed',
  explain:
    '{target} selects a namespace that KubeFleet never places (`default`, or one whose name starts with `kube-` or `fleet-`). The whole selection is refused.',
  remedy: [
    'Move the resources to another namespace.',
    'Or select the Namespace with selectionScope NamespaceOnly, and place its content with a ResourcePlacement.',
  ],
  // The hub agent can be told to skip others, too.
  foundBy: [
    {
      rule: 'reserved-namespace',
      when: ({ condition }) => isReservedNamespace(/namespace (\S+) is not allowed to propagate/.exec(condition?.message ?? '')?.[1] ?? ''),
    },
  ],
});
