/** What pages and CI name exists: npm scripts, the tests behind them, and paths of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/command-line/examples.ts';
import { run } from '../../src/cli/commands/run.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '*.md', '.ci/run', '.github/workflows/*.yml'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('fixtures/'));

function namedIn(pattern: RegExp): readonly (readonly [file: string, name: string])[] {
  return files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name = '']) => [file, name] as const),
  );
}

test('each npm script that a page names exists', () => {
  const named = namedIn(/npm run (?:-s )?([\w:]+)/g);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(([, name]) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
});

test('each test that a command names exists', () => {
  const named = namedIn(/(?:npm test --|npm run test:all --|vitest run)((?: -\S+| test\/\S+\b)+)/g).flatMap(([file, args]) =>
    [...args.matchAll(/ (test\/\S+)/g)].map(([, path = '']) => [file, path] as const),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(([, path]) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('each word or message that a page or the help asks to explain is explained', async () => {
  const asked = /fleet-gate explain ("[^"]+"|(?!ID\b)[\w-]+)/g;
  const inHelp = Object.values(EXAMPLES)
    .flat()
    .flatMap(({ line }) => [...line.matchAll(asked)].map(([, text = '']) => ['help', text] as const));
  const named = [...namedIn(asked), ...inHelp];
  expect(named.length).toBeGreaterThan(6);
  for (const [where, text] of named) {
    const io = fakeIo({ cwd: ROOT });
    const { exitCode } = await run(['explain', text.replaceAll('"', '')], io);
    expect([where, text, exitCode, io.err()]).toEqual([where, text, 0, '']);
  }
});

test('each path of the repository that a page names exists', () => {
  const named = namedIn(/`((?:src|test|scripts|fixtures|integrations|templates|\.ci|\.github)\/[\w./-]*)`/g).filter(
    ([, path]) => !path.includes('my-'),
  );
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(([, path]) => !existsSync(join(ROOT, path)))).toEqual([]);
});
