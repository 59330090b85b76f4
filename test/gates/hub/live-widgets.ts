import { afterEach, beforeEach, expect } from 'vitest';
import type { HubState } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { ConnectOptions, LiveHub } from '../../../src/gates/hub/connect-hub.ts';
import type { HubTiming } from '../../../src/gates/hub/http/timing.ts';
import { connected, kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/hubs/scripted-server.ts';

export const WIDGET = { group: 'demo.example', kind: 'Widget' };

export const note = (hub: HubState, name: string): unknown =>
  (hub.get(WIDGET, 'n', name)?.['spec'] as { note?: unknown } | undefined)?.note;

export const poll = <T>(value: () => T) => expect.poll(value);

/** A scripted server for each test of the file, which serves Widget `a`, and live hubs that read it. */
export class LiveWidgets {
  server!: ScriptedServer;
  #opened: LiveHub[] = [];

  constructor() {
    beforeEach(async () => {
      this.server = await startScriptedServer();
      this.server.put({ name: 'a', note: 'first' });
    });
    afterEach(async () => {
      await Promise.all(this.#opened.map((hub) => hub.close()));
      this.#opened = [];
      await this.server.close();
    });
  }

  async open(timing: Partial<HubTiming> = {}, options: Partial<ConnectOptions> = {}, user: object = {}): Promise<LiveHub> {
    const hub = await connected(kubeconfigFile(this.server.url, user), { ...options, timing });
    this.#opened.push(hub);
    return hub;
  }

  async following(timing: Partial<HubTiming> = {}, options: Partial<ConnectOptions> = {}): Promise<LiveHub> {
    const hub = await this.open(timing, options);
    await hub.follow([WIDGET]);
    return hub;
  }

  watchesAsked(): readonly URL[] {
    return this.server.asked.filter((url) => url.searchParams.has('watch'));
  }

  listsAsked(): readonly URL[] {
    return this.server.asked.filter((url) => url.pathname.endsWith('/widgets') && !url.searchParams.has('watch'));
  }
}
