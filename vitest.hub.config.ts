import { defineConfig } from 'vitest/config';

/** The suite on a real API server (`npm run test:hub`); scripts/hub-test.ts starts it. */
export default defineConfig({
  test: {
    setupFiles: ['test/support/setup.ts'],
    include: ['test/hub/**/*.test.ts'],
    pool: 'threads',
    // One file after the other on the same hubs; inside a file as much at once as there are hubs.
    fileParallelism: false,
    maxConcurrency: 400,
    globalSetup: ['test/hub/suite/global-setup.ts'],
    // Waiting for a hub counts as well; what a single step may take is limited where it is done.
    testTimeout: 45 * 60_000,
    hookTimeout: 10 * 60_000,
    teardownTimeout: 60_000,
  },
});
