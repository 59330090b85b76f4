import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { field, isObject, listAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { CONTAINER_LISTS, podSpecOf } from '../../../fleet/kubernetes/pod-template.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { labelFault } from '../../name-format.ts';
import { containerViolations } from './containers.ts';
import { podNetworkViolations } from './pod-networks.ts';
import { podValueViolations } from './pod-values.ts';
import { REQUIRED_OF_PODS, requiredViolations } from './required.ts';
import { schedulingViolations } from './scheduling.ts';
import { misnamed, repeated, wrongTogether, wrongValue, type Violation } from './violation.ts';

/**
 * Checks Pods and the Pod templates of workloads. API servers before Kubernetes 1.34 accept any template in a StatefulSet, and refuse the
 * Pods that it creates. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidatePodSpec;
 * `pkg/apis/apps/validation/validation.go`, ValidateStatefulSetSpec.
 */
export function* podViolations(object: KubeObject, kind: string): Iterable<Violation> {
  const template = podSpecOf(object);
  if (template === undefined) return;
  const { pod, at } = template;
  if (Array.isArray(field(pod, 'containers')) && listAt(pod, 'containers').length === 0)
    yield wrongTogether(`${at}/containers`, [], 'is required', 'List the containers.');
  const claims = new Set(kind === 'apps/StatefulSet' ? claimNames(object) : []);
  yield* requiredViolations(pod, at, REQUIRED_OF_PODS);
  yield* volumeViolations(pod, at, claims);
  yield* schedulingViolations(pod, at);
  yield* podNetworkViolations(pod, at);
  yield* podValueViolations(pod, at);
  const containers = CONTAINER_LISTS.slice(0, 2).flatMap((list) =>
    listAt(pod, list).flatMap((container, index) => (isObject(container) ? [{ container, pointer: `${at}/${list}/${index}` }] : [])),
  );
  for (const { container, pointer } of repeated(containers, nameOf)) {
    const says = `is ${JSON.stringify(container['name'])}, the name of another container of the Pod`;
    yield wrongTogether(`${pointer}/name`, [container['name']], says, 'Give each container a unique name.');
  }
  const volumes = new Map(listAt(pod, 'volumes').map((volume) => [stringAt(volume, 'name') ?? '', isForgotten(volume)]));
  for (const name of claims) volumes.set(name, false);
  const odd = [...volumes.keys()].filter((name) => labelFault(name) !== undefined).slice(0, MOST_ODD);
  for (const { container, pointer } of containers) {
    yield* misnamed(`${pointer}/name`, container['name'], labelFault);
    yield* containerViolations(container, pointer, { at: `${at}/volumes`, names: volumes, odd });
  }
}

/** Each mount without a volume is reported with all of these names. */
const MOST_ODD = 20;

function nameOf({ container }: { readonly container: JsonObject }): string | undefined {
  const name = stringAt(container, 'name') ?? '';
  return name === '' ? undefined : name;
}

/**
 * The names of the volumes that a StatefulSet makes from its claim templates. Each replaces a volume of the same name in the Pod template.
 */
function claimNames(statefulSet: KubeObject): readonly string[] {
  return listAt(statefulSet, 'spec', 'volumeClaimTemplates').flatMap((claim) => stringAt(claim, 'metadata', 'name') ?? []);
}

function* volumeViolations(pod: unknown, at: string, claims: ReadonlySet<string>): Iterable<Violation> {
  const volumes = listAt(pod, 'volumes').flatMap((volume, index) =>
    isObject(volume) && !isForgotten(volume) && !claims.has(stringAt(volume, 'name') ?? '')
      ? [{ volume, pointer: childPointer(`${at}/volumes`, index) }]
      : [],
  );
  for (const { volume, pointer } of repeated(volumes, (each) => stringAt(each.volume, 'name'))) {
    const says = `is ${JSON.stringify(volume['name'])}, the name of another volume of the Pod`;
    yield wrongTogether(`${pointer}/name`, [volume['name']], says, 'Give each volume a unique name.');
  }
  for (const { volume, pointer } of volumes) {
    yield* misnamed(`${pointer}/name`, volume['name'], labelFault);
    for (const source of WITH_MODES) yield* modeViolations(field(volume, source, 'defaultMode'), `${pointer}/${source}/defaultMode`);
    const [, second] = SOURCES.filter((source) => objectAt(volume, source) !== undefined);
    if (second !== undefined)
      yield wrongTogether(
        `${pointer}/${second}`,
        [field(volume, second)],
        'is a second source of the volume',
        'Keep one source for each volume.',
      );
  }
}

const WITH_MODES = ['configMap', 'downwardAPI', 'projected', 'secret'];
const HIGHEST_MODE = 0o777;

/** Checks the mode of files, which people often write in octal without the leading zero. */
function* modeViolations(mode: unknown, pointer: string): Iterable<Violation> {
  if (typeof mode !== 'number' || !Number.isInteger(mode) || (mode >= 0 && mode <= HIGHEST_MODE)) return;
  const remedy = 'Write it in octal with a zero in front, such as `0644`, or as a number up to 511.';
  yield wrongValue(pointer, mode, `cannot be ${mode}: modes go from 0 to 0777`, remedy);
}

/** API servers that do not support image volumes yet drop the volume and its mounts. */
function isForgotten(volume: unknown): boolean {
  return (field(volume, 'image') ?? undefined) !== undefined;
}

/** The volume sources in use today. */
const SOURCES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'hostPath',
  'nfs',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
