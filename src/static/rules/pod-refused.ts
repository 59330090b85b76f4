/**
 * A hub does not run workloads: webhooks refuse Pods and ReplicaSets outside `kube-` and `fleet-` namespaces, unless the hub agent has
 * `--enable-workload`. Pods are never placed in either case. Source: `pkg/webhook/pod/pod_validating_webhook.go` and
 * `pkg/webhook/replicaset/replicaset_validating_webhook.go`, the same in v0.3.1 and main; main can use a ValidatingAdmissionPolicy instead
 * (`pkg/admissionpolicymanager/podsnreplicasets.go`).
 */
import { candidatePlacements } from '../placing/placement-candidates.ts';
import { nameOf } from '../world/placements.ts';
import { isRefusedIn } from '../placing/refused-workloads.ts';
import { defineRule } from '../world/rule.ts';

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
  why: 'Workloads do not run on a hub, and its webhooks refuse every Pod and ReplicaSet in user namespaces: the deploy stops halfway. Pods and ReplicaSets that controllers create from a Deployment on the clusters are not affected. A hub agent with `--enable-workload` accepts them, but a Pod is not placed even then. Checked for objects that a placement of the manifests selects, except Helm hooks.',
  remedy:
    'Deploy a Deployment, StatefulSet or Job instead, or wrap the object in a ResourceEnvelope, which the hub keeps without running it.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ kind, placement }) => `The hub refuses to create a ${kind}, so ${placement} cannot send it to any cluster.`,
  serverMessageFor: ({ kind, name }) =>
    `admission webhook "fleet.${kind.toLowerCase()}.validating" denied the request: ${kind} ${name} creation is disallowed in the fleet hub cluster${kind === 'Pod' ? '' : '.'}`,
  *check(manifest, world) {
    const placement = candidatePlacements(manifest, world).find((each) => isRefusedIn(each, manifest, world));
    if (placement === undefined) return;
    const data = { kind: manifest.object.kind, name: `${manifest.namespace ?? ''}/${nameOf(manifest)}`, placement: nameOf(placement) };
    yield { at: '/kind', data, related: [{ manifest: placement, at: '/spec/resourceSelectors', message: `${data.placement} selects it` }] };
  },
});
