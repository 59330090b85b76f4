/**
 * A webhook configuration acts on the API server that has it, so the hub calls the webhook, too. The hub refuses Pods in user namespaces, so
 * the Service there has no endpoint, and with `failurePolicy: Fail` (the default) the hub refuses each request of the rules. Source:
 * Kubernetes `staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook` (Dispatch), `pkg/webhook/pod` of KubeFleet, v0.3.1 and main.
 */
import { ruleRequest, webhookMatches } from '../../admission/policies/webhook-matching.ts';
import { field, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import { isRefusedWorkload } from '../../fleet/kubefleet/refused-workload.ts';
import { displayName, groupOf, refOf, versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { placementsMaybeSending, placementsSending } from '../placing/placements-of-object.ts';
import { partsOf } from '../presence/workloads-beside.ts';
import { manifestRef } from '../world/identity.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Called {
  /** `Service/ops/guard`. */
  readonly service: string;
  /** What happens on the hub, as the end of a sentence. */
  readonly result: string;
}

export const hubCallsPlacedService = defineRule<Called>({
  id: 'hub-calls-placed-service',
  summary: 'The hub calls a Service whose Pods run on the clusters only',
  effect: 'fails',
  otherwise: {
    misbehaves: 'only the namespace of the Service is placed, or it is an API that the hub offers',
    advice: 'the manifests have no object that the webhook would refuse',
  },
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'APIService', 'CustomResourceDefinition'],
  why: 'A webhook configuration that the deploy applies to the hub is active there at once, also if it is meant for the clusters only. The hub calls the Service in `clientConfig`, whose Pods run on the clusters: a hub refuses Pods in user namespaces. With `failurePolicy: Fail`, which is the default, the hub then refuses each request that the rules match, such as the next deploy. The webhook of a CustomResourceDefinition that converts versions, and the Service of an APIService, are called by the hub as well. Not reported for `failurePolicy: Ignore`, for a `url`, for a Service without a selector, for webhooks with `matchConditions`, and in namespaces that begin with `kube-` or `fleet-`. A hub agent with `--enable-workload` accepts Pods.',
  remedy: 'Put the object into a ClusterResourceEnvelope, as KubeFleet recommends: the hub does not act on the content of envelopes.',
  docs: 'https://kubefleet.dev/docs/how-tos/envelope-object/',
  message: ({ service, result }) => `The hub calls ${service} as well, which has no Pods there: ${result}.`,
  *check(manifest, world) {
    const { object } = manifest;
    if (!isNamed(manifest)) return;
    for (const { service, at, finds } of callsOf(object)) {
      if (!isResolved(manifest, at)) continue;
      const found = withoutPods(service, manifest, world);
      const result = found === undefined ? undefined : finds(world);
      if (found === undefined || result === undefined) continue;
      const effect = found.isCertain ? result.effect : (result.effect ?? 'misbehaves');
      const related = [{ manifest: found.placement, at: '', message: `${nameOf(found.placement)} places it` }];
      yield {
        at: `${at}/service`,
        data: { service: found.name, result: result.says },
        related,
        ...(effect === undefined ? {} : { effect }),
      };
    }
  },
});

interface Result {
  readonly says: string;
  /** Absent if the hub certainly refuses something. */
  readonly effect?: 'misbehaves' | 'advice';
}

interface Call {
  readonly service: unknown;
  /** Pointer to the mapping with the Service. */
  readonly at: string;
  /** What fails on the hub without the Service; `undefined` for nothing. */
  readonly finds: (world: World) => Result | undefined;
}

/** The Services that an API server calls because of an object. */
function callsOf(object: KubeObject): readonly Call[] {
  const group = groupOf(object.apiVersion);
  if (group === 'admissionregistration.k8s.io')
    return listAt(object, 'webhooks').map((webhook, index) => ({
      service: field(webhook, 'clientConfig', 'service'),
      at: `/webhooks/${index}/clientConfig`,
      finds: (world) => refusedBy(webhook, world),
    }));
  if (group === 'apiregistration.k8s.io') {
    const says = `the hub does not serve ${object.metadata.name}, and cannot finish the deletion of a namespace`;
    return [{ service: field(object, 'spec', 'service'), at: '/spec', finds: () => ({ says, effect: 'misbehaves' }) }];
  }
  if (group !== 'apiextensions.k8s.io' || stringAt(object, 'spec', 'conversion', 'strategy') !== 'Webhook') return [];
  const at = '/spec/conversion/webhook/clientConfig';
  return [
    { service: field(object, 'spec', 'conversion', 'webhook', 'clientConfig', 'service'), at, finds: (world) => unstored(object, world) },
  ];
}

