import { expect, test } from 'vitest';

import { effectOf } from '../../src/gates/effect.ts';
import { expectationOf } from '../../src/gates/expectation.ts';
import type { Identified } from '../../src/gates/identified.ts';
import { judge } from '../../src/gates/judge.ts';
import { ONE_LOOK } from '../../src/gates/memory.ts';
import { parseTarget } from '../../src/gates/target.ts';
import { hubFixture } from '../support/hub-fixture.ts';
import { memorySnapshot } from '../support/memory-snapshot.ts';

test('what is found of one target counts in this order', () => {
  const diagnosis = { id: 'x', title: '', outcome: 'info', evidence: [], explain: '', remedy: [], docs: '' } as const;
  const found = (...effects: readonly Identified['effect'][]): readonly Identified[] =>
    effects.map((effect) => ({ diagnosis, effect, age: 0 }));
  expect(effectOf(found('stuck', 'fails', 'human', 'superseded'), undefined)).toBe('superseded');
  expect(effectOf(found('stuck', 'fails', 'human'), undefined)).toBe('failed');
  expect(effectOf(found('waits', 'stuck', 'human'), {})).toBe('stuck');
  expect(effectOf(found('waits', 'human'), {})).toBe('human');
  expect(effectOf(found('suspect', 'waits'), {})).toBe('undecided');
  expect(effectOf(found('informs'), undefined)).toBe('passed');
});

test('of several targets what a newer deploy replaced counts before what failed', () => {
  const { objects, target, manifests, now } = hubFixture('superseded');
  const decided = (...targets: readonly string[]): string => {
    const expectation = expectationOf({ targets: targets.map((text) => parseTarget(text)), manifests });
    return judge(memorySnapshot(objects, now), expectation, ONE_LOOK, 0).decision.kind;
  };
  expect(decided('crp/nowhere')).toBe('failed');
  expect(decided('crp/nowhere', ...target)).toBe('superseded');
});
