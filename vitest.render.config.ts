import { defineConfig } from 'vitest/config';
import { HANG_LIMIT } from './test/support/hang-limit.ts';

/** Kustomizations and charts with the real tools (`npm run test:render`); scripts/render-test.ts installs them. */
export default defineConfig({
  test: {
    setupFiles: ['test/support/setup.ts'],
    include: ['test/render/**/*.test.ts'],
    pool: 'threads',
    testTimeout: HANG_LIMIT,
    hookTimeout: HANG_LIMIT,
  },
});
