import { describe, expect, test } from 'vitest';

import { type ClusterBar, clusterBars } from '../../../src/report/facts/gate/cluster-bar.ts';
import { VERDICTS } from '../../../src/report/facts/gate/verdict-word.ts';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { renderText } from '../../../src/report/text/render-text.ts';
import type { GatedCluster, Report } from '../../../src/report.ts';
import { fleetReport } from '../../support/reports/fleet-report.ts';
import { columnsOf } from '../../support/oracles/terminal.ts';

const STAGES = ['', 'Scheduled', 'RolloutStarted', 'Overridden', 'WorkSynchronized', 'Applied', 'Available', 'DiffReported'];

describe('clusters', () => {
  test('up to six have one line each', () => {
    const text = renderText(fleetReport(1, 6, true));
    expect(text.match(/^ +aks-\d+ /gm)).toHaveLength(6);
    expect(text).not.toContain('by topology');
  });

  test('beyond that there is one line for each group, and one for each cluster that did not pass', () => {
    const text = renderText(fleetReport(1, 14, true));
    expect(text.match(/^ +\S+ +[░█]+.*$/gm)).toEqual([
      '  swedencentral      ░░░███████✕ 4/5',
      '   aks-004           ░░░███████✕ 54s',
      '  norwayeast         ░░░░██████✅ 5/5',
      '  germanywestcentral ░░░░█████✅ 4/4',
    ]);
  });

  test('without groups are counted by their state', () => {
    const text = renderText(fleetReport(1, 14, false));
    expect(text).toContain('  ✕ 1 could not apply\n  ✅ 13 available\n  aks-004 ');
  });

  test('of a thousand at most twenty are named, and all are counted', () => {
    const lines = renderText(fleetReport(1, 1000, true)).split('\n');
    expect(lines.filter((line) => /^ {3}aks-\d+ /.test(line))).toHaveLength(20);
    expect(lines).toContain('  and 80 more not passed: 80 could not apply');
    expect(lines.length).toBeLessThan(80);
  });

  test('that are not named add up, for any number of different states', () => {
    const stages = STAGES.filter((stage) => stage !== '');
    const clusters = Array.from({ length: 60 }, (_, index): GatedCluster => ({
      name: `m${index}`,
      verdict: 'waiting',
      stage: stages[index % stages.length] ?? '',
    }));
    const { gate, ...rest } = fleetReport(1, 14, false);
    const [placement] = gate?.placements ?? [];
    const placements = placement === undefined ? [] : [{ ...placement, clusters }];
    const text = renderText({ ...rest, ...(gate === undefined ? {} : { gate: { ...gate, placements, timeline: [] } }) });
    const [, whole, parts = ''] = /and (\d+) more not passed: (.*)$/m.exec(text) ?? [];
    expect(whole).toBe('40');
    expect(parts.split(', ').reduce((sum, part) => sum + Number.parseInt(part, 10), 0)).toBe(40);
  });

  test.each([true, false])('fit in a line on a phone, for any name and words (grouped: %s)', (isGrouped) => {
    const bars = renderText(fleetReport(3, 1000, isGrouped))
      .split('\n')
      .filter((line) => /[░█]/.test(line));
    expect(bars.length).toBeGreaterThan(0);
    for (const bar of bars) expect(columnsOf(bar.trim()), bar).toBeLessThanOrEqual(36);
  });
});

describe('the bar of a cluster', () => {
  const BEGUN = { from: 0, verdict: 'waiting', stage: 'Applied' } as const;
  const linesOf = (name: string, cluster: Partial<GatedCluster>, at: number): readonly string[] => {
    const { verdict = 'failed', stage = 'Applied', ...rest } = cluster;
    const course = { cluster: { name, verdict, stage, ...rest }, states: [BEGUN, { from: at, verdict, stage }], end: at, lastRead: at };
    return clusterBars([{ name, course }]).flat();
  };

  test('becomes shorter if the words need room', () => {
    expect(linesOf('ams', { verdict: 'passed', stage: 'Available' }, 41_000)).toEqual(['ams ██████████✅ 41s']);
    expect(linesOf('amsterdam', {}, 301_000)).toEqual(['amsterdam ██████✕ could not apply 5m']);
  });

  test('has its words below if they do not fit beside it', () => {
    expect(linesOf('aks-germany-west-01', {}, 301_000)).toEqual(['aks-germany-west-01 ██████████✕ 5m', '  could not apply']);
  });

  test.each(STAGES.flatMap((stage) => VERDICTS.map((verdict) => [stage, verdict] as const)))(
    'takes 36 columns at most, also at %s and %s',
    (stage, verdict) => {
      const names = Array.from({ length: 63 }, (_, length) => 'aks-prod-westeurope-'.repeat(4).slice(0, length + 1));
      const lines = names.flatMap((name) =>
        [{}, { forgiven: true as const }].flatMap((more) => linesOf(name, { stage, verdict, ...more }, 7_500_000)),
      );
      expect(lines.filter((line) => columnsOf(line) > 36)).toEqual([]);
    },
  );

  test('is below names that cannot be cut', () => {
    const names = ['eastus', 'westus'].map((region) => `fleet-member-production-${region}-cluster-01`);
    const course = {
      cluster: { verdict: 'failed', stage: 'Applied' },
      states: [BEGUN, { from: 1000, verdict: 'failed', stage: 'Applied' }],
      end: 1000,
      lastRead: 1000,
    };
    const lines = clusterBars(names.map((name) => ({ name, course: { ...course, cluster: { ...course.cluster, name } } }) as ClusterBar));
    expect(lines).toEqual(names.map(() => [expect.stringMatching(/^.{1,36}$/), ' ██████████✕ could not apply 1s']));
  });
});

