import type { Reason } from '../../fleet/kubefleet/reasons.ts';

/**
 * The reasons with which KubeFleet reports an answer of the member's API server to a write. A takeover of an existing object is included:
 * KubeFleet sends a patch, and reports the API server's answer under the same reason as its own refusals (KubeFleet
 * pkg/controllers/workapplier/process.go).
 */
export const WRITES: readonly Reason[] = ['ManifestApplyFailed', 'FailedToTakeOver'];

/**
 * A refusal by an admission plugin (LimitRanger, Priority, …). It excludes missing permissions of the agent, immutable fields and
 * terminating namespaces.
 */
export const FORBIDDEN_BY_PLUGIN =
  // bounded: a message is cut at 32,768 characters.
  /^(?!.*(?: is invalid: |because it is being terminated|attempting to grant)).* is forbidden: (?![Uu]ser ")/s;

/** Kubernetes pkg/quota, plugin/pkg/admission/resourcequota. */
export const QUOTA = /(?:exceeded|failed|status unknown for) quota/;

/** Kubernetes plugin/pkg/admission/limitranger. */
// bounded: a message is cut at 32,768 characters.
export const LIMIT_RANGE = /(?:[Mm](?:ax|in)imum \S+ usage|\S max limit to request ratio) per (?:Container|Pod|PersistentVolumeClaim) is/;

/**
 * Limits of a request (Kubernetes staging/src/k8s.io/apiserver), of an entry (etcd server/v3) and of gRPC: the same object is too large
 * every time.
 */
export const TOO_LARGE = /etcdserver: request is too large|[Rr]equest entity too large|trying to send message larger than max/;

/** The API server, or a webhook that it asks, did not answer. */
export const UNREACHABLE =
  /failed calling webhook|failed to call webhook|no endpoints available|connection refused|connection reset|no route to host|TLS handshake|storage is \(re\)initializing|i\/o timeout|context deadline exceeded|too many requests|object has been modified|\btimed? ?out\b|unable to handle the request|etcdserver(?!: request is too large)/i;

/** Kubernetes staging/src/k8s.io/apimachinery/pkg/util/managedfields, NewConflictError. */
export const FIELD_CONFLICT = /Apply failed with \d+ conflicts?: conflicts? with "/;
