import { describe, expect, it } from 'vitest';
import { kubeconfigFile } from '../support/hubs/connected-hub.ts';
import { statusAnswer, type Asked, type Fault, type Flow } from '../support/fault-proxy/faults.ts';
import { faultOf, followThrough, type Followed } from '../support/fault-proxy/follow-through.ts';
import { HUB_TOKEN } from '../support/fault-proxy/hub-in-process.ts';
import { reliability } from '../support/reliability.ts';

const suite = reliability('faults-cuts', {
  title: 'Answers that are cut',
  proves:
    'One answer of a hub is cut while a reader follows the hub. In the end the reader has the state of the hub. The test fails for any other state, an extra request, a remaining timer, and a crash.',
});

/** Each kind of answer, with the fault that makes it one; the first of them is cut. */
const KINDS: Readonly<Record<string, (asked: Asked) => (Fault & { readonly kind: 'answer' }) | 'own' | undefined>> = {
  'a document of discovery': ({ verb, what }) => (verb === 'discovery' && what.endsWith('/v1beta1') ? 'own' : undefined),
  'a group of discovery': ({ verb, what }) => (verb === 'discovery' && what.endsWith('.io') ? 'own' : undefined),
  'a review of access': ({ verb }) => (verb === 'review' ? 'own' : undefined),
  'a list': ({ verb }) => (verb === 'list' ? 'own' : undefined),
  'a watch': ({ verb }) => (verb === 'watch' ? 'own' : undefined),
  ...Object.fromEntries(
    [403, 404, 410, 429, 500].map((code) => [
      `a ${code} to a list`,
      ({ verb }: Asked) => (verb === 'list' ? statusAnswer(code) : undefined),
    ]),
  ),
  'a 410 to a watch': ({ verb }) => (verb === 'watch' ? statusAnswer(410) : undefined),
};

/** In words, and how many bytes lie between two cuts when all is tried. */
const HOW = { reset: ['is reset', 1], close: ['ends', 3], silence: ['falls silent', 3] } as const;

/** So many bytes lie between two cuts in the share of every run. */
const STRIDE = 173;

describe('an answer that is cut', () => {
  it.each(Object.entries(HOW))('%s: is requested again', async (how, [words, every]) => {
    const file = kubeconfigFile('http://127.0.0.1:1', { token: HUB_TOKEN });
    const wrong: string[] = [];
    const counted = { cuts: 0, peak: 0 };
    for (const [kind, isOf] of Object.entries(KINDS)) {
      const length = await lengthOf(file, isOf);
      expect(length).toBeGreaterThan(200);
      const stride = suite.size(every, STRIDE);
      for (let after = suite.whole ? 0 : (suite.seed * 31) % STRIDE; after <= length; after += stride) {
        const followed = await withFirst(file, isOf, { kind: 'cut', after, how: how as keyof typeof HOW });
        const fault = faultOf(followed, ['seen']);
        if (fault !== undefined) wrong.push(`${kind} ${how} after ${after} of ${length} bytes: ${fault}`);
        counted.cuts++;
        counted.peak = Math.max(counted.peak, followed.rate.peak.times);
      }
    }
    expect(wrong.join('\n')).toBe('');
    suite.tell({
      tried: `The connection ${words} at every ${every === 1 ? 'byte' : `${every}rd byte`} of every kind of answer`,
      times: counted.cuts,
      outcome: `the reader shows what the hub holds; at most ${counted.peak} requests for one kind in any minute`,
    });
  });
});

/** How many bytes that answer has when nothing cuts it. */
async function lengthOf(file: string, isOf: (typeof KINDS)[string]): Promise<number> {
  let length = 0;
  await withFirst(file, isOf, { kind: 'counted', told: (bytes) => (length = bytes) });
  return length;
}

/** Follows the hub; the first answer of that kind goes out like this. */
function withFirst(file: string, isOf: (typeof KINDS)[string], flow: Flow): Promise<Followed> {
  return followThrough(file, (hub) => {
    let isOver = false;
    hub.plan = (asked) => {
      const kind = isOver ? undefined : isOf(asked);
      if (kind === undefined) return undefined;
      isOver = true;
      return kind === 'own' ? { kind: 'flow', flow } : { ...kind, flow };
    };
  });
}
