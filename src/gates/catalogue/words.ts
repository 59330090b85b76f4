import { fleetKind, PLACEMENT_GROUP } from '../../fleet/kinds.ts';
import { displayName, groupOf } from '../../fleet/object.ts';
import type { ObjectRef } from '../../fleet/object.ts';
import type { Sighting } from '../sighting.ts';

/**
 * Fills a text of the catalogue in: {target}, {cluster}, {object} and {name} are names, the others are ready for a command line, with the
 * namespace where there is one. A word nobody gave stays as the bare word.
 */
export function filler(sighting: Sighting): (template: string) => string {
  const { target, object } = sighting;
  const about = object ?? target;
  const words: Readonly<Record<string, string>> = {
    target: displayName(target),
    name: target.name,
    cluster: sighting.cluster ?? 'the cluster',
    object: displayName(about),
    kind: about.kind,
    targetArgs: argsOf(target),
    objectArgs: argsOf(about),
    namespace: about.namespace ?? '',
    namespaceArgs: about.namespace === undefined ? '' : `-n ${about.namespace}`,
    bindings: derived(target, 'ResourceBinding'),
    snapshots: derived(target, 'ResourceSnapshot'),
    policySnapshots: derived(target, 'SchedulingPolicySnapshot'),
    strategies: derived(target, 'StagedUpdateStrategy'),
    runs: derived(target, 'StagedUpdateRun'),
    ...sighting.words,
  };
  return (template) => template.replaceAll(/\{([a-zA-Z]+)\}/g, (_all, word: string) => words[word] ?? word);
}

/** What a text says in general, where no case gives the words: kinds of the cluster scope, and names in angle brackets. */
export function inGeneral(template: string): string {
  const words: Readonly<Record<string, string>> = {
    bindings: derived(ANY, 'ResourceBinding'),
    snapshots: derived(ANY, 'ResourceSnapshot'),
    policySnapshots: derived(ANY, 'SchedulingPolicySnapshot'),
    strategies: derived(ANY, 'StagedUpdateStrategy'),
    runs: derived(ANY, 'StagedUpdateRun'),
    targetArgs: '<target>',
    objectArgs: '<object>',
    namespaceArgs: '-n <namespace>',
    approve: approvalCommand({ ...ANY, kind: 'ClusterApprovalRequest', name: '<name>' }, 1),
  };
  return template.replaceAll(/\{([a-zA-Z]+)\}/g, (_all, word: string) => words[word] ?? `<${word}>`);
}

const ANY: ObjectRef = { apiVersion: `${PLACEMENT_GROUP}/v1`, kind: 'ClusterResourcePlacement', name: '<name>' };

/**
 * Approves a request. KubeFleet takes an approval only with the generation of the request, and `kubectl fleet approve` knows those of the
 * cluster scope only (KubeFleet pkg/controllers/updaterun/execution.go).
 */
export function approvalCommand(request: ObjectRef, generation = 1): string {
  const condition = `{"type":"Approved","status":"True","reason":"Approved","message":"approved","lastTransitionTime":"'$(date -u +%FT%TZ)'","observedGeneration":${String(generation)}}`;
  return `kubectl patch ${argsOf(request)} --subresource=status --type=merge -p '{"status":{"conditions":[${condition}]}}'`;
}

/** `deployment.apps/web -n shop`: kind and group together name a resource without a doubt, short names do not. */
function argsOf({ apiVersion, kind, namespace, name }: ObjectRef): string {
  const group = groupOf(apiVersion);
  const type = group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
  return `${type}/${name}${namespace === undefined ? '' : ` -n ${namespace}`}`;
}

/** A kind of the same scope as the target, in full: `clusterresourcebindings.placement.kubernetes-fleet.io`. */
function derived(target: ObjectRef, kind: string): string {
  const isNamespaced = target.namespace !== undefined;
  const plural = fleetKind(isNamespaced ? kind : `Cluster${kind}`)?.plural ?? kind;
  return `${plural}.${PLACEMENT_GROUP}${isNamespaced ? ` -n ${target.namespace ?? ''}` : ''}`;
}
