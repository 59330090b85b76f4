import type { HubProfile } from '../fleet/kinds.ts';
import { isDisabledKind } from '../schedule/selection/propagation.ts';

/** Objects that Kubernetes makes in every namespace. Source: `resource_selector_resolver.go`, ShouldPropagateObj. */
const MADE_IN_EVERY_NAMESPACE: ReadonlySet<string> = new Set(['ConfigMap/kube-root-ca.crt', 'ServiceAccount/default']);

/** Whether resource selection drops what a selector names without a word, whatever the hub holds. */
export function isNeverPropagated(group: string, kind: string, name: string, target: HubProfile): boolean {
  return isDisabledKind(group, kind, target) || (group === '' && MADE_IN_EVERY_NAMESPACE.has(`${kind}/${name}`));
}
