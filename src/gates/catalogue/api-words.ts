import type { Reason } from '../../fleet/kubefleet/reasons.ts';

/**
 * The reasons under which the member's API server speaks of a write. Taking an existing object over is one too: KubeFleet sends a patch and
 * files what the API server answers beside its own refusals (KubeFleet pkg/controllers/workapplier/process.go).
 */
export const WRITES: readonly Reason[] = ['ManifestApplyFailed', 'FailedToTakeOver'];

/** What an admission plugin (LimitRanger, Priority, …) forbids: not the right of the agent, not a field that cannot change, not a namespace that ends. */
export const FORBIDDEN_BY_PLUGIN =
  // bounded: a message is cut at 32,768 characters.
  /^(?!.*(?: is invalid: |because it is being terminated|attempting to grant)).* is forbidden: (?![Uu]ser ")/s;

/** Kubernetes pkg/quota, plugin/pkg/admission/resourcequota. */
export const QUOTA = /(?:exceeded|failed|status unknown for) quota/;

/** Kubernetes plugin/pkg/admission/limitranger. */
// bounded: a message is cut at 32,768 characters.
export const LIMIT_RANGE = /(?:(?:max|min)imum \S+ usage|\S max limit to request ratio) per (?:Container|Pod|PersistentVolumeClaim) is/;

/** Kubernetes staging/src/k8s.io/apiserver (limit of a request), etcd server/v3 (limit of an entry) and gRPC's own: the same object is too large every time. */
export const TOO_LARGE = /etcdserver: request is too large|[Rr]equest entity too large|trying to send message larger than max/;

/** Kubernetes staging/src/k8s.io/apimachinery/pkg/util/managedfields, NewConflictError. */
export const FIELD_CONFLICT = /Apply failed with \d+ conflicts?: conflicts? with "/;
