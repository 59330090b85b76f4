import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const GATHERED_GARBAGE = path.resolve(import.meta.dirname, '../../src/cli/process/gathered-garbage.ts');

interface Gathering {
  readonly heldMb: number;
  readonly garbageMb: number;
  readonly looks: number;
  /** Whether the garbage lies outside of the heap. */
  readonly outside?: boolean;
  /** Whether it is said that nothing else is to be done. */
  readonly idle?: boolean;
}

/** Collections of all garbage that V8 made while a process, whose heap holds so many MB, looked each time when some more had become garbage. */
function collections({ heldMb, garbageMb, looks, outside = false, idle = false }: Gathering): number {
  const program = `
    import { PerformanceObserver, constants } from 'node:perf_hooks';
    const { garbageCollector } = await import(${JSON.stringify(GATHERED_GARBAGE)});
    const room = (mb) => new Array(mb * 131_072).fill('');
    const collect = garbageCollector();
    const held = room(${String(heldMb)});
    collect();
    let count = 0;
    const observer = new PerformanceObserver((list) => {
      count += list.getEntries().filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR && (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0).length;
    });
    observer.observe({ entryTypes: ['gc'] });
    for (let look = 0; look < ${String(looks)}; look++) {
      ${outside ? 'Buffer.alloc' : 'room'}(${String(outside ? garbageMb * 1_048_576 : garbageMb)});
      collect(${idle ? "'nothing to do'" : ''});
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    console.log(JSON.stringify({ count, held: held.length }));
  `;
  const said = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], { encoding: 'utf8' });
  return (JSON.parse(said) as { count: number }).count;
}

it('collects garbage each time so much has gathered in a large heap', () => {
  expect(collections({ heldMb: 30, garbageMb: 7, looks: 3 })).toBe(3);
});

it('lets garbage lie until it is much', () => {
  expect(collections({ heldMb: 30, garbageMb: 1, looks: 3 })).toBe(0);
});

it('lets more garbage lie in a heap that takes longer to collect', () => {
  expect(collections({ heldMb: 100, garbageMb: 7, looks: 1 })).toBe(0);
  expect(collections({ heldMb: 100, garbageMb: 30, looks: 1 })).toBe(1);
});

it('counts what lies outside of the heap', () => {
  // What was collected is given back a little later, beside the program.
  expect(collections({ heldMb: 30, garbageMb: 7, looks: 6, outside: true })).toBeGreaterThanOrEqual(3);
});

it('leaves a small heap alone', () => {
  expect(collections({ heldMb: 1, garbageMb: 7, looks: 1 })).toBe(0);
  expect(collections({ heldMb: 1, garbageMb: 7, looks: 3, outside: true })).toBe(0);
});

it('collects in any heap where nothing else is to be done', () => {
  expect(collections({ heldMb: 1, garbageMb: 1, looks: 2, idle: true })).toBe(2);
});
