import { listAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { networkOf, noNetwork } from './addresses.ts';
import { wrongTogether, type Violation } from './violation.ts';

/** Another type is reported elsewhere, and may be meant as any of these. */
const TYPES: ReadonlySet<string> = new Set(['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']);

/**
 * Checks the fields for load balancers and external traffic. Source: `pkg/apis/core/validation/validation.go` of Kubernetes,
 * ValidateServiceCreate.
 */
export function* balancerViolations(spec: JsonObject, type: string): Iterable<Violation> {
  yield* rangeViolations(spec);
  if (!TYPES.has(type)) return;
  if (type !== 'LoadBalancer') yield* withoutBalancer(spec, type);
  yield* trafficViolations(spec, type);
}

const OF_BALANCERS = ['allocateLoadBalancerNodePorts', 'loadBalancerClass', 'loadBalancerSourceRanges'];

function* rangeViolations(spec: JsonObject): Iterable<Violation> {
  for (const [index, range] of listAt(spec, 'loadBalancerSourceRanges').entries())
    if (typeof range === 'string' && networkOf(range.trim()) === undefined)
      yield noNetwork(`/spec/loadBalancerSourceRanges/${index}`, range);
}

function* withoutBalancer(spec: JsonObject, type: string): Iterable<Violation> {
  for (const name of OF_BALANCERS) {
    const value = spec[name] ?? undefined;
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    yield wrongTogether(`/spec/${name}`, [], `cannot be set with \`type: ${type}\``, 'Remove it, or write `type: LoadBalancer`.', [
      '/spec/type',
    ]);
  }
}

function* trafficViolations(spec: JsonObject, type: string): Iterable<Violation> {
  const isOpen = type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && listAt(spec, 'externalIPs').length > 0);
  const policy = stringAt(spec, 'externalTrafficPolicy') ?? '';
  if (!isOpen && policy !== '')
    yield wrongTogether('/spec/externalTrafficPolicy', [policy], `cannot be set with \`type: ${type}\``, 'Remove it.', [
      '/spec/type',
      '/spec/externalIPs',
    ]);
  const check = spec['healthCheckNodePort'];
  if (typeof check === 'number' && check !== 0 && !(type === 'LoadBalancer' && policy === 'Local'))
    yield wrongTogether(
      '/spec/healthCheckNodePort',
      [policy],
      'needs `type: LoadBalancer` and `externalTrafficPolicy: Local`',
      'Remove it.',
      ['/spec/type', '/spec/externalTrafficPolicy'],
    );
}
