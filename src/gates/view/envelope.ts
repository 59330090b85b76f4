import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';

/**
 * The envelope that a WorkSynchronized message names. Only the message has it: `… envelope <ns>/<name>`, `… another namespace
 * (<ns>/<name>)`, `envelopeObjRef=<ns>/<name>`; a cluster-scoped one has no namespace.
 */
export function envelopeIn(message: string): ObjectRef | undefined {
  const match =
    /envelopeObjRef=([^\s,)]+)/.exec(message) ??
    /envelope from another namespace \(([^()]+)\)/.exec(message) ??
    /found for the same envelope ([^\s,]+)/.exec(message) ??
    /wrapped in a (?:cluster )?resource envelope ([^\s,:]+)/.exec(message);
  const [namespace, name] = (match?.[1] ?? '').split('/').filter((part) => part !== '');
  const apiVersion = `${PLACEMENT_GROUP}/v1beta1`;
  if (namespace === undefined) return undefined;
  return name === undefined
    ? { apiVersion, kind: 'ClusterResourceEnvelope', name: namespace }
    : { apiVersion, kind: 'ResourceEnvelope', namespace, name };
}
