/** Whether variants run on every recording or fixture (`CONFORMANCE=all npm test -- test/conformance/variants`), or on some of them. */
export const IS_FULL = process.env['CONFORMANCE'] === 'all';

/** All of them, or about as many as asked, spread evenly. */
export function sampled<Item>(all: readonly Item[], most: number): readonly Item[] {
  const step = IS_FULL ? 1 : Math.max(1, Math.floor(all.length / most));
  return all.filter((_, at) => at % step === 0);
}
