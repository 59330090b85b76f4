/**
 * What a system beside KubeFleet says of a failure, in its own words and without the chain of wrappers KubeFleet puts around it: the API server
 * of a member, its admission, the owner of an object, the planner of an update run; of drift, the fields. `undefined` if KubeFleet itself is
 * the one that speaks. Source of the wrappers: the conditions of the recordings.
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

/** The first line of evidence on one line, without the type, status and reason of the condition it may quote. */
export function messageOf([first = '']: readonly string[]): string {
  return first
    .replace(CONDITION, '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

/** What the kubelet or the scheduler of the member says of a pod; its name changes with each try. */
const POD = /^pod [^\s,:]+, (container [^\s:]+: .+)$/s;

/** Where an object differs or drifted. */
const DIFFERING = /^(?:differs|drifted): /;

/** What KubeFleet puts before the owners it found; they end the message. */
const OWNERS = '(existingOwnerRefs: ';

/** Which override it is stands in the title of the failure. */
const OVERRIDE = /^(?:Cluster)?ResourceOverrideSnapshot "[^"]*" failed to apply on /;

/** `Applied False ManifestApplyFailed: ` */
const CONDITION = /^\w+ (?:True|False|Unknown)(?: \w+)?: /;

/** Who speaks after these words is no longer KubeFleet's own code. */
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
