import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { field, isObject, type JsonObject } from '../../../fleet/json/json.ts';
import { compareQuantities } from '../../../fleet/kubernetes/quantity.ts';
import { qualifiedNameFault } from '../../name-format.ts';
import { negativeViolations, quantityAt } from './quantities.ts';
import { isWhole } from './quotas.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

const STANDARD: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/**
 * Checks the names and amounts of resources of a container. Source: `pkg/apis/core/validation/validation.go` of Kubernetes,
 * validateResourceRequirements.
 */
export function* containerResourceViolations(resources: JsonObject, at: string): Iterable<Violation> {
  const names = new Set<string>();
  for (const list of ['limits', 'requests'])
    for (const name of Object.keys(isObject(resources[list]) ? resources[list] : {})) {
      names.add(name);
      yield* amountViolations(resources[list] as JsonObject, name, `${at}/${list}`);
      if (list === 'requests' && !isOvercommitted(name)) yield* reservedViolations(resources, name, at);
    }
  if (names.size > 0 && !names.has('cpu') && !names.has('memory') && [...names].some(isHuge))
    yield wrongTogether(at, [], 'has huge pages without `cpu` or `memory`', 'Add `cpu` or `memory`.');
}

function isHuge(name: string): boolean {
  return name.startsWith('hugepages-');
}

/** A name without a domain, or with that of Kubernetes, is one of Kubernetes' own resources. */
function isOvercommitted(name: string): boolean {
  return (!name.includes('/') || name.includes('kubernetes.io/')) && !isHuge(name);
}

function* amountViolations(list: JsonObject, name: string, at: string): Iterable<Violation> {
  const pointer = childPointer(at, name);
  const fault = qualifiedNameFault(name);
  if (fault !== undefined) yield wrongValue(pointer, name, `has a name it cannot have: ${fault.says}`, fault.hint);
  else if (!name.includes('/') && !STANDARD.has(name) && !isHuge(name))
    yield wrongValue(
      pointer,
      name,
      'is not a resource of containers',
      'Write `cpu`, `memory` or `ephemeral-storage`; other resources have a domain (`example.com/gpu`).',
    );
  yield* negativeViolations(list, name, at);
  const amount = isOvercommitted(name) || isHuge(name) ? undefined : quantityAt(list, name);
  if (amount !== undefined && !isWhole(amount.quantity))
    yield wrongValue(pointer, amount.text, `cannot be ${amount.text}: it counts devices`, 'Write a whole number.');
}

/** Devices and huge pages are reserved: the request has to be the limit. */
function* reservedViolations(resources: JsonObject, name: string, at: string): Iterable<Violation> {
  const [requested, limit] = ['requests', 'limits'].map((list) => quantityAt(resources, list, name));
  if (field(resources, 'limits', name) === undefined)
    yield wrongTogether(
      childPointer(`${at}/limits`, name),
      [],
      'is required, because it is requested',
      'Write the same amount as a limit.',
      [`${at}/limits`, `${at}/requests`],
    );
  else if (requested !== undefined && limit !== undefined && compareQuantities(requested.quantity, limit.quantity) !== 0)
    yield wrongTogether(
      childPointer(`${at}/requests`, name),
      [requested.text, limit.text],
      `has to be the same as the limit, ${limit.text}`,
      'Write the same amount in both.',
      [`${at}/limits`],
    );
}
