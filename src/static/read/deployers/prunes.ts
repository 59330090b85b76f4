import { field, listAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Delivery } from './delivery.ts';
import { deployerKind } from './deployer-kind.ts';

/**
 * Whether an object of Flux or Argo CD deletes what is no longer in its folder, by its kind and `spec`. For an ApplicationSet, those of an
 * Application that it makes. An upgrade by Helm deletes it always.
 */
export function prunes(kind: string, spec: unknown): boolean {
  if (kind === 'HelmRelease') return true;
  if (kind === 'Kustomization') return field(spec, 'prune') === true;
  return field(spec, 'syncPolicy', 'automated', 'prune') === true && field(spec, 'syncPolicy', 'automated', 'enabled') !== false;
}

/**
 * Whether what an object of Flux or Argo CD has deployed is deleted with it. Sources: `internal/controller/kustomization_controller.go`
 * (finalize) of fluxcd/kustomize-controller, `internal/controller/helmrelease_controller.go` (reconcileDelete) of fluxcd/helm-controller, and
 * the page "App Deletion" of Argo CD. Without the finalizer it depends on who deletes an Application.
 */
export function deletesAtEnd(object: KubeObject): Pick<Delivery, 'deletesAtEnd'> {
  const { spec } = object;
  const kind = deployerKind(object);
  const isRunning = field(spec, 'suspend') !== true;
  if (kind === 'HelmRelease') return { deletesAtEnd: isRunning };
  if (kind === 'Application') return hasFinalizer(listAt(object, 'metadata', 'finalizers')) ? { deletesAtEnd: true } : {};
  if (kind !== 'Kustomization') return {};
  const policy = stringAt(spec, 'deletionPolicy') ?? 'MirrorPrune';
  return { deletesAtEnd: isRunning && (policy === 'MirrorPrune' ? prunes(kind, spec) : policy !== 'Orphan') };
}

/**
 * The same for an Application that a set makes. Sources: the pages "Application Pruning & Resource Deletion" and "Controlling if/when the
 * ApplicationSet controller modifies Application resources" of Argo CD.
 */
export function ofMade(set: KubeObject, finalizers: readonly unknown[]): Pick<Delivery, 'deletesAtEnd'> {
  const policy = field(set, 'spec', 'syncPolicy');
  const isKept = ['create-only', 'create-update'].includes(stringAt(policy, 'applicationsSync') ?? '');
  const isDeleted = finalizers.length > 0 ? hasFinalizer(finalizers) : field(policy, 'preserveResourcesOnDeletion') !== true;
  return { deletesAtEnd: !isKept && isDeleted };
}

function hasFinalizer(finalizers: readonly unknown[]): boolean {
  return finalizers.some((each) => typeof each === 'string' && each.startsWith('resources-finalizer.argocd.argoproj.io'));
}
