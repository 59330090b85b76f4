/**
 * What deploys do with the objects that helm or Argo CD take out of the ordinary ones and create by themselves. Sources: helm.sh/helm
 * `pkg/action/hooks.go` and `pkg/kube/client.go` (Update); argoproj/gitops-engine `pkg/sync` (sync_context.go, sync_task.go, hook).
 */
import { ARGO_HOOK, HELM_HOOK, wordsOf } from '../../fleet/kubernetes/hook-annotations.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HookRunner, Manifest } from './manifest.ts';

const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';

/** What the deploys do with a hook, or with an object that Argo CD replaces by force. */
export interface HookRuns {
  readonly by: HookRunner;
  /** The annotation that says so. */
  readonly key: string;
  /** Whether an upgrade or a sync creates it before the other objects, else with or after them; absent if it does not create it. */
  readonly made?: 'before' | 'after';
  /** Whether an installation with helm creates it. */
  readonly isInstalled: boolean;
  /** Whether the former one is deleted first. */
  readonly isDeletedBefore: boolean;
  /** Whether it is deleted when it has succeeded. Only Jobs and Pods can fail. */
  readonly isDeletedAfter: boolean;
}

/** Whether an object may be one of them. */
export function mayBeHook({ metadata: { annotations } }: KubeObject): boolean {
  return [HELM_HOOK, ARGO_HOOK, SYNC_OPTIONS].some((key) => annotations?.[key] !== undefined);
}

/**
 * What the deploys do with an object by its annotations; `undefined` if they treat it like the others.
 * @param hookOf what runs hooks there, see `Manifest`
 */
export function hookRunsOf(object: KubeObject, hookOf: Manifest['hookOf']): HookRuns | undefined {
  const [ofHelm, ofArgo] = [wordsOf(object, HELM_HOOK), wordsOf(object, ARGO_HOOK)];
  const isHelm = hookOf === 'helm' || (hookOf === 'open' && ofHelm.length > 0);
  if (hookOf === undefined || (isHelm && ofHelm.length === 0)) return undefined;
  if (!isHelm && (ofArgo.length > 0 ? ofArgo.join() === 'skip' : ofHelm.length === 0 || ofHelm.join() === 'crd-install'))
    return replacement(object);
  const policies = [...wordsOf(object, `${HELM_HOOK}-delete-policy`), ...(isHelm ? [] : wordsOf(object, `${ARGO_HOOK}-delete-policy`))];
  const says = (policy: string): boolean => policies.some((each) => each.replaceAll('-', '') === policy);
  const isOfArgo = !isHelm && ofArgo.length > 0;
  const events = isOfArgo ? ofArgo : ofHelm;
  const made = (['after', 'before'] as const).find((order) => events.some((event) => isMadeBy(event, order, isHelm)));
  return {
    by: isHelm ? 'helm' : 'Argo CD',
    key: isOfArgo ? ARGO_HOOK : HELM_HOOK,
    ...(made === undefined ? {} : { made }),
    isInstalled: isHelm && events.some((event) => event.endsWith('-install')),
    isDeletedBefore: policies.length === 0 || says('beforehookcreation'),
    isDeletedAfter: says('hooksucceeded'),
  };
}

function isMadeBy(event: string, order: 'before' | 'after', isHelm: boolean): boolean {
  const start = order === 'before' ? 'pre' : 'post';
  if (isHelm) return event === `${start}-upgrade`;
  return [`${start}sync`, `${start}-install`, `${start}-upgrade`, ...(order === 'after' ? ['sync'] : [])].includes(event);
}

/** Argo CD updates Namespaces and CustomResourceDefinitions in place. */
function replacement(object: KubeObject): HookRuns | undefined {
  const options = wordsOf(object, SYNC_OPTIONS);
  if (!['force=true', 'replace=true'].every((option) => options.includes(option))) return undefined;
  if (['Namespace', 'CustomResourceDefinition'].includes(object.kind)) return undefined;
  return { by: 'Argo CD', key: SYNC_OPTIONS, made: 'after', isInstalled: false, isDeletedBefore: true, isDeletedAfter: false };
}
