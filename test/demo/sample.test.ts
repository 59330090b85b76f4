import { expect, test } from 'vitest';
import { lintSample, plantedRules, readSample } from '../../src/demo/sample.ts';
import { SAMPLE_REPO } from '../../src/demo/sample-repo.gen.ts';

test('lint finds exactly the planted faults', async () => {
  const planted = SAMPLE_REPO.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const [, rule] = /# planted: ([a-z-]+)/.exec(line) ?? [];
      return rule === undefined ? [] : [{ path, line: index + 1, rule }];
    }),
  );
  expect(planted.length).toBe(10);
  expect(plantedRules().toSorted()).toEqual(planted.map(({ rule }) => rule).toSorted());

  const { findings, notEvaluated } = await lintSample(readSample());
  expect(notEvaluated).toEqual([]);
  expect(findings.map(({ rule, file }) => `${file} ${rule}`).toSorted()).toEqual(
    planted.map(({ rule, path }) => `${path} ${rule}`).toSorted(),
  );
  for (const { rule, line, file } of findings) {
    const before = planted.findLast((fault) => fault.path === file && fault.line < line && fault.rule === rule);
    // The comment is on the line before, or before the object where the finding is about its selector.
    expect([rule, line - (before?.line ?? 0) <= 8]).toEqual([rule, true]);
  }
});
