import { expect, test } from 'vitest';
import { lint } from '../../../src/static/judge/lint.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { runReferenceMissing } from '../../../src/static/rules/run-reference-missing.ts';
import { lintTexts, TODAY } from '../../support/trees/lint-texts.ts';

const head = 'apiVersion: placement.kubernetes-fleet.io/v1';
const placement = (name: string): string => `${head}
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  strategy: { type: External }
`;
const STRATEGY = `${head}
kind: ClusterStagedUpdateStrategy
metadata: { name: waves }
spec: { stages: [{ name: all, labelSelector: {} }] }
`;
const RUN = `${head}
kind: ClusterStagedUpdateRun
metadata: { name: shop-2 }
spec: { placementName: storefront, stagedRolloutStrategyName: waves, state: Run }
`;
const UNDER_WAY = '{ type: Initialized, status: "True" }';

function told(texts: { readonly now: readonly string[]; readonly base?: readonly string[]; readonly hub?: readonly string[] }): unknown {
  const { now, base, hub } = texts;
  const { findings } = lintTexts(
    { files: [{ path: 'fleet.yaml', text: now.join('---\n') }], base: base?.join('---\n'), hub: hub?.join('---\n') },
    [runReferenceMissing],
  );
  return findings.map((finding) => [finding.effect, finding.message, 'fix' in finding ? 'fix' : 'no fix']);
}

const REMOVED = 'The run needs the ClusterResourcePlacement storefront, which this change removes.';

test('a new run whose placement the change removes fails', () => {
  expect(told({ now: [STRATEGY, RUN], base: [STRATEGY, placement('storefront')] })).toEqual([['fails', REMOVED, 'no fix']]);
});

test('a new run that keeps the old name of its placement fails, and can be corrected', () => {
  const texts = { now: [STRATEGY, placement('storefronts'), RUN], base: [STRATEGY, placement('storefront')] };
  expect(told(texts)).toEqual([['fails', REMOVED, 'fix']]);
});

test('a new run whose strategy the change removes fails', () => {
  const texts = { now: [placement('storefront'), RUN], base: [STRATEGY, placement('storefront')] };
  expect(told(texts)).toEqual([['fails', 'The run needs the ClusterStagedUpdateStrategy waves, which this change removes.', 'no fix']]);
});

test('an existing run may be over, and has a copy of its strategy', () => {
  const before = [STRATEGY, placement('storefront'), RUN];
  expect(told({ now: [STRATEGY, RUN], base: before })).toEqual([['advice', REMOVED, 'no fix']]);
  expect(told({ now: [STRATEGY, placement('storefronts'), RUN], base: before })).toEqual([['advice', REMOVED, 'no fix']]);
  expect(told({ now: [placement('storefront'), RUN], base: before })).toEqual([]);
});

test.each([
  ['is under way', UNDER_WAY, [['fails', REMOVED, 'no fix']]],
  ['has done its work', `${UNDER_WAY}, { type: Succeeded, status: "True" }`, []],
  ['has failed', `${UNDER_WAY}, { type: Succeeded, status: "False" }`, []],
  ['was never begun', '{ type: Initialized, status: "False" }', []],
])('a run that %s on the hub is reported as expected', (_, conditions, expected) => {
  const before = [STRATEGY, placement('storefront'), RUN];
  const hub = [STRATEGY, placement('storefront'), `${RUN}status: { conditions: [${conditions}] }\n`];
  expect(told({ now: [STRATEGY, RUN], base: before, hub })).toEqual(expected);
});

test('reports nothing if the earlier objects are not known, or did not include the placement', () => {
  expect(told({ now: [STRATEGY, RUN] })).toEqual([]);
  expect(told({ now: [STRATEGY, RUN], base: [STRATEGY] })).toEqual([]);
});

test('reports nothing if another overlay of the tree has the placement now', () => {
  const sources = parseManifests([STRATEGY, RUN].join('---\n'), 'fleet.yaml');
  const base = parseManifests([STRATEGY, placement('storefront')].join('---\n'), 'base.yaml').manifests;
  const judge = (moved: boolean): number => {
    const world = makeWorld({ target: 'v0.3', now: TODAY, manifests: sources.manifests, base, ...(moved ? { moved: new Set(base) } : {}) });
    return lint(world, sources, { rules: [runReferenceMissing], today: TODAY }).findings.length;
  };
  expect([judge(true), judge(false)]).toEqual([0, 1]);
});
