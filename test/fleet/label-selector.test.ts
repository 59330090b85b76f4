import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { labelSelector, labelsOf, matchesLabels, type Labels } from '../../src/fleet/kubernetes/label-selector.ts';

const keys = fc.constantFrom('a', 'b', 'c');
const values = fc.constantFrom('1', '2', '');
const labels = fc.dictionary(keys, values);
const expression = fc.oneof(
  fc.record({ key: keys, operator: fc.constantFrom('In', 'NotIn'), values: fc.array(values, { minLength: 1, maxLength: 3 }) }),
  fc.record({ key: keys, operator: fc.constantFrom('Exists', 'DoesNotExist') }),
);

describe('label selectors', () => {
  it('NotIn and DoesNotExist match if the key is absent, In and Exists do not', () => {
    fc.assert(
      fc.property(labels, expression, (given, wanted) => {
        const { [wanted.key]: _gone, ...without } = given;
        expect(matches({ matchExpressions: [wanted] }, without)).toBe(wanted.operator === 'NotIn' || wanted.operator === 'DoesNotExist');
      }),
    );
  });

  it('an operator and its opposite never agree', () => {
    const opposite: Record<string, string> = { In: 'NotIn', NotIn: 'In', Exists: 'DoesNotExist', DoesNotExist: 'Exists' };
    fc.assert(
      fc.property(labels, expression, (given, wanted) => {
        const other = { ...wanted, operator: opposite[wanted.operator] };
        expect(matches({ matchExpressions: [wanted] }, given)).toBe(!matches({ matchExpressions: [other] }, given));
      }),
    );
  });

  it('one more requirement never matches more', () => {
    fc.assert(
      fc.property(labels, fc.array(expression, { maxLength: 3 }), expression, (given, some, more) => {
        if (matches({ matchExpressions: [...some, more] }, given)) expect(matches({ matchExpressions: some }, given)).toBe(true);
      }),
    );
  });

  it('an empty selector matches everything, and an absent one is not a selector', () => {
    expect(matches({}, {})).toBe(true);
    expect(labelSelector(undefined)).toBeUndefined();
    expect(labelSelector('app=web')).toBeUndefined();
  });

  it('members of Object.prototype are not labels', () => {
    expect(matches({ matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }, {})).toBe(false);
    expect(matches({ matchLabels: { __proto__x: '1' } }, {})).toBe(false);
  });

  it.each([
    [{ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] }, '"Gt" is not a valid label selector operator'],
    [{ matchExpressions: [{ key: 'a', operator: 'In' }] }, "for 'in', 'notin' operators, values set can't be empty"],
    [{ matchExpressions: [{ key: 'a', operator: 'Exists', values: ['1'] }] }, 'values set must be empty for exists and does not exist'],
    [{ matchLabels: { 'a b': '1' } }, 'key: Invalid value: "a b"'],
    [{ matchLabels: { 'x/y/z': '1' } }, 'key: Invalid value: "x/y/z"'],
    [{ matchLabels: { a: 'not valid' } }, 'values[0][a]: Invalid value: "not valid"'],
  ])('%j is invalid', (selector, error) => {
    expect(labelSelector(selector)?.invalid).toContain(error);
  });

  it('keys with a prefix and empty values are accepted', () => {
    expect(labelSelector({ matchLabels: { 'topology.example.com/rack': '', App_1: 'x' } })?.invalid).toBeUndefined();
  });

  it('labels of a wrong type are read as absent', () => {
    expect(labelsOf({ metadata: { labels: { a: '1', b: 2 } } })).toEqual({ a: '1' });
    expect(labelsOf({ metadata: { labels: ['a'] } })).toEqual({});
  });
});

function matches(selector: unknown, given: Labels): boolean {
  const parsed = labelSelector(selector);
  if (parsed === undefined) throw new Error('a selector was expected');
  return matchesLabels(parsed, given);
}
