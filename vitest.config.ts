import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { HANG_LIMIT } from './test/support/hang-limit.ts';

/**
 * Folders of `test/` that start the program again and again, or repeat one check on very many inputs: they are not part of `npm test`.
 * `variants` have fixtures, cases and recordings in other forms than their own, and git repositories in many forms.
 */
const SLOW = ['ci', 'e2e', 'integrations', 'package', 'process', 'reliability', '**/variants'];
/** Folders that need another program: each is a project of its name, and prepares it (`globalSetup`). */
const OTHER_PROGRAMS = ['browser', 'channels', 'render', 'hub', 'image'];
const IN_NODE = {
  isolate: false,
  // One more than there are cores, because many tests wait: for a hub that answers late, or for the next look at it.
  maxWorkers: availableParallelism() + 1,
  expect: { poll: { timeout: HANG_LIMIT, interval: 5 } },
};

export default defineConfig({
  test: {
    teardownTimeout: HANG_LIMIT,
    projects: [
      project('fast', {
        ...IN_NODE,
        include: ['test/**/*.test.ts'],
        exclude: [...SLOW, ...OTHER_PROGRAMS].map((folder) => `test/${folder}/**`),
      }),
      project('slow', { ...IN_NODE, include: SLOW.map((folder) => `test/${folder}/**/*.test.ts`) }),
      project('browser', { globalSetup: ['test/browser/install.ts'] }),
      project('channels', { globalSetup: ['test/channels/install.ts'] }),
      project('render', { globalSetup: ['test/render/install.ts'] }),
      project('hub', {
        // With a hub of the user's choice (HUB_KUBECONFIG) only the part runs that is written for any hub.
        include: [process.env['HUB_KUBECONFIG'] === undefined ? 'test/hub/**/*.test.ts' : 'test/hub/any-hub.test.ts'],
        globalSetup: ['test/hub/suite/global-setup.ts'],
        // One file after the other on the same hubs; inside a file as much at once as there are hubs.
        fileParallelism: false,
        maxConcurrency: 400,
        // The time until a hub is free is included; each single step has its own limit.
        testTimeout: 45 * 60_000,
        hookTimeout: 10 * 60_000,
      }),
      project('image', { hookTimeout: 20 * 60_000 }),
    ],
  },
});

/** A project of the folder of its name, unless it has its own `include`. */
function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      setupFiles: ['test/support/setup.ts'],
      // Threads of one process share what V8 compiles of WebAssembly, as in undici. It frees some of it twice at times, and the process dies.
      pool: 'forks',
      testTimeout: HANG_LIMIT,
      hookTimeout: HANG_LIMIT,
      ...test,
    },
  };
}
