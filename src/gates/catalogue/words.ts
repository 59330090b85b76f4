import { fleetKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { flagTerms, inTerms, type Terms } from '../../terms.ts';
import { approvalCommand } from '../observations/run/approval-command.ts';
import type { Observation } from '../observations/observation.ts';
import { HUB_AGENT_ANYWHERE, hubAgentWords } from './hub-agent-words.ts';
import { shellWord } from '../../fleet/text/shell-word.ts';
import { resourceArgs } from '../view/resource-args.ts';

/**
 * Fills in a text of the catalogue. {target}, {cluster}, {object} and {name} are names. The other words are ready for a command line, with
 * the namespace where there is one. {hubLog} is where the log of the hub agent can be read. {--allow-partial} is a setting in the words of
 * its reader. A word without a value stays as the bare word.
 */
export function filler(observation: Observation, terms: Terms, isAzure = false): (template: string) => string {
  const { target, object } = observation;
  const about = object ?? target;
  const { approve, showOverrides, ...told } = observation.words ?? {};
  const names: Readonly<Record<string, string>> = {
    target: displayName(target),
    name: target.name,
    cluster: observation.cluster ?? 'the cluster',
    object: displayName(about),
    kind: about.kind,
    namespace: about.namespace ?? '',
    ...told,
  };
  const args: Readonly<Record<string, string>> = {
    targetArgs: resourceArgs(target),
    objectArgs: resourceArgs(about),
    namespaceArgs: about.namespace === undefined ? '' : `-n ${shellWord(about.namespace)}`,
    bindings: derived(target, 'ResourceBinding'),
    snapshots: derived(target, 'ResourceSnapshot'),
    policySnapshots: derived(target, 'SchedulingPolicySnapshot'),
    strategies: derived(target, 'StagedUpdateStrategy'),
    runs: derived(target, 'StagedUpdateRun'),
    ...hubAgentWords(isAzure),
    ...(approve === undefined ? {} : { approve }),
    // Whole commands, with marks of their own.
    ...(showOverrides === undefined ? {} : { showOverrides }),
  };
  const fillWith = (text: string, named: (name: string) => string): string =>
    text.replaceAll(/\{([a-zA-Z]+)\}/g, (_all, word: string) => args[word] ?? (names[word] === undefined ? word : named(names[word])));
  return (template) =>
    inTerms(template, terms)
      .split('`')
      .map((part, index) => fillWith(part, index % 2 === 1 && COMMAND.test(part) ? shellWord : withoutBackticks))
      .join('`');
}

const COMMAND = /^(?:kubectl|az|git|fleet-gate) /;

/** A name must not end what is marked as code, or begin it. */
function withoutBackticks(name: string): string {
  return name.replaceAll('`', "'");
}

/** What a text says in general, where no case gives the words: kinds of the cluster scope, and names in angle brackets. */
export function inGeneral(template: string, terms: Terms = flagTerms): string {
  const words: Readonly<Record<string, string>> = {
    bindings: derived(ANY, 'ResourceBinding'),
    snapshots: derived(ANY, 'ResourceSnapshot'),
    policySnapshots: derived(ANY, 'SchedulingPolicySnapshot'),
    strategies: derived(ANY, 'StagedUpdateStrategy'),
    runs: derived(ANY, 'StagedUpdateRun'),
    ...HUB_AGENT_ANYWHERE,
    asked: 'a number of clusters',
    age: 'too long',
    policy: 'an admission policy or webhook',
    missing: 'a ConfigMap, a Secret or a key',
    targetArgs: '<target>',
    objectArgs: '<object>',
    namespaceArgs: '-n <namespace>',
    approve: approvalCommand({ ...ANY, kind: 'ClusterApprovalRequest', name: '<name>' }, 1),
  };
  return inTerms(template, terms).replaceAll(/\{([a-zA-Z]+)\}/g, (_all, word: string) => words[word] ?? `<${word}>`);
}

const ANY: ObjectRef = { apiVersion: `${PLACEMENT_GROUP}/v1`, kind: 'ClusterResourcePlacement', name: '<name>' };

/** A kind of the same scope as the target, in full: `clusterresourcebindings.placement.kubernetes-fleet.io`. */
function derived(target: ObjectRef, kind: string): string {
  const isNamespaced = target.namespace !== undefined;
  const plural = fleetKind(isNamespaced ? kind : `Cluster${kind}`)?.plural ?? kind;
  return `${plural}.${PLACEMENT_GROUP}${isNamespaced ? ` -n ${shellWord(target.namespace ?? '')}` : ''}`;
}
