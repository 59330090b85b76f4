import { defineConfig } from 'vitest/config';
import { HANG_LIMIT } from './test/support/hang-limit.ts';

/** The container images, built with podman and run (`npm run test:image`); without podman all of it is skipped. */
export default defineConfig({
  test: {
    setupFiles: ['test/support/setup.ts'],
    include: ['test/image/**/*.test.ts'],
    pool: 'threads',
    testTimeout: HANG_LIMIT,
    hookTimeout: 20 * 60_000,
  },
});
