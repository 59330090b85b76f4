/**
 * helm creates the Jobs and Pods that are hooks of an installation or an upgrade, and waits until they have succeeded. Argo CD makes hooks of
 * its own of them (PreSync, PostSync), unless the chart has hooks of Argo CD, and waits as well. The hub refuses the Pods. Source: helm.sh/helm
 * `pkg/action/hooks.go` (execHook) and `pkg/kube` (WatchUntilReady); the docs of Argo CD on Helm hooks and on resource hooks;
 * `pkg/webhook/pod/pod_validating_webhook.go` of KubeFleet, v0.3.1 and main.
 */
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { isRefusedWorkload } from '../../fleet/kubefleet/refused-workload.ts';
import { ARGO_HOOK, HELM_HOOK, wordsOf } from '../../fleet/kubernetes/hook-annotations.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import { placementsLikelySending } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Waiting {
  readonly waits: string;
  readonly hook: string;
  readonly refused: string;
  readonly result: string;
}

export const hookNotRunOnHub = defineRule<Waiting>({
  id: 'hook-not-run-on-hub',
  summary: 'The deploy waits for a hook whose Pods the hub refuses',
  effect: 'fails',
  otherwise: {
    misbehaves: 'the chart itself has no placement',
    advice: 'it is not known whether something runs the hook',
  },
  kinds: ['Job', 'Pod'],
  why: 'helm creates a Job or a Pod with `helm.sh/hook` by itself and waits until it has succeeded, before or after the rest of the chart. Flux does the same with a HelmRelease. Argo CD makes its own hooks of them, or has them as `argocd.argoproj.io/hook`, and waits, too. Workloads do not run on a hub, which refuses Pods in user namespaces. So the hook never ends, and each deploy fails. A hook before the installation keeps back the whole chart. Reported for charts and manifests of which a placement is a part, or which one sends. Not reported for tests, for hooks of deletions and rollbacks, for `--no-hooks` and `disableHooks`, and if kubectl applies the output of `helm template`. A hub agent with `--enable-workload` accepts Pods.',
  remedy:
    'Run the Job as a step of the pipeline, or on the clusters: without the annotation of the hook, a placement sends it like other objects.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ waits, hook, refused, result }) => `${waits} the hook ${hook}, ${refused}: ${result}.`,
  *check(manifest, world) {
    const { object, namespace } = manifest;
    if (!['batch', ''].includes(groupOf(object.apiVersion)) || !isResolved(manifest, '/metadata/annotations', '/metadata/namespace'))
      return;
    if (namespace !== undefined && !isRefusedWorkload({ apiVersion: 'v1', kind: 'Pod', namespace })) return;
    const run = runOf(manifest, world);
    if (run === undefined) return;
    const isOfFleetChart =
      manifest.overlay !== undefined && world.manifests.some((each) => each.overlay === manifest.overlay && isPlacement(each.object));
    if (!isOfFleetChart && placementsLikelySending(manifest, world).length === 0) return;
    const isCertain = run.isCertain && namespace !== undefined;
    const effect = isCertain ? (isOfFleetChart ? {} : ({ effect: 'misbehaves' } as const)) : ({ effect: 'advice' } as const);
    const refused = object.kind === 'Pod' ? 'which the hub refuses' : 'whose Pods the hub refuses';
    const data = { waits: `${run.by} ${isCertain ? 'waits' : 'would wait'} for`, hook: displayName(manifestRef(manifest)), refused };
    yield { at: `/metadata/annotations/${run.key.replace('/', '~1')}`, part: 'key', data: { ...data, result: run.result }, ...effect };
  },
});

interface Run {
  readonly by: 'helm' | 'Argo CD';
  readonly key: string;
  readonly result: string;
  readonly isCertain: boolean;
}

/** What runs an object as a hook of a deploy, and what that leads to; `undefined` if nothing does. */
function runOf(manifest: Manifest, world: World): Run | undefined {
  const { hookOf, overlay } = manifest;
  const own = wordsOf(manifest.object, ARGO_HOOK).filter((event) => ['presync', 'sync', 'postsync'].includes(event));
  // An object of another tool than helm is no hook of it.
  if (own.length > 0 && hookOf !== 'helm')
    return { by: 'Argo CD', key: ARGO_HOOK, result: resultOfSync(own.includes('presync')), isCertain: hookOf === 'Argo CD' };
  if (hookOf === undefined) return undefined;
  const events = wordsOf(manifest.object, HELM_HOOK).filter((event) => /^(?:pre|post)-(?:install|upgrade)$/.test(event));
  if (events.length === 0) return undefined;
  const isFirst = events.some((event) => event.startsWith('pre-'));
  if (hookOf === 'Argo CD') {
    const hasOwn = world.manifests.some((each) => each.overlay === overlay && wordsOf(each.object, ARGO_HOOK).length > 0);
    return hasOwn ? undefined : { by: 'Argo CD', key: HELM_HOOK, result: resultOfSync(isFirst), isCertain: true };
  }
  const actions = ['install', 'upgrade'].filter((action) => events.some((event) => event.endsWith(action)));
  const result = `each ${actions.join(' and each ')} fails after a timeout${isFirst ? ', before it deploys anything' : ''}`;
  return { by: 'helm', key: HELM_HOOK, result, isCertain: hookOf === 'helm' };
}

function resultOfSync(isFirst: boolean): string {
  return isFirst ? 'the sync never ends, and deploys nothing' : 'the sync never ends';
}
