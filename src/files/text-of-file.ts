import type { Readable } from 'node:stream';
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';

// Windows has no O_NONBLOCK.
const READ_AT_ONCE = constants.O_RDONLY + (constants.O_NONBLOCK ?? 0);

/** Why a file could not be read, in a few words. */
export class UnreadableFile extends Error {
  override readonly name: string = 'UnreadableFile';
}

/** The file is too large to be read. */
export class TooLargeFile extends UnreadableFile {}

/**
 * Reads a file or a pipe, also `/dev/fd/N`, and decodes it as kubectl does: UTF-16 if it has that byte order mark, else UTF-8. Source:
 * k8s.io/cli-runtime `pkg/resource/visitor.go`, FileVisitor. Files are read on this thread: a thread pool takes several times as long.
 * @throws {UnreadableFile}
 */
export async function textOfFile(path: string | Buffer, maxBytes: number): Promise<string> {
  try {
    const fd = openSync(path, READ_AT_ONCE);
    const found = fstatSync(fd);
    if (found.isFIFO()) return await textOfPipe(fd, maxBytes);
    try {
      return textOfOpened(fd, found, maxBytes);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadableFile(REASONS[code ?? ''] ?? `cannot be read (${code ?? String(error)})`, { cause: error });
  }
}

/** As `textOfFile`, for a file that is no pipe. @throws {UnreadableFile} or the system's error */
export function textAtOnce(path: string, maxBytes: number): string {
  return withFile(path, (fd) => textOfOpened(fd, fstatSync(fd), maxBytes));
}

function textOfOpened(fd: number, found: Stats, maxBytes: number): string {
  if (found.isDirectory()) throw new UnreadableFile('a directory, not a file');
  if (!found.isFile()) throw new UnreadableFile(DEVICE);
  if (found.size > maxBytes) throw tooLarge(maxBytes);
  return textOfBytes(bytesOf(fd, found.size));
}

const DEVICE = 'a device, not a file';
/** A socket, or a device without a driver, cannot be opened. */
const REASONS: Readonly<Record<string, string>> = { ENOENT: 'no such file', ENXIO: DEVICE };

/** Most manifests fit in it. It is used for one file after the other: a buffer for each takes longer than reading it. */
const room = Buffer.allocUnsafeSlow(65_536);

/** The content of a file, valid until the next file is read. */
function bytesOf(fd: number, size: number): Buffer {
  // Files of `/proc` have a content and no size.
  if (size === 0 || size > room.length) return readFileSync(fd);
  let end = 0;
  for (let read = -1; end < size && read !== 0; end += read) read = readSync(fd, room, end, size - end, null);
  return room.subarray(0, end);
}

/** Opens a file, uses it and closes it. It never waits, not even if a pipe has replaced the file. @throws the system's error */
export function withFile<T>(path: string, use: (fd: number) => T): T {
  const fd = openSync(path, READ_AT_ONCE);
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}

function textOfBytes(bytes: Buffer): string {
  const { 0: first, 1: second } = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('utf8');
}

/** The whole content of a stream. @param first the part that was already read @throws {UnreadableFile} also if it does not end */
export async function textOfStream(stream: Readable, maxBytes: number, first: Buffer = Buffer.alloc(0)): Promise<string> {
  const chunks = [first];
  let bytes = first.length;
  const late = new UnreadableFile(`a pipe whose writer did not finish within ${STREAM_MINUTES} minutes`);
  const limit = setTimeout(() => stream.destroy(late), STREAM_MINUTES * 60_000);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
    }
  } finally {
    clearTimeout(limit);
  }
  return textOfBytes(Buffer.concat(chunks));
}

/** As long as a `lint` may take by default: the program that writes may render all manifests. */
const STREAM_MINUTES = 10;

/**
 * Opening a pipe waits for a writer, possibly without end. Opened without waiting, it shows whether there is a writer.
 * @param fd is closed
 */
async function textOfPipe(fd: number, maxBytes: number): Promise<string> {
  const first = firstOf(fd);
  const { Socket } = await import('node:net');
  return textOfStream(new Socket({ fd, readable: true, writable: false }), maxBytes, first);
}

/** The current content of the pipe; empty if the writer has not written yet. @throws {UnreadableFile} there is no writer */
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
  throw new UnreadableFile('a pipe that has no writer');
}

function tooLarge(maxBytes: number): TooLargeFile {
  return new TooLargeFile(`larger than ${maxBytes} bytes`);
}
