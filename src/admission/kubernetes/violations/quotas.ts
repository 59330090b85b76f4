import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { objectAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Quantity } from '../../../fleet/kubernetes/quantity.ts';
import { qualifiedNameFault } from '../../name-format.ts';
import { quantityAt } from './quantities.ts';
import { wrongValue, type Violation } from './violation.ts';

const COUNTS = ['configmaps', 'persistentvolumeclaims', 'pods', 'replicationcontrollers', 'resourcequotas', 'secrets', 'services'];
const COUNTED: ReadonlySet<string> = new Set([...COUNTS, 'services.loadbalancers', 'services.nodeports']);
const COMPUTED = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const STORED = ['ephemeral-storage', 'limits.ephemeral-storage', 'requests.ephemeral-storage', 'requests.storage'];
const STANDARD: ReadonlySet<string> = new Set([...COUNTED, ...COMPUTED, ...STORED]);

function isStandard(name: string): boolean {
  return STANDARD.has(name) || /^(?:requests\.)?hugepages-/.test(name);
}

/** Checks ResourceQuotas. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, ValidateResourceQuotaSpec. */
export function* quotaViolations(object: KubeObject): Iterable<Violation> {
  const hard = objectAt(object, 'spec', 'hard') ?? {};
  for (const name of Object.keys(hard)) yield* resourceViolations(hard, name);
}

function* resourceViolations(hard: JsonObject, name: string): Iterable<Violation> {
  const pointer = childPointer('/spec/hard', name);
  const fault = qualifiedNameFault(name);
  if (fault !== undefined) yield wrongValue(pointer, name, `has a name it cannot have: ${fault.says}`, fault.hint);
  else if (!name.includes('/') && !isStandard(name))
    yield wrongValue(
      pointer,
      name,
      'is not a resource that a quota can limit',
      `Write a name such as \`requests.cpu\`, or \`count/${name}\` for objects.`,
    );
  const amount = quantityAt(hard, name);
  if (amount === undefined) return;
  if (amount.quantity.mantissa < 0n) yield wrongValue(pointer, amount.text, `cannot be ${amount.text}`, 'Write 0 or more.');
  else if (COUNTED.has(name) && !isWhole(amount.quantity))
    yield wrongValue(pointer, amount.text, `cannot be ${amount.text}: it counts objects`, 'Write a whole number.');
}

/** Whether the quantity is whole after it is rounded up to thousandths. */
export function isWhole({ mantissa, exponent }: Quantity): boolean {
  if (exponent >= 0) return true;
  const unit = 10n ** BigInt(-exponent);
  return ((mantissa * 1000n + unit - 1n) / unit) % 1000n === 0n;
}
