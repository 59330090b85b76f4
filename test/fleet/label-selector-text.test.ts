import { describe, expect, test } from 'vitest';
import { matchesLabels } from '../../src/fleet/kubernetes/label-selector.ts';
import { labelSelectorOfText, labelSelectorText } from '../../src/fleet/kubernetes/label-selector-text.ts';

describe('a label selector as text', () => {
  test.each([
    ['env=prod', { env: 'prod' }, true],
    ['env == prod', { env: 'prod' }, true],
    ['env=prod', { env: 'dev' }, false],
    ['env=', { env: '' }, true],
    ['env!=dev', { env: 'prod' }, true],
    ['env!=dev', {}, true],
    ['env!=dev', { env: 'dev' }, false],
    ['env', { env: 'any' }, true],
    ['env', {}, false],
    ['!env', {}, true],
    ['! env', { env: 'any' }, false],
    ['region in (eu, us)', { region: 'us' }, true],
    ['region in (eu, us)', { region: 'asia' }, false],
    ['region notin (eu,us)', {}, true],
    ['region notin (eu,us)', { region: 'eu' }, false],
    ['env=prod, region in (eu,us) ,!canary', { env: 'prod', region: 'eu' }, true],
    ['env=prod, region in (eu,us) ,!canary', { env: 'prod', region: 'eu', canary: '1' }, false],
    ['kubernetes-fleet.io/member-name=east', { 'kubernetes-fleet.io/member-name': 'east' }, true],
  ])('%s of %j: %s', (text, labels, expected) => {
    const selector = labelSelectorOfText(text);
    expect(selector.invalid).toBeUndefined();
    expect(matchesLabels(selector, labels)).toBe(expected);
  });

  test.each(['env=prod', 'env=', 'env!=dev', 'env', '!env', 'region in (eu, us)', 'region notin (eu, us)', 'a=b,c in (d, e),!f', ''])(
    '"%s" is written as it is read',
    (text) => {
      expect(labelSelectorText(text === '' ? undefined : labelSelectorOfText(text))).toBe(text);
    },
  );

  test.each([
    '',
    'env=prod,',
    ',',
    '!',
    'env=a=b',
    'env in',
    'env in ()x',
    'env in (a',
    '=prod',
    'a b',
    'env>1',
    `env=${'x'.repeat(64)}`,
    '-env=a',
  ])('%j is not one', (text) => {
    expect(labelSelectorOfText(text).invalid).toBeDefined();
  });
});
