import { field, isObject, stringAt } from '../../fleet/json/json.ts';

/** The limits of a query; at least one is given. */
export interface QueryLimits {
  readonly min?: number;
  readonly max?: number;
}

interface QueryEvidence {
  readonly proven: readonly string[];
  readonly notProven: readonly string[];
}

/**
 * Whether the answer of Prometheus is one number within the limits. No data, several series, a value that is not finite and an answer with
 * warnings, which may be of a part of the data only, prove nothing. Source: Prometheus HTTP API v1, instant queries. VictoriaMetrics marks
 * such an answer with `isPartial`.
 * @param answer the JSON of the answer
 */
export function queryEvidence(query: string, answer: unknown, limits: QueryLimits): QueryEvidence {
  const refused = (why: string): QueryEvidence => ({ proven: [], notProven: [`query ${query}: ${short(why)}`] });
  if (stringAt(answer, 'status') !== 'success') return refused(stringAt(answer, 'error') ?? 'the answer is not one of Prometheus');
  const warnings = field(answer, 'warnings') ?? [];
  if (!Array.isArray(warnings) || warnings.length > 0)
    return refused(`Prometheus warns that the answer may not be complete: ${[warnings].flat().map(String).join('; ')}`);
  if (field(answer, 'isPartial') === true) return refused('the answer is of a part of the data only (isPartial)');
  const type = stringAt(answer, 'data', 'resultType');
  const result = field(answer, 'data', 'result');
  if (type === 'vector' && Array.isArray(result)) {
    if (result.length === 0) return refused('no data');
    if (result.length > 1) return refused(`${String(result.length)} series, not one: aggregate them, for example with sum() or max()`);
    const [series] = result as readonly unknown[];
    return isObject(series) ? compared(query, series['value'], limits) : refused('the answer is not one of Prometheus');
  }
  if (type === 'scalar') return compared(query, result, limits);
  return refused(`the result is a ${type ?? 'value of no type'}, not a vector or a scalar`);
}

/** As Go formats a number. A longer or other text is not from Prometheus. */
const DECIMAL = /^[+-]?\d[\d.]{0,400}(?:e[+-]?\d{1,3})?$/;

/** @param sample time and value: `[1700000000.1, "0.25"]` */
function compared(query: string, sample: unknown, { min, max }: QueryLimits): QueryEvidence {
  const [, text] = Array.isArray(sample) ? (sample as readonly unknown[]) : [];
  const value = typeof text === 'string' && DECIMAL.test(text) ? Number(text) : Number.NaN;
  const is = `query ${query} is ${short(text)}`;
  if (!Number.isFinite(value)) return { proven: [], notProven: [`${is}, which is not a finite number`] };
  if (max !== undefined && value > max) return { proven: [], notProven: [`${is}, more than ${String(max)}`] };
  if (min !== undefined && value < min) return { proven: [], notProven: [`${is}, less than ${String(min)}`] };
  const limits = [...(min === undefined ? [] : [`at least ${String(min)}`]), ...(max === undefined ? [] : [`at most ${String(max)}`])];
  return { proven: [`${is} (${limits.join(' and ')})`], notProven: [] };
}

/** The beginning of a text of the server, which may send any. */
function short(text: unknown): string {
  return String(text).slice(0, SHOWN);
}

const SHOWN = 500;
