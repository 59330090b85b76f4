/** Refused credentials, missing rights and kinds that are not served: what a live hub shows and reports of them. */
import { describe, expect, it } from 'vitest';
import { until } from '../../support/hubs/connected-hub.ts';
import { HANG_LIMIT } from '../../support/hang-limit.ts';
import { status } from '../../support/hubs/scripted-server.ts';
import { LiveWidgets, note, poll, WIDGET } from './live-widgets.ts';

const widgets = new LiveWidgets();

describe('R35 refused credentials', () => {
  it('tries once more and then reports that the credentials are refused', async () => {
    widgets.server.intercept = (_, response) => {
      status(response, 401, 'Unauthorized', 'Unauthorized');
      return true;
    };
    const hub = await widgets.open({}, {}, { token: 'old-token' });
    await expect(hub.follow([WIDGET])).rejects.toMatchObject({
      name: 'HubError',
      kind: 'notAllowed',
      message: expect.stringMatching(
        /^the hub 127\.0\.0\.1:\d+ refuses the credentials \(401: Unauthorized\); the token of user u is expired or for another hub: log in again$/,
      ),
    });
    expect(widgets.server.asked).toHaveLength(2);
  });

  it('ends a running gate when the token is refused midway', async () => {
    const hub = await widgets.following({ revokedGraceMs: 200 });
    await poll(() => widgets.server.openWatches()).toBe(1);
    hub.state();
    widgets.server.intercept = (_, response) => {
      status(response, 401, 'Unauthorized', 'Unauthorized');
      return true;
    };
    widgets.server.endWatches('cleanly');
    await expect(hub.changed(AbortSignal.timeout(HANG_LIMIT))).rejects.toMatchObject({ kind: 'notAllowed' });
  });
});

describe('R36 missing rights', () => {
  const forbidden =
    'widgets.demo.example is forbidden: User "system:serviceaccount:ci:gate" cannot list resource "widgets" in API group "demo.example" at the cluster scope';

  it('reports a denied list with the message of the server and a rule that would allow it', async () => {
    widgets.server.intercept = (url, response) => {
      if (!url.pathname.endsWith('/widgets')) return false;
      status(response, 403, 'Forbidden', forbidden);
      return true;
    };
    const hub = await widgets.following();
    expect(hub.state().visibility(WIDGET)).toEqual({ kind: 'denied', message: forbidden });
    const [notice] = hub.notices();
    expect(notice?.kind).toBe('denied');
    expect(notice?.message).toContain('  - apiGroups: ["demo.example"]\n    resources: [widgets]\n    verbs: [list, watch]');
    expect(notice?.message).toContain('  - kind: ServiceAccount\n    name: gate\n    namespace: ci');
  });

  // covers: passing-rights-errors
  it('reads the kind as soon as the role exists', async () => {
    let granted = false;
    widgets.server.intercept = (url, response) => {
      if (granted || !url.pathname.endsWith('/widgets')) return false;
      status(response, 403, 'Forbidden', forbidden);
      return true;
    };
    const hub = await widgets.following();
    granted = true;
    await until(hub, (state) => state.visibility(WIDGET).kind === 'seen');
    expect(note(hub.state(), 'a')).toBe('first');
  });

  it('lists every few seconds if only watch is denied, and says so', async () => {
    widgets.server.intercept = (url, response) => {
      if (!url.searchParams.has('watch')) return false;
      status(response, 403, 'Forbidden', 'cannot watch resource "widgets"');
      return true;
    };
    const hub = await widgets.following();
    widgets.server.put({ name: 'a', note: 'polled' });
    await until(hub, (state) => note(state, 'a') === 'polled');
    expect(hub.notices()).toMatchObject([{ kind: 'degraded', message: expect.stringMatching(/listed every 0\.015 s instead: Widget\n/) }]);
    widgets.server.put({ name: 'a', note: 'refreshed' });
    await hub.refresh();
    expect(note(hub.state(), 'a')).toBe('refreshed');
  });

  it('watches as soon as it is allowed to', async () => {
    let granted = false;
    widgets.server.intercept = (url, response) => {
      if (granted || !url.searchParams.has('watch')) return false;
      status(response, 403, 'Forbidden', 'cannot watch resource "widgets"');
      return true;
    };
    const hub = await widgets.following();
    await poll(() => hub.notices().length).toBe(1);
    granted = true;
    await poll(() => widgets.server.openWatches()).toBe(1);
    await poll(() => hub.notices()).toEqual([]);
    widgets.server.put({ name: 'a', note: 'watched' });
    await until(hub, (state) => note(state, 'a') === 'watched');
  });

  it('reads the only namespace that it may read, and does not report more as read', async () => {
    widgets.server.intercept = (url, response) => {
      if (!url.pathname.endsWith('/v1/widgets')) return false;
      status(response, 403, 'Forbidden', forbidden);
      return true;
    };
    const hub = await widgets.following({}, { namespace: 'n' });
    const state = hub.state();
    expect(note(state, 'a')).toBe('first');
    expect(state.visibility(WIDGET)).toMatchObject({ kind: 'denied' });
    expect(state.visibility(WIDGET, 'n')).toEqual({ kind: 'seen' });
    expect(state.visibility(WIDGET, 'other')).toMatchObject({ kind: 'denied' });
    await hub.follow([{ ...WIDGET, namespace: 'other' }]);
    expect(hub.state().visibility(WIDGET, 'other')).toEqual({ kind: 'seen' });
    expect(hub.state().visibility(WIDGET)).toMatchObject({ kind: 'denied' });
  });

  it.each(['by itself', 'when asked to read again'])('reads all namespaces as soon as it may, %s', async (how) => {
    let granted = false;
    widgets.server.intercept = (url, response) => {
      if (granted || !url.pathname.endsWith('/v1/widgets')) return false;
      status(response, 403, 'Forbidden', forbidden);
      return true;
    };
    const hub = await widgets.following(how === 'by itself' ? { safetyMs: 20 } : {}, { namespace: 'n' });
    await poll(() => widgets.server.openWatches()).toBe(1);
    granted = true;
    if (how !== 'by itself') await hub.refresh();
    await until(hub, (state) => state.visibility(WIDGET).kind === 'seen');
  });
});

