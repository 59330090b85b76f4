import { field, listAt, numberAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { repeated, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Fields of Linux that a Pod for Windows cannot have. */
const OF_LINUX = [
  'fsGroup',
  'fsGroupChangePolicy',
  'runAsGroup',
  'runAsUser',
  'seLinuxOptions',
  'seccompProfile',
  'supplementalGroups',
  'sysctls',
];
const OF_LINUX_CONTAINERS = [
  'allowPrivilegeEscalation',
  'capabilities',
  'privileged',
  'procMount',
  'readOnlyRootFilesystem',
  'runAsGroup',
  'runAsUser',
  'seLinuxOptions',
  'seccompProfile',
];

/**
 * Checks fields of a PodSpec that conflict. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, checkHostPortConflicts,
 * validateLinux, validateWindows, validateSleepAction.
 */
export function* conflictViolations(pod: JsonObject, at: string): Iterable<Violation> {
  if (listAt(pod, 'ephemeralContainers').length > 0)
    yield wrongValue(
      `${at}/ephemeralContainers`,
      [],
      'cannot be set in a manifest',
      'Remove it, and add such containers with `kubectl debug`.',
    );
  if (pod['hostPID'] === true && pod['shareProcessNamespace'] === true)
    yield wrongTogether(`${at}/shareProcessNamespace`, [], 'cannot be true together with `hostPID`', 'Keep one of the two.', [
      `${at}/hostPID`,
    ]);
  const os = stringAt(pod, 'os', 'name');
  const [ofPod, ofContainers] =
    os === 'windows' ? [OF_LINUX, OF_LINUX_CONTAINERS] : os === 'linux' ? [['windowsOptions'], ['windowsOptions']] : [[], []];
  yield* foreignViolations(pod, at, ofPod, String(os));
  const grace = pod['terminationGracePeriodSeconds'] ?? DEFAULT_GRACE;
  const ports: { key: string; pointer: string }[] = [];
  for (const list of ['containers', 'initContainers'])
    for (const [index, container] of listAt(pod, list).entries()) {
      yield* foreignViolations(container, `${at}/${list}/${index}`, ofContainers, String(os));
      yield* sleepViolations(container, `${at}/${list}/${index}`, grace);
      for (const [position, each] of listAt(list === 'containers' ? container : undefined, 'ports').entries()) {
        const number = numberAt(each, 'hostPort') ?? 0;
        const key = `${stringAt(each, 'protocol') || 'TCP'} ${stringAt(each, 'hostIP') ?? ''} ${number}`;
        if (number !== 0) ports.push({ key, pointer: `${at}/${list}/${index}/ports/${position}/hostPort` });
      }
    }
  for (const { pointer } of repeated(ports, ({ key }) => key))
    yield wrongTogether(pointer, [], 'is another port of the Pod as well', 'Use each port of the node once.');
}

const DEFAULT_GRACE = 30;

function* sleepViolations(container: unknown, at: string, grace: unknown): Iterable<Violation> {
  for (const hook of ['postStart', 'preStop']) {
    const seconds = numberAt(container, 'lifecycle', hook, 'sleep', 'seconds');
    if (seconds === undefined || typeof grace !== 'number' || (seconds >= 0 && seconds <= grace)) continue;
    const says = `cannot be ${seconds}: it goes from 0 to \`terminationGracePeriodSeconds\`, ${grace}`;
    yield wrongTogether(`${at}/lifecycle/${hook}/sleep/seconds`, [], says, 'Write less, or a longer grace period.');
  }
}

function* foreignViolations(holder: unknown, at: string, names: readonly string[], os: string): Iterable<Violation> {
  for (const name of names)
    if ((field(holder, 'securityContext', name) ?? undefined) !== undefined)
      yield wrongTogether(`${at}/securityContext/${name}`, [], `cannot be set with \`os.name: ${os}\``, 'Remove it.');
}
