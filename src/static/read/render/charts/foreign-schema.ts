import { gunzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { isObject, parseJson } from '../../../../fleet/json/json.ts';
import type { RepositoryFiles } from '../repository-files.ts';

/** A schema of values for which it is not known that helm reads nothing else with it. */
export interface ForeignSchema {
  readonly file: string;
  /** A clause about the file. */
  readonly why: string;
}

/**
 * The first schema of a chart that leads helm to another file of the machine or to an address, or that may. helm reads both for `$ref` and
 * `$schema`, and quotes what it found there.
 * Source: helm.sh/helm/v3 `pkg/chartutil/jsonschema.go`.
 * @param names of all files of the chart
 */
export async function foreignSchema(names: Iterable<string>, files: RepositoryFiles): Promise<ForeignSchema | undefined> {
  for (const file of names) {
    if (/(?:^|\/)values\.schema\.json$/.test(file)) {
      const schema = parseJson((await files.text(file)) ?? '');
      if (schema === undefined) return { file, why: 'it cannot be read' };
      const away = leadsAway(schema);
      if (away !== undefined) return { file, why: `it names "${away.slice(0, SHOWN)}"` };
    }
    if (/(?:^|\/)charts\/[^/]*\.tgz$/.test(file) && (await mayHoldSchema(files.absolute(file))))
      return { file, why: 'the schema in this archive was not read' };
  }
  return undefined;
}

const SHOWN = 80;

/** Bytes of an archive after it is decompressed; helm itself reads up to 100 MiB. */
const MOST_BYTES = 100 * 1024 ** 2;

/** Keywords whose value is the address of another schema. */
const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** The drafts that are part of every implementation. */
const DRAFT = /^https?:\/\/json-schema\.org\/(?:draft-0[4-7]|draft\/2019-09|draft\/2020-12)\/schema#?$/;

/** An address in a schema that is not a place within it. Does not recurse, because JSON may be nested without end. */
function leadsAway(schema: unknown): string | undefined {
  const rest: unknown[] = [schema];
  while (rest.length > 0) {
    const at = rest.pop();
    if (!Array.isArray(at) && !isObject(at)) continue;
    for (const [key, value] of Object.entries(at)) {
      if (typeof value !== 'string') rest.push(value);
      else if (REFERENCES.has(key) ? !value.startsWith('#') : key === '$schema' && !DRAFT.test(value)) return value;
    }
  }
  return undefined;
}

/** Whether a packed chart has a schema, or another packed chart. The names of its files are plain in the unpacked archive. */
async function mayHoldSchema(path: string): Promise<boolean> {
  try {
    const unpacked = gunzipSync(await readFile(path), { maxOutputLength: MOST_BYTES });
    return ['values.schema.json', '.tgz'].some((name) => unpacked.includes(name));
  } catch {
    return true;
  }
}
