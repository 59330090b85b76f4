import * as v from 'valibot';
import { ConfigError } from '../../errors.ts';
import type { Report } from '../../report.ts';
import { shortLine } from '../facts/visible.ts';
import { reportSchema } from './report-schema.ts';

/**
 * The report that a JSON text of `report-v1` holds, as a renderer may show it: every value has the type and is one of the words of the contract,
 * what the contract does not name is dropped. Nothing says that the report is true.
 * @throws {ConfigError} it is no JSON, or no report; names the first place that is wrong, and quotes nothing of it
 */
export function readReport(json: string): Report {
  const read = v.safeParse(reportSchema, parsed(json), { abortEarly: true });
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new ConfigError(`it is no report-v1: ${shortLine(v.getDotPath(issue) ?? 'the whole of it', 200)} is not as the contract has it`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ConfigError('it is no JSON');
  }
}
