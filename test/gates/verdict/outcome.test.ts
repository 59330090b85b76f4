import { expect, test } from 'vitest';

import { targetOutcome } from '../../../src/gates/verdict/target-verdict.ts';
import type { Diagnosed } from '../../../src/gates/diagnosis/diagnosed.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';
import { gate } from '../../support/gate/gate.ts';

test('the findings of one target decide its outcome in this order', () => {
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

test('among several targets, superseded comes before failed', () => {
  const { objects, asked } = hubFixture('superseded');
  const decided = (...targets: readonly string[]): string => gate({ ...asked, targets }).once(objects).outcome;
  expect(decided('crp/nowhere')).toBe('failed');
  expect(decided('crp/nowhere', ...asked.targets)).toBe('superseded');
});
