/**
 * A quota that is placed with workloads applies on each cluster. The member refuses its ReplicaSet controller the Pods that exceed it, and
 * Pods with a container that does not state its demand. The workload then never becomes available. Source: Kubernetes
 * `plugin/pkg/admission/resourcequota`, `pkg/quota/v1/evaluator/core/pods.go`.
 */
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { field, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, groupOf, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { addQuantities, compareQuantities, parseQuantity, quantityText, type Quantity } from '../../fleet/kubernetes/quantity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { placersOf } from '../placing/placements-of-object.ts';
import { podDemand, type Demand } from '../references/pod-demand.ts';
import { mayBePatched } from '../references/patched-places.ts';
import { POD_KINDS } from '../../fleet/kubernetes/pod-template.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface TooSmall {
  readonly resource: string;
  readonly hard: string;
  readonly workloads: readonly string[];
  /** Their total demand; `undefined` if they do not state it. */
  readonly wanted: string | undefined;
}

const ENVELOPES = ['ResourceEnvelope', 'ClusterResourceEnvelope'];

export const quotaTooSmall = defineRule<TooSmall>({
  id: 'quota-too-small',
  summary: 'The quota has no room for the workloads that come along with it',
  effect: 'fails',
  otherwise: { misbehaves: 'a container does not say what it wants: a LimitRange on the member may say it for it' },
  kinds: ['ResourceQuota', ...ENVELOPES],
  why: 'Where one placement brings a ResourceQuota and workloads of its namespace, the quota counts on each cluster by itself. Pods that do not fit are refused there (`exceeded quota`), as are those of which a container says no request or limit that the quota counts (`must specify`), and the placement stays at `Available` False. Counted is what is there at the least: without sidecars that are put in, without Pods of others, a DaemonSet, a Job and what an autoscaler scales as one Pod. It rests on the source of Kubernetes.',
  remedy: 'Raise the quota, or let the workloads ask for less.',
  docs: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  message: ({ resource, hard, workloads, wanted }) =>
    wanted === undefined
      ? `Containers of ${listed(workloads, 3)} say no ${resource}, and a namespace with this quota takes no such Pod.`
      : `${listed(workloads, 3)} ${workloads.length === 1 ? 'wants' : 'want'} ${wanted} of ${resource} on each cluster, and the quota has ${hard}.`,
  remedyFor: ({ resource, wanted }) => (wanted === undefined ? `Set ${resource} for each container.` : undefined),
  *check(manifest, world) {
    if (!isNamed(manifest)) return;
    for (const { object, at, namespace } of partsOf(manifest)) {
      if (object.kind !== 'ResourceQuota' || groupOf(object.apiVersion) !== '' || namespace === undefined) continue;
      if (listAt(object, 'spec', 'scopes').length > 0 || field(object, 'spec', 'scopeSelector') !== undefined) continue;
      const beside = besideIt(manifest, namespace, world);
      for (const [resource, value] of Object.entries(objectAt(object, 'spec', 'hard') ?? {})) {
        const place = childPointer(`${at}/spec/hard`, resource);
        const hard = typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined;
        if (hard === undefined || !isResolved(manifest, place) || mayBePatched(manifest, place, world)) continue;
        const found = shortageOf(resource, hard, beside, hasDefaults(resource, namespace, world));
        if (found === undefined) continue;
        const data = { ...found, resource, hard: String(value) };
        yield { at: place, data, ...(found.wanted === undefined ? { effect: 'misbehaves' } : {}) };
      }
    }
  },
});

interface Part {
  readonly object: KubeObject;
  /** Pointer into the manifest. */
  readonly at: string;
  readonly namespace: string | undefined;
}

/** The object itself, or the content of an envelope. */
function partsOf({ object, namespace }: Manifest): readonly Part[] {
  if (!isEnvelope(object)) return [{ object, at: '', namespace }];
  return enclosedEntries(object).map(([key, inner]) => ({
    object: inner,
    at: childPointer('/data', key),
    namespace: inner.metadata.namespace ?? namespace,
  }));
}

