import { isObject, listAt, objectAt } from '../../../../fleet/json/json.ts';
import { labelSelector, matchesLabels } from '../../../../fleet/kubernetes/label-selector.ts';

/**
 * A generator with a list and a selector as one with only the elements that are selected. It stays as it is if versions of Argo CD select
 * differently: newer ones also know fields within others, and values that are no texts. Source: `Transform` in
 * `applicationset/generators/generator_spec_processor.go` of argoproj/argo-cd.
 */
export function withSelected(generator: unknown): unknown {
  if (!isObject(generator)) return generator;
  const { selector: written, ...others } = generator;
  const [selector, list] = [labelSelector(written), objectAt(others, 'list')];
  if (selector === undefined || selector.invalid !== undefined || list === undefined || 'elementsYaml' in list) return generator;
  const elements = listAt(list, 'elements').filter(isObject);
  const keys = selector.requirements.map(({ key }) => key);
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  if (keys.some((key) => key.includes('.') || !elements.every((each) => isText(each[key])))) return generator;
  const selected = elements.filter((each) => {
    const texts = Object.entries(each).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return matchesLabels(selector, Object.fromEntries(texts));
  });
  return { ...others, list: { ...list, elements: selected } };
}
