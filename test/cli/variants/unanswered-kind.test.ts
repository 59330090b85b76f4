/** A command that reads the hub once ends soon if the hub does not answer for one kind. A command that waits has its own limit. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { connectOptions } from '../../../src/cli/hub/open-hub.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { type EmbeddedHub, startEmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { HubError } from '../../../src/errors.ts';
import { DEFAULT_TIMING } from '../../../src/gates/hub/http/timing.ts';
import { greenFleet, NOW, objectsOf } from '../../support/fleets/fleet.ts';
import { adjustableTime } from '../../support/hubs/embedded-hub-time.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

describe('the longest time for which a hub that does not answer is asked again', () => {
  const budgetOf = (...argv: readonly string[]): number | undefined =>
    connectOptions(parseArgv(argv), fakeIo({ cwd: temporaryFolder() })).timing?.budgetMs;

  it.each([
    ['diagnose'],
    ['status'],
    ['watch', '--once'],
    ['owns', 'Deployment/shop/orders'],
    ['snapshot'],
    ['ready', '.'],
    ['lint', '.'],
    ['plan', '.'],
    ['doctor'],
    ['clusters'],
  ])('is one minute for %s %s', (...argv) => {
    expect(budgetOf(...argv)).toBe(60_000);
  });

  it.each([['wait', 'crp/shop'], ['approve', 'v1'], ['watch'], ['status', '--watch']])('is that of the reader for %s %s', (...argv) => {
    expect({ ...DEFAULT_TIMING, ...(budgetOf(...argv) === undefined ? {} : { budgetMs: 0 }) }.budgetMs).toBe(300_000);
  });
});

describe('a hub that does not answer for one kind', () => {
  let cwd = '';
  let hub: EmbeddedHub;
  const time = adjustableTime();
  time.setSpeed(1000);
  beforeEach(async () => {
    cwd = temporaryFolder();
    hub = await startEmbeddedHub({ time: { ...time.hub, now: () => NOW.getTime() } });
    writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
    for (const object of objectsOf(greenFleet())) hub.store.put(object);
  });
  afterEach(() => hub.close());

  const status = (code: number, message: string): string => JSON.stringify({ kind: 'Status', status: 'Failure', message, code });
  const ANSWERS = [
    ['500', { code: 500, body: status(500, 'etcdserver: request timed out') }, '500, etcdserver: request timed out'],
    ['429', { code: 429, body: status(429, 'too many requests'), headers: { 'retry-after': '30' } }, '429, too many requests'],
    ['a page', { code: 200, body: '<html>Sign in</html>', contentType: 'text/html' }, 'with no JSON (text/html: "Sign in")'],
    [
      'an answer that is cut off',
      { code: 200, body: '{"kind":"List","items":[{' },
      'with JSON that is cut off or damaged (application/json)',
    ],
    ['404 and a page', { code: 404, body: '<html>Not here</html>', contentType: 'text/html' }, '404, answered with "Not here"'],
  ] as const;
  const COMMANDS = [['diagnose'], ['diagnose', 'crp/shop'], ['watch', '--once'], ['status'], ['snapshot', '--out', 'out.yaml']] as const;
  /** A kind of targets, and one that a verdict does not need. */
  const KINDS = ['clusterresourceplacements', 'works'];

  it.for(ANSWERS)('%s: each command ends with 4 and one line', async ([, answer, text]) => {
    for (const kind of KINDS) {
      hub.faults.answers = (path) => (new RegExp(`/${kind}([?/]|$)`).test(path) ? answer : undefined);
      await Promise.all(
        COMMANDS.map(async (argv) => {
          // Connections of a busy machine are not what this is about.
          const hubTiming = { connectMs: 1e7, headersMs: 1e7, bodyIdleMs: 1e7, bodyMs: 1e7, bookmarkSilenceMs: 1e7 };
          const io = fakeIo({ cwd, env: process.env, clock: time.gate, now: NOW, hubTiming });
          const line = await run([...argv, '--kubeconfig', 'kubeconfig', '--quiet'], io).then(
            async ({ exitCode, closed }) => {
              await closed;
              return `${exitCode} ${io.out().split('\n', 1)[0] ?? ''}`;
            },
            (error: unknown) => `${error instanceof HubError ? error.kind : 'thrown'} ${String(error)}`,
          );
          expect(line, `${kind}: ${argv.join(' ')}`).toMatch(
            /^(4 HUB UNREACHABLE|unreachable HubError): cannot list \w+ at \S+ for \d+ s: /,
          );
          expect(line).toContain(text);
        }),
      );
    }
  });
});
