import { gzipSync } from 'node:zlib';

/** Changes that proxies make to whole answers: each takes the bytes of an answer and returns those that arrive. */
export const REWRITES = {
  'gzip nobody asked for': (raw) => zipped(raw, (zip) => zip),
  'gzip cut off': (raw) => zipped(raw, (zip) => zip.subarray(0, zip.length >> 1)),
  'gzip with a wrong checksum': (raw) => zipped(raw, (zip) => Buffer.concat([zip.subarray(0, -8), Buffer.from('wrongcrc')])),
  'a chunk of no size': (raw) => chunked(raw, (body) => `zz\r\n${body}\r\n0\r\n\r\n`),
  'a chunk shorter than it says': (raw) => chunked(raw, (body) => `${(Buffer.byteLength(body) + 9).toString(16)}\r\n${body}\r\n0\r\n\r\n`),
  'no last chunk': (raw) => chunked(raw, (body) => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`),
  'a body shorter than its length': (raw) => rest(raw, (body) => [`Content-Length: ${body.length + 7}`, body]),
  'JSON cut off, in an answer that is whole': (raw) => rest(raw, (body) => whole(body.subarray(0, body.length >> 1))),
  'an empty body': (raw) => rest(raw, () => whole(Buffer.alloc(0))),
  'the status line twice': (raw) => Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n'), raw]),
  'no HTTP at all': () => Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'),
} as const satisfies Readonly<Record<string, (raw: Buffer) => Buffer>>;

function zipped(raw: Buffer, make: (zip: Buffer) => Buffer): Buffer {
  return rest(raw, (body) => {
    const zip = make(gzipSync(body));
    return [`Content-Encoding: gzip\r\nContent-Length: ${zip.length}`, zip];
  });
}

function chunked(raw: Buffer, make: (body: string) => string): Buffer {
  return rest(raw, (body) => ['Transfer-Encoding: chunked', Buffer.from(make(body.toString('latin1')), 'latin1')]);
}

function whole(body: Buffer): readonly [string, Buffer] {
  return [`Content-Length: ${body.length}`, body];
}

/** The answer with another body, and headers with its new length. */
function rest(raw: Buffer, make: (body: Buffer) => readonly [headers: string, body: Buffer]): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end).toString('latin1');
  const kept = head.split('\r\n').filter((line) => !/^(content-length|transfer-encoding|connection|keep-alive):/i.test(line));
  const body = raw.subarray(end + 4);
  const [headers, made] = make(/^transfer-encoding: *chunked/im.test(head) ? dechunked(body) : body);
  return Buffer.concat([Buffer.from(`${kept.join('\r\n')}\r\n${headers}\r\nConnection: close\r\n\r\n`, 'latin1'), made]);
}

function dechunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, line).toString('latin1'), 16);
    if (line < 0 || !(size > 0)) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
  }
  return Buffer.concat(parts);
}
