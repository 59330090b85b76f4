import { fleetKind, isPlacementKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { shortName } from '../../fleet/kubefleet/short-names.ts';
import { displayName, groupOf } from '../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { flagTerms, inTerms, type Terms } from '../../terms.ts';
import { approvalPatch } from '../observations/run/approval-patch.ts';
import type { Observation } from '../observations/observation.ts';
import { hubFlags, kubectlOfHub, kubectlOfMember, type Reach, REACH_UNKNOWN } from '../reach.ts';
import { hubAgentWords, type HubKind, managedNamespaceOf, supportOf } from './hub-agent-words.ts';
import { shellWord } from '../../fleet/text/shell-word.ts';
import { kindArgs, resourceArgs } from '../view/resource-args.ts';
import { safeOutput, safeOutputOf, STATUS_OF_WORKS } from '../view/safe-output.ts';

/** Facts in addition to an observation. */
export interface Surroundings {
  readonly terms: Terms;
  readonly reach: Reach;
  readonly hubKind: HubKind;
  /** The placement that a run rolls out, if the observation is about a run. */
  readonly placementName?: string | undefined;
  /** The strategy that a run names. */
  readonly strategyName?: string | undefined;
}

/**
 * Fills a text of the catalogue. {target}, {cluster}, {object} and {name} are names. {hub} and {member} are kubectl with the flags for that
 * cluster. The other words are ready for a command line, with the namespace if there is one. {hubLog} is the place of the hub agent's log.
 * {--allow-partial} is a setting in the reader's terms. A word without a value stays as the bare word.
 */
export function filler(observation: Observation, surroundings: Surroundings): (template: string) => string {
  const { terms, reach, hubKind } = surroundings;
  const { target, object, cluster, overrides = [] } = observation;
  const about = object ?? target;
  const { approval, ...ownWords } = observation.words ?? {};
  const hub = kubectlOfHub(reach);
  const safe = safeOutput(about);
  const placementName = isPlacementKind(target.kind) ? target.name : (surroundings.placementName ?? '<placement>');
  const names: Readonly<Record<string, string>> = {
    placementName,
    target: displayName(target),
    name: target.name,
    cluster: cluster ?? 'the cluster',
    object: displayName(about),
    kind: about.kind,
    namespace: about.namespace ?? '',
    overrides: listed(overrides.map(displayName), 3),
    support: supportOf(hubKind),
    ...ownWords,
  };
  const args: Readonly<Record<string, string>> = {
    hub,
    member: kubectlOfMember(reach, cluster),
    hubFlags: hubFlags(reach),
    targetArgs: resourceArgs(target),
    targetName: shellWord(shortName(target)),
    objectArgs: resourceArgs(about),
    namespaceArgs: about.namespace === undefined ? '' : `-n ${shellWord(about.namespace)}`,
    ofPlacement: placementLabels(target, placementName),
    group: groupOf(about.apiVersion),
    placementArgs: resourceArgs(ofScope(target, 'ResourcePlacement', placementName)),
    strategyArgs: resourceArgs(ofScope(target, 'StagedUpdateStrategy', surroundings.strategyName ?? '<strategy>')),
    bindings: derived(target, 'ResourceBinding'),
    snapshots: derived(target, 'ResourceSnapshot'),
    policySnapshots: derived(target, 'SchedulingPolicySnapshot'),
    strategies: derived(target, 'StagedUpdateStrategy'),
    runs: derived(target, 'StagedUpdateRun'),
    ...OUTPUTS,
    safeOutput: safe ?? '',
    safeWriters: safeOutput(about, true) ?? '',
    // Whole commands, already marked as code.
    ...hubAgentWords(hubKind, hub),
    managedNamespace: managedNamespaceOf(hubKind),
    showOverrides: listed(
      overrides.map((override) => `\`${hub} get ${resourceArgs(override)} ${safeOutput(override) ?? '-o yaml'}\``),
      3,
    ),
    ...(approval === undefined ? {} : { approval }),
  };
  const fillWith = (text: string, named: (name: string) => string): string =>
    text.replaceAll(/\{([a-zA-Z]+)\}/g, (_all, word: string) => args[word] ?? (names[word] === undefined ? word : named(names[word])));
  return (template) =>
    inTerms(safe === undefined ? template : withoutValues(template), terms)
      .split('`')
      .map((part, index) => fillWith(part, index % 2 === 1 && COMMAND.test(part) ? shellWord : withoutBackticks))
      .join('`');
}

/** The object can hold the values of a Secret, also in its annotations. */
function withoutValues(template: string): string {
  return template
    .replaceAll(WHOLE, (_all, withWriters?: string) => `{objectArgs} {${withWriters === undefined ? 'safeOutput' : 'safeWriters'}}`)
    .replaceAll('describe {objectArgs}', 'get {objectArgs} {safeOutput}');
}

const WHOLE = /\{objectArgs\} -o yaml( --show-managed-fields)?/g;
const OF_SECRETS =
  'If it is a Secret, an envelope or an override, use `-o jsonpath="{.metadata.managedFields}"` instead, which does not show its values.';

/** Flags for lists of objects that can hold the values of a Secret. */
const OUTPUTS = {
  worksOutput: STATUS_OF_WORKS,
  heldOutput: safeOutputOf('Work'),
  envelopesOutput: safeOutputOf('ResourceEnvelope'),
  snapshotsOutput: safeOutputOf('ClusterResourceSnapshot'),
  overridesOutput: safeOutputOf('ResourceOverride'),
};

const COMMAND = /^(?:\{hub\}|\{member\}|kubectl|az|git|fleet-gate) /;

/** A name must not contain the code mark, which would end or start the code. */
function withoutBackticks(name: string): string {
  return name.replaceAll('`', "'");
}

/** A text without a case: kinds of cluster scope, and names in angle brackets. */
export function inGeneral(template: string, terms: Terms = flagTerms): string {
  const hub = kubectlOfHub(REACH_UNKNOWN);
  const words: Readonly<Record<string, string>> = {
    hub,
    member: kubectlOfMember(REACH_UNKNOWN, undefined),
    hubFlags: hubFlags(REACH_UNKNOWN),
    support: supportOf('unknown'),
    bindings: derived(ANY, 'ResourceBinding'),
    snapshots: derived(ANY, 'ResourceSnapshot'),
    policySnapshots: derived(ANY, 'SchedulingPolicySnapshot'),
    strategies: derived(ANY, 'StagedUpdateStrategy'),
    runs: derived(ANY, 'StagedUpdateRun'),
    ...hubAgentWords('unknown', hub),
    ...OUTPUTS,
    managedNamespace: managedNamespaceOf('unknown'),
    asked: 'a number of clusters',
    age: 'too long',
    policy: 'an admission policy or webhook',
    missing: 'a ConfigMap, a Secret or a key',
    targetArgs: '<target>',
    targetName: '<target>',
    objectArgs: '<object>',
    namespaceArgs: '-n <namespace>',
    ofPlacement: 'kubernetes-fleet.io/parent-CRP=<placement>',
    placementName: '<placement>',
    placementArgs: '<placement>',
    strategyArgs: '<strategy>',
    pod: '<pod>',
    container: '<container>',
    whichContainer: 'a container',
    approval: approvalPatch(),
  };
  const text = template.search(WHOLE) >= 0 ? `${template.replace(/\.?$/, '.')} ${OF_SECRETS}` : template;
  return inTerms(text, terms).replaceAll(/\{([a-zA-Z]+)\}/g, (_all, word: string) => words[word] ?? `<${word}>`);
}

const ANY: ObjectRef = { apiVersion: `${PLACEMENT_GROUP}/v1`, kind: 'ClusterResourcePlacement', name: '<name>' };

/** An object of the same scope as the target. */
function ofScope({ apiVersion, namespace }: ObjectRef, kind: string, name: string): ObjectRef {
  return { apiVersion, kind: namespace === undefined ? `Cluster${kind}` : kind, ...(namespace === undefined ? {} : { namespace }), name };
}

/** A kind of the same scope as the target, for a command line: `clusterresourcebindings`. */
function derived(target: ObjectRef, kind: string): string {
  const isNamespaced = target.namespace !== undefined;
  const own = isNamespaced ? kind : `Cluster${kind}`;
  const plural = fleetKind(own)?.plural ?? own.toLowerCase();
  return `${kindArgs(own, plural)}${isNamespaced ? ` -n ${shellWord(target.namespace ?? '')}` : ''}`;
}

/** The label selector for the Works of a placement: a cluster-scoped and a namespaced one may have the same name. */
function placementLabels({ namespace }: ObjectRef, name: string): string {
  const own = `kubernetes-fleet.io/parent-CRP=${name}`;
  return shellWord(namespace === undefined ? own : `${own},kubernetes-fleet.io/parent-placement-namespace=${namespace}`);
}
