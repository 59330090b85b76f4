import { parseJson } from '../../fleet/json/json.ts';
import * as v from 'valibot';
import { ConfigError } from '../../errors.ts';
import type { Report } from '../../report.ts';
import { shortLine } from '../facts/words/visible.ts';
import { reportSchema } from './report-schema.ts';

/**
 * The report in a JSON text of `report-v1`, safe to render: every value has its type and is one of the words of the contract, fields
 * outside the contract are dropped, and a text of more than 10,000 characters is cut. Whether the report is true is not known.
 * @throws {ConfigError} it is not JSON, not a report, or has too many values; the message names the first wrong place without a quote
 */
export function readReport(json: string): Report {
  const read = v.safeParse(reportSchema, parsed(json), { abortEarly: true });
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new ConfigError(`it is not a report-v1: ${shortLine(v.getDotPath(issue) ?? 'the document', 200)} does not match the schema`);
}

/** No report of ours has more values. In a text with tiny values, more of them would need gigabytes of memory. */
export const MOST_VALUES = 1_000_000;

function parsed(json: string): unknown {
  if (hasTooMany(json)) throw new ConfigError(`it has more than ${MOST_VALUES} values`);
  const value = parseJson(json);
  if (value === undefined) throw new ConfigError('it is not JSON');
  return value;
}

/** Counts the values before the text is parsed: outside of strings, each opening bracket and each comma begins an entry or a key. */
function hasTooMany(json: string): boolean {
  let values = 0;
  for (let at = 0; at < json.length && values <= MOST_VALUES; at++) {
    const char = json[at];
    if (char === '"') at = endOfString(json, at);
    else if (char === '[' || char === '{' || char === ',') values++;
  }
  return values > MOST_VALUES;
}

/** The end of the string that begins there, or of the text. */
function endOfString(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
