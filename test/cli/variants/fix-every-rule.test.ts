/** `lint --fix` on the fixtures of all rules. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import { fixedTree, writeFixes } from '../../../src/cli/tree/fix/fix-tree.ts';
import type { Finding } from '../../../src/finding.ts';
import { RULES } from '../../../src/static/rules/index.gen.ts';
import { lintTexts } from '../../support/trees/lint-texts.ts';
import { casesOf } from '../../support/trees/rule-cases.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

let dir = '';
beforeEach(() => {
  dir = temporaryFolder();
});

describe('every fixture of every rule', () => {
  const texts = RULES.flatMap(({ id }) =>
    casesOf(id)
      .filter(({ base }) => base === undefined)
      .map((each) => [`${id}/${each.name}`, each] as const),
  );

  it('has no more errors after the fix than before, and nothing left to fix', async () => {
    const fixedIn = new Set<string>();
    for (const [name, each] of texts) {
      const folder = join(dir, name);
      const current = new Map<string, string>();
      for (const { path, text } of each.files) write(join(name, path), text);
      const judge = (changed: ReadonlyMap<string, string>): Promise<{ readonly findings: readonly Finding[] }> => {
        const files = each.files.map(({ path, text }) => ({ path, text: changed.get(join(folder, path)) ?? current.get(path) ?? text }));
        return Promise.resolve(lintTexts({ ...each, files }, RULES));
      };
      const before = await judge(new Map());
      const { judged, files } = await fixedTree(judge, { cwd: folder });
      if (files.length > 0) fixedIn.add(name);
      expect(errors(judged), name).toBeLessThanOrEqual(errors(before));
      writeFixes(files);
      for (const { path } of each.files) current.set(path, read(join(name, path)));
      expect((await fixedTree(judge, { cwd: folder })).fixed, name).toEqual([]);
    }
    expect(fixedIn.size).toBeGreaterThan(7);
  });
});

function errors({ findings }: { readonly findings: readonly Finding[] }): number {
  return findings.filter(({ severity }) => severity === 'error').length;
}

function read(path: string): string {
  return readFileSync(join(dir, path), 'utf8');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
