import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MAY_TAKE = join(import.meta.dirname, '../../src/cli/worker/fits-in-heap.ts');
const TOLD = `
import { getHeapStatistics } from 'node:v8';
const { mayTake } = await import(${JSON.stringify(MAY_TAKE)});
const sizes = [1e8, 1e9, 2 * 1024 ** 3];
process.stdout.write(JSON.stringify(sizes.map((size) => [mayTake(size), getHeapStatistics().heap_size_limit >= size])));
`;

/** What is said of 0.1, 1 and 2 GB, each beside what V8 says. */
function told(flags: readonly string[], env: Readonly<Record<string, string>> = {}): readonly (readonly [boolean, boolean])[] {
  const argv = ['--no-warnings', ...flags, '--input-type=module', '--eval', TOLD];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8', env: { ...process.env, ...env } })) as ReturnType<typeof told>;
}

it.each([
  ['by default', [], {}],
  ['with a small old generation', ['--max-old-space-size=300'], {}],
  ['with a small heap, spelled as V8 does', ['--max_heap_size=300'], {}],
  ['with a small heap by the environment', [], { NODE_OPTIONS: '--max-old-space-size=300' }],
  ['with a large heap', ['--max-old-space-size=3000'], {}],
])('tells as V8 does how large a heap may get, %s', (_, flags, env) => {
  for (const [said, truth] of told(flags, env)) expect(said).toBe(truth);
});
