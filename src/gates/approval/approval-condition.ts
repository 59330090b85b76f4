import type { JsonObject } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';

/** An API server refuses a longer message of a condition: 32,768 bytes (apimachinery, `Condition`). Some bytes are left for `…`. */
const MESSAGE_BYTES = 32_000;

/**
 * The request with the condition that approves it, for server-side apply of its status. KubeFleet ignores an approval of another generation
 * without a message (pkg/controllers/updaterun/execution.go), and the resourceVersion makes the hub refuse it if the request has changed.
 * @param at the time of the hub
 */
export function approvalBody(request: KubeObject, { message, at }: { readonly message: string; readonly at: Date }): JsonObject {
  const { apiVersion, kind, metadata } = request;
  const { name, namespace, resourceVersion, generation } = metadata;
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), resourceVersion },
    status: {
      conditions: [
        {
          type: 'Approved',
          status: 'True',
          observedGeneration: generation,
          lastTransitionTime: `${at.toISOString().slice(0, 19)}Z`,
          reason: 'ProvenByFleetGate',
          message: withinBytes(message),
        },
      ],
    },
  };
}

function withinBytes(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  // A cut character would become a replacement character.
  // bounded: the text is a condition's message, which was cut.
  return bytes.length <= MESSAGE_BYTES ? text : `${bytes.subarray(0, MESSAGE_BYTES).toString('utf8').replace(/�+$/, '')}…`;
}
