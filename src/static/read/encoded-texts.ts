/**
 * The texts that a value of an object has in another form: in base64 (also in lines, and in a part of a script), in that compressed by gzip,
 * or in a `data:` URL, also several times around each other. Bytes of another kind, such as a certificate or a picture, are a text without
 * sense. `undefined` for a text that grows too much when it is unpacked.
 */
export function* encodedTexts(value: string, layers = MOST_LAYERS): Generator<string | undefined> {
  if (value.length < SHORTEST || layers === 0) return;
  for (const text of decodings(value)) {
    yield text;
    if (text !== undefined) yield* encodedTexts(text, layers - 1);
  }
}

function* decodings(value: string): Generator<string | undefined> {
  if (value.includes('data:') && value.includes('%')) yield value.replaceAll(PERCENT, (_, code: string) => charOf(code));
  if (!NOT_BASE64.test(value)) yield decoded(value);
  for (const [block] of value.matchAll(BLOCK)) {
    if (block.length < SHORTEST) continue;
    if (block.length < value.length) yield decoded(block);
    // A path before it would move the signs that belong together.
    const runs = block.match(RUN) ?? [];
    if (runs.length > 1) for (const run of runs) if (run.length >= SHORTEST) yield decoded(run);
  }
}

/** Node's decoder takes both alphabets of base64, and skips blanks. */
function decoded(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return bytes.toString();
  try {
    const maxOutputLength = MOST_GROWTH * bytes.length + SMALL;
    // Loaded here because hardly any tree needs it, and every run would wait 2 ms for it.
    const { constants, gunzipSync } = process.getBuiltinModule('node:zlib');
    return gunzipSync(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }).toString();
  } catch (error) {
    return error instanceof RangeError ? undefined : bytes.toString();
  }
}

function charOf(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}

/** The first bytes of a text that gzip compressed. Source: RFC 1952, section 2.3.1. */
const GZIP = [0x1f, 0x8b];
/** Manifests shrink to a tenth. With this limit the time depends on the length of the file, and not on what it unpacks to. */
const MOST_GROWTH = 100;
const SMALL = 4096;
/** Helm stores a release in base64 of base64 of gzip. */
const MOST_LAYERS = 3;
/** Shorter than an apiVersion and a kind of KubeFleet in base64. */
export const SHORTEST = 60;

const NOT_BASE64 = /[^\w+/=\s-]/;
/** Lines of base64. */
const BLOCK = /[\w+/-]{16,}(?:\s+[\w+/-]+)*/g;
const RUN = /[\w+/-]+/g;
const PERCENT = /%([\dA-Fa-f]{2})/g;
