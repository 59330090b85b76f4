import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { kubernetesFacts } from './facts.ts';
import { accessViolations } from './violations/access.ts';
import { claimTemplateViolations, claimViolations } from './violations/claims.ts';
import { contentViolations } from './violations/contents.ts';
import { cronJobViolations } from './violations/cron-jobs.ts';
import { customResourceViolations } from './violations/custom-resources.ts';
import { ingressViolations } from './violations/ingresses.ts';
import { jobViolations } from './violations/jobs.ts';
import { VALUES_OF_KINDS } from './violations/kind-values.ts';
import { metadataViolations } from './violations/metadata.ts';
import { namespaceViolations } from './violations/namespaces.ts';
import { networkPolicyViolations } from './violations/network-policies.ts';
import { podViolations } from './violations/pods.ts';
import { quotaViolations } from './violations/quotas.ts';
import { autoscalerViolations, budgetViolations } from './violations/scaling.ts';
import { REQUIRED_OF_KINDS, requiredViolations } from './violations/required.ts';
import { serviceViolations } from './violations/services.ts';
import { shapeViolations } from './violations/shape.ts';
import type { Violation } from './violations/violation.ts';
import { volumeViolations } from './violations/volumes.ts';
import { webhookViolations } from './violations/webhooks.ts';
import { workloadViolations } from './violations/workloads.ts';

export type { Violation } from './violations/violation.ts';

/**
 * Checks what an API server refuses when an object of Kubernetes' own kinds is created, beyond its structure (`structuralErrorsOf`). It
 * covers common mistakes that all supported versions refuse, and is not a complete validation. Values of a wrong type are ignored.
 */
export function* violationsOf(object: KubeObject): Iterable<Violation> {
  if (!Object.hasOwn(kubernetesFacts().kinds, `${object.apiVersion}/${object.kind}`)) return;
  const kind = `${groupOf(object.apiVersion)}/${object.kind}`;
  yield* metadataViolations(object, kind);
  // A patch for an object elsewhere may be all that is known of a workload.
  yield* workloadViolations(object, kind);
  yield* podViolations(object, kind);
  const [required, values, ofKind] = [REQUIRED_OF_KINDS[kind], VALUES_OF_KINDS[kind], OF_KIND[kind]];
  if (required !== undefined) yield* requiredViolations(object, '', required);
  if (values !== undefined) yield* shapeViolations(values, object, '');
  if (ofKind !== undefined) yield* ofKind(object);
}

const OF_KIND: Readonly<Record<string, (object: KubeObject) => Iterable<Violation>>> = {
  '/ConfigMap': contentViolations,
  '/Namespace': namespaceViolations,
  '/PersistentVolume': volumeViolations,
  '/PersistentVolumeClaim': claimViolations,
  '/ResourceQuota': quotaViolations,
  '/Secret': contentViolations,
  '/Service': serviceViolations,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': webhookViolations,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': webhookViolations,
  'apps/StatefulSet': claimTemplateViolations,
  'apiextensions.k8s.io/CustomResourceDefinition': customResourceViolations,
  'autoscaling/HorizontalPodAutoscaler': autoscalerViolations,
  'batch/CronJob': cronJobViolations,
  'batch/Job': jobViolations,
  'networking.k8s.io/Ingress': ingressViolations,
  'networking.k8s.io/NetworkPolicy': networkPolicyViolations,
  'policy/PodDisruptionBudget': budgetViolations,
  'rbac.authorization.k8s.io/ClusterRole': accessViolations,
  'rbac.authorization.k8s.io/ClusterRoleBinding': accessViolations,
  'rbac.authorization.k8s.io/Role': accessViolations,
  'rbac.authorization.k8s.io/RoleBinding': accessViolations,
};

/** The kinds with checks of their own, as `group/Kind`. */
export const CHECKED_KINDS = Object.keys(OF_KIND);
