import { Agent, request, type RequestOptions } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { listAt } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { startEmbeddedHub, type EmbeddedHub, type EmbeddedHubOptions } from '../../../src/demo/hub/embedded-hub.ts';

interface Answer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body. @throws if it is not JSON */
  readonly json: () => unknown;
}

export interface WatchLine {
  readonly type: string;
  readonly object: KubeObject;
}

/** A plain client of an embedded hub. It sends the hub's own token unless `headers` are given. */
export interface HubClient {
  readonly hub: EmbeddedHub;
  readonly ask: (
    path: string,
    options?: Pick<RequestOptions, 'method'> & { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ) => Promise<Answer>;
  /** `metadata.name` of each item of a list. */
  readonly names: (path: string) => Promise<readonly string[]>;
  /** Resolves with the lines of a watch once it ends. */
  readonly watch: (path: string) => Promise<readonly WatchLine[]>;
}

/** Runs `use` against a new hub and closes it afterwards. */
export async function withHub(use: (client: HubClient) => Promise<void>, options?: EmbeddedHubOptions): Promise<void> {
  const hub = await startEmbeddedHub(options);
  const agent = new Agent({ ca: hub.certificate, keepAlive: true });
  const ask: HubClient['ask'] = (path, { body, headers, method } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${hub.url}${path}`,
        { agent, method: method ?? 'GET', headers: { authorization: `Bearer ${hub.token}`, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ code: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) as unknown });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  try {
    await use({
      hub,
      ask,
      names: async (path) => listAt((await ask(path)).json(), 'items').map((item) => (item as KubeObject).metadata.name),
      watch: async (path) => {
        const { text } = await ask(path);
        return text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as WatchLine);
      },
    });
  } finally {
    agent.destroy();
    await hub.close();
  }
}

/** A ConfigMap, the simplest object that a hub can hold. */
export function configMap(namespace: string, name: string, labels: Readonly<Record<string, string>> = {}, data = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name, labels }, data };
}

/** Waits until `condition` holds, and checks it whenever the event loop is free. Only the test's own timeout limits the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
