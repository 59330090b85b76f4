import { listAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { subdomainFault } from '../../name-format.ts';
import { addressOf } from './addresses.ts';
import { limitViolations } from './numbers.ts';
import { mistyped, repeated, wrongTogether, wrongValue, type Violation } from './violation.ts';

/**
 * Checks the addresses and the session affinity of a Service. Source: `pkg/apis/core/validation/validation.go` of Kubernetes,
 * ValidateServiceCreate.
 */
export function* reachViolations(spec: JsonObject, type: string): Iterable<Violation> {
  if (type === 'ExternalName') yield* externalNameViolations(spec);
  else yield* clusterIpViolations(spec, type);
  yield* affinityViolations(spec);
  for (const [index, address] of listAt(spec, 'externalIPs').entries()) yield* addressViolations(address, `/spec/externalIPs/${index}`);
}

function* externalNameViolations(spec: JsonObject): Iterable<Violation> {
  const name = stringAt(spec, 'externalName') ?? '';
  const plain = name.endsWith('.') ? name.slice(0, -1) : name;
  const fault = plain === '' ? undefined : subdomainFault(plain);
  if (plain === '')
    yield wrongTogether('/spec/externalName', [], 'is required with `type: ExternalName`', 'Write the DNS name of the target.', [
      '/spec/type',
    ]);
  if (fault !== undefined)
    yield wrongValue('/spec/externalName', name, `cannot be ${JSON.stringify(name)}: ${fault.says}`, 'Write a DNS name.');
  const given = spec['clusterIP'] ?? '';
  if (typeof given === 'string' && given !== '')
    yield wrongTogether('/spec/clusterIP', [given], 'cannot be set with `type: ExternalName`', 'Remove it.', ['/spec/type']);
  if (listAt(spec, 'ipFamilies').length > 0)
    yield wrongTogether('/spec/ipFamilies', [], 'cannot be set with `type: ExternalName`', 'Remove it.', ['/spec/type']);
}

function* clusterIpViolations(spec: JsonObject, type: string): Iterable<Violation> {
  const [single, listed] = [stringAt(spec, 'clusterIP') ?? '', listAt(spec, 'clusterIPs')];
  const at = '/spec/clusterIPs';
  for (const [index, family] of listAt(spec, 'ipFamilies').entries())
    yield* mistyped(`/spec/ipFamilies/${index}`, family, ['IPv4', 'IPv6']);
  for (const [index, family] of repeated(listAt(spec, 'ipFamilies').entries(), ([, each]) => each))
    yield wrongTogether(`/spec/ipFamilies/${index}`, [family], 'is listed twice', 'Remove one of the two.');
  if (listed.length > 0 && listed[0] !== single) {
    const says = single === '' ? 'cannot be set without `clusterIP`' : `does not begin with \`clusterIP\`, ${single}`;
    yield wrongTogether(at, [single, ...listed], says, 'Write the same address in both.', ['/spec/clusterIP']);
  }
  if (single === 'None' && (type === 'LoadBalancer' || type === 'NodePort'))
    yield wrongTogether('/spec/clusterIP', [type], `cannot be None with \`type: ${type}\``, 'Remove it.', ['/spec/type']);
  else if (single !== '' && single !== 'None') yield* addressViolations(single, '/spec/clusterIP');
  for (const [index, address] of listed.entries()) if (index > 0) yield* addressViolations(address, `${at}/${index}`);
}

function* addressViolations(address: unknown, pointer: string): Iterable<Violation> {
  if (typeof address !== 'string' || addressOf(address) !== undefined) return;
  const remedy = address.toLowerCase() === 'none' ? 'Write `None`.' : 'Write an address such as `10.0.0.1`.';
  yield wrongValue(pointer, address, `cannot be ${JSON.stringify(address)}, which is not an address`, remedy);
}

const LONGEST_AFFINITY = 86_400;

function* affinityViolations(spec: JsonObject): Iterable<Violation> {
  // Without `ClientIP` affinity, API servers ignore the config.
  if (spec['sessionAffinity'] !== 'ClientIP') return;
  const client = objectAt(spec, 'sessionAffinityConfig', 'clientIP');
  yield* limitViolations(client, '/spec/sessionAffinityConfig/clientIP', ['timeoutSeconds'], 1, LONGEST_AFFINITY);
}
