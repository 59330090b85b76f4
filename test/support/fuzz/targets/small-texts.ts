import { isGoTime } from '../../../../src/admission/go-time.ts';
import { goPattern, loadGoPatterns } from '../../../../src/admission/go-pattern.ts';
import { durationText, isDay, parseDuration } from '../../../../src/duration.ts';
import { pointerKeys, childPointer } from '../../../../src/fleet/json/json-pointer.ts';
import { labelSelectorOfText } from '../../../../src/fleet/kubernetes/label-selector-text.ts';
import { matchesLabels } from '../../../../src/fleet/kubernetes/label-selector.ts';
import { nearest } from '../../../../src/fleet/text/nearest.ts';
import { atLeast, atMost, parseShare } from '../../../../src/share.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { hostileWord } from '../hostile-words.ts';
import type { Random } from '../random.ts';

export const target: FuzzTarget = {
  name: 'small-texts',
  about: 'durations, shares, days, times, pointers, patterns and selectors as users and manifests write them',
  all: 260_000,
  share: 3000,
  async start() {
    await loadGoPatterns();
    return (random) => {
      const input = random.pick(WRITERS)(random);
      return { input, judge: () => judge(input) };
    };
  },
};

const WRITERS: readonly ((random: Random) => string)[] = [
  (random) => random.some(1, 4, () => `${numberFor(random)}${random.pick(['ms', 's', 'm', 'h', '', 'd', ' '])}`).join(''),
  (random) => `${numberFor(random)}${random.pick(['%', '', '%%'])}`,
  (random) => `${random.int(10_000)}-${random.int(14)}-${random.int(33)}`,
  (random) =>
    `2026-0${random.int(10)}-1${random.int(10)}T${random.int(30)}:0${random.int(10)}:${random.int(70)}${random.pick(['Z', '+01:00', '.5Z', ''])}`,
  (random) => random.some(1, 4, () => selectorPart(random)).join(random.pick([',', ', ', ' ,'])),
  (random) => random.some(0, 5, () => `/${hostileWord(random)}`).join(''),
  hostileWord,
];

function numberFor(random: Random): string {
  return random.some(0, random.oneIn(40) ? 400 : 4, () => random.pick(['0', '1', '9', '.', '5'])).join('');
}

function selectorPart(random: Random): string {
  const [key, value] = [random.pick(['env', 'a/b', 'x', hostileWord(random)]), random.pick(['prod', 'eu', hostileWord(random)])];
  return random.pick([
    `${key}=${value}`,
    `${key}==${value}`,
    `${key}!=${value}`,
    key,
    `!${key}`,
    `${key} in (${value}, b)`,
    `${key} notin (${value})`,
  ]);
}

const LABELS = [{}, { env: 'prod' }, { 'a/b': 'eu', x: '' }];

function judge(text: string): void {
  const duration = parseDuration(text);
  if (duration !== undefined) {
    must(duration >= 0 && !Number.isNaN(duration), `a duration of ${duration} ms`);
    if (duration % 1000 === 0 && duration < 1e15)
      must(parseDuration(durationText(duration)) === duration, `${duration} ms are written ${durationText(duration)}`);
  }
  const share = parseShare(text);
  if (share !== undefined) must(atMost(share, 7) <= atLeast(share, 7), 'at most is more than at least');
  if (isDay(text)) must(isGoTime(`${text}T00:00:00Z`), 'a day is no time');
  isGoTime(text);
  nearest(text, ['placement', 'policy']);
  goPattern(text);
  const keys = pointerKeys(text.startsWith('/') ? text : `/${text}`);
  must(pointerKeys(keys.reduce(childPointer, '')).join('\0') === keys.join('\0'), 'a pointer is read as another one');
  const selector = labelSelectorOfText(text);
  if (selector.invalid !== undefined) return;
  for (const labels of LABELS)
    for (const { key, operator, values } of selector.requirements) {
      const opposite = ({ In: 'NotIn', NotIn: 'In', Exists: 'DoesNotExist', DoesNotExist: 'Exists' } as const)[operator];
      const [is, isNot] = [operator, opposite].map((each) => matchesLabels({ requirements: [{ key, operator: each, values }] }, labels));
      must(is !== isNot, `${key} ${operator} and its opposite are both ${String(is)}`);
    }
}
