import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Widget {
  readonly name: string;
  readonly note: string;
}

/** Handles a request for a test. `true`: it answered, or deliberately did not. Otherwise the server answers as an API server would. */
type Intercept = (url: URL, response: http.ServerResponse, request: http.IncomingMessage) => boolean;

/**
 * A small API server over plain HTTP, to test faults of the transport. It serves one group, `demo.example/v1`, with the namespaced kind
 * Widget, all in namespace `n`. For everything else use the embedded hub.
 */
export interface ScriptedServer {
  readonly url: string;
  readonly asked: readonly URL[];
  intercept: Intercept;
  /** Stores a widget. Watches get the event, also those opened later from an earlier resource version, unless `silently` is given. */
  put(widget: Widget, how?: 'silently'): void;
  remove(name: string, how?: 'silently'): void;
  revision(): number;
  /** Writes raw bytes into every open watch. */
  tell(bytes: string | Buffer): void;
  /** Ends the open watches, either properly or by a reset. */
  endWatches(how: 'cleanly' | 'reset'): void;
  openWatches(): number;
  connections(): number;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const widgets = new Map<string, object>();
  const watches = new Set<http.ServerResponse>();
  const sockets = new Set<Socket>();
  const asked: URL[] = [];
  const told: { readonly revision: number; readonly line: string }[] = [];
  let revision = 100;
  let connections = 0;

  const listener: http.RequestListener = (request, response) => {
    const url = new URL(request.url ?? '/', 'http://hub');
    asked.push(url);
    if (scripted.intercept(url, response, request)) return;
    if (url.pathname === '/apis/demo.example')
      return json(response, 200, { versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } });
    if (url.pathname === '/apis/demo.example/v1')
      return json(response, 200, { resources: [{ name: 'widgets', kind: 'Widget', namespaced: true, verbs: ['list', 'watch'] }] });
    if (!url.pathname.endsWith('/widgets')) return status(response, 404, 'NotFound', 'not served here');
    if (url.searchParams.has('watch')) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.flushHeaders();
      const since = Number(url.searchParams.get('resourceVersion'));
      for (const event of told) if (event.revision > since) response.write(event.line);
      watches.add(response);
      response.on('close', () => watches.delete(response));
      return;
    }
    json(response, 200, { kind: 'WidgetList', metadata: { resourceVersion: String(revision) }, items: [...widgets.values()] });
  };

  const server = http.createServer(listener);
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  const tell = (bytes: string | Buffer): void => {
    for (const watch of watches) watch.write(bytes);
  };
  const announce = (type: string, object: object): void => {
    const line = `${JSON.stringify({ type, object })}\n`;
    told.push({ revision, line });
    tell(line);
  };
  const scripted: ScriptedServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    intercept: () => false,
    put(widget, how) {
      const object = widgetObject(widget, ++revision);
      const type = widgets.has(widget.name) ? 'MODIFIED' : 'ADDED';
      widgets.set(widget.name, object);
      if (how === undefined) announce(type, object);
    },
    remove(name, how) {
      widgets.delete(name);
      revision++;
      if (how === undefined) announce('DELETED', widgetObject({ name, note: '' }, revision));
    },
    revision: () => revision,
    tell,
    endWatches(how) {
      for (const watch of watches) {
        if (how === 'cleanly') watch.end();
        else watch.socket?.resetAndDestroy();
      }
      watches.clear();
    },
    openWatches: () => watches.size,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return scripted;
}

export function widgetObject(widget: Widget, revision: number): object {
  const metadata = { name: widget.name, namespace: 'n', resourceVersion: String(revision), managedFields: [{ manager: 'kubectl' }] };
  return { apiVersion: 'demo.example/v1', kind: 'Widget', metadata, spec: { note: widget.note } };
}

function json(response: http.ServerResponse, code: number, body: object, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(code, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export function status(
  response: http.ServerResponse,
  code: number,
  reason: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  json(response, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message, code }, headers);
}
