import { describe, expect, it } from 'vitest';

import { goQuantity } from '../../src/fleet/kubernetes/go-quantity.ts';

describe('a quantity', () => {
  // What `ParseQuantity` and `String` of apimachinery v0.34.10 make of it.
  it.each([
    ['0.5', '500m'],
    ['.5', '500m'],
    ['+0.5', '500m'],
    ['-0.5', '-500m'],
    ['500m', '500m'],
    ['1.500', '1.500'],
    ['1500m', '1500m'],
    ['4000m', '4'],
    ['007', '007'],
    ['+5', '+5'],
    ['5.', '5.'],
    ['5.000', '5'],
    ['1024Ki', '1Mi'],
    ['1000Ki', '1000Ki'],
    ['12Gi', '12Gi'],
    ['-1024Ki', '-1Mi'],
    ['0.5Ki', '512'],
    ['1.5Gi', '1536Mi'],
    ['1.4Ei', '1614090106449585766400m'],
    ['100Ei', '9223372036854775807'],
    ['1e3', '1e3'],
    ['1e1', '10'],
    ['1e2', '100'],
    ['1E-9', '1E-9'],
    ['1E', '1E'],
    ['1000E', '1'],
    ['0.1n', '1n'],
    ['12345678901234567890', '12345678901234567890'],
    ['00', '0'],
    ['0Ki', '0'],
    ['Ki', '0'],
  ])('%s is printed as %s', (text, printed) => {
    expect(goQuantity(text)).toBe(printed);
  });

  it.each(['', '1K', 'four', '1e'])('%j is not one', (text) => {
    expect(goQuantity(text)).toBeUndefined();
  });

  it.each([`1${'0'.repeat(100_000)}`, `1${'0'.repeat(100_000)}Ki`, `0.${'0'.repeat(100_000)}1Mi`, '1e2147483647', '1e-2147483648'])(
    'is printed at once, for any size',
    (text) => {
      expect(goQuantity(text)).toMatch(/^\d+(?:e-?\d+|n)?$/);
    },
  );
});
