import { text } from 'node:stream/consumers';
import type { Io, Terminal } from './io.ts';

export function processIo(signal: AbortSignal): Io {
  return {
    env: process.env,
    cwd: process.cwd(),
    stdout: terminal(process.stdout),
    stderr: terminal(process.stderr),
    stdin: () => text(process.stdin),
    signal,
    now: () => new Date(),
  };
}

function terminal(stream: NodeJS.WriteStream): Terminal {
  return {
    write: (chunk) => void stream.write(chunk),
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns ?? 80;
    },
    get rows() {
      return stream.rows ?? 24;
    },
  };
}
