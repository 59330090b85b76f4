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
import { RECREATE_PLACEMENT } from '../../admission/wording/cel-wording.ts';
import { defineRule } from '../world/rule.ts';

interface NoNamespace {
  readonly name: string;
  /** The namespace it reported into before this change. */
  readonly before: string | undefined;
}

export const statusScopeNamespace = defineRule<NoNamespace>({
  id: 'status-scope-namespace',
  summary: 'The placement reports its status into a namespace that its selectors do not name',
  effect: 'fails',
  kinds: ['ClusterResourcePlacement'],
  why: 'With `statusReportingScope: NamespaceAccessible` the hub copies the status of the placement into the one namespace that it selects, and takes its name from the selector. A selector by label does not have a name, and the hub refuses a name other than the first one: `Scheduled` stays False with reason `InvalidResourceSelectors`, while the copy keeps showing the last good status.',
  remedy: 'Select the Namespace by its `name`, and do not change the name.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ name, before }) =>
    name === ''
      ? 'The status is copied into the selected namespace, but the selector does not name one.'
      : `The status is copied into namespace ${name}, but the hub accepts only ${before ?? 'the first one'}.`,
  remedyFor: ({ name, before }) =>
    name === '' ? 'Select the Namespace by its `name`.' : `Select Namespace ${before ?? ''} again, or ${RECREATE_PLACEMENT}.`,
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
