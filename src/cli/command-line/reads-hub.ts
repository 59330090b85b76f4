import type { Invocation } from './invocation.ts';

/** Whether the command reads the hub, which then decides about the member clusters: `ready` always does. */
export function readsHub(invocation: Invocation): boolean {
  return invocation.command === 'ready' || namesHub(invocation);
}

/** Whether a flag names the hub. */
export function namesHub(invocation: Pick<Invocation, 'value'>): boolean {
  return invocation.value('kubeconfig') !== undefined || invocation.value('context') !== undefined;
}
