import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readManifests } from '../../../src/static/read/read-manifests.ts';
import { NOTHING_READ, type ReadResult } from '../../../src/static/read/read-result.ts';
import { isMissing, truthPath } from '../../support/truth.ts';

interface Indexed {
  readonly file: string;
  readonly cls: 'manifest' | 'template' | 'embedded' | 'fragment' | 'dump';
  readonly templating: readonly string[];
  readonly kinds: readonly string[];
}
interface Judged {
  readonly file: string;
  readonly kind: string;
  readonly name: string | null;
  readonly templated?: unknown;
  readonly v031: { readonly verdict: string };
}

const cwd = truthPath('realworld');

describe.skipIf(isMissing('realworld'))('published manifests', () => {
  let result: ReadResult = NOTHING_READ;
  let index: readonly Indexed[] = [];
  let judged: readonly Judged[] = [];
  const inFile = (file: string): ReadResult => ({
    ...result,
    manifests: result.manifests.filter((manifest) => manifest.file === file),
    problems: result.problems.filter((problem) => problem.file === file),
    notEvaluated: result.notEvaluated.filter((entry) => entry.file === file),
  });

  beforeAll(async () => {
    result = await readManifests(['.'], { cwd });
    index = lines('index.jsonl') as readonly Indexed[];
    judged = lines('judged.jsonl') as readonly Judged[];
  });

  test('are read as what they are, and nothing is left out', () => {
    const whole = index.filter(
      ({ cls, templating }) => cls === 'manifest' && templating.every((form) => form === 'fleet reserved variable'),
    );
    expect(whole.length).toBeGreaterThan(100);
    for (const { file, kinds } of whole) {
      const { manifests, problems } = inFile(file);
      expect([file, problems]).toEqual([file, []]);
      expect([file, manifests.map(({ object }) => object.kind)]).toEqual([file, expect.arrayContaining([...kinds])]);
    }
  });

  test('that are templates, embedded or cannot be parsed are reported and not treated as manifests', () => {
    for (const { file } of index.filter(({ cls }) => cls === 'template' || cls === 'embedded')) {
      const { manifests, problems, notEvaluated } = inFile(file);
      expect([file, manifests, problems, notEvaluated.length]).toEqual([file, [], [], 1]);
    }
    const unparseable = judged.filter(({ v031 }) => v031.verdict === 'unparseable');
    expect(unparseable.length).toBeGreaterThan(0);
    for (const { file } of unparseable)
      expect([file, inFile(file).manifests, inFile(file).notEvaluated.length > 0]).toEqual([file, [], true]);
  });

  test('that a hub checked are read under the name that the hub used', () => {
    for (const { file, kind, name, v031 } of judged.filter((entry) => entry.v031.verdict !== 'unparseable')) {
      const names = inFile(file).manifests.filter(({ object }) => object.kind === kind);
      expect([file, v031.verdict, names.map(({ object }) => object.metadata.name)]).toEqual([
        file,
        v031.verdict,
        expect.arrayContaining([name ?? '']),
      ]);
    }
  });

  test('with unexpanded variables are reported, and those that a hub accepted have none', () => {
    for (const { file, kind, name, templated } of judged.filter(
      (entry) => entry.templated !== undefined && entry.v031.verdict !== 'unparseable',
    )) {
      expect([file, kind, name, templated, inFile(file).notEvaluated.length > 0]).toEqual([file, kind, name, templated, true]);
    }
    const accepted = judged.filter(({ v031 }) => v031.verdict === 'accepted');
    const wrongly = accepted.filter(({ file, kind, name }) =>
      inFile(file).manifests.some(
        ({ object, unresolved }) => object.kind === kind && object.metadata.name === name && unresolved.includes('/metadata/name'),
      ),
    );
    expect(wrongly).toEqual([]);
  });

  test('have a place in their file for every pointer of every object', () => {
    for (const manifest of result.manifests) {
      const count = readFileSync(join(cwd, manifest.file), 'utf8').split('\n').length;
      for (const pointer of ['', '/metadata/name', '/spec', '/spec/policy/placementType', '/nowhere']) {
        const { line, column, endLine } = manifest.locate(pointer);
        expect(line >= 1 && column >= 1 && endLine >= line && endLine <= count).toBe(true);
      }
    }
  });
});

function lines(name: string): readonly unknown[] {
  const text = readFileSync(join(cwd, name), 'utf8').trimEnd();
  return text.split('\n').map((line) => JSON.parse(line) as unknown);
}
