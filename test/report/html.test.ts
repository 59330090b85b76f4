/** The content of a page, on reports that no golden file has. Other tests check that it is well-formed and safe. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html/render-html.ts';
import type { Report } from '../../src/report.ts';
import { seenInHtml } from '../support/oracles/html.ts';
import { WHOLE_REPORT } from '../support/reports/whole-report.ts';

const everything = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/report/everything.json'), 'utf8')) as Report;

test('starts with verdict, cause and first step, then counts, removals and notes; settings come last', () => {
  const { text } = seenInHtml(renderHtml(everything));
  const order = [
    'FAILED',
    'removes ClusterResourcePlacement/legacy from west-2',
    'First: ',
    '3 new · 1 fixed · 1 unchanged',
    'clusters: 2 failed · 1 waiting · 1 passed',
    'Removed from clusters',
    'This change of .fleet-gate.yaml does not count yet',
    '2 placements and runs',
    '4 findings',
    'Plan: ',
    'Settings (.fleet-gate.yaml',
    'fleet-gate 0.1.0',
  ].map((words) => text.indexOf(words, words === 'This change of .fleet-gate.yaml does not count yet' ? text.indexOf('Removed from') : 0));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('draws the worst clusters, and names all others by their state', () => {
  const [placement] = everything.gate?.placements ?? [];
  const [cluster] = placement?.clusters ?? [];
  if (everything.gate === undefined || placement === undefined || cluster === undefined) throw new Error('the fixture lost its clusters');
  const clusters = Array.from({ length: 6000 }, (_, index) => ({
    ...cluster,
    name: `member-${index}`,
    verdict: index === 5999 ? ('failed' as const) : ('passed' as const),
    stage: index === 5999 ? 'Applied' : 'Available',
  }));
  const html = renderHtml({ ...everything, gate: { ...everything.gate, placements: [{ ...placement, clusters }], runs: [] } });
  const rows = html.match(/<li class="(?:passed|failed)" data-part/g) ?? [];
  expect([rows.length, html.indexOf('<b>member-5999</b>') < html.indexOf('<b>member-0</b>')]).toEqual([5000, true]);
  expect(html).toContain('<summary>1000 more clusters: available</summary>');
  const { text, faults } = seenInHtml(html);
  expect(faults).toEqual([]);
  const named = new Set(text.match(/\bmember-\d+\b/g));
  expect(clusters.filter(({ name }) => !named.has(name))).toEqual([]);
  expect(html).toContain('<body class="many">');
});

test('shows what is removed from clusters with a deleted placement', () => {
  const resource = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
  const diff = [{ resource, clusters: ['west'], what: 'removed' as const, lines: ['-colour: <b>', ' size: 1'], omitted: 3 }];
  const { plan, ...rest } = WHOLE_REPORT;
  const deleted = plan.deleted.map((each) => ({ ...each, diff }));
  const html = renderHtml({ ...rest, plan: { ...plan, deleted } });
  expect(html).toContain('<span class="mark">deleted</span> <code>ResourcePlacement/shop/old (overlays/west)</code>');
  expect(html).toContain('<pre><del>-colour: &#60;b&#62;\n</del><span> size: 1\n</span></pre>');
  expect(html).toContain('and 3 more lines');
});

test('draws nothing for an invalid time', () => {
  const { gate } = everything;
  if (gate === undefined) throw new Error('the fixture lost its gate');
  const timeline = gate.timeline.map((entry, index) => ({ ...entry, at: `octo/repo#${index}` }));
  expect(renderHtml(everything)).toContain('<svg');
  expect(renderHtml({ ...everything, gate: { ...gate, timeline } })).not.toContain('<svg');
});

test('links to the run, and to no other address', () => {
  const run = 'https://github.com/contoso/fleet/actions/runs/42/attempts/2';
  expect(seenInHtml(renderHtml({ ...everything, run })).links).toContain(run);
  expect(renderHtml({ ...everything, run: 'javascript:alert(1)' })).not.toContain('this run');
});

test('links to the lines at the commit', () => {
  const source = { server: 'https://github.com', repository: 'contoso/fleet', sha: 'c0ffee0', prefix: 'deploy' };
  const { links } = seenInHtml(renderHtml(everything, { source }));
  expect(links).toContain('https://github.com/contoso/fleet/blob/c0ffee0/deploy/fleet/web.yaml#L9');
  expect(seenInHtml(renderHtml(everything)).links.filter((link) => link.includes('/blob/'))).toEqual([]);
});
