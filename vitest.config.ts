import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/hub/**', 'node_modules/**'],
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
  },
});
