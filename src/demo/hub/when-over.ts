import type { ServerResponse } from 'node:http';

/**
 * Calls back once, when an answer was sent or its connection is gone.
 * Of a cut connection Node 22 tells only the answer in turn; one that waits behind it hears nothing. Node 24 tells all.
 */
export function whenOver(response: ServerResponse, over: () => void): void {
  const { socket } = response.req;
  const told = (): void => {
    response.off('close', told);
    socket.off('close', told);
    over();
  };
  response.once('close', told);
  socket.once('close', told);
}
