/** Which values of deployers `render` of the configuration lists. */
import { expect, test } from 'vitest';
import { listedValues } from '../../../src/static/read/render/charts/listed-values.ts';
import type { Overlay } from '../../../src/static/read/render/overlay.ts';

const release = (values: readonly string[], args: readonly string[] = []): Overlay => ({
  tool: 'helm',
  name: 'shop',
  directory: 'charts/shop',
  file: 'charts/shop/Chart.yaml',
  values,
  args,
});
const { isListed, unlisted } = listedValues([
  release([]),
  release(['charts/shop/values-prod.yaml', 'env/prod.yaml']),
  release(['charts/shop/values-dev.yaml'], ['--set=image.tag=1', '--namespace=shop']),
]);

test.each<readonly [string, readonly unknown[], readonly unknown[]]>([
  ['a file from the top', ['charts/shop/values-prod.yaml'], []],
  ['a file of the chart', ['values-prod.yaml', './values.yaml'], []],
  ['a file beside the deployer', [['prod.yaml']], []],
  ['a file with a variable', ['charts/shop/values-$ENV.yaml', 'charts/shop/values-${{ matrix.env }}.yaml'], []],
  ['a file that only a variable names', ['$FILE', '${{ inputs.values }}'], ['$FILE', '${{ inputs.values }}']],
  ['no value', [[], []], []],
  ['a value that is set there too', ['values-dev.yaml', [{ name: 'image.tag' }]], []],
  ['another file', ['values-prod.yaml', 'values-evil.yaml'], ['values-evil.yaml']],
  ['another file with a variable', ['charts/other/values-$ENV.yaml'], ['charts/other/values-$ENV.yaml']],
  ['a value that is set for another release', ['values-prod.yaml', [{ name: 'image.tag' }]], [[{ name: 'image.tag' }]]],
  ['a value that is not set', ['values-dev.yaml', [{ name: 'type' }, { name: 'image.tag' }]], [[{ name: 'type' }]]],
  ['values in an object', [{ type: 'b' }, 'type: b\n'], [{ type: 'b' }, 'type: b\n']],
  ['files of two releases', ['values-prod.yaml', 'values-dev.yaml'], ['values-dev.yaml']],
])('%s', (_, values, left) => {
  expect(unlisted('charts/shop', values, 'env')).toEqual(left);
});

test('a chart without values in the configuration has none of them', () => {
  const plain = listedValues([release([])]);
  expect([isListed('charts/shop'), isListed('charts/other'), plain.isListed('charts/shop')]).toEqual([true, false, false]);
  expect(plain.unlisted('charts/shop', ['values.yaml'], '')).toEqual(['values.yaml']);
});
