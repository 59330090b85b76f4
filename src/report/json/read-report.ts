import * as v from 'valibot';
import { ConfigError } from '../../errors.ts';
import type { Report } from '../../report.ts';
import { shortLine } from '../facts/words/visible.ts';
import { reportSchema } from './report-schema.ts';

/**
 * The report in a JSON text of `report-v1`, safe to render: every value has its type and is one of the words of the contract, fields outside the
 * contract are dropped, and a text of more than 10,000 characters is cut. Whether the report is true is not known.
 * @throws {ConfigError} it is not JSON, not a report, or has more values than a report can; names the first place that is wrong, and quotes nothing of it
 */
export function readReport(json: string): Report {
  const read = v.safeParse(reportSchema, parsed(json), { abortEarly: true });
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new ConfigError(`it is not a report-v1: ${shortLine(v.getDotPath(issue) ?? 'the document', 200)} does not match the schema`);
}

/** A report of ours with so many is larger than any that is read; of less than two bytes each, they would cost gigabytes. */
export const MOST_VALUES = 1_000_000;

function parsed(json: string): unknown {
  if (hasTooMany(json)) throw new ConfigError(`it has more than ${MOST_VALUES} values`);
  try {
    return JSON.parse(json);
  } catch {
    throw new ConfigError('it is not JSON');
  }
}

/** Counts before anything is made of the text: brackets that open and commas, outside of strings, are as many as entries of lists and keys. */
function hasTooMany(json: string): boolean {
  let values = 0;
  for (let at = 0; at < json.length && values <= MOST_VALUES; at++) {
    const char = json[at];
    if (char === '"') at = endOfString(json, at);
    else if (char === '[' || char === '{' || char === ',') values++;
  }
  return values > MOST_VALUES;
}

/** Where the string that begins there ends, or the text. */
function endOfString(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