/** What the hub refuses while a webhook cannot be called. */
function refusedBy(webhook: unknown, world: World): Result | undefined {
  if (stringAt(webhook, 'failurePolicy') === 'Ignore' || listAt(webhook, 'matchConditions').length > 0) return undefined;
  const namespace = (name: string): ReturnType<Parameters<typeof webhookMatches>[2]> => {
    const [known] = world.find({ group: '', kind: 'Namespace', name });
    return known === undefined ? undefined : { object: known.object, isWhole: true };
  };
  const refused = world.manifests.find((each) => {
    const ref = manifestRef(each);
    const api = knownApis(world).find(groupOf(ref.apiVersion), ref.kind);
    if (api === undefined || !isNamed(each) || isRefusedWorkload(ref)) return false;
    return webhookMatches(webhook, ruleRequest(each.object, ref.namespace, api), namespace);
  });
  const own = stringAt(webhook, 'name') ?? '';
  const name = own === '' ? 'a webhook without a name' : `webhook ${own}`;
  if (refused !== undefined)
    return { says: `the hub refuses each write that ${name} checks, such as of ${displayName(manifestRef(refused))}` };
  const isLimited = ['namespaceSelector', 'objectSelector'].some((key) => Object.keys(objectAt(webhook, key) ?? {}).length > 0);
  const checked = listAt(webhook, 'rules')
    .filter((rule) => listAt(rule, 'operations').some((operation) => operation === '*' || operation === 'CREATE' || operation === 'UPDATE'))
    .flatMap((rule) => listAt(rule, 'resources'))
    .filter((resource): resource is string => typeof resource === 'string' && !/^(?:pods|replicasets|nodes)(?:\/|$)/.test(resource));
  if (isLimited || checked.length === 0) return undefined;
  return { says: `the hub refuses each write that ${name} checks: ${listed([...new Set(checked)], 3)}`, effect: 'advice' };
}

/** An object that the hub cannot store, because it is written in another version than the stored one. */
function unstored(definition: KubeObject, world: World): Result | undefined {
  const [group, kind] = [stringAt(definition, 'spec', 'group') ?? '', stringAt(definition, 'spec', 'names', 'kind') ?? ''];
  const stored = listAt(definition, 'spec', 'versions').find((version) => field(version, 'storage') === true);
  const found = world
    .ofKind(kind)
    .find(({ object: { apiVersion } }) => groupOf(apiVersion) === group && versionOf(apiVersion) !== stringAt(stored, 'name'));
  if (found === undefined || stored === undefined) return undefined;
  return { says: `the hub refuses ${displayName(manifestRef(found))}, which it cannot convert to the version that it stores` };
}

interface WithoutPods {
  readonly name: string;
  readonly placement: Manifest;
  /** The Service, or what makes the hub call it, is content of the placement. */
  readonly isCertain: boolean;
}

/** A Service whose Pods run on clusters; `undefined` if it may have endpoints on the hub. */
function withoutPods(service: unknown, caller: Manifest, world: World): WithoutPods | undefined {
  const [namespace, name] = [stringAt(service, 'namespace'), stringAt(service, 'name')];
  if (namespace === undefined || name === undefined) return undefined;
  if (!isRefusedWorkload({ apiVersion: 'v1', kind: 'Pod', namespace })) return undefined;
  const known = servicesNamed(namespace, name, world);
  const hasOtherEndpoints = known.some(({ object }) => Object.keys(objectAt(object, 'spec', 'selector') ?? {}).length === 0);
  if (hasOtherEndpoints) return undefined;
  const [certain] = known.flatMap(({ manifest }) => [...placementsSending(manifest, world), ...placementsSending(caller, world)]);
  const [maybe] = placementsMaybeSending({ group: '', kind: 'Service', namespace, name }, world);
  const placement = certain ?? maybe;
  if (placement === undefined) return undefined;
  return { name: displayName({ kind: 'Service', namespace, name }), placement, isCertain: certain !== undefined };
}

function servicesNamed(
  namespace: string,
  name: string,
  world: World,
): readonly { readonly manifest: Manifest; readonly object: KubeObject }[] {
  return ['Service', ...ENVELOPE_KINDS]
    .flatMap((kind) => world.ofKind(kind))
    .flatMap((manifest) => partsOf(manifest).map((part) => ({ ...part, manifest })))
    .filter(({ object, namespace: home }) => refOf(object).kind === 'Service' && home === namespace && object.metadata.name === name);
}
