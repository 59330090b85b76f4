import { childPointer } from '../../fleet/json/json-pointer.ts';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { parseQuantity } from '../../fleet/kubernetes/quantity.ts';
import { qualifiedNameFault, subdomainFault, type NameFault } from '../name-format.ts';
import { contradiction, type Requirement } from './property-contradiction.ts';
import type { Refusal } from './refusal.ts';
import { RESOURCE_PROPERTY_PREFIX } from '../../fleet/kubefleet/member-cluster.ts';

const OPERATORS: ReadonlySet<string> = new Set(['Gt', 'Ge', 'Lt', 'Le', 'Eq', 'Ne']);
const CAPACITIES: ReadonlySet<string> = new Set(['allocatable', 'available', 'total']);

/**
 * Checks a property selector of a required term. KubeFleet v0.3 does not detect contradictions and accepts unknown operators. Source:
 * KubeFleet `pkg/utils/validator/placement.go`, validatePropertySelectorRequirements.
 */
export function* propertySelectorRules(selector: unknown, at: string, profile: HubProfile): Generator<Refusal> {
  const requirements = listAt(selector, 'matchExpressions').map((entry): Requirement => ({
    name: stringAt(entry, 'name') ?? '',
    operator: stringAt(entry, 'operator') ?? '',
    values: listAt(entry, 'values').map(String),
  }));
  for (const [index, requirement] of requirements.entries()) {
    const pointer = childPointer(`${at}/matchExpressions`, index);
    const { name } = requirement;
    const fault = propertyNameFault(name);
    if (fault !== undefined) {
      const message = `The property name ${JSON.stringify(name)} is invalid: ${fault.says}.`;
      yield { pointer: `${pointer}/name`, serverMessage: `invalid property name ${name}: ${fault.says}`, message, hint: fault.hint };
    }
    yield* operatorRules(requirement, pointer, profile);
  }
  if (profile === 'v0.3') return;
  for (const [name, group] of Map.groupBy(requirements, (requirement) => requirement.name)) {
    const found = contradiction(group);
    if (found === undefined) continue;
    yield {
      pointer: `${at}/matchExpressions`,
      serverMessage: `inconsistent requirements on property ${name}: ${found}`,
      message: `No cluster can meet the requirements on \`${name}\`: ${found}.`,
    };
  }
}

/** The error in the name of a property, in the order in which the webhook checks it. */
export function propertyNameFault(name: string): NameFault | undefined {
  if (name.startsWith(RESOURCE_PROPERTY_PREFIX)) {
    const [capacity = '', ...resource] = name.slice(RESOURCE_PROPERTY_PREFIX.length).split('-');
    if (resource.length === 0) {
      const says = `invalid resource property name ${name}, expected format is [PREFIX]/[CAPACITY_TYPE]-[RESOURCE_NAME]`;
      return { says, hint: `Write it like \`${RESOURCE_PROPERTY_PREFIX}total-cpu\`.` };
    }
    if (!CAPACITIES.has(capacity)) {
      const says = `invalid capacity type in resource property name ${name}, supported values are [allocatable available total]`;
      return {
        says,
        hint: `Write \`allocatable\`, \`available\` or \`total\` before the resource, such as \`${RESOURCE_PROPERTY_PREFIX}total-cpu\`.`,
      };
    }
    return prefixed(`property name ${name} is not valid`, qualifiedNameFault(name));
  }
  const [first = '', ...segments] = name.split('/');
  if (segments.length === 0) return prefixed(`property name ${name} is not valid`, qualifiedNameFault(name));
  if (subdomainFault(first) !== undefined && qualifiedNameFault(first) !== undefined)
    return {
      says: `property name first segment ${first} is not valid: it is neither a valid DNS subdomain nor a valid qualified name`,
      hint: 'Write it like `example.com/name`, or without a prefix.',
    };
  const wrong = segments.find((segment) => qualifiedNameFault(segment) !== undefined);
  return wrong === undefined ? undefined : prefixed(`property name segment ${wrong} is not valid`, qualifiedNameFault(wrong));
}

function* operatorRules({ name, operator, values }: Requirement, pointer: string, profile: HubProfile): Generator<Refusal> {
  const prefix = profile === 'v0.3' ? '' : `invalid requirement on property ${name}: `;
  if (!OPERATORS.has(operator)) {
    if (profile === 'v0.3') yield* valueRules(name, values, pointer, profile);
    else
      yield {
        pointer: `${pointer}/operator`,
        serverMessage: `${prefix}unsupported operator ${operator}`,
        message: `The operator ${JSON.stringify(operator)} is unknown.`,
        hint: 'Operators are Gt, Ge, Lt, Le, Eq and Ne.',
      };
    return;
  }
  if (values.length !== 1) {
    yield {
      pointer: `${pointer}/values`,
      serverMessage: `${prefix}operator ${operator} requires exactly one value, got ${String(values.length)}`,
      message: `The operator ${operator} needs exactly one value, and has ${String(values.length)}.`,
      hint: 'Write one entry in `values`.',
    };
    if (profile !== 'v0.3') return;
  }
  yield* valueRules(name, values, pointer, profile);
}

function* valueRules(name: string, values: readonly string[], pointer: string, profile: HubProfile): Generator<Refusal> {
  const at = values.findIndex((value) => parseQuantity(value) === undefined);
  if (at === -1) return;
  const value = values[at] ?? '';
  const released = `invalid values for property ${name}: value ${value} is not a valid resource.Quantity`;
  yield {
    pointer: childPointer(`${pointer}/values`, at),
    serverMessage:
      profile === 'v0.3'
        ? released
        : `invalid requirement on property ${name}: value ${JSON.stringify(value)} is not a valid resource.Quantity`,
    message: `${JSON.stringify(value)} is not a quantity.`,
    hint: 'Write a number with an optional suffix, such as `4`, `500m` or `16Gi`.',
  };
}

function prefixed(start: string, fault: NameFault | undefined): NameFault | undefined {
  return fault === undefined ? undefined : { ...fault, says: `${start}: ${fault.says}` };
}
