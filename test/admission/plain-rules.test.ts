import { array, assert, constant, constantFrom, oneof, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CEL_JS } from '../../src/admission/cel/cel-js.ts';
import { PLAIN, surelyKeeps } from '../../src/admission/cel/plain-rules.ts';
import { isBuiltInRule } from '../../src/admission/contracts/table.ts';

const text = constantFrom(
  '',
  'a',
  'v1',
  'Namespace',
  'Exists',
  'PickAll',
  'PickN',
  'PickFixed',
  'NamespaceAccessible',
  'NamespaceWithResourceSelectors',
);
const anything = oneof({ weight: 8, arbitrary: text }, constantFrom(null, true, 0n, 1n), constant([]), constant({}));
const selector = record(
  { group: anything, version: anything, kind: anything, name: anything, labelSelector: anything, selectionScope: anything },
  { requiredKeys: [] },
);
const selectors = array(oneof({ weight: 8, arbitrary: selector }, anything), { maxLength: 3 });
const self = oneof(
  record(
    {
      statusReportingScope: anything,
      placementType: anything,
      clusterNames: anything,
      numberOfClusters: anything,
      affinity: anything,
      topologySpreadConstraints: anything,
      tolerations: anything,
      resourceSelectors: oneof({ weight: 8, arbitrary: selectors }, anything),
    },
    { requiredKeys: [] },
  ),
  selectors,
  anything,
);

describe.each([...PLAIN.keys()])('of %s', (rule) => {
  it('is a rule of KubeFleet', () => expect(isBuiltInRule(rule)).toBe(true));

  it('says only what the engine says as well', () => {
    let kept = 0;
    assert(
      property(self, (value) => {
        if (!surelyKeeps(rule, value)) return;
        kept += 1;
        expect(CEL_JS.evaluate(rule, () => ({ self: value }))).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(kept).toBeGreaterThan(50);
  });
});

it('says nothing of a rule that it does not know', () => expect(surelyKeeps('true', {})).toBe(false));
