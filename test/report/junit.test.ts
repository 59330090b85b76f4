import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderJUnit } from '../../src/report/junit/render-junit.ts';
import type { Report } from '../../src/report.ts';

const failed = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/report/everything.json'), 'utf8')) as Report;

test('a report that passed has no failing case, and what was let through is not reported as passed', () => {
  const xml = renderJUnit({ ...failed, outcome: 'passed', exitCode: 0 });
  expect(xml).toMatch(/<testsuites name="fleet-gate" tests="\d+" failures="0" errors="0" skipped="[1-9]\d*"/);
  expect(xml).not.toMatch(/<(failure|error)\b/);
});

test('warnings fail if they alone made the run fail', () => {
  const { lint } = failed;
  if (lint === undefined) throw new Error('the fixture lost its lint part');
  const findings = lint.findings.filter(({ severity }) => severity === 'warning');
  const counts = { ...lint.counts, error: 0 };
  const strict: Report = {
    schema: failed.schema,
    tool: failed.tool,
    command: 'lint',
    outcome: 'findings',
    exitCode: 1,
    lint: { ...lint, findings, counts },
  };
  expect(renderJUnit(strict)).toContain('<failure type="selects-nothing"');
  expect(renderJUnit({ ...strict, outcome: 'clean', exitCode: 0 })).not.toContain('<failure');
});

test('a cluster with an unknown state is an error, and one that is awaited is not', () => {
  const { gate } = failed;
  const [placement] = gate?.placements ?? [];
  const [cluster] = placement?.clusters ?? [];
  if (gate === undefined || placement === undefined || cluster === undefined) throw new Error('the fixture lost its gate part');
  const verdicts = ['unknown', 'notVerified', 'waiting'] as const;
  const clusters = verdicts.map((verdict) => ({ ...cluster, name: `c-${verdict}`, verdict }));
  const xml = renderJUnit({ ...failed, gate: { ...gate, placements: [{ ...placement, clusters, diagnoses: [] }], runs: [] } });
  expect(verdicts.map((verdict) => new RegExp(`name="c-${verdict}" time="0"><(\\w+)`).exec(xml)?.[1])).toEqual([
    'error',
    'error',
    'skipped',
  ]);
});
