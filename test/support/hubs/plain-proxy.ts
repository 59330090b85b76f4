import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';

export interface PlainProxy {
  close(): Promise<void>;
  /** An `http://` address on this machine. */
  readonly url: string;
}

/**
 * A proxy in front of a hub, like `kubectl proxy`: plain HTTP on this machine, with its own login to the hub.
 * @param token default: the token of the hub
 */
export async function plainProxy(hub: EmbeddedHub, { token = hub.token, date = true } = {}): Promise<PlainProxy> {
  const server = http.createServer((request, response) => {
    const { host: _host, ...headers } = request.headers;
    const { method, url = '/' } = request;
    const options = { method, ca: hub.certificate, headers: { ...headers, authorization: `Bearer ${token}` } };
    const onwards = https.request(new URL(url, hub.url), options, (answer) => {
      response.sendDate = false;
      const { date: sent, ...others } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, date && sent !== undefined ? { ...others, date: sent } : others);
      answer.pipe(response);
    });
    onwards.on('error', () => response.destroy());
    request.pipe(onwards);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
