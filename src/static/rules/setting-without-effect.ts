/**
 * Fields of the API that no controller reads. `deleteStrategy`: nothing in `pkg` of v0.3.1 and main reads it (kubefleet-dev/kubefleet#466).
 * `reportBackStrategy`: no controller writes it into a Work (`pkg/controllers/workgenerator`), so no member reports back
 * (`pkg/controllers/workapplier/status.go`). `statusReportingScope`: read only for ClusterResourcePlacements
 * (`pkg/controllers/placement/namespace_status_sync.go`). `selectionScope`: read only for selectors of Namespaces
 * (`pkg/utils/controller/resource_selector_resolver.go`).
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { isNamespaceSelector, resourceSelectorsOf } from '../../selection/resource-selector.ts';
import { takesPart } from '../answers/admission.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Unread {
  readonly at: string;
  readonly says: string;
  readonly remedy: string;
  /** The object works the same without the field. */
  readonly isHarmless?: true;
}

export const settingWithoutEffect = defineRule<Unread>({
  id: 'setting-without-effect',
  summary: 'KubeFleet does not read this setting',
  effect: 'misbehaves',
  otherwise: { advice: 'the placement does the same without the setting' },
  kinds: PLACEMENT_KINDS,
  why: 'The API of KubeFleet has fields that no controller of v0.3 or of main reads. The hub accepts them, and nothing happens. `deleteStrategy` is one: the objects are removed from the clusters with their placement, also with `Abandon`. `reportBackStrategy` is another: no status comes back from the clusters. `statusReportingScope` has an effect only in a ClusterResourcePlacement, and `selectionScope` only in a selector for Namespaces.',
  remedy: 'Remove the setting, and do not rely on it.',
  docs: 'https://kubefleet.dev/docs/api-reference/',
  message: ({ says }) => says,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    for (const unread of [...ofStrategy(manifest), ...ofScopes(manifest)]) {
      if (!isResolved(manifest, unread.at) || !takesPart(manifest, unread.at, world)) continue;
      yield { at: unread.at, part: 'key', data: unread, ...(unread.isHarmless === true ? { effect: 'advice' as const } : {}) };
    }
  },
});

function* ofStrategy({ object }: Manifest): Iterable<Unread> {
  if (stringAt(object, 'spec', 'strategy', 'deleteStrategy', 'propagationPolicy') === 'Abandon')
    yield {
      at: '/spec/strategy/deleteStrategy/propagationPolicy',
      says: `KubeFleet does not read \`deleteStrategy\`: when ${object.metadata.name} is deleted, its objects are removed from the clusters, also with \`Abandon\`.`,
      remedy: 'Remove it. Before you delete the placement, make sure that the clusters do not need its objects.',
    };
  if (stringAt(object, 'spec', 'strategy', 'reportBackStrategy', 'type') === 'Mirror')
    yield {
      at: '/spec/strategy/reportBackStrategy',
      says: 'KubeFleet does not read `reportBackStrategy`: no status is copied back from the clusters.',
      remedy: 'Remove it, and read the status of the objects on the member clusters.',
    };
}

function* ofScopes({ object }: Manifest): Iterable<Unread> {
  if (object.kind === 'ResourcePlacement' && stringAt(object, 'spec', 'statusReportingScope') === 'NamespaceAccessible')
    yield {
      at: '/spec/statusReportingScope',
      says: '`statusReportingScope` has no effect on a ResourcePlacement: its status is in its namespace.',
      remedy: 'Remove it.',
      isHarmless: true,
    };
  for (const [index, selector] of resourceSelectorsOf(object).entries()) {
    const at = `/spec/resourceSelectors/${index}/selectionScope`;
    const scope = stringAt(object, 'spec', 'resourceSelectors', index, 'selectionScope') ?? DEFAULT_SCOPE;
    if (isNamespaceSelector(selector) || scope === DEFAULT_SCOPE) continue;
    yield {
      at,
      says: `\`selectionScope: ${scope}\` has no effect on a selector for ${selector.kind}: KubeFleet reads it only for Namespaces.`,
      remedy: 'Remove it.',
      isHarmless: true,
    };
  }
}

/** The hub writes it into every selector. */
const DEFAULT_SCOPE = 'NamespaceWithResources';
