/**
 * A zero value the API server does not store: fields of Kubernetes' own types that Go marshals with `omitempty` and that are no pointers
 * (kubernetes/api, core/v1 and apps/v1), so that `value: ""` of an environment variable, or `hostNetwork: false`, leaves no trace.
 */
export function isLeftOut(live: unknown, wanted: unknown, pointer: string): boolean {
  if (wanted !== '' && wanted !== false && wanted !== 0) return false;
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (wanted === '' && FILLED_IN.has(name)) return true;
  return (live === undefined || live === null) && (wanted === '' ? EMPTY : ZERO).has(name);
}

/** Empty asks the API server to choose. */
const FILLED_IN = new Set([
  'clusterIP',
  'imagePullPolicy',
  'protocol',
  'sessionAffinity',
  'schedulerName',
  'serviceAccountName',
  'terminationMessagePath',
]);

const EMPTY = new Set([
  'value',
  'subPath',
  'nodeName',
  'hostname',
  'subdomain',
  'priorityClassName',
  'loadBalancerIP',
  'externalName',
  'medium',
  'fsType',
  'apiGroup',
]);

const ZERO = new Set([
  'readOnly',
  'hostNetwork',
  'hostPID',
  'hostIPC',
  'stdin',
  'stdinOnce',
  'tty',
  'paused',
  'publishNotReadyAddresses',
  'hostPort',
  'nodePort',
  'minReadySeconds',
  'initialDelaySeconds',
]);
