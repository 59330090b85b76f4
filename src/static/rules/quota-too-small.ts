/**
 * A quota that is placed with workloads applies on each cluster. The member refuses its ReplicaSet controller the Pods that exceed it, and
 * Pods with a container that does not state its demand. The workload then never becomes available. Source: Kubernetes
 * `plugin/pkg/admission/resourcequota`, `pkg/quota/v1/evaluator/core/pods.go`.
 */
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isDeepStrictEqual } from 'node:util';
import { type ContainerDefaults, containerDefaults } from '../../fleet/kubernetes/container-defaults.ts';
import { field, listAt, objectAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import { displayName, groupOf, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { addQuantities, compareQuantities, parseQuantity, quantityText, type Quantity } from '../../fleet/kubernetes/quantity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { OVERRIDE_KINDS, isOverride } from '../../selection/override.ts';
import { keptOn, keptOnBoth, type KeptOn } from '../delivery/kept-on.ts';
import { overriddenDeliveriesOf } from '../delivery/overridden-deliveries.ts';
import { patchFaults } from '../delivery/patch-faults.ts';
import type { Fault } from '../delivery/faults-within.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { writtenFaults } from '../delivery/written-faults.ts';
import { podDemand, type Demand, type PodDemand } from '../../fleet/kubernetes/pod-demand.ts';
import { POD_KINDS } from '../../fleet/kubernetes/pod-template.ts';
import { ENVELOPE_KINDS } from '../../fleet/kubefleet/envelope.ts';
import {
  arriveTogether,
  partsOf,
  placementsSendingBoth,
  type Workload,
  workloadsBeside,
  workloadsOf,
} from '../presence/workloads-beside.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface TooSmall {
  readonly resource: string;
  readonly hard: string;
  readonly workloads: readonly string[];
  /** Their total demand; `undefined` if they do not state it. */
  readonly wanted: string | undefined;
  /** The LimitRange whose defaults they have. */
  readonly range?: string;
}

export const quotaTooSmall = defineRule<TooSmall>({
  id: 'quota-too-small',
  summary: 'The quota is too small for the workloads that are placed with it',
  effect: 'fails',
  otherwise: {
    misbehaves:
      'a container does not say what it wants, which a LimitRange on the member may say for it; or another choice of clusters has room',
  },
  kinds: ['ResourceQuota', ...ENVELOPE_KINDS, ...OVERRIDE_KINDS],
  why: 'If one placement sends a ResourceQuota and workloads of its namespace, the quota applies on each cluster separately. The cluster refuses Pods that exceed it (`exceeded quota`), and Pods with a container that does not set a request or limit that the quota limits (`must specify`). A container that does not set it has the default of a LimitRange that is placed with the quota. The placement then stays at `Available` False. The minimum is calculated: without injected sidecars and other Pods, and with one Pod for a DaemonSet, a Job or an autoscaled workload. Source: the code of Kubernetes.',
  remedy: 'Raise the quota, or lower the requests of the workloads.',
  docs: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  message: ({ resource, hard, workloads, wanted, range }) =>
    wanted === undefined
      ? `Containers of ${listed(workloads, 3)} do not set ${resource}, and with this quota the namespace refuses their Pods.`
      : `${listed(workloads, 3)} ${workloads.length === 1 ? 'needs' : 'need'} ${wanted} of ${resource} on each cluster${range === undefined ? '' : `, with the defaults of ${range}`}, and the quota allows ${hard}.`,
  remedyFor: ({ resource, wanted }) => (wanted === undefined ? `Set ${resource} for each container.` : undefined),
  *check(manifest, world) {
    if (isOverride(manifest.object)) {
      for (const { fault, patch, clusters, isCertain, delivery } of patchFaults(manifest, shortagesBy(world), world)) {
        const effect = isCertain && fault.data.wanted !== undefined ? {} : ({ effect: 'misbehaves' } as const);
        const on = clustersWith(fault, clusters);
        if (on !== undefined) yield { at: patch, data: fault.data, clusters: on, about: delivery.item, ...effect };
      }
      return;
    }
    if (!isNamed(manifest)) return;
    for (const { fault, clusters, isCertain } of writtenFaults(manifest, (object) => shortagesOf(object, manifest, world), world)) {
      const effect = isCertain && fault.data.wanted !== undefined ? {} : ({ effect: 'misbehaves' } as const);
      const on = clustersWith(fault, clusters);
      if (on !== undefined) yield { at: fault.at, data: fault.data, clusters: on, ...effect };
    }
  },
});

interface Shortage extends Fault {
  readonly data: TooSmall;
  /** Where the workloads have this demand. */
  readonly on: KeptOn;
}

/** The clusters with a shortage among those that get the quota; empty if it is not known, or all; `undefined` if there are none. */
function clustersWith({ on }: Shortage, clusters: readonly string[]): readonly string[] | undefined {
  const both = keptOnBoth(clusters.length === 0 ? 'everywhere' : clusters, on);
  if (both === 'everywhere') return [];
  return both.length === 0 ? undefined : both;
}

/** The fault of a quota beside the workloads that arrive with it, or of a workload beside its quotas. */
const shortagesBy = oncePer((world: World) => (object: KubeObject): readonly Shortage[] => {
  const { kind, apiVersion, metadata } = object;
  const { namespace = '', name } = metadata;
  if (isQuota(object)) {
    const [quota, ...others] = world.find({ group: groupOf(apiVersion), kind, namespace, name });
    return quota === undefined || others.length > 0 ? [] : shortagesOf(object, quota, world);
  }
  if (!POD_KINDS.includes(kind)) return [];
  const workload = workloadsOf(world).find(({ object: each }) => each.kind === kind && each.metadata.name === name);
  if (workload === undefined || workload.namespace !== namespace || workload.at !== '') return [];
  return world.ofKind('ResourceQuota').flatMap((quota) => {
    if (quota.namespace !== namespace || !isNamed(quota) || overriddenDeliveriesOf(quota, world).length > 0) return [];
    if (!arriveTogether(quota, workload.manifest, world)) return [];
    const groupsFor = (demand: DemandOf): readonly Group[] => {
      const [others] = groupsBeside(quota, namespace, demand, world);
      const known = others.workloads.filter(({ manifest }) => manifest !== workload.manifest);
      return [{ workloads: [...known, { ...workload, object }], on: 'everywhere' }];
    };
    const found = shortagesIn(quota.object, groupsFor, (resource) => givenDefaults(quota, namespace, resource, world));
    return found.map((shortage) => ({ ...shortage, at: '/spec' }));
  });
});

function shortagesOf(object: KubeObject, manifest: Manifest, world: World): readonly Shortage[] {
  const namespace = object.metadata.namespace ?? manifest.namespace;
  if (!isQuota(object) || namespace === undefined) return [];
  const groupsFor = (demand: DemandOf): readonly Group[] => groupsBeside(manifest, namespace, demand, world);
  return shortagesIn(object, groupsFor, (resource) => givenDefaults(manifest, namespace, resource, world));
}

/** The demand of a workload for one resource. */
type DemandOf = (object: KubeObject) => PodDemand | undefined;

/** Workloads whose demand is known on these clusters. */
interface Group {
  readonly workloads: readonly Workload[];
  readonly on: KeptOn;
}

/** The workloads that need what is written, or more, on all clusters; then those that do so on some clusters. */
function groupsBeside(quota: Manifest, namespace: string, demand: DemandOf, world: World): readonly [Group, ...(readonly Group[])] {
  const known = workloadsBeside(quota, namespace, world).map((workload) => {
    const { manifest, at, object } = workload;
    const placements = placementsSendingBoth(quota, manifest, world);
    return { workload, on: keptOn(manifest, at, placements, (each) => needsAsMuch(demand(each), demand(object)), world) };
  });
  const names = [...new Set(known.flatMap(({ on }) => (on === 'everywhere' ? [] : on)))];
  const workloadsOn = (name?: string): readonly Workload[] =>
    known.filter(({ on }) => on === 'everywhere' || (name !== undefined && on.includes(name))).map(({ workload }) => workload);
  const alike = Map.groupBy(names.toSorted(), (name) => known.map(({ on }) => on !== 'everywhere' && on.includes(name)).join(' '));
  const partly = [...alike.values()].map((on) => ({ workloads: workloadsOn(on[0]), on }));
  return [{ workloads: workloadsOn(), on: 'everywhere' }, ...partly];
}

function needsAsMuch(now: PodDemand | undefined, least: PodDemand | undefined): boolean {
  if (now === undefined || least === undefined) return false;
  if (now === 'unsaid' || least === 'unsaid') return now === least;
  return compareQuantities(now.atOnce, least.atOnce) >= 0;
}

function isQuota({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'ResourceQuota' && groupOf(apiVersion) === '';
}

function shortagesIn(
  quota: KubeObject,
  groupsFor: (demand: DemandOf) => readonly Group[],
  defaultsFor: (resource: string) => GivenDefaults,
): readonly Shortage[] {
  if (listAt(quota, 'spec', 'scopes').length > 0 || field(quota, 'spec', 'scopeSelector') !== undefined) return [];
  return Object.entries(objectAt(quota, 'spec', 'hard') ?? {}).flatMap(([resource, value]): readonly Shortage[] => {
    const hard = typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined;
    if (hard === undefined) return [];
    const given = defaultsFor(resource);
    const demand: DemandOf = (object) => podDemand(object, resource, given === 'open' ? {} : given);
    const found = groupsFor(demand).flatMap(({ workloads, on }) => {
      const shortage = shortageOf(resource, hard, workloads, given);
      return shortage === undefined ? [] : [{ shortage, on }];
    });
    const everywhere = found.find(({ on }) => on === 'everywhere')?.shortage;
    const isMore = ({ wanted }: (typeof found)[number]['shortage']): boolean =>
      everywhere === undefined || (everywhere.wanted === undefined && wanted !== undefined);
    return found
      .filter(({ shortage, on }) => on === 'everywhere' || isMore(shortage))
      .map(({ shortage, on }) => ({
        key: `${resource} ${shortage.wanted === undefined} ${on === 'everywhere' ? '' : on.join(' ')}`,
        at: childPointer('/spec/hard', resource),
        data: { ...shortage, resource, hard: String(value) },
        on,
      }));
  });
}

function shortageOf(
  resource: string,
  hard: Quantity,
  workloads: readonly Workload[],
  given: GivenDefaults,
): Pick<TooSmall, 'workloads' | 'wanted' | 'range'> | undefined {
  const { range, ...defaults } = given === 'open' ? {} : given;
  const asked = workloads.flatMap(({ object, namespace }) => {
    const demand = podDemand(object, resource, defaults);
    const ref = refOf(object);
    const name = displayName(namespace === undefined ? ref : { ...ref, namespace });
    return demand === undefined ? [] : [{ name, demand, isOfRange: !isDeepStrictEqual(demand, podDemand(object, resource)) }];
  });
  const said = asked.filter((each): each is (typeof asked)[number] & { readonly demand: Demand } => each.demand !== 'unsaid');
  const shortage = (of: typeof said, wanted: Quantity): ReturnType<typeof shortageOf> => ({
    workloads: of.map(({ name }) => name),
    wanted: quantityText(wanted),
    ...(range !== undefined && of.some(({ isOfRange }) => isOfRange) ? { range } : {}),
  });
  const tooBig = said.find(({ demand }) => compareQuantities(demand.atOnce, hard) > 0);
  if (tooBig !== undefined) return shortage([tooBig], tooBig.demand.atOnce);
  const sum = said.reduce<Quantity>((total, { demand }) => addQuantities(total, demand.atOnce), { mantissa: 0n, exponent: 0 });
  if (compareQuantities(sum, hard) > 0) return shortage(said, sum);
  const unsaid = asked.filter(({ demand }) => demand === 'unsaid').map(({ name }) => name);
  return unsaid.length === 0 || given === 'open' ? undefined : { workloads: unsaid, wanted: undefined };
}

/** `open`: a LimitRange of the manifests may set amounts on the clusters of the quota, and it is not known which. */
type GivenDefaults = 'open' | (ContainerDefaults & { readonly range?: string });

/** What the LimitRange of the manifests gives containers on each cluster that gets the quota. */
function givenDefaults(quota: Manifest, namespace: string, resource: string, world: World): GivenDefaults {
  const name = resource.slice(resource.indexOf('.') + 1);
  const ranges = ['LimitRange', ...ENVELOPE_KINDS]
    .flatMap((kind) => world.ofKind(kind))
    .flatMap((manifest) => partsOf(manifest).map((part) => ({ ...part, manifest })))
    .filter((part) => part.object.kind === 'LimitRange' && part.namespace === namespace)
    .map((part) => ({ ...part, defaults: containerDefaults(part.object, name) }))
    .filter(({ manifest, at, defaults }) => Object.keys(defaults).length > 0 || !isResolved(manifest, `${at}/spec`));
  const [only, ...others] = ranges;
  if (only === undefined) return {};
  const { manifest, at, object, defaults } = only;
  const isKnown = others.length === 0 && isNamed(manifest) && isResolved(manifest, `${at}/spec`);
  const placers = placementsSending(manifest, world);
  const isWithQuota = placementsSending(quota, world).every((placer) => placers.includes(placer));
  if (!isKnown || !isWithQuota || overriddenDeliveriesOf(manifest, world).length > 0) return 'open';
  return { ...defaults, range: displayName({ ...refOf(object), namespace }) };
}
