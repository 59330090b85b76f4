import { isObject, parseJson } from '../../../fleet/json/json.ts';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { makesFleetObjects } from '../placeholders/names-fleet.ts';
import { contentElsewhere } from './content-elsewhere.ts';
import { encryptedText } from './encrypted-text.ts';
import { unescaped } from '../placeholders/unescaped.ts';

/** The words found in a file that is not parsed. */
export interface Seen {
  /** It has an apiVersion or kind of KubeFleet. */
  readonly fleetObjects: boolean;
  /** It has the two words that every Kubernetes object has, and is not JSON of another kind, such as a JSON Schema. */
  readonly objects: boolean;
  /** Why the checkout does not have its content, see `contentElsewhere` and `encryptedText`. */
  readonly elsewhere?: string;
}

/**
 * Searches a file piece by piece. The result for a file above the limit is that it may contain anything.
 * @param hasObject whether a text has an object of KubeFleet
 * @throws {Error} it cannot be read
 */
export async function lookThroughFile(path: string | Buffer, hasObject = makesFleetObjects): Promise<Seen> {
  let seen = 0;
  let end = '';
  let whole: string | undefined;
  let [hasKind, hasVersion] = [false, false];
  for await (const piece of piecesOf(path)) {
    const elsewhere = seen === 0 ? (contentElsewhere(piece) ?? encryptedText(piece)) : undefined;
    if (elsewhere !== undefined) return { fleetObjects: false, objects: false, elsewhere };
    // In UTF-16, every second byte of these words is zero.
    const text = end + piece.replaceAll('\0', '');
    if (hasObject(text)) return { fleetObjects: true, objects: true };
    const words = unescaped(text);
    hasKind ||= words.includes('kind');
    hasVersion ||= words.includes('apiVersion');
    end = text.slice(-OVERLAP);
    whole = seen === 0 ? piece : undefined;
    seen += piece.length;
    if (seen > MOST_BYTES) return { fleetObjects: true, objects: true };
  }
  return { fleetObjects: false, objects: hasKind && hasVersion && !(whole !== undefined && isOtherJson(whole)) };
}

/** Whether a file that is too large to be read creates KubeFleet objects. */
export async function largeFileMakesFleetObjects(path: string | Buffer): Promise<boolean> {
  return (await lookThroughFile(path)).fleetObjects;
}

/**
 * Whether a text is one JSON object that is not a Kubernetes object. kubectl refuses it: "Object 'Kind' is missing" or "apiVersion not
 * set". Parsing resolves escaped keys. Text that is not JSON, and several JSON values in a row, cannot be parsed.
 */
function isOtherJson(text: string): boolean {
  const value = parseJson(text);
  return isObject(value) && !(Object.hasOwn(value, 'kind') && Object.hasOwn(value, 'apiVersion'));
}

async function* piecesOf(path: string | Buffer): AsyncGenerator<string> {
  const found = statSync(path);
  if (typeof path === 'string' && /\.tgz$/i.test(path)) yield await textOfPackage(path);
  // For thousands of small files, opening a stream takes longer than reading.
  else if (found.isFile() && found.size <= AT_ONCE) yield readFileSync(path, 'latin1');
  else yield* createReadStream(path, { encoding: 'latin1', highWaterMark: PIECE }) as AsyncIterable<string>;
}

/**
 * The files of a packaged chart, one after another; its own text if the checkout does not have its content. Empty for an archive that helm
 * does not accept as a chart either. Source: helm `pkg/chart/loader/archive/archive.go`, MaxDecompressedChartSize.
 */
export async function textOfPackage(path: string): Promise<string> {
  if (statSync(path).size > MAX_CHART) return '';
  const { gunzipSync } = await import('node:zlib');
  const packed = readFileSync(path);
  try {
    return gunzipSync(packed, { maxOutputLength: MAX_CHART }).toString('latin1');
  } catch {
    const text = packed.toString('latin1');
    return contentElsewhere(text) === undefined ? '' : text;
  }
}

/** Bytes of a file that is read in one piece. */
const AT_ONCE = 65_536;
const PIECE = 1024 * 1024;
const MAX_CHART = 100 * 1024 * 1024;
/** Longer than any line with an apiVersion or kind. */
const OVERLAP = 4096;
const MOST_BYTES = 4 * 1024 * 1024 * 1024;
