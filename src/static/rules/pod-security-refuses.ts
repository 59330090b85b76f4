/**
 * A Namespace whose label enforces a Pod Security level refuses each Pod that breaks it. A Deployment and its like are accepted, and their
 * controllers cannot create any Pod. Source: Kubernetes `staging/src/k8s.io/pod-security-admission/admission/admission.go`.
 */
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { numberAt } from '../../fleet/json/json.ts';
import { displayName, groupOf, type KubeObject, refOf } from '../../fleet/kubernetes/object.ts';
import { podSecurityFaults, type PodSecurityLevel } from '../../fleet/kubernetes/pod-security.ts';
import { podSpecOf } from '../../fleet/kubernetes/pod-template.ts';
import { listed } from '../../fleet/text/listed.ts';
import { hasVariables } from '../../schedule/override/cluster-variables.ts';
import { keptOn, keptOnBoth } from '../delivery/kept-on.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { type Workload, workloadsIn } from '../presence/workloads-beside.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Refused {
  readonly level: string;
  readonly workload: string;
  readonly faults: readonly string[];
}

export const podSecurityRefuses = defineRule<Refused>({
  id: 'pod-security-refuses',
  summary: 'The Pod Security level of the Namespace refuses the Pods of a workload',
  effect: 'fails',
  kinds: ['Namespace'],
  why: 'If placements send a Namespace with the label `pod-security.kubernetes.io/enforce` and a workload in it, each cluster refuses the Pods that break this level (`violates PodSecurity "restricted:latest"`). The workload has no Pods, and the placement stays at `Available` False. Clusters are left out where an override changes the level or makes the Pods fit. The rules are those of Kubernetes since 1.25. A policy on the cluster that changes Pods when they are created can make them fit, and is not known here. Source: the code of Kubernetes.',
  remedy: 'Change the Pod template, or lower the level of the Namespace.',
  docs: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  message: ({ level, workload, faults }) =>
    `The Namespace enforces the level ${level}, which refuses the Pods of ${workload}: ${shown(faults)}.`,
  *check(manifest, world) {
    const { object } = manifest;
    const placements = placementsSending(manifest, world);
    const isOpen = !isNamed(manifest) || !isResolved(manifest, '/metadata/labels') || placements.length === 0;
    const level = levelOf(object);
    if (groupOf(object.apiVersion) !== '' || isOpen || level === undefined) return;
    const enforced = keptOn(manifest, '', placements, (each) => levelOf(each) === level, world);
    for (const workload of workloadsIn(world).get(nameOf(manifest)) ?? []) {
      if (!isKnown(workload, world)) continue;
      const found = faultsOf(workload, level);
      if (found === undefined) continue;
      const isRefused = (each: KubeObject): boolean =>
        isStarted(each) && !isOpenPod(each) && faultsOf({ ...workload, object: each }, level) !== undefined;
      const { manifest: own, at } = workload;
      const on = keptOnBoth(enforced, keptOn(own, at, placementsSending(own, world), isRefused, world));
      if (on.length === 0) continue;
      const related = [{ manifest: own, at: found.at, message: 'its Pods' }];
      yield { at: childPointer('/metadata/labels', ENFORCE), data: found.data, related, clusters: on === 'everywhere' ? [] : on };
    }
  },
});

function shown(faults: readonly string[]): string {
  const rest = faults.length - MOST_PARTS;
  return [...faults.slice(0, MOST_PARTS), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

const MOST_PARTS = 2;
const ENFORCE = 'pod-security.kubernetes.io/enforce';

/** The level that a Namespace enforces, if its rules are known. */
function levelOf({ metadata: { labels } }: KubeObject): PodSecurityLevel | undefined {
  const level = labels?.[ENFORCE];
  return (level === 'baseline' || level === 'restricted') && isRecent(labels?.[`${ENFORCE}-version`]) ? level : undefined;
}

/** Before 1.25, Kubernetes enforced other rules. */
function isRecent(version = 'latest'): boolean {
  const minor = /^v1\.(\d{1,3})$/.exec(version)?.[1];
  return version === 'latest' || (minor !== undefined && Number(minor) >= 25);
}

function isStarted(object: KubeObject): boolean {
  return numberAt(object, 'spec', 'replicas') !== 0;
}

/** Whether a patch with a variable, on clusters that are not known, may have written what the levels check. */
function isOpenPod(object: KubeObject): boolean {
  const text = JSON.stringify(podSpecOf(object)?.pod, (key, value: unknown) => (UNCHECKED.has(key) ? undefined : value));
  return hasVariables(text);
}

const UNCHECKED: ReadonlySet<string> = new Set(['image', 'command', 'args', 'env', 'envFrom']);

/** Whether its Pods are those that the clusters start. */
function isKnown({ object, manifest, at }: Workload, world: World): boolean {
  return isStarted(object) && isNamed(manifest) && isResolved(manifest, `${at}/spec`) && placementsSending(manifest, world).length > 0;
}

function faultsOf(
  { object, namespace, at }: Workload,
  level: PodSecurityLevel,
): { readonly data: Refused; readonly at: string } | undefined {
  const spec = podSpecOf(object);
  const faults = spec === undefined ? [] : [...podSecurityFaults(spec.pod, level)];
  if (spec === undefined || faults.length === 0) return undefined;
  const ref = refOf(object);
  const workload = displayName(namespace === undefined ? ref : { ...ref, namespace });
  const byPart = Map.groupBy(faults, ({ part }) => part);
  const sentences = [...byPart].map(
    ([part, all]) =>
      `${part} must ${listed(
        all.map(({ must }) => must),
        5,
      )}`,
  );
  return { data: { level, workload, faults: sentences }, at: `${at}${spec.at}` };
}
