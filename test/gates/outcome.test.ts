import { expect, test } from 'vitest';

import { targetOutcome } from '../../src/gates/verdict/target-verdict.ts';
import { expectationOf } from '../../src/gates/deploy/expectation.ts';
import type { Diagnosed } from '../../src/gates/diagnosis/diagnosed.ts';
import { judge } from '../../src/gates/verdict/judge.ts';
import { JUDGED_ONCE } from '../../src/gates/memory.ts';
import { parseTarget } from '../../src/gates/deploy/target.ts';
import { hubFixture } from '../support/hub-fixture.ts';
import { memoryHub } from '../support/memory-hub.ts';

test('what is found of one target counts in this order', () => {
  const diagnosis = { id: 'x', title: '', outcome: 'info', evidence: [], explain: '', remedy: [], docs: '' } as const;
  const found = (...outcomes: readonly Diagnosed['outcome'][]): readonly Diagnosed[] =>
    outcomes.map((outcome) => ({ diagnosis, outcome, age: 0 }));
  expect(targetOutcome(found('stuck', 'failed', 'waitingForPerson', 'superseded'), undefined)).toBe('superseded');
  expect(targetOutcome(found('stuck', 'failed', 'waitingForPerson'), undefined)).toBe('failed');
  expect(targetOutcome(found('waiting', 'stuck', 'waitingForPerson'), {})).toBe('stuck');
  expect(targetOutcome(found('waiting', 'waitingForPerson'), {})).toBe('waitingForPerson');
  expect(targetOutcome(found('suspect', 'waiting'), {})).toBe('waiting');
  expect(targetOutcome(found('info'), undefined)).toBe('passed');
});

test('of several targets what a newer deploy replaced counts before what failed', () => {
  const { objects, target, manifests, now } = hubFixture('superseded');
  const decided = (...targets: readonly string[]): string => {
    const expectation = expectationOf({ targets: targets.map((text) => parseTarget(text)), manifests });
    return judge(memoryHub(objects, now), expectation, JUDGED_ONCE, 0).outcome;
  };
  expect(decided('crp/nowhere')).toBe('failed');
  expect(decided('crp/nowhere', ...target)).toBe('superseded');
});
