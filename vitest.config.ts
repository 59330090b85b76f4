import { defineConfig } from 'vitest/config';
import { HANG_LIMIT } from './test/support/hang-limit.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/hub/**', 'test/render/**', 'test/image/**', 'test/browser/**', 'test/channels/**', 'node_modules/**'],
    setupFiles: ['test/support/setup.ts'],
    // Threads of one process share what V8 compiles of WebAssembly, as in undici. It frees some of it twice at times, and the process dies.
    pool: 'forks',
    isolate: false,
    // By default one core is left idle, which on a machine of two is half of it.
    maxWorkers: '100%',
    testTimeout: HANG_LIMIT,
    hookTimeout: HANG_LIMIT,
    teardownTimeout: HANG_LIMIT,
    expect: { poll: { timeout: HANG_LIMIT, interval: 5 } },
  },
});
