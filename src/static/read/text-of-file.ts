import { closeSync, constants, openSync, readSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';

/** Why a file could not be read, in a few words. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** The text of a file or of a pipe, `/dev/fd/N` included. @throws {UnreadableFile} */
export async function textOfFile(path: string, maxBytes: number): Promise<string> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new UnreadableFile('a directory, no file');
    if (found.isFIFO()) return await textOfPipe(path, maxBytes);
    if (!found.isFile()) throw new UnreadableFile('a device, no file');
    if (found.size > maxBytes) throw tooLarge(maxBytes);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadableFile(code === 'ENOENT' ? 'no such file' : `cannot be read (${code ?? String(error)})`, { cause: error });
  }
}

/** Opening a pipe waits for a writer, for ever where there is none; opened without waiting it tells whether there is one. */
async function textOfPipe(path: string, maxBytes: number): Promise<string> {
  const fd = openSync(path, constants.O_RDONLY + constants.O_NONBLOCK);
  const chunks = [firstOf(fd)];
  let bytes = chunks[0]?.length ?? 0;
  for await (const chunk of new Socket({ fd, readable: true, writable: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What is in the pipe; empty while a writer has yet to write. @throws {UnreadableFile} there is none */
function firstOf(fd: number): Buffer {
  const buffer = Buffer.alloc(65_536);
  try {
    const bytes = readSync(fd, buffer);
    if (bytes > 0) return buffer.subarray(0, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return Buffer.alloc(0);
    throw error;
  }
  closeSync(fd);
  throw new UnreadableFile('a pipe that nobody writes to');
}

function tooLarge(maxBytes: number): UnreadableFile {
  return new UnreadableFile(`larger than ${maxBytes} bytes`);
}
