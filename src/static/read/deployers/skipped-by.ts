import { stringAt } from '../../../fleet/json/json.ts';
import type { Delivery } from './delivery.ts';

/** Whether the annotations of an Application make Argo CD leave it as it is. Source: `controller/appcontroller.go` (canProcessApp) of argoproj/argo-cd. */
export function skippedBy(application: unknown): Pick<Delivery, 'heldBack'> {
  const text = stringAt(application, 'metadata', 'annotations', SKIP) ?? '';
  // What Go reads as true.
  return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text) ? { heldBack: `\`${SKIP}\` makes Argo CD skip it` } : {};
}

const SKIP = 'argocd.argoproj.io/skip-reconcile';
