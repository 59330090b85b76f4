/**
 * The message of another system about a failure, without the texts that KubeFleet puts around it. Such systems are the API server of a
 * member, its admission, and the planner of an update run. For drift, it is the list of fields; for a conflict, the owners. `undefined` if
 * the message is KubeFleet's own. Source of the texts around it: the conditions of the recordings.
 */
export function externalMessage(evidence: readonly string[]): string | undefined {
  const differing = evidence.find((line) => DIFFERING.test(line));
  if (differing !== undefined) return differing.replace(DIFFERING, '');
  const message = messageOf([evidence.find((line) => CONDITION.test(line)) ?? evidence[0] ?? '']);
  const inner = /^[^(]*\((?:\w+, )?error(?::| =) (.*)\)$/s.exec(message)?.[1] ?? message;
  const ofPod = POD.exec(message)?.[1];
  if (ofPod !== undefined) return ofPod;
  const [, owners] = inner.split(OWNERS, 2);
  if (owners !== undefined) return `owned by ${owners.replace(/\)$/, '')}`;
  const speaker = SPEAKERS.find((words) => inner.includes(words));
  return speaker === undefined ? undefined : inner.slice(inner.lastIndexOf(speaker) + speaker.length).replace(OVERRIDE, 'on ');
}

/** The first entry of evidence on one line, without the type, status and reason of a quoted condition. */
export function messageOf([first = '']: readonly string[]): string {
  return first
    .replace(CONDITION, '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

/** The message of the member's kubelet or scheduler about a pod. The name is left out, because it changes with each attempt. */
const POD = /^pod [^\s,:]+, (container [^\s:]+: .+)$/s;

/** The evidence of a difference or a drift. */
const DIFFERING = /^(?:differs|drifted): /;

/** KubeFleet's text before the owners, which end the message. */
const OWNERS = '(existingOwnerRefs: ';

/** The title of the failure names the override. */
const OVERRIDE = /^(?:Cluster)?ResourceOverrideSnapshot "[^"]*" failed to apply on /;

/** `Applied False ManifestApplyFailed: ` */
const CONDITION = /^\w+ (?:True|False|Unknown)(?: \w+)?: /;

/** The text after these words is not KubeFleet's own. */
const SPEAKERS = [
  'returned by the API server: ',
  'failed to process the request due to a client error: ',
  'in the member cluster: ',
  'member cluster client REST mapping: ',
  'failed to validate owner references: ',
  'failed to validate the updateRun: ',
  'cannot continue the updateRun: ',
  'failed to apply the override rules on the resources: ',
  'Failed to apply the override rules on the resources: ',
  'driftedPlacements: ',
  'diffedPlacements: ',
] as const;
