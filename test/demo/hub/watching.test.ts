import { connect } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { stringAt } from '../../../src/fleet/json/json.ts';
import { configMap, until, withHub, type WatchLine } from '../../support/hubs/embedded-hub-client.ts';
import { standingTime } from '../../support/manual-time.ts';

const MAPS = '/api/v1/configmaps?watch=true';
const seen = (lines: readonly WatchLine[]): readonly string[] => lines.map(({ type, object }) => `${type} ${object.metadata.name ?? '-'}`);

describe('watch', () => {
  test('from a revision: exactly what was written after it, then what is written now, then a clean end', () => {
    const time = standingTime();
    return withHub(
      async ({ hub, watch }) => {
        hub.store.put(configMap('ns', 'a'));
        const from = hub.store.revision;
        hub.store.put(configMap('ns', 'b'));
        const lines = watch(`${MAPS}&resourceVersion=${from}&timeoutSeconds=1`);
        await until(() => hub.openWatches === 1);
        hub.store.put(configMap('ns', 'a', { changed: 'yes' }));
        hub.store.remove(configMap('ns', 'b'));
        time.pass(1000);
        expect(seen(await lines)).toEqual(['ADDED b', 'MODIFIED a', 'DELETED b']);
        expect(Number((await lines).at(-1)?.object.metadata.resourceVersion)).toBe(hub.store.revision);
        expect(hub.openWatches).toBe(0);
      },
      { time },
    );
  });

  test('without a revision what exists comes first', () =>
    withHub(async ({ hub, watch }) => {
      hub.store.put(configMap('ns', 'a'));
      expect(seen(await watch(`${MAPS}&timeoutSeconds=0`))).toEqual(['ADDED a']);
    }));

  test('with a selector objects come and go as they start and stop matching', () =>
    withHub(async ({ hub, watch }) => {
      const from = hub.store.revision;
      hub.store.put(configMap('ns', 'a'));
      hub.store.put(configMap('ns', 'a', { tier: 'web' }));
      hub.store.put(configMap('ns', 'a', { tier: 'web', more: 'x' }));
      hub.store.put(configMap('ns', 'a', { tier: 'db' }));
      hub.store.put(configMap('other', 'b', { tier: 'web' }));
      const lines = await watch(
        `/api/v1/namespaces/ns/configmaps?watch=1&resourceVersion=${from}&timeoutSeconds=0&labelSelector=tier%3Dweb`,
      );
      expect(seen(lines)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
    }));

  test('streaming list: what exists, then the bookmark that ends it', () =>
    withHub(async ({ hub, ask, watch }) => {
      hub.store.put(configMap('ns', 'a'));
      const streaming = `${MAPS}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=0`;
      const [added, end] = await watch(streaming);
      expect([added?.type, end?.type]).toEqual(['ADDED', 'BOOKMARK']);
      expect(end?.object).toEqual({
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: {
          resourceVersion: String(hub.store.revision),
          creationTimestamp: null,
          annotations: { 'k8s.io/initial-events-end': 'true' },
        },
      });
      expect((await ask(`${MAPS}&sendInitialEvents=true`)).code).toBe(422);
      expect((await ask(`${MAPS}&resourceVersionMatch=NotOlderThan&resourceVersion=1`)).code).toBe(422);
      expect((await ask('/api/v1/configmaps?sendInitialEvents=true')).code).toBe(422);
    }));

  test('bookmarks carry the newest revision while nothing of the type happens, and one precedes the end', () => {
    const time = standingTime();
    return withHub(
      async ({ hub, watch }) => {
        const lines = watch(`${MAPS}&resourceVersion=${hub.store.revision}&allowWatchBookmarks=true&timeoutSeconds=1`);
        await until(() => hub.openWatches === 1);
        hub.store.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'elsewhere' } });
        for (const ms of [400, 400, 200]) {
          time.pass(ms);
          await new Promise(setImmediate);
        }
        const bookmarks = await lines;
        expect(bookmarks.map(({ type }) => type)).toEqual(['BOOKMARK', 'BOOKMARK', 'BOOKMARK']);
        expect(bookmarks.at(-1)?.object.metadata.resourceVersion).toBe(String(hub.store.revision));
      },
      { bookmarkSeconds: 0.4, time },
    );
  });

  test('a compacted revision: an ERROR event with 410, or HTTP 410 if it is set', () =>
    withHub(async ({ hub, ask, watch }) => {
      const from = hub.store.revision;
      hub.store.put(configMap('ns', 'a'));
      hub.store.compact();
      const [line] = await watch(`${MAPS}&resourceVersion=${from}&timeoutSeconds=5`);
      expect(line).toMatchObject({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } });
      hub.faults.expiredWatch = 'http';
      const answer = await ask(`${MAPS}&resourceVersion=${from}`);
      expect([answer.code, stringAt(answer.json(), 'reason')]).toEqual([410, 'Expired']);
      expect((await watch(`${MAPS}&resourceVersion=${hub.store.revision}&timeoutSeconds=0`)).length).toBe(0);
    }));

  test('dropped watches end in an error at the client', () =>
    withHub(async ({ hub, watch }) => {
      const broken = expect(watch(`${MAPS}&timeoutSeconds=60`)).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
      await until(() => hub.openWatches === 1);
      hub.dropWatches();
      await broken;
      await until(() => hub.openWatches === 0);
    }));

  test('silent watches send nothing and do not end', () => {
    const time = standingTime();
    return withHub(
      async ({ hub, watch }) => {
        const state = { over: false };
        const lines = watch(`${MAPS}&timeoutSeconds=1`).finally(() => (state.over = true));
        lines.catch(() => undefined);
        await until(() => hub.openWatches === 1);
        hub.faults.silentWatches = true;
        hub.store.put(configMap('ns', 'a'));
        time.pass(1000);
        await until(() => hub.openWatches === 0);
        expect(state.over).toBe(false);
      },
      { time },
    );
  });

  test('every watch of a cut connection ends, also one that waits behind another', () =>
    withHub(async ({ hub }) => {
      const { hostname: host, port } = new URL(hub.url);
      const asked = `GET ${MAPS} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${hub.token}\r\n\r\n`;
      const connection = connect({ host, port: Number(port), ca: hub.certificate });
      connection.write(asked.repeat(2));
      await until(() => hub.openWatches === 2);
      connection.destroy();
      await until(() => hub.openWatches === 0);
    }));
});
