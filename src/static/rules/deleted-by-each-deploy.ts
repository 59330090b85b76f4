/**
 * helm and Argo CD delete a hook before they create it again, unless it has another policy, and those with `hook-succeeded` afterwards. Only
 * Jobs and Pods can fail, all others succeed at once. Argo CD replaces an object with `kubectl replace --force` if it has both options. Source:
 * see `hook-runs.ts`; the docs of helm on chart hooks, and of Argo CD on resource hooks and on sync options ("Force Sync").
 */
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { placementsLikelySending } from '../placing/placements-of-object.ts';
import { type HookRuns, hookRunsOf, mayBeHook } from '../world/hook-runs.ts';
import { HELM_HOOK, wordsOf } from '../../fleet/kubernetes/hook-annotations.ts';
import { manifestRef } from '../world/identity.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const deletedByEachDeploy = defineRule<{ readonly does: string; readonly result: string }>({
  id: 'deleted-by-each-deploy',
  summary: 'Each deploy deletes a placement, or what it places',
  effect: 'misbehaves',
  otherwise: {
    fails: 'helm creates it again without a deletion, which the API server refuses',
    advice: 'it is not known whether helm or Argo CD deploys it',
  },
  kinds: '*',
  why: 'By default, helm and Argo CD delete an object with `helm.sh/hook` or `argocd.argoproj.io/hook` and create it again, at each upgrade or sync that runs the hook. With the policy `hook-succeeded` they delete it at once, because only Jobs and Pods can fail. Argo CD also deletes at each sync what has the sync options `Force=true` and `Replace=true`. When a placement is deleted on the hub, KubeFleet removes what it placed from the clusters, and what a placement selects is removed in the same way. With only other policies, helm creates the hook without a deletion, and the second upgrade fails. Reported for placements and for objects that one sends. Not reported for objects that hooks use themselves (Jobs, Pods, ServiceAccounts, roles, ConfigMaps, Secrets), and for Namespaces with the two sync options, which Argo CD updates in place.',
  remedy:
    'Remove the annotation: then the deploy changes the object in place. A sync wave or a weight of helm gives an order without a hook.',
  docs: 'https://helm.sh/docs/topics/charts_hooks/',
  message: ({ does, result }) => `${does}: ${result}.`,
  concerns: ({ object }) => mayBeHook(object) && !OF_HOOKS.has(object.kind),
  *check(manifest, world) {
    const { object, hookOf } = manifest;
    if (!isResolved(manifest, '/metadata/annotations')) return;
    if (hookOf === undefined && wordsOf(object, HELM_HOOK).length > 0) return;
    const runs = hookRunsOf(object, hookOf ?? 'open');
    const does = runs && doesOf(runs, displayName(manifestRef(manifest)));
    if (does === undefined || (!isPlacement(object) && placementsLikelySending(manifest, world).length === 0)) return;
    const removed = `KubeFleet removes ${isPlacement(object) ? 'what it places' : 'it'} from the clusters`;
    const effect = hookOf === undefined || hookOf === 'open' ? 'advice' : does.isRefused ? 'fails' : undefined;
    yield {
      at: `/metadata/annotations/${runs?.key.replace('/', '~1') ?? ''}`,
      part: 'key',
      data: { does: does.text, result: does.isRefused ? 'the second upgrade fails, because it is there' : removed },
      ...(effect === undefined ? {} : { effect }),
    };
  },
});

function doesOf({ by, made, isInstalled, isDeletedBefore, isDeletedAfter }: HookRuns, name: string): Does | undefined {
  if (made === undefined && !isInstalled) return undefined;
  if (isDeletedAfter) return { text: `${by} deletes ${name} as soon as it has created it` };
  if (made === undefined) return undefined;
  if (isDeletedBefore) return { text: `${by} deletes ${name} at each ${by === 'helm' ? 'upgrade' : 'sync'} and creates it again` };
  return by === 'helm' ? { text: `helm creates ${name} at each upgrade and does not delete it first`, isRefused: true } : undefined;
}

interface Does {
  readonly text: string;
  readonly isRefused?: true;
}

/** What the Jobs and Pods of hooks need, and they themselves; helm never deletes CustomResourceDefinitions. */
const OF_HOOKS = new Set([
  'Job',
  'Pod',
  'ServiceAccount',
  'Role',
  'RoleBinding',
  'ClusterRole',
  'ClusterRoleBinding',
  'ConfigMap',
  'Secret',
  'CustomResourceDefinition',
]);
