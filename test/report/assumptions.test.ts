import { expect, test } from 'vitest';
import type { Assumption } from '../../src/finding.ts';
import { assumptionText } from '../../src/report/facts/lint/assumptions.ts';

const neededBy = [{ apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'shop' }];
const because = 'there is none in these files';

test.each<[assumption: Partial<Assumption>, text: string]>([
  [{ kind: 'Secret', namespace: 'shop', name: 'login' }, 'Secret/shop/login'],
  [{ kind: 'Namespace', name: '', selector: 'team=shop' }, 'Namespace with labels team=shop'],
  [{ kind: 'Secret', namespace: 'shop', name: '', selector: 'team=shop' }, 'Secret with labels team=shop in namespace shop'],
  [{ kind: 'ClusterRole', name: '', selector: '' }, 'any ClusterRole'],
  [{ kind: 'Secret', namespace: 'shop', name: '', selector: '' }, 'any Secret in namespace shop'],
])('%j is written as %s', (assumption, text) => {
  const all: Assumption = { kind: '', name: '', neededBy, clusters: [], because, ...assumption };
  expect(assumptionText(all)).toBe(`${text} for ClusterResourcePlacement/shop: ${because}`);
});
