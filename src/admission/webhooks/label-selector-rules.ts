import { labelSelector } from '../../fleet/label-selector.ts';
import type { Refusal } from './refusal.ts';

/** A selector that apimachinery's `LabelSelectorAsSelector` does not accept. `parent` is how the webhook calls the place. */
export function* labelSelectorRules(value: unknown, pointer: string, parent: string): Generator<Refusal> {
  const invalid = labelSelector(value)?.invalid;
  if (invalid === undefined) return;
  yield {
    pointer,
    serverMessage: `the labelSelector in ${parent} {…} is invalid: ${invalid}`,
    message: `The label selector is invalid: ${invalid}.`,
    hint: 'Operators are In, NotIn (with values), Exists and DoesNotExist (without); keys and values must be valid labels.',
  };
}
