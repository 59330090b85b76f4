/**
 * A placement that reports into a namespace takes that namespace from the name in its selector, when it is created. Source:
 * `pkg/controllers/placement/namespace_status_sync.go` (extractNamespaceFromResourceSelectors, namespaceConsistencyMessageFmt): `Scheduled`
 * False, `InvalidResourceSelectors`. The CRD's rule only counts selectors of the kind.
 */
import { listAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { isNamespaceSelector, resourceSelectorsOf } from '../../selection/resource-selector.ts';
import { takesPart } from '../answers/admission.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface NoNamespace {
  readonly name: string;
  /** The namespace it reported into before this change. */
  readonly before: string | undefined;
}

export const statusScopeNamespace = defineRule<NoNamespace>({
  id: 'status-scope-namespace',
  summary: 'The placement is to report its status into a namespace that its selectors do not name',
  effect: 'fails',
  kinds: ['ClusterResourcePlacement'],
  why: 'With `statusReportingScope: NamespaceAccessible` the hub copies the status of the placement into the one namespace it selects, and reads its name off the selector. A selector by label gives none, and another name than the first time is refused: `Scheduled` is False with reason `InvalidResourceSelectors` and stays so, while the copy goes on showing the last good status.',
  remedy: 'Select the Namespace by its `name`, always the same one.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ name, before }) =>
    name === ''
      ? 'The status shall be copied into the namespace selected, and its selector has no name.'
      : `The status shall be copied into namespace ${name}, and the hub keeps to ${before ?? 'the first one'}.`,
  remedyFor: ({ name, before }) =>
    name === ''
      ? 'Select the Namespace by its `name`.'
      : `Select Namespace ${before ?? ''} again, or delete the placement and create it anew.`,
  *check(manifest, world) {
    const { object } = manifest;
    if (!reportsIntoNamespace(object) || !isResolved(manifest, '/spec/resourceSelectors', '/spec/statusReportingScope')) return;
    if (!takesPart(manifest, '/spec/resourceSelectors', world) || !takesPart(manifest, '/spec/statusReportingScope', world)) return;
    const name = namespaceOf(object);
    const known = world.before(manifest);
    const old = known?.live ?? known?.applied[0];
    const before = old !== undefined && reportsIntoNamespace(old) ? namespaceOf(old) : '';
    if (name !== '' && (before === '' || name === before)) return;
    const index = listAt(object, 'spec', 'resourceSelectors').findIndex((selector) => stringAt(selector, 'kind') === 'Namespace');
    const at = `/spec/resourceSelectors/${index}`;
    yield { at: name === '' ? at : `${at}/name`, data: { name, before: before === '' ? undefined : before } };
  },
});

function reportsIntoNamespace(placement: KubeObject): boolean {
  return stringAt(placement, 'spec', 'statusReportingScope') === 'NamespaceAccessible';
}

function namespaceOf(placement: KubeObject): string {
  return resourceSelectorsOf(placement).find(isNamespaceSelector)?.name ?? '';
}
