/**
 * A namespace whose name begins with `kube-` or `fleet-`, and `default`, is never propagated with its contents. Source:
 * `pkg/utils/common.go` (IsReservedNamespace, ShouldPropagateNamespace), `cmd/hubagent/workload/setup.go` (`default` and
 * `--skipped-propagating-namespaces`), `pkg/utils/controller/resource_selector_resolver.go`. Only the scopes NamespaceWithResources and
 * NamespaceWithResourceSelectors are checked; NamespaceOnly places the Namespace object without a check.
 */
import { matchesLabels } from '../../fleet/kubernetes/label-selector.ts';
import { labelsOfEveryNamespace } from '../../selection/hub-content.ts';
import { isReservedNamespace, NAMESPACES_OF_EVERY_HUB } from '../../selection/propagation.ts';
import { matchedBy } from '../placing/candidates.ts';
import { selectorsOf, type Selector } from '../world/selectors.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Reserved {
  readonly namespace: string;
  /** Selected by name, by labels, or because the selector selects every namespace. */
  readonly by: 'name' | 'labels' | 'nothing';
}

export const reservedNamespace = defineRule<Reserved>({
  id: 'reserved-namespace',
  summary: 'The placement selects a namespace that KubeFleet never places',
  effect: 'fails',
  kinds: ['ClusterResourcePlacement'],
  why: 'Namespaces whose names begin with `kube-` or `fleet-`, and `default`, belong to the clusters. If a placement selects one of them, `Scheduled` is False with reason `InvalidResourceSelectors`, and nothing of the placement is rolled out, not even the other namespaces. With `selectionScope: NamespaceOnly` the hub does not check this, and places only the Namespace object.',
  remedy: 'Use a namespace of your own, or narrow the selector to the intended namespaces.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  options: { skipped: 'More namespaces that the hub skips (its flag `--skipped-propagating-namespaces`).' },
  message: ({ namespace, by }) =>
    by === 'nothing'
      ? `The selector selects every namespace, including ${namespace}, which KubeFleet never places.`
      : `KubeFleet never places namespace ${namespace}${by === 'labels' ? ', which the labels match' : ''}.`,
  remedyFor: ({ by }) =>
    by === 'name'
      ? 'Move the objects into a namespace of your own, and select that one.'
      : 'Narrow the selector to the intended namespaces, by name or by a label that only they have.',
  *check(manifest, world, { skipped = [] }) {
    for (const selector of selectorsOf(manifest, world)) {
      if (selector.reach.kind !== 'namespaces' || selector.scope === 'NamespaceOnly') continue;
      const isReserved = (name: string): boolean => isReservedNamespace(name) || skipped.includes(name);
      const namespace = selectedBy(selector, world).find(isReserved);
      if (namespace === undefined) continue;
      const by = selector.name !== '' ? 'name' : selector.labels === undefined ? 'nothing' : 'labels';
      const place =
        by === 'name'
          ? { at: `${selector.at}/name` }
          : by === 'labels'
            ? { at: `${selector.at}/labelSelector`, part: 'key' as const }
            : { at: selector.at };
      yield { ...place, data: { namespace, by }, givesWayTo: { schema: selector.at } };
    }
  },
});

/** Names of namespaces that the selector selects: those of the manifests, and those of every hub, whose only label is their own name. */
function selectedBy(selector: Selector, world: World): readonly string[] {
  const { name, labels } = selector;
  if (name !== '') return [name];
  const isDeclared = (namespace: string): boolean => world.find({ group: '', kind: 'Namespace', name: namespace }).some(isKnown);
  const others = NAMESPACES_OF_EVERY_HUB.filter((namespace) => {
    return !isDeclared(namespace) && (labels === undefined || matchesLabels(labels, labelsOfEveryNamespace(namespace)));
  });
  return [...others, ...matchedBy(selector, undefined, world).filter(isKnown).map(nameOf)];
}

function isKnown(namespace: Manifest): boolean {
  return isNamed(namespace) && isResolved(namespace, '/metadata/labels');
}
