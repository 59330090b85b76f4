import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { everyDenial } from '../../../src/admission/every-denial.ts';
import { judgeCreate, judgeUpdate } from '../../../src/admission/judge.ts';
import { FLEET_KINDS, HUB_PROFILES } from '../../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { loadEngines } from '../../../src/admission/prepare.ts';

await loadEngines();

const NAMES = [
  'spec',
  'status',
  'data',
  'policy',
  'affinity',
  'clusterAffinity',
  'resourceSelectors',
  'strategy',
  'rollingUpdate',
  'stages',
  'taints',
  'name',
  '__proto__',
  'a/b~c',
  '0',
];
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 40, 1e300, '', 'x', 'PickN', '50%'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('json'), { maxKeys: 4 }),
  ),
}));

const object = fc
  .record({
    entry: fc.constantFrom(...FLEET_KINDS),
    rest: fc.dictionary(fc.constantFrom(...NAMES), json, { maxKeys: 4 }),
    metadata: fc.option(json, { nil: { name: 'a' } }),
  })
  .map(({ entry, rest, metadata }): unknown =>
    Object.assign(rest, { apiVersion: `${entry.group}/${entry.versions[0]}`, kind: entry.kind, metadata }),
  ) as fc.Arbitrary<KubeObject>;

it('any JSON has the same result each time, is not changed and causes no crash', () => {
  fc.assert(
    fc.property(object, fc.constantFrom(...HUB_PROFILES), (given, profile) => {
      const before = JSON.stringify(given);
      const denials = judgeCreate(given, profile);
      expect(JSON.stringify(given)).toBe(before);
      expect(judgeCreate(given, profile)).toEqual(denials);
      const { denials: every } = everyDenial(given, profile);
      expect(every.filter(({ later }) => later === undefined)).toEqual(denials);
      expect(JSON.stringify(given)).toBe(before);
      expect(denials.map(({ pointer }) => pointer)).toEqual(
        denials.map(({ pointer }) => pointer).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
      );
    }),
    { numRuns: 500 },
  );
});

it('any change of one object into another changes neither of them and causes no crash', () => {
  const change = fc.tuple(object, object, fc.constantFrom('apply', 'replace'), fc.boolean());
  fc.assert(
    fc.property(change, fc.constantFrom(...HUB_PROFILES), ([given, other, how, isLive], profile) => {
      const manifest = { ...other, apiVersion: given.apiVersion, kind: given.kind };
      const previous = isLive ? { manifest, live: manifest, how } : { manifest, how };
      const before = JSON.stringify([given, previous]);
      const denials = judgeUpdate(given, previous, profile);
      expect(JSON.stringify([given, previous])).toBe(before);
      expect(judgeUpdate(given, previous, profile)).toEqual(denials);
    }),
    { numRuns: 1000 },
  );
});
