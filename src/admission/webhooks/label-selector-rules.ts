import { labelSelector } from '../../fleet/kubernetes/label-selector.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import type { Refusal } from './refusal.ts';

/**
 * Refuses a selector that apimachinery's `LabelSelectorAsSelector` does not accept. `parent` is the webhook's name for the field that holds
 * it.
 */
export function* labelSelectorRules(value: unknown, pointer: string, parent: string): Generator<Refusal> {
  const { invalid, invalidAt = '' } = labelSelector(value) ?? {};
  if (invalid === undefined) return;
  yield {
    pointer: `${pointer}${invalidAt}`,
    serverMessage: `the labelSelector in ${parent} {…} is invalid: ${invalid}`,
    ...wording(invalid),
  };
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

function wording(invalid: string): Pick<Refusal, 'message' | 'hint'> {
  const [, operator] = /^"(.*)" is not a valid label selector operator$/.exec(invalid) ?? [];
  if (operator !== undefined) {
    const meant = nearest(operator, OPERATORS);
    return {
      message: `A label selector has no operator "${operator}".`,
      hint:
        meant === undefined ? 'Operators are In, NotIn (with values), Exists and DoesNotExist (without).' : `Did you mean \`${meant}\`?`,
    };
  }
  if (invalid.includes("values set can't be empty"))
    return { message: 'The operators In and NotIn need `values`.', hint: 'Write the values as a list, or use Exists or DoesNotExist.' };
  if (invalid.includes('values set must be empty'))
    return { message: 'The operators Exists and DoesNotExist take no `values`.', hint: 'Remove `values`, or use In or NotIn.' };
  const [, text = '""', rule = ''] = /: Invalid value: ("(?:[^"\\]|\\.)*"): (.*)$/s.exec(invalid) ?? [];
  return { message: `A label selector cannot hold ${text}: ${rule}.`, hint: 'Write it as the labels of the objects are written.' };
}
