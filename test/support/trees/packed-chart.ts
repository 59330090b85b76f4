import { gzipSync } from 'node:zlib';

/** A chart as `helm package` makes it, of its files by their paths. */
export function packedChart(name: string, files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([file, text]) => {
    const header = Buffer.alloc(BLOCK);
    header.write(`${name}/${file}`, 0);
    header.write(`${Buffer.byteLength(text).toString(8).padStart(11, '0')} `, 124);
    header.write('0', 156);
    const content = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / BLOCK) * BLOCK);
    content.write(text);
    return [header, content];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

const BLOCK = 512;
