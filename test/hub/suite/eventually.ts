const WITHIN_MS = 90_000;

/** Resolves when it holds. @throws when it does not for 90 s, with what `holds` said last */
export async function eventually(holds: () => Promise<boolean | string>): Promise<void> {
  const end = performance.now() + WITHIN_MS;
  for (;;) {
    const held = await holds();
    if (held === true) return;
    if (performance.now() > end) throw new Error(`not within ${WITHIN_MS / 1000} s: ${typeof held === 'string' ? held : String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