describe('R37 kinds that are not served', () => {
  // covers: work-on-the-hub-not-on-a-member
  it('distinguishes a missing group from a missing kind', async () => {
    const hub = await widgets.open();
    const gadget = { group: 'demo.example', kind: 'Gadget' };
    const placement = { group: 'placement.kubernetes-fleet.io', kind: 'ClusterResourcePlacement' };
    await hub.follow([gadget, placement]);
    expect(hub.state().visibility(gadget)).toEqual({
      kind: 'notServed',
      message: 'the hub serves demo.example but not the kind Gadget',
    });
    expect(hub.state().visibility(placement)).toMatchObject({
      kind: 'notServed',
      message: expect.stringContaining('is KubeFleet installed'),
    });
  });

  it('does not take a 404 for the absence of a kind that the hub serves: a proxy may have sent it', async () => {
    widgets.server.intercept = (url, response) => {
      if (!url.pathname.endsWith('/v1/widgets')) return false;
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>No such page</h1>');
      return true;
    };
    const hub = await widgets.open({ budgetMs: 40, startBudgetMs: 40 });
    await expect(hub.follow([WIDGET])).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/^cannot list Widget at \S+ for \d+ s: 404, answered with "No such page"$/),
    });
  });

  it('finds a new kind that the hub serves before it can be listed', async () => {
    let asked = 0;
    widgets.server.intercept = (url, response) => {
      if (!url.pathname.endsWith('/v1/widgets') || ++asked > 1) return false;
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404 page not found');
      return true;
    };
    expect((await widgets.following()).state().visibility(WIDGET).kind).toBe('seen');
  });

  it('takes a 404 for an absence if the hub cannot list the kind', async () => {
    widgets.server.intercept = (url, response) => {
      if (url.pathname.endsWith('/v1/widgets')) response.writeHead(404).end('404 page not found');
      else if (url.pathname.endsWith('/demo.example/v1'))
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ resources: [{ name: 'widgets', kind: 'Widget', namespaced: true, verbs: ['create'] }] }));
      else return false;
      return true;
    };
    expect((await widgets.following()).state().visibility(WIDGET).kind).toBe('notServed');
  });

  it('takes a 404 for an absence if the hub does not list its kinds for this user', async () => {
    widgets.server.intercept = (url, response) => {
      if (!url.pathname.includes('placement.kubernetes-fleet.io')) return false;
      const isList = url.pathname.endsWith('/clusterresourceplacements');
      status(response, isList ? 404 : 403, isList ? 'NotFound' : 'Forbidden', isList ? '404 page not found' : 'forbidden');
      return true;
    };
    const placement = { group: 'placement.kubernetes-fleet.io', kind: 'ClusterResourcePlacement' };
    const hub = await widgets.open();
    await hub.follow([placement]);
    expect(hub.state().visibility(placement).kind).toBe('notServed');
  });

  it('finds a kind whose definition is created later', async () => {
    let installed = false;
    widgets.server.intercept = (_, response) => {
      if (installed) return false;
      status(response, 404, 'NotFound', '404 page not found');
      return true;
    };
    // Looked for soon at first: the long pause is for what has been missing for long.
    const hub = await widgets.following({ retryUnseenMs: 60_000 });
    expect(hub.state().visibility(WIDGET).kind).toBe('notServed');
    installed = true;
    await until(hub, (state) => state.visibility(WIDGET).kind === 'seen');
  });
});
