import { listAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { oneOf } from '../../wording/value-hints.ts';
import { subdomainFault } from '../../name-format.ts';
import { entriesIn } from './entries.ts';
import { limitViolations } from './numbers.ts';
import { portNumberViolations } from './ports.ts';
import { selectorFaults } from './selectors.ts';
import { repeated, wrongTogether, wrongValue, type Violation } from './violation.ts';

/**
 * Checks webhook configurations. Source: `pkg/apis/admissionregistration/validation/validation.go` of Kubernetes,
 * validateValidatingWebhook.
 */
export function* webhookViolations(object: KubeObject): Iterable<Violation> {
  const webhooks = entriesIn(object, '', 'webhooks');
  for (const { entry, pointer } of repeated(webhooks, (each) => stringAt(each.entry, 'name') || undefined))
    yield wrongTogether(`${pointer}/name`, [entry['name']], 'is the name of another webhook as well', 'Give each webhook a unique name.');
  for (const { entry: webhook, pointer } of webhooks) {
    yield* ownNameViolations(webhook['name'], `${pointer}/name`);
    yield* limitViolations(webhook, pointer, ['timeoutSeconds'], 1, 30);
    const effects = webhook['sideEffects'];
    if (effects === 'Some' || effects === 'Unknown')
      yield wrongValue(`${pointer}/sideEffects`, effects, `cannot be ${effects}`, oneOf(['None', 'NoneOnDryRun']));
    const versions = webhook['admissionReviewVersions'];
    if (Array.isArray(versions) && !versions.includes('v1') && !versions.includes('v1beta1'))
      yield wrongTogether(`${pointer}/admissionReviewVersions`, versions, 'does not contain v1', 'Add `v1`.');
    for (const name of ['namespaceSelector', 'objectSelector']) yield* selectorFaults(webhook[name], `${pointer}/${name}`);
    yield* clientViolations(objectAt(webhook, 'clientConfig'), `${pointer}/clientConfig`);
    for (const rule of entriesIn(webhook, pointer, 'rules')) yield* ruleViolations(rule.entry, rule.pointer);
  }
}

function* ownNameViolations(name: unknown, pointer: string): Iterable<Violation> {
  if (typeof name !== 'string' || name === '') return;
  if (subdomainFault(name) === undefined && name.split('.').length >= 3) return;
  const says = `cannot be ${JSON.stringify(name)}: it must be a DNS name of at least three parts`;
  yield wrongValue(pointer, name, says, 'Write it like `check.shop.example.com`.');
}

function* clientViolations(client: JsonObject | undefined, pointer: string): Iterable<Violation> {
  if (client === undefined) return;
  const given = ['service', 'url'].filter((name) => (client[name] ?? undefined) !== undefined);
  if (given.length === 2) yield wrongTogether(`${pointer}/url`, [], 'cannot be set together with `service`', 'Keep one of the two.');
  if (given.length === 0) yield wrongTogether(`${pointer}/service`, [], 'is required', 'Add it, or `url`.', [pointer]);
  const service = given.length === 1 ? objectAt(client, 'service') : undefined;
  if (service !== undefined) yield* portNumberViolations(service['port'], `${pointer}/service/port`);
}

function* ruleViolations(rule: JsonObject, pointer: string): Iterable<Violation> {
  for (const name of ['operations', 'apiGroups', 'apiVersions', 'resources']) {
    const listed = listAt(rule, name);
    if (listed.length === 0 && (Array.isArray(rule[name]) || (rule[name] ?? undefined) === undefined))
      yield wrongTogether(`${pointer}/${name}`, [], 'is required', 'List them; `*` means all.');
    else if (name !== 'resources' && listed.length > 1 && listed.includes('*'))
      yield wrongTogether(`${pointer}/${name}`, listed, 'has `*`, which cannot be combined', 'Keep `*` alone.');
  }
}
