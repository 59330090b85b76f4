import { childPointer } from '../../fleet/json/json-pointer.ts';
import { tolerationsAt, type Toleration } from '../../fleet/kubernetes/taint.ts';
import { labelValueFault, qualifiedNameFault } from '../name-format.ts';
import type { Refusal } from './refusal.ts';

/** Source: KubeFleet `pkg/utils/validator/placement.go`, validateTolerations. */
export function* tolerationRules(policy: unknown, at: string): Generator<Refusal> {
  const seen = new Set<string>();
  for (const [index, toleration] of tolerationsAt(policy, 'tolerations').entries()) {
    const pointer = childPointer(at, index);
    yield* ofOne(toleration, pointer);
    const whole = JSON.stringify(toleration);
    if (seen.has(whole)) {
      yield {
        pointer,
        serverMessage: `toleration ${printed(toleration)} already exists, tolerations must be unique`,
        message: 'The same toleration is listed twice.',
        hint: 'Remove one of the two.',
      };
    }
    seen.add(whole);
  }
}

function* ofOne(toleration: Toleration, pointer: string): Generator<Refusal> {
  const { key, operator, value } = toleration;
  const keyFault = key === '' ? undefined : qualifiedNameFault(key);
  if (keyFault !== undefined) {
    yield {
      pointer: `${pointer}/key`,
      serverMessage: `invalid toleration key ${printed(toleration)}: ${keyFault.says}`,
      message: `The toleration key ${JSON.stringify(key)} is invalid: ${keyFault.says}.`,
      hint: keyFault.hint,
    };
  }
  if (operator === 'Exists' && value !== '') {
    yield {
      pointer: `${pointer}/value`,
      serverMessage: `invalid toleration ${printed(toleration)}: toleration value needs to be empty, when operator is Exists`,
      message: 'A toleration with `operator: Exists` has a `value`.',
      hint: 'Remove `value`, or write `operator: Equal`.',
    };
  }
  if (operator !== 'Equal') return;
  if (key === '') {
    yield {
      pointer: `${pointer}/key`,
      serverMessage: `invalid toleration ${printed(toleration)}: toleration key cannot be empty, when operator is Equal`,
      message: 'A toleration has no `key`, and its operator is not Exists.',
      hint: 'Name the `key`, or write `operator: Exists` to tolerate every taint.',
    };
  }
  const valueFault = labelValueFault(value);
  if (valueFault !== undefined) {
    yield {
      pointer: `${pointer}/value`,
      serverMessage: `invalid toleration value ${printed(toleration)}: ${valueFault.says}`,
      message: `The toleration value ${JSON.stringify(value)} is invalid: ${valueFault.says}.`,
      hint: valueFault.hint,
    };
  }
}

function printed({ key, operator, value, effect }: Toleration): string {
  return `{Key:${key} Operator:${operator} Value:${value} Effect:${effect}}`;
}
