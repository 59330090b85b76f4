import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { render } from '../../src/report/render.ts';
import type { Report } from '../../src/report.ts';

const found = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/report/lint-findings.json'), 'utf8')) as Report;

interface Artifact {
  readonly uri: string;
  readonly uriBaseId?: string;
}

/** All artifacts that a SARIF file names. */
function artifactsOf(value: unknown): readonly Artifact[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'artifactLocation' in value ? [value.artifactLocation as Artifact] : [];
  return [...own, ...Object.values(value).flatMap(artifactsOf)];
}

/** The report with every file named so. */
function named(file: string): Report {
  const lint = found.lint ?? { findings: [], notEvaluated: [] };
  const findings = lint.findings.map((finding) => ({ ...finding, file, related: [{ file, line: 1, column: 1, message: 'x' }] }));
  return { ...found, lint: { ...found.lint, findings, notEvaluated: [{ file, line: 1, reason: 'x' }] } as Report['lint'] & object };
}

const ROOT = 'file:///repo/';

test.each([
  'a b.yaml',
  'a#b.yaml',
  'a?b=c&d.yaml',
  '100%.yaml',
  '%2e%2e/x.yaml',
  'a\nb.yaml',
  'ä/日本.yaml',
  'a\\b.yaml',
  'http:/x.yaml',
  '[a].yaml',
])('a file name becomes a URI that decodes to the same name: %j', (file) => {
  const artifacts = artifactsOf(JSON.parse(render(named(file), 'sarif')));
  expect(artifacts.length).toBeGreaterThan(2);
  for (const { uri, uriBaseId } of artifacts) {
    expect(uri).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=@/]|%[0-9A-F]{2})+$/);
    expect(uriBaseId).toBe('%SRCROOT%');
    const url = new URL(uri, ROOT);
    expect([url.href.startsWith(ROOT), url.search, url.hash]).toEqual([true, '', '']);
    expect(decodeURIComponent(url.pathname)).toBe(`/repo/${file}`);
  }
});

test.each([
  ['/tmp/a b.yaml', 'file:///tmp/a%20b.yaml'],
  ['../a b.yaml', '../a%20b.yaml'],
  ['C:\\x y.yaml', 'file:///C:/x%20y.yaml'],
])('a file outside of the repository has no base: %j', (file, wanted) => {
  for (const { uri, uriBaseId } of artifactsOf(JSON.parse(render(named(file), 'sarif'))))
    expect([uri, uriBaseId]).toEqual([wanted, undefined]);
});

test('standard input, which is not a file, has a URI too', () => {
  for (const { uri, uriBaseId } of artifactsOf(JSON.parse(render(named('-'), 'sarif')))) expect([uri, uriBaseId]).toEqual(['-', undefined]);
});
