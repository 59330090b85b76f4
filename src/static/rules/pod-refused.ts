/**
 * A hub does not run workloads: webhooks refuse Pods and ReplicaSets outside `kube-` and `fleet-` namespaces, unless the hub agent has
 * `--enable-workload`. Pods are never placed in either case. Source: `pkg/webhook/pod/pod_validating_webhook.go` and
 * `pkg/webhook/replicaset/replicaset_validating_webhook.go`, the same in v0.3.1 and main; main can use a ValidatingAdmissionPolicy instead
 * (`pkg/admissionpolicymanager/podsnreplicasets.go`).
 */
import { candidatePlacements } from '../placing/placement-candidates.ts';
import { nameOf, isNamed } from '../world/placements.ts';
import { defineRule } from '../world/rule.ts';
import { isRefusedWorkload } from '../../fleet/kubefleet/refused-workload.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { withArticle } from '../../fleet/text/with-article.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { picks } from '../placing/placements-of-object.ts';
import type { World } from '../world/world.ts';

interface Refused {
  readonly kind: string;
  readonly name: string;
  readonly placement: string;
}

export const podRefused = defineRule<Refused>({
  id: 'pod-refused',
  summary: 'The hub refuses to create Pods and ReplicaSets',
  effect: 'rejected',
  kinds: ['Pod', 'ReplicaSet'],
  why: 'Workloads do not run on a hub, and its webhooks, or on later hubs an admission policy, refuse every Pod and ReplicaSet in user namespaces: the deploy stops halfway. Pods and ReplicaSets that controllers create from a Deployment on the clusters are not affected. A hub agent with `--enable-workload` accepts them, but a Pod is not placed even then. Checked for objects that a placement of the manifests selects, except Helm hooks.',
  remedy:
    'Deploy a Deployment, StatefulSet or Job instead, or wrap the object in a ResourceEnvelope, which the hub keeps without running it.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ kind, placement }) => `The hub refuses to create ${withArticle(kind)}, so ${placement} cannot send it to any cluster.`,
  serverMessageFor: ({ kind, name }) =>
    `admission webhook "fleet.${kind.toLowerCase()}.validating" denied the request: ${kind} ${name} creation is disallowed in the fleet hub cluster${kind === 'Pod' ? '' : '.'}`,
  *check(manifest, world) {
    const placement = candidatePlacements(manifest, world).find((each) => isRefusedIn(each, manifest, world));
    if (placement === undefined) return;
    const data = { kind: manifest.object.kind, name: `${manifest.namespace ?? ''}/${nameOf(manifest)}`, placement: nameOf(placement) };
    yield { at: '/kind', data, related: [{ manifest: placement, at: '/spec/resourceSelectors', message: `${data.placement} selects it` }] };
  },
});

/**
 * Whether a placement sends an object that the hub refuses to create. A Helm hook is not applied with the rest, and a test hook never is.
 * Objects that are already on the hub were accepted.
 */
function isRefusedIn(placement: Manifest, manifest: Manifest, world: World): boolean {
  const { apiVersion, ...ref } = manifestRef(manifest);
  if (ref.namespace === undefined || !isRefusedWorkload({ apiVersion, ...ref }) || !isNamed(manifest)) return false;
  if (manifest.object.metadata.annotations?.['helm.sh/hook'] !== undefined) return false;
  return picks(placement, manifest, world) && hubHolds({ group: groupOf(apiVersion), ...ref }, world) !== true;
}
