/**
 * A zero value the API server does not store: fields of Kubernetes' own types that Go marshals with `omitempty` and that are no pointers
 * (kubernetes/api and apiextensions), so that `value: ""` of an environment variable, or `hostNetwork: false`, leaves no trace.
 */
export function isLeftOut(live: unknown, wanted: unknown, pointer: string): boolean {
  if (wanted !== '' && wanted !== false && wanted !== 0) return false;
  const [name = '', parent = ''] = pointer.split('/').toReversed();
  if (OF_OWN_KEYS.has(parent)) return false;
  if ((wanted === '' && FILLED_IN.has(name)) || (wanted === 0 && FILLED_IN_NUMBERS.has(name))) return true;
  return (live === undefined || live === null) && (wanted === '' ? EMPTY : ZERO).has(name);
}

/** Maps whose keys are the user's own: what is empty there is kept. */
const OF_OWN_KEYS = new Set(['data', 'stringData', 'binaryData', 'labels', 'annotations', 'matchLabels', 'nodeSelector', 'selector']);

/** Empty asks the API server to choose. */
const FILLED_IN = new Set([
  'clusterIP',
  'concurrencyPolicy',
  'dnsPolicy',
  'externalTrafficPolicy',
  'imagePullPolicy',
  'listKind',
  'path',
  'persistentVolumeReclaimPolicy',
  'podManagementPolicy',
  'protocol',
  'restartPolicy',
  'scheme',
  'schedulerName',
  'serviceAccountName',
  'sessionAffinity',
  'singular',
  'terminationMessagePath',
  'terminationMessagePolicy',
  'type',
]);

const FILLED_IN_NUMBERS = new Set(['failureThreshold', 'periodSeconds', 'successThreshold', 'timeoutSeconds']);

const EMPTY = new Set([
  'apiGroup',
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
