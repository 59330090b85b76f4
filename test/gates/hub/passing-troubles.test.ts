import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../../src/gates/hub/http/api-error.ts';
import { discoverApis } from '../../../src/gates/hub/http/discover-apis.ts';
import { Discovery } from '../../../src/gates/hub/http/discovery.ts';
import { connected, kubeconfigFile, until } from '../../support/hubs/connected-hub.ts';
import { statusAnswer, type Fault } from '../../support/fault-proxy/faults.ts';
import { followThrough, PLACEMENT, type Followed } from '../../support/fault-proxy/follow-through.ts';
import { HUB_TOKEN } from '../../support/fault-proxy/hub-in-process.ts';
import { startScriptedServer, status, type ScriptedServer } from '../../support/hubs/scripted-server.ts';

const WIDGET = { group: 'demo.example', kind: 'Widget' };

/** Follows a hub; between these moments all requests get that answer. */
function struck(fault: Fault, from: number, to: number): Promise<Followed> {
  return followThrough(kubeconfigFile('http://127.0.0.1:1', { token: HUB_TOKEN }), (hub, clock) => {
    hub.plan = () => (clock.now() >= from && clock.now() < to ? fault : undefined);
  });
}

async function server(): Promise<ScriptedServer> {
  const started = await startScriptedServer();
  onTestFinished(() => started.close());
  started.put({ name: 'a', note: 'first' });
  return started;
}

describe('an answer that an API server never gives to that request', () => {
  it.each([302, 307, 400, 401, 404, 406, 409, 410, 415, 422])('%i is tolerated if it ends within seconds', async (code) => {
    expect(await struck(statusAnswer(code), 5000, 14_000)).toMatchObject({ outcome: 'seen', left: 0 });
  });

  it('is reported after it has lasted', async () => {
    expect(await struck(statusAnswer(409), 5000, Infinity)).toMatchObject({
      outcome: 'unreachable',
      said: expect.stringMatching(/^cannot list ClusterResourcePlacement at \S+ for 300 s: 409, by the fault proxy$/),
    });
  });

  it('is reported soon if the hub has never given another answer', async () => {
    const { outcome, said, took } = await struck(statusAnswer(409), 0, Infinity);
    expect({ outcome, said }).toEqual({ outcome: 'unreachable', said: expect.stringContaining('for 30 s: 409, by the fault proxy') });
    expect(took).toBeLessThan(60_000);
  });
});

describe('credentials that were accepted', () => {
  it('are reported as refused if they stay refused', async () => {
    const { outcome, took } = await struck(statusAnswer(401), 5000, Infinity);
    expect(outcome).toBe('notAllowed');
    expect(took).toBeGreaterThan(15_000);
  });

  it('are reported as refused at once if they never were accepted', async () => {
    expect(await struck(statusAnswer(401), 0, Infinity)).toMatchObject({ outcome: 'notAllowed', took: 0 });
  });
});

describe('a page instead of JSON', () => {
  it('is not a watch: the hub is unseen meanwhile', async () => {
    const scripted = await server();
    scripted.intercept = (url, response) => {
      if (!url.searchParams.has('watch')) return false;
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Sign in</html>');
      return true;
    };
    const hub = await connected(kubeconfigFile(scripted.url));
    onTestFinished(() => hub.close());
    await hub.follow([WIDGET]);
    await expect.poll(() => hub.unseenSince()).toBeDefined();
  });

  it.each(['{}', '[]', 'null', '{"error":"upstream","items":"none"}'])(
    '%s is not a discovery: no kind is reported as not served',
    async (body) => {
      const get = (): Promise<unknown> => Promise.resolve(JSON.parse(body) as unknown);
      await expect(new Discovery(get).find(PLACEMENT)).rejects.toThrow(ApiError);
      await expect(discoverApis(get)).rejects.toThrow(ApiError);
    },
  );

  it('has the time of its sender, not the time of the hub', async () => {
    const scripted = await server();
    let isFirst = true;
    scripted.intercept = (_, response) => {
      response.setHeader('Date', isFirst ? 'Fri, 31 Dec 2099 23:59:59 GMT' : 'Sun, 01 Nov 2026 12:00:00 GMT');
      if (!isFirst) return false;
      isFirst = false;
      response.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>Starting</h1>');
      return true;
    };
    const hub = await connected(kubeconfigFile(scripted.url));
    onTestFinished(() => hub.close());
    await hub.follow([WIDGET]);
    expect(hub.state().now.getUTCFullYear()).toBe(2026);
  });
});

describe('an answer that stops midway', () => {
  it('is requested again, even if it is the first one', async () => {
    const followed = await followThrough(kubeconfigFile('http://127.0.0.1:1', { token: HUB_TOKEN }), (hub) => {
      let count = 0;
      hub.plan = ({ verb }) =>
        verb === 'discovery' && count++ === 0 ? { kind: 'flow', flow: { kind: 'cut', after: 300, how: 'silence' } } : undefined;
    });
    expect(followed).toMatchObject({ outcome: 'seen', left: 0 });
  });
});

describe('a kind that can be created but not listed', () => {
  it('is not seen, and is reported in the words of the server', async () => {
    const scripted = await server();
    scripted.intercept = (url, response) => {
      if (!url.pathname.endsWith('/widgets')) return false;
      status(response, 405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource');
      return true;
    };
    const hub = await connected(kubeconfigFile(scripted.url));
    onTestFinished(() => hub.close());
    await hub.follow([WIDGET]);
    const state = await until(hub, (seen) => seen.visibility(WIDGET).kind === 'denied');
    expect(state.visibility(WIDGET)).toMatchObject({ message: expect.stringContaining('does not allow this method') });
  });
});
