import { defineConfig } from 'vitest/config';
import { HANG_LIMIT } from './test/support/hang-limit.ts';

/** The HTML report in a real browser (`npm run test:browser`); scripts/browser-test.ts finds or installs it. */
export default defineConfig({
  test: {
    setupFiles: ['test/support/setup.ts'],
    include: ['test/browser/**/*.test.ts'],
    pool: 'threads',
    testTimeout: HANG_LIMIT,
    hookTimeout: HANG_LIMIT,
  },
});
