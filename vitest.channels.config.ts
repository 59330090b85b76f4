import { defineConfig } from 'vitest/config';
import { HANG_LIMIT } from './test/support/hang-limit.ts';

/** Other projects' programs that run ours or are told about it: pre-commit, reviewdog, and shells (`npm run test:channels`); scripts/channels-test.ts installs them. */
export default defineConfig({
  test: {
    setupFiles: ['test/support/setup.ts'],
    include: ['test/channels/**/*.test.ts'],
    pool: 'threads',
    testTimeout: HANG_LIMIT,
    hookTimeout: HANG_LIMIT,
  },
});
