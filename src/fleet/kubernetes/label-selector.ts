import { childPointer } from '../json/json-pointer.ts';
import { field, isObject, listAt, objectAt, stringAt } from '../json/json.ts';

/**
 * A `metav1.LabelSelector`, parsed once. `invalid` holds the error of apimachinery's `LabelSelectorAsSelector`. KubeFleet's webhook denies
 * such a selector; without the webhook the scheduler stops at it.
 */
export interface LabelSelector {
  readonly requirements: readonly LabelRequirement[];
  readonly invalid?: string;
  /** JSON pointer from the selector to the invalid part. */
  readonly invalidAt?: string;
}

export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values: readonly string[];
}

export type Labels = Readonly<Record<string, string>>;

/** Reads a selector from untrusted JSON; `undefined` if there is none (nil, whose meaning the caller decides). */
export function labelSelector(value: unknown): LabelSelector | undefined {
  if (!isObject(value)) return undefined;
  const requirements: LabelRequirement[] = [];
  let fault: Fault | undefined;
  for (const [key, wanted] of Object.entries(objectAt(value, 'matchLabels') ?? {})) {
    const text = typeof wanted === 'string' ? wanted : '';
    fault ??= faultAt(childPointer('/matchLabels', key), keyError(key) ?? valueError([text], key));
    requirements.push({ key, operator: 'In', values: [text] });
  }
  for (const [index, expression] of listAt(value, 'matchExpressions').entries()) {
    const at = `/matchExpressions/${String(index)}`;
    const key = stringAt(expression, 'key') ?? '';
    const operator = stringAt(expression, 'operator') ?? '';
    const values = listAt(expression, 'values').filter((entry) => typeof entry === 'string');
    if (!isOperator(operator)) {
      fault ??= faultAt(`${at}/operator`, `"${operator}" is not a valid label selector operator`);
      continue;
    }
    fault ??= faultAt(`${at}/key`, keyError(key)) ?? faultAt(`${at}/values`, countError(operator, expression) ?? valueError(values, key));
    requirements.push({ key, operator, values });
  }
  return { requirements, ...fault };
}

type Fault = Required<Pick<LabelSelector, 'invalid' | 'invalidAt'>>;

function faultAt(invalidAt: string, invalid: string | undefined): Fault | undefined {
  return invalid === undefined ? undefined : { invalid, invalidAt };
}

/** Whether the labels satisfy every requirement. An empty selector matches everything. Do not call it with an invalid selector. */
export function matchesLabels(selector: LabelSelector, labels: Labels): boolean {
  return selector.requirements.every((requirement) => satisfies(requirement, labels));
}

function satisfies({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  if (operator === 'In') return value !== undefined && values.includes(value);
  if (operator === 'NotIn') return value === undefined || !values.includes(value);
  return (value !== undefined) === (operator === 'Exists');
}

/** The labels of an object. Values that are not text are left out. */
export function labelsOf(object: unknown): Labels {
  const labels = field(object, 'metadata', 'labels');
  if (!isObject(labels)) return NO_LABELS;
  return areTexts(labels)
    ? labels
    : Object.fromEntries(Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

const NO_LABELS: Labels = {};

function areTexts(labels: Readonly<Record<string, unknown>>): labels is Labels {
  return Object.values(labels).every((value) => typeof value === 'string');
}

function isOperator(text: string): text is LabelRequirement['operator'] {
  return text === 'In' || text === 'NotIn' || text === 'Exists' || text === 'DoesNotExist';
}

const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

function keyError(key: string): string | undefined {
  const parts = key.split('/');
  const name = parts.at(-1) ?? '';
  const prefix = parts.length > 1 ? parts[0] : undefined;
  const sound = parts.length <= 2 && NAME.test(name) && name.length <= 63;
  if (sound && (prefix === undefined || (DNS_SUBDOMAIN.test(prefix) && prefix.length <= 253))) return undefined;
  return `key: Invalid value: ${JSON.stringify(key)}: a label key is a name of at most 63 letters, digits, '-', '_' or '.', with an optional DNS prefix and '/'`;
}

function countError(operator: LabelRequirement['operator'], expression: unknown): string | undefined {
  const given = field(expression, 'values');
  const count = listAt(expression, 'values').length;
  const subject = `values: Invalid value: ${JSON.stringify(given ?? null)}`;
  if (operator === 'In' || operator === 'NotIn') {
    return count > 0 ? undefined : `${subject}: for 'in', 'notin' operators, values set can't be empty`;
  }
  return count === 0 ? undefined : `${subject}: values set must be empty for exists and does not exist`;
}

function valueError(values: readonly string[], key: string): string | undefined {
  const at = values.findIndex((value) => value !== '' && (value.length > 63 || !NAME.test(value)));
  if (at === -1) return undefined;
  return `values[${String(at)}][${key}]: Invalid value: ${JSON.stringify(values[at])}: a label value is at most 63 letters, digits, '-', '_' or '.'`;
}
