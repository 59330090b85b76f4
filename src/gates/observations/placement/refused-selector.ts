import { listAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';

/**
 * The selector that a selection error is about, as words for a text. `selector` is the refused one. `scoped` is the Namespace selector
 * whose selectionScope would allow it. `kept` is the namespace that must stay selected. Empty if the message names none.
 * Source: KubeFleet pkg/utils/controller/resource_selector_resolver.go and pkg/controllers/placement/namespace_status_sync.go.
 */
export function refusedSelector(placement: KubeObject, message: string): Readonly<Record<string, string>> {
  const kept = /from what was originally picked '([^']*)'/.exec(message)?.[1];
  if (kept !== undefined) return { kept };
  const [, group = '', plural] =
    // bounded: a message is cut at 32,768 characters.
    /cannot select (?:namespace|cluster)-scoped resource (?:([^/\s]*)\/)?\S+, Resource=(\S+) in a/.exec(message) ?? [];
  if (plural === undefined) return {};
  const selectors = listAt(placement, 'spec', 'resourceSelectors').map((selector, at) => ({ selector, at }));
  const refused = selectors.find(
    ({ selector }) => (stringAt(selector, 'group') ?? '') === group && plurals(stringAt(selector, 'kind') ?? '').includes(plural),
  );
  const scope = selectors.find(({ selector }) => stringAt(selector, 'kind') === 'Namespace' && (stringAt(selector, 'group') ?? '') === '');
  return {
    ...(refused === undefined ? {} : { selector: selectorText(refused) }),
    ...(scope === undefined || !message.includes('namespace-scoped') ? {} : { scoped: selectorText(scope) }),
  };
}

/** `spec.resourceSelectors[1] (ConfigMap settings)` */
function selectorText({ selector, at }: { readonly selector: unknown; readonly at: number }): string {
  const words = [stringAt(selector, 'kind') ?? '', stringAt(selector, 'name') ?? ''].filter((word) => word !== '');
  return `spec.resourceSelectors[${String(at)}] (${words.join(' ')})`;
}

/** The plural of most kinds. */
function plurals(kind: string): readonly string[] {
  const lower = kind.toLowerCase();
  return [`${lower}s`, `${lower}es`, lower.replace(/y$/, 'ies')];
}
