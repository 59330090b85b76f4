import { goQuantity } from '../../fleet/kubernetes/go-quantity.ts';
import { compareQuantities, parseQuantity, type Quantity } from '../../fleet/kubernetes/quantity.ts';

export interface Requirement {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** `text` is the value as Go prints it. `strict` means that the bound excludes the value itself. */
interface Value {
  readonly text: string;
  readonly quantity: Quantity;
  readonly strict: boolean;
}

/**
 * Why no value can meet all requirements on one property, in the webhook's words. `undefined` if some value can. Malformed requirements are
 * ignored. Source: KubeFleet `pkg/utils/validator/placement.go`, validateRequirementsConsistency.
 */
export function contradiction(requirements: readonly Requirement[]): string | undefined {
  if (requirements.length < 2) return undefined;
  const of = (...operators: readonly string[]) => requirements.flatMap((requirement) => valueOf(requirement, operators));
  let equal: Value | undefined;
  for (const next of of('Eq')) {
    if (equal !== undefined && compare(equal, next) !== 0) return `conflicting Eq values ${equal.text} and ${next.text}`;
    equal = next;
  }
  if (equal !== undefined && of('Ne').some((each) => compare(equal, each) === 0))
    return `conflicting Eq and Ne on same value ${equal.text}`;
  const lower = of('Gt', 'Ge').toSorted((a, b) => compare(b, a) || strictFirst(a, b))[0];
  const upper = of('Lt', 'Le').toSorted((a, b) => compare(a, b) || strictFirst(a, b))[0];
  if (lower !== undefined && upper !== undefined && excludes(lower, compare(lower, upper), upper.strict))
    return `lower bound (${lower.text}) and upper bound (${upper.text}) exclude all values`;
  if (equal !== undefined && lower !== undefined && excludes(lower, compare(lower, equal)))
    return `eq value ${equal.text} violates lower bound ${lower.text}`;
  if (equal !== undefined && upper !== undefined && excludes(upper, compare(equal, upper)))
    return `eq value ${equal.text} violates upper bound ${upper.text}`;
  return undefined;
}

function valueOf({ operator, values }: Requirement, operators: readonly string[]): readonly Value[] {
  const [text] = values;
  const quantity = text === undefined || values.length !== 1 ? undefined : parseQuantity(text);
  if (text === undefined || quantity === undefined || !operators.includes(operator)) return [];
  return [{ text: goQuantity(text) ?? text, quantity, strict: operator === 'Gt' || operator === 'Lt' }];
}

function compare(a: Value, b: Value): number {
  return compareQuantities(a.quantity, b.quantity);
}

function strictFirst(a: Value, b: Value): number {
  return Number(b.strict) - Number(a.strict);
}

function excludes(bound: Value, order: number, alsoStrict = false): boolean {
  return order > 0 || (order === 0 && (bound.strict || alsoStrict));
}