type Workload = Part & { readonly manifest: Manifest };

/** Workloads by namespace. A workload that is declared more than once may be for several hubs, and is not included. */
const workloadsIn = oncePer((world: World): ReadonlyMap<string, readonly Workload[]> => {
  const kinds = new Set(POD_KINDS);
  const all = [...POD_KINDS, ...ENVELOPES]
    .flatMap((kind) => world.ofKind(kind))
    .flatMap((manifest) => partsOf(manifest).map((part) => ({ ...part, manifest })))
    .filter(({ object }) => kinds.has(object.kind));
  const single = [...Map.groupBy(all, ({ object, namespace }) => `${object.kind} ${namespace ?? ''} ${object.metadata.name}`).values()];
  return Map.groupBy(
    single.flatMap((found) => (found.length === 1 ? found : [])),
    ({ namespace }) => namespace ?? '',
  );
});

/** The known workloads of the namespace that a placement of the quota also brings. */
function besideIt(quota: Manifest, namespace: string, world: World): readonly Workload[] {
  const workloads = workloadsIn(world).get(namespace) ?? [];
  if (workloads.length === 0) return [];
  const placers = new Set(placersOf(quota, world));
  return workloads.filter(({ manifest, at }) => {
    if (!isNamed(manifest) || !isResolved(manifest, `${at}/spec`) || mayBePatched(manifest, `${at}/spec`, world)) return false;
    return placersOf(manifest, world).some((placer) => placers.has(placer)) && !isScaled(manifest, world);
  });
}

/** An autoscaler may start with fewer replicas. */
function isScaled({ object, namespace }: Manifest, world: World): boolean {
  return [...world.ofKind('HorizontalPodAutoscaler'), ...world.ofKind('ScaledObject')].some(
    (scaler) =>
      scaler.namespace === namespace && [stringAt(scaler.object, 'spec', 'scaleTargetRef', 'name')].includes(object.metadata.name),
  );
}

function shortageOf(
  resource: string,
  hard: Quantity,
  workloads: readonly Workload[],
  hasDefault: boolean,
): Pick<TooSmall, 'workloads' | 'wanted'> | undefined {
  const asked = workloads.flatMap(({ object, namespace }) => {
    const demand = podDemand(object, resource);
    const ref = refOf(object);
    const name = displayName(namespace === undefined ? ref : { ...ref, namespace });
    return demand === undefined ? [] : [{ name, demand }];
  });
  const said = asked.filter((each): each is { readonly name: string; readonly demand: Demand } => each.demand !== 'unsaid');
  const tooBig = said.find(({ demand }) => compareQuantities(demand.atOnce, hard) > 0);
  if (tooBig !== undefined) return { workloads: [tooBig.name], wanted: quantityText(tooBig.demand.atOnce) };
  const sum = said.reduce<Quantity>((total, { demand }) => addQuantities(total, demand.atOnce), { mantissa: 0n, exponent: 0 });
  if (compareQuantities(sum, hard) > 0) return { workloads: said.map(({ name }) => name), wanted: quantityText(sum) };
  const unsaid = asked.filter(({ demand }) => demand === 'unsaid').map(({ name }) => name);
  return unsaid.length === 0 || hasDefault ? undefined : { workloads: unsaid, wanted: undefined };
}

/** Whether a LimitRange of the manifests sets the demand of a container that does not state it. */
function hasDefaults(resource: string, namespace: string, world: World): boolean {
  const name = resource.slice(resource.indexOf('.') + 1);
  const ranges = ['LimitRange', ...ENVELOPES].flatMap((kind) => world.ofKind(kind)).flatMap(partsOf);
  return ranges.some(
    ({ object, namespace: home }) =>
      object.kind === 'LimitRange' &&
      home === namespace &&
      listAt(object, 'spec', 'limits').some((limit) =>
        ['default', 'defaultRequest', 'max'].some((part) => field(limit, part, name) !== undefined),
      ),
  );
}
