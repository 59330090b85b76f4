import { describe, expect, it } from 'vitest';
import { kubeconfigFile } from '../support/hubs/connected-hub.ts';
import { ANSWERS } from '../support/fault-proxy/answers.ts';
import type { Fault } from '../support/fault-proxy/faults.ts';
import { faultOf, followThrough, type Followed } from '../support/fault-proxy/follow-through.ts';
import { HUB_TOKEN } from '../support/fault-proxy/hub-in-process.ts';
import { REWRITES } from '../support/fault-proxy/rewrites.ts';
import { reliability } from '../support/reliability.ts';

const suite = reliability('faults', {
  title: 'Wrong answers on the way to a hub',
  proves:
    'A reader that follows a hub receives wrong answers. In the end it has the state of the hub, or it reports why it cannot. The test fails for any other state, an extra request, a remaining timer, and a crash.',
});

const WRONG_ANSWERS: readonly (readonly [what: string, fault: Fault, isAnswer: boolean])[] = [
  ...ANSWERS,
  ...Object.entries(REWRITES).map(([what, rewrite]) => [what, { kind: 'flow', flow: { kind: 'rewritten', rewrite } }, false] as const),
  ...[1, 64, 4096].map(
    (pieceBytes) => [`${pieceBytes} bytes every 5 s`, { kind: 'flow', flow: { kind: 'slow', pieceBytes, everyMs: 5000 } }, false] as const,
  ),
  ...[0, 1000].map((afterMs) => [`an end after ${afterMs} ms`, { kind: 'ended', afterMs }, false] as const),
];
const VERBS = ['discovery', 'list', 'watch', 'review', 'any'] as const;

describe('a wrong answer', () => {
  it('is overcome if it lasts seconds, once the hub has answered', async () => {
    const { times, peak } = await eachWrongAnswer((now) => now > 5000 && now < 14_000, ['seen']);
    suite.tell({
      tried: 'Every wrong answer, for nine seconds in the middle, to each kind of request',
      times,
      outcome: `the reader shows what the hub holds; at most ${peak} requests for one kind in any minute`,
    });
  });

  it('is overcome, or named as what it is, from the start on', async () => {
    const { times, seen, peak } = await eachWrongAnswer((now) => now < 8000, ['seen', 'unreachable', 'notAllowed']);
    suite.tell({
      tried: 'Every wrong answer, in the first eight seconds, to each kind of request',
      times,
      outcome: `${seen} times the reader shows what the hub holds, else the hub is out of reach or not allowed; at most ${peak} requests for one kind in any minute`,
    });
  });

  it('that never ends is reported as an unreachable hub', async () => {
    const { times, seen, peak } = await eachWrongAnswer(
      (now) => now > 5000,
      ['seen', 'unreachable', 'notAllowed', 'refused'],
      ['list', 'any'],
    );
    suite.tell({
      tried: 'Every wrong answer, for ever, to lists or to all requests',
      times,
      outcome: `${seen} times the reader shows what the hub holds, else the hub is out of reach, or what is asked is refused or not served; at most ${peak} requests for one kind in any minute`,
    });
  });
});

async function eachWrongAnswer(
  isStruck: (now: number) => boolean,
  good: readonly Followed['outcome'][],
  verbs: readonly (typeof VERBS)[number][] = VERBS,
): Promise<{ readonly times: number; readonly seen: number; readonly peak: number }> {
  const file = kubeconfigFile('http://127.0.0.1:1', { token: HUB_TOKEN });
  const wrong: string[] = [];
  const counted = { times: 0, seen: 0, peak: 0 };
  const all = WRONG_ANSWERS.flatMap(([what, fault]) => verbs.map((verb) => ({ what, fault, verb })));
  const step = suite.size(1, 11);
  for (let at = suite.whole ? 0 : suite.seed % step; at < all.length; at += step) {
    const { what, fault, verb } = all[at] as (typeof all)[number];
    const followed = await followThrough(file, (hub, clock) => {
      hub.plan = (asked) => ((verb === 'any' || asked.verb === verb) && isStruck(clock.now()) ? fault : undefined);
    });
    const found = faultOf(followed, good);
    if (found !== undefined) wrong.push(`${what} to ${verb}: ${found}`);
    counted.times++;
    if (followed.outcome === 'seen') counted.seen++;
    counted.peak = Math.max(counted.peak, followed.rate.peak.times);
  }
  expect(wrong.join('\n')).toBe('');
  return counted;
}
