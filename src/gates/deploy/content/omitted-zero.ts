import { pointerKeys } from '../../../fleet/json/json-pointer.ts';

/** See `TypeRules`. */
interface OmittingType {
  omitsZero(pointer: string): boolean;
}

/**
 * Whether the wanted value is a zero value that the API server does not store, or replaces with a default. These are fields of Kubernetes'
 * own types that Go marshals with `omitempty` and that are not pointers (kubernetes/api and apiextensions). So `value: ""` of an environment
 * variable, or `hostNetwork: false`, leaves no trace. If the kind is not known, only these fields have such names.
 */
export function isLeftOut(live: unknown, wanted: unknown, pointer: string, type: OmittingType): boolean {
  if (wanted !== '' && wanted !== false && wanted !== 0) return false;
  const [name = '', parent = ''] = pointerKeys(pointer).toReversed();
  if (OF_OWN_KEYS.has(parent)) return false;
  if (live !== undefined && live !== null) return isFilledIn(live, wanted, name);
  if (type.omitsZero(pointer)) return true;
  return wanted === '' ? FILLED_IN.has(name) || EMPTY.has(name) : FILLED_IN_NUMBERS.has(name) || ZERO.has(name);
}

function isFilledIn(live: unknown, wanted: unknown, name: string): boolean {
  if (wanted === '' && typeof live === 'string' && FILLED_IN.has(name)) return FILLED_IN.get(name)?.includes(live) !== false;
  return wanted === 0 && typeof live === 'number' && FILLED_IN_NUMBERS.get(name)?.includes(live) === true;
}

/** Whether a value is what the API server chooses for an empty field of this name; `undefined` if no choice is known. */
export function isChosen(name: string, value: unknown): boolean | undefined {
  if (!FILLED_IN.has(name) && !FILLED_IN_NUMBERS.has(name)) return undefined;
  const values: readonly unknown[] | undefined = FILLED_IN.get(name) ?? FILLED_IN_NUMBERS.get(name);
  return values?.includes(value) !== false;
}

/** Maps with user-defined keys: an empty value there is kept. */
export const OF_OWN_KEYS = new Set([
  'data',
  'stringData',
  'binaryData',
  'labels',
  'annotations',
  'matchLabels',
  'nodeSelector',
  'selector',
]);

/** If the field is empty, the API server chooses one of these values; `undefined` means any value. */
const FILLED_IN: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ['apiGroup', ['rbac.authorization.k8s.io']],
  ['clusterIP', undefined],
  ['concurrencyPolicy', ['Allow']],
  ['dnsPolicy', ['ClusterFirst']],
  ['externalTrafficPolicy', ['Cluster']],
  ['imagePullPolicy', ['Always', 'IfNotPresent']],
  ['listKind', undefined],
  ['path', ['/']],
  ['persistentVolumeReclaimPolicy', ['Retain', 'Delete']],
  ['podManagementPolicy', ['OrderedReady']],
  ['protocol', ['TCP']],
  ['restartPolicy', ['Always']],
  ['scheme', ['HTTP']],
  ['schedulerName', ['default-scheduler']],
  ['serviceAccountName', ['default']],
  ['sessionAffinity', ['None']],
  ['singular', undefined],
  ['terminationMessagePath', ['/dev/termination-log']],
  ['terminationMessagePolicy', ['File']],
  ['type', ['ClusterIP', 'Opaque', 'RollingUpdate']],
]);

const FILLED_IN_NUMBERS: ReadonlyMap<string, readonly number[]> = new Map([
  ['failureThreshold', [3]],
  ['periodSeconds', [10]],
  ['successThreshold', [1]],
  ['timeoutSeconds', [1, 10, 30]],
]);

const EMPTY = new Set([
  'caBundle',
  'description',
  'effect',
  'externalName',
  'format',
  'fsType',
  'host',
  'hostname',
  'key',
  'loadBalancerIP',
  'medium',
  'name',
  'namespace',
  'nodeName',
  'operator',
  'priorityClassName',
  'secretName',
  'serviceAccount',
  'subPath',
  'subPathExpr',
  'subdomain',
  'value',
  'volumeName',
  'workingDir',
]);

const ZERO = new Set([
  'clusterScope',
  'deprecated',
  'globalDefault',
  'hostIPC',
  'hostNetwork',
  'hostPID',
  'hostPort',
  'initialDelaySeconds',
  'insecureSkipTLSVerifyBackend',
  'minReadySeconds',
  'nodePort',
  'nullable',
  'paused',
  'priority',
  'preserveUnknownFields',
  'publishNotReadyAddresses',
  'readOnly',
  'stdin',
  'stdinOnce',
  'tty',
  'unschedulable',
]);
