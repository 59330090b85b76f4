import { HANG_LIMIT } from '../../support/hang-limit.ts';

/** Resolves once `holds` returns true. @throws with its last text if it never does */
export async function eventually(holds: () => Promise<boolean | string>): Promise<void> {
  const end = performance.now() + HANG_LIMIT;
  for (;;) {
    const held = await holds();
    if (held === true) return;
    if (performance.now() > end) throw new Error(`not within ${HANG_LIMIT / 1000} s: ${typeof held === 'string' ? held : String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