describe('the table of placements', () => {
  const rowsOf = (report: Report): readonly string[] =>
    renderMarkdown(report)
      .split('\n')
      .filter((line) => line.startsWith('|'));

  const inRegions = (...regions: readonly string[]): Report => {
    const text = JSON.stringify(fleetReport(2, 14, true));
    const [first = '', second = '', third = ''] = regions;
    return JSON.parse(
      text.replaceAll('norwayeast', first).replaceAll('swedencentral', second).replaceAll('germanywestcentral', third),
    ) as Report;
  };

  test('has a column for each group', () => {
    expect(rowsOf(inRegions('norway', 'sweden', 'germany'))).toEqual([
      '|  | <code>norway</code> | <code>sweden</code> | <code>germany</code> |',
      '| --- | --- | --- | --- |',
      '| ❌ <code>crp/shop-0</code><br>aks-004 | ✅ 5/5 | ❌ 4/5 | ✅ 4/4 |',
      '| ✅ <code>crp/shop-1</code> | ✅ 5/5 | ✅ 5/5 | ✅ 4/4 |',
    ]);
  });

  test('has a row for each group if the columns do not fit on a phone', () => {
    expect(rowsOf(inRegions('norwayeast', 'swedencentral', 'westeurope'))).toEqual([
      '|  | ❌ <code>crp/shop-0</code><br>aks-004 | ✅ <code>crp/shop-1</code> |',
      '| --- | --- | --- |',
      '| <code>norwayeast</code> | ✅ 5/5 | ✅ 5/5 |',
      '| <code>swedencentral</code> | ❌ 4/5 | ✅ 5/5 |',
      '| <code>westeurope</code> | ✅ 4/4 | ✅ 4/4 |',
    ]);
  });

  test('has counts if nothing groups the clusters', () => {
    expect(rowsOf(fleetReport(2, 45, false))).toEqual([
      '|  | failed | open | passed |',
      '| --- | --- | --- | --- |',
      '| ❌ <code>crp/shop-0</code><br>aks-004, aks-014, aks-024 and 2 more | 5 | 0 | 40 |',
      '| ✅ <code>crp/shop-1</code> | 0 | 0 | 45 |',
    ]);
  });
});

test('the timeline has one line for each group, and one for each cluster that did not pass', () => {
  const lines = renderMarkdown(fleetReport(1, 14, true))
    .split('\n')
    .filter((line) => line.startsWith('- <code>ClusterResourcePlacement/shop-0</code>'));
  expect(lines).toEqual([
    expect.stringContaining('<code>aks-004</code>: waiting to start 0s → applying 14s → could not apply 54s'),
    expect.stringContaining('<code>norwayeast</code>: 5 clusters passed between 40s and 52s'),
    expect.stringContaining('<code>swedencentral</code>: 4 clusters passed between 41s and 53s'),
    expect.stringContaining('<code>germanywestcentral</code>: 4 clusters passed between 42s and 51s'),
  ]);
});

describe('content that does not fit', () => {
  const run = 'https://github.com/contoso/fleet/actions/runs/7';
  const files = ['report.json'];
  test('is left out in this order: pictures, timeline, what passed, evidence, all but the counts', () => {
    const report = fleetReport(3, 6, true);
    const marks = {
      picture: '```mermaid',
      timeline: '<summary>Timeline',
      passed: '<code>crp/shop-1</code>',
      evidence: '1 more asked for',
      cause: 'could not apply',
      outcome: '### ❌ fleet-gate · gate failed',
    };
    const full = renderMarkdown(report).length * 2;
    const seen = new Set<string>();
    for (let limit = full; limit > 300; limit -= 25) {
      const markdown = renderMarkdown({ ...report, run }, { limit, files });
      seen.add(
        Object.entries(marks)
          .flatMap(([name, mark]) => (markdown.includes(mark) ? [name] : []))
          .join(' '),
      );
    }
    expect([...seen]).toEqual([
      'picture timeline passed evidence cause outcome',
      'timeline passed evidence cause outcome',
      'passed evidence cause outcome',
      'evidence cause outcome',
      'cause outcome',
      'outcome',
    ]);
  });

  test('is replaced by the counts and a link to the run', () => {
    const markdown = renderMarkdown({ ...fleetReport(100, 1000, true), run }, { limit: 1200, files });
    expect(markdown).toContain('99 ✅ passed');
    expect(markdown).toContain(
      'Only the totals fit here; [the log of the run](<https://github.com/contoso/fleet/actions/runs/7>) and the file <code>report.json</code> have the full report.',
    );
  });
});
