import { field, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import { addressOf } from './addresses.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

/**
 * Checks the network settings of a Pod. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidateHostAliases,
 * validatePodDNSConfig, validateHostNetwork.
 * @param at pointer to the PodSpec
 */
export function* podNetworkViolations(pod: unknown, at: string): Iterable<Violation> {
  for (const [index, alias] of listAt(pod, 'hostAliases').entries()) {
    const ip = stringAt(alias, 'ip') ?? '';
    if (ip !== '' && addressOf(ip) === undefined)
      yield wrongValue(
        `${at}/hostAliases/${index}/ip`,
        ip,
        `cannot be ${JSON.stringify(ip)}: it is not an address`,
        'Write an IP address.',
      );
  }
  if (stringAt(pod, 'dnsPolicy') === 'None' && listAt(pod, 'dnsConfig', 'nameservers').length === 0)
    yield wrongTogether(
      `${at}/dnsPolicy`,
      ['None'],
      'needs `dnsConfig.nameservers` if it is None',
      'List the name servers, or remove the policy.',
      objectAt(pod, 'dnsConfig') === undefined ? [] : [`${at}/dnsConfig`],
    );
  if (field(pod, 'hostNetwork') !== true) return;
  for (const [index, container] of listAt(pod, 'containers').entries())
    for (const [position, port] of listAt(container, 'ports').entries()) {
      const [host, own] = [field(port, 'hostPort'), field(port, 'containerPort')];
      if (typeof host !== 'number' || host === 0 || host === own) continue;
      const says = 'has to be the same as `containerPort` with `hostNetwork: true`';
      yield wrongTogether(
        `${at}/containers/${index}/ports/${position}/hostPort`,
        [host, own],
        says,
        'Remove it, or write the same number.',
        [`${at}/hostNetwork`, `${at}/containers/${index}/ports/${position}/containerPort`],
      );
    }
}
