/**
 * A ResourcePlacement selects objects of its own namespace. A selector for a Namespace or another cluster-scoped kind makes its whole
 * selection invalid. Source: `pkg/utils/controller/resource_selector_resolver.go` (gatherSelectedResource, fetchResources). The webhook
 * that would refuse it is not wired (`pkg/webhook/webhook.go`), so it fails only at run time.
 */
import { isNamespaceSelector } from '../../selection/resource-selector.ts';
import { isSkippedKind } from '../../selection/propagation.ts';
import { selectorsOf } from '../world/selectors.ts';
import { knownApis } from '../world/known-apis.ts';
import { defineRule } from '../world/rule.ts';

export const rpSelectsClusterKind = defineRule<{ readonly kind: string }>({
  id: 'rp-selects-cluster-kind',
  summary: 'A ResourcePlacement selects a cluster-scoped kind',
  effect: 'fails',
  kinds: ['ResourcePlacement'],
  why: 'A ResourcePlacement is for objects of its own namespace. For a Namespace, a ClusterRole or any other kind without a namespace among its selectors the hub sets `Scheduled` to False with reason `InvalidResourceSelectors`, and nothing of the placement is rolled out. It still accepts the manifest, because no webhook checks ResourcePlacements.',
  remedy: 'Select the object in a ClusterResourcePlacement.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/resourceplacement',
  message: ({ kind }) => `A ResourcePlacement cannot select kind ${kind}, which is cluster-scoped.`,
  remedyFor: ({ kind }) =>
    kind === 'Namespace'
      ? 'Remove the selector; place the Namespace with a ClusterResourcePlacement and `selectionScope: NamespaceOnly`.'
      : `Select the ${kind} in a ClusterResourcePlacement.`,
  *check(manifest, world) {
    for (const selector of selectorsOf(manifest, world)) {
      const { at, group, version, kind } = selector;
      if (isSkippedKind(selector, world.target) === 'yes') continue;
      const resolved = knownApis(world).resolve(group, version, kind);
      const isClusterScoped = resolved?.registered === true && !resolved.resource.namespaced;
      if (isClusterScoped || isNamespaceSelector(selector)) yield { at: `${at}/kind`, data: { kind } };
    }
  },
});
