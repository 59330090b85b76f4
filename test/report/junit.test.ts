import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderJUnit } from '../../src/report/junit/render-junit.ts';
import type { Report } from '../../src/report.ts';

const failed = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/report/everything.json'), 'utf8')) as Report;

test('a report that passed has no failing case, and what was let through did not pass', () => {
  const xml = renderJUnit({ ...failed, outcome: 'passed', exitCode: 0 });
  expect(xml).toMatch(/<testsuites name="fleet-gate" tests="\d+" failures="0" errors="0" skipped="[1-9]\d*"/);
  expect(xml).not.toMatch(/<(failure|error)\b/);
});

test('warnings fail where they alone made the run fail', () => {
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
