import { labelSelector, matchesLabels } from '../../fleet/label-selector.ts';
import type { Labels } from '../../fleet/label-selector.ts';

/** Whether the labels satisfy a selector in untrusted JSON; none or an empty one matches everything, an invalid one nothing. */
export function isPickedByLabels(selector: unknown, labels: Labels): boolean {
  const parsed = labelSelector(selector);
  return parsed === undefined || (parsed.invalid === undefined && matchesLabels(parsed, labels));
}
