import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startEmbeddedHub } from '../../../../src/demo/hub/embedded-hub.ts';
import { connected, kubeconfigFile, until } from '../../../support/hubs/connected-hub.ts';

const TYPE = { group: 'placement.kubernetes-fleet.io', kind: 'ClusterResourcePlacement' };
const NAMES = ['a', 'b', 'c', 'd'];

/** What may happen to a hub and the way to it, in any order. */
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('put' as const), name: fc.constantFrom(...NAMES), note: fc.integer() }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('remove' as const), name: fc.constantFrom(...NAMES) }) },
  fc.constantFrom(
    { what: 'cut' } as const,
    { what: 'compact' } as const,
    { what: 'silence' } as const,
    { what: 'break' } as const,
    { what: 'mend' } as const,
  ),
  fc.constantFrom({ what: 'pause' } as const),
);

describe('a watch with any fault on the way', () => {
  it('ends with the content of the hub, and refresh() proves it at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 5, maxLength: 25 }),
        fc.constantFrom('event' as const, 'http' as const),
        async (story, expiredWatch) => {
          const server = await startEmbeddedHub({});
          server.faults.expiredWatch = expiredWatch;
          const cluster = { 'certificate-authority-data': Buffer.from(server.certificate).toString('base64') };
          const hub = await connected(kubeconfigFile(server.url, { token: server.token }, cluster), {
            timing: { safetyMs: 25, confirmMs: 10 },
          });
          await hub.follow([TYPE]);
          const held = new Map<string, number>();
          for (const event of story) {
            switch (event.what) {
              case 'put':
                held.set(event.name, event.note);
                server.store.put({
                  apiVersion: `${TYPE.group}/v1beta1`,
                  kind: TYPE.kind,
                  metadata: { name: event.name },
                  spec: { note: event.note },
                });
                break;
              case 'remove':
                if (held.delete(event.name))
                  server.store.remove({ apiVersion: `${TYPE.group}/v1beta1`, kind: TYPE.kind, metadata: { name: event.name } });
                break;
              case 'cut':
                server.dropWatches();
                break;
              case 'compact':
                server.store.compact();
                break;
              case 'silence':
                server.faults.silentWatches = true;
                break;
              case 'break':
                server.faults.answers = () => ({ code: 503, body: '<html>no backend</html>' });
                break;
              case 'mend':
                server.faults.answers = () => undefined;
                server.faults.silentWatches = false;
                break;
              case 'pause':
                await new Promise((resolve) => {
                  setTimeout(resolve, 8);
                });
                break;
            }
          }
          server.faults.answers = () => undefined;
          const shown = (): Record<string, unknown> =>
            Object.fromEntries(
              hub
                .state()
                .list(TYPE)
                .map(({ metadata, ['spec']: spec }) => [metadata.name, (spec as { readonly note: unknown }).note]),
            );
          await hub.refresh();
          expect(shown()).toEqual(Object.fromEntries(held));
          server.faults.silentWatches = false;
          server.store.put({ apiVersion: `${TYPE.group}/v1beta1`, kind: TYPE.kind, metadata: { name: 'last' }, spec: { note: 0 } });
          await until(hub, (state) => state.get(TYPE, undefined, 'last') !== undefined);
          await hub.close();
          await server.close();
        },
      ),
      { numRuns: 25, interruptAfterTimeLimit: 20_000 },
    );
  });
});
