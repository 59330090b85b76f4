import type { ServerResponse } from 'node:http';

/**
 * Calls back once, when the response was sent or its connection is closed. If a connection is cut, Node 22 informs only the current
 * response, not those queued behind it. Node 24 informs all of them.
 */
export function whenOver(response: ServerResponse, over: () => void): void {
  const { socket } = response.req;
  const done = (): void => {
    response.off('close', done);
    socket.off('close', done);
    over();
  };
  response.once('close', done);
  socket.once('close', done);
}
