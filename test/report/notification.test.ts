import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chatText } from '../../src/report/facts/words/chat-text.ts';
import { jsonText } from '../../src/report/facts/words/json-text.ts';
import { faultNotification, notificationOf, type NotifyContext } from '../../src/report/notify/notification.ts';
import type { Report } from '../../src/report.ts';
import { HOSTILE_STRINGS } from '../support/texts/hostile-strings.ts';
import { chatFaults } from '../support/oracles/chat.ts';
import { SCENES } from '../support/reports/report-scenes.ts';
import { notifyFaults, RUN } from '../support/reports/format-parsers.ts';
import { WHOLE_REPORT } from '../support/reports/whole-report.ts';
import { placesOf, withText } from '../support/reports/text-places.ts';

const fixture = (name: string): Report =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/report/${name}.json`), 'utf8')) as Report;
const at = new Date('2026-11-20T03:20:00Z');
const context: NotifyContext = {
  at,
  repository: 'contoso/fleet',
  sha: 'c0ffee0123456789abcdef0123456789abcdef01',
  pullRequest: 7,
  links: { pullRequest: 'https://github.com/contoso/fleet/pull/7', report: 'out/report.json' },
};

test('has the reason, the first step and the address of a gate that failed', () => {
  expect(notificationOf({ ...fixture('gate-failed'), run: RUN }, context)).toEqual({
    schema: 'notify-v1',
    verdict: 'FAILED',
    outcome: 'failed',
    exitCode: 1,
    command: 'wait',
    cause:
      'ClusterResourcePlacement/web on east-2 and 1 more cluster: Another manager owns fields of Deployment/web/frontend (and 1 more cause)',
    firstStep: expect.stringMatching(/\w/) as unknown,
    counts: { placements: 2, placementsPassed: 1, clusters: 4, clustersPassed: 1 },
    repository: 'contoso/fleet',
    sha: 'c0ffee0123456789abcdef0123456789abcdef01',
    pullRequest: 7,
    links: { run: RUN, pullRequest: 'https://github.com/contoso/fleet/pull/7', report: 'out/report.json' },
    text: `fleet-gate: FAILED (contoso/fleet #7): ClusterResourcePlacement/web on east-2 and 1 more cluster: Another manager owns fields of Deployment/web/frontend (and 1 more cause) ${RUN}`,
    at: '2026-11-20T03:20:00.000Z',
  });
});

test('the documentation has exactly its fields', () => {
  const whole = notificationOf(
    { ...WHOLE_REPORT, message: undefined, outcome: 'failed', gate: { ...WHOLE_REPORT.gate, message: undefined } } as unknown as Report,
    context,
  );
  const page = readFileSync(join(import.meta.dirname, '../../docs/notify.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) +\| (.*?) +\|$/gm)];
  const names = (cells: string): readonly string[] => [...cells.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(rows.flatMap(([, cell = '']) => names(cell)).toSorted()).toEqual(Object.keys({ ...whole, firstStep: '' }).toSorted());
  const counts = rows.find(([, cell]) => cell === '`counts`')?.[2] ?? '';
  expect(names(counts).toSorted()).toEqual(Object.keys(whole.counts).toSorted());
});

test('has the counts of findings of a lint', () => {
  const { counts, text } = notificationOf(fixture('lint-findings'), { at });
  expect(counts).toMatchObject({ errors: expect.any(Number) as unknown, warnings: expect.any(Number) as unknown });
  expect(text).toMatch(/^fleet-gate: FAILED: /);
});

describe('what a change silences', () => {
  const report: Report = {
    ...fixture('lint-clean'),
    silenced: ['The change turns off a rule: schema.', 'The change excludes a folder: ok.'],
    notes: ['The base could not be read.'],
    settings: { failOn: 'none' },
  };

  test('is shown with notes and settings, the worst first and the others counted', () => {
    expect(notificationOf(report, { at }).remarks).toEqual([
      'The change turns off a rule: schema.',
      'The change excludes a folder: ok.',
      'and 2 more remarks',
    ]);
    expect(notificationOf(fixture('lint-clean'), { at }).remarks).toBeUndefined();
    expect(notificationOf({ ...fixture('lint-clean'), settings: { failOn: 'none' } }, { at }).remarks).toEqual([
      'Settings: fails on no finding.',
    ]);
  });

  test('is shown even if the cause leaves no room for it', () => {
    const { text } = notificationOf({ ...report, message: 'word '.repeat(200) }, { at });
    expect(text).toMatch(/…; the change relaxes 2 checks$/);
  });
});

test('has at most 4 KiB and 300 characters of a cause, for any report', () => {
  for (const filler of ['x', '漢', '"', '\u202E', '\u{1F600}', '\\', 'word ']) {
    for (const scene of Object.values(SCENES)) {
      const report = placesOf(scene).reduce((changed, place) => withText(changed, place, filler.repeat(3000)), scene);
      const long = {
        ...context,
        repository: filler.repeat(3000),
        sha: filler.repeat(3000),
        links: { ...context.links, report: filler.repeat(3000) },
      };
      const notification = notificationOf({ ...report, run: RUN }, long);
      expect(notifyFaults(notification, jsonText(notification)), filler).toEqual([]);
      expect(notification.links.run).toBe(RUN);
    }
  }
});

test('an invalid or far too long address does not become a link', () => {
  const links = { pullRequest: 'javascript:alert(1)', comment: `https://github.com/${'x'.repeat(500)}` };
  expect(notificationOf({ ...fixture('gate-passed'), run: 'https://x y' }, { at, links }).links).toEqual({});
});

test('an internal error has one too', () => {
  const notification = faultNotification('wait', context);
  expect(notification).toMatchObject({ schema: 'notify-v1', verdict: 'FAULT', exitCode: 99, command: 'wait', repository: 'contoso/fleet' });
  expect(notifyFaults(notification, jsonText(notification))).toEqual([]);
});

describe('a text for a chat', () => {
  test.each([
    '<!channel> look',
    '<!subteam^S1>',
    '<https://evil.test|the report>',
    '&lt;!here&gt; and &#64;here',
    '@everyone @here @channel',
    '<@U012AB3CD>',
    '[report](https://evil.test)',
    '![x](https://evil.test/p.png)',
    'https://evil.test and www.evil.test and a@evil.test',
    '**bold** _slanted_ ~~gone~~ `code` ||hidden||',
    '<at>everyone</at>',
    ...HOSTILE_STRINGS.filter((text) => !/[\n\r\u0085\u2028\u2029]/.test(text)),
  ])('has nothing in it that a chat interprets: %j', (text) => {
    expect(chatFaults(`fleet-gate: ${chatText(text)}`, [])).toEqual([]);
  });

  test('remains readable', () => {
    expect(chatText('Deployment/shop/max_unavailable on east-2: see <x> [y] and a@b')).toBe(
      'Deployment/shop/max_unavailable on east-2: see ‹x› ［y］ and a＠b',
    );
  });
});
