import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { HubFaults } from './faults.ts';
import type { HubTime } from './hub-time.ts';

/** The settings that decide how a body is sent. */
export interface Pace {
  readonly faults: HubFaults;
  readonly time: HubTime;
  readonly closing: AbortSignal;
}

/** Writes a JSON body, compressed above 128 KiB if the client accepts it, as kube-apiserver does. */
export async function writeJson(
  pace: Pace,
  request: IncomingMessage,
  response: ServerResponse,
  code: number,
  value: unknown,
  contentType = 'application/json',
): Promise<void> {
  const body = Buffer.from(JSON.stringify(value));
  const zip = body.length > 128 * 1024 && (request.headers['accept-encoding'] ?? '').includes('gzip');
  if (zip) response.setHeader('Content-Encoding', 'gzip');
  response.writeHead(code, { 'Content-Type': contentType, 'Cache-Control': 'no-cache, private' });
  await writePieces(pace, response, zip ? gzipSync(body) : body);
  response.end();
}

export async function writeText(pace: Pace, response: ServerResponse, code: number, text: string, contentType: string): Promise<void> {
  response.writeHead(code, { 'Content-Type': contentType });
  await writePieces(pace, response, Buffer.from(text));
  response.end();
}

export interface ResponseStream {
  /** Sends the headers with status 200. */
  open(): void;
  /** Sends the text in pieces, after all text written before. */
  write(text: string): void;
  /** Ends the response after all text was sent. */
  end(): Promise<void>;
}

/** Opens a body that is written in parts. */
export function openStream(pace: Pace, response: ServerResponse): ResponseStream {
  let written: Promise<void> = Promise.resolve();
  return {
    open: () => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.flushHeaders();
    },
    write: (text) => {
      if (pace.faults.pieceBytes === 0) response.write(text);
      else written = written.then(() => writePieces(pace, response, Buffer.from(text)));
    },
    end: async () => {
      await written;
      response.end();
    },
  };
}

async function writePieces({ faults, time, closing }: Pace, response: ServerResponse, body: Buffer): Promise<void> {
  const size = faults.pieceBytes === 0 ? body.length : faults.pieceBytes;
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    if (faults.pieceBytes > 0) await time.sleep(faults.pieceDelayMs, closing);
  }
}
