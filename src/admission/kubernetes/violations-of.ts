import { groupOf, type KubeObject } from '../../fleet/object.ts';
import { podSpecOf } from '../../fleet/pod-template.ts';
import { kubernetesFacts } from './facts.ts';
import { accessViolations } from './violations/access.ts';
import { claimViolations } from './violations/claims.ts';
import { contentViolations } from './violations/contents.ts';
import { metadataViolations } from './violations/metadata.ts';
import { podViolations } from './violations/pods.ts';
import { autoscalerViolations, budgetViolations } from './violations/scaling.ts';
import { serviceViolations } from './violations/services.ts';
import type { Violation } from './violations/violation.ts';
import { workloadViolations } from './violations/workloads.ts';

export type { Violation } from './violations/violation.ts';

/**
 * What an API server refuses of an object of Kubernetes' own kinds when it is created, beyond its structure (`misfitsOf`): what people get
 * wrong, and all supported versions refuse alike. Values of a wrong type are passed over. It is no whole validation.
 */
export function* violationsOf(object: KubeObject): Iterable<Violation> {
  if (!Object.hasOwn(kubernetesFacts().kinds, `${object.apiVersion}/${object.kind}`)) return;
  const kind = `${groupOf(object.apiVersion)}/${object.kind}`;
  yield* metadataViolations(object, kind);
  if (podSpecOf(object) !== undefined) {
    yield* workloadViolations(object, kind);
    yield* podViolations(object, kind);
  }
  const ofKind = OF_KIND[kind];
  if (ofKind !== undefined) yield* ofKind(object);
}

/** Named within functions: a kind loads its own checks alone. */
const OF_KIND: Readonly<Record<string, (object: KubeObject) => Iterable<Violation>>> = {
  '/ConfigMap': (object) => contentViolations(object),
  '/PersistentVolumeClaim': (object) => claimViolations(object),
  '/Secret': (object) => contentViolations(object),
  '/Service': (object) => serviceViolations(object),
  'autoscaling/HorizontalPodAutoscaler': (object) => autoscalerViolations(object),
  'policy/PodDisruptionBudget': (object) => budgetViolations(object),
  'rbac.authorization.k8s.io/ClusterRole': (object) => accessViolations(object),
  'rbac.authorization.k8s.io/ClusterRoleBinding': (object) => accessViolations(object),
  'rbac.authorization.k8s.io/Role': (object) => accessViolations(object),
  'rbac.authorization.k8s.io/RoleBinding': (object) => accessViolations(object),
};
