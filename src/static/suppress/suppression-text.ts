import { isBlank } from '../../blank.ts';
import { isDay } from '../../duration.ts';
import type { SuppressionFindingId } from './builtin.ts';

export type ParsedSuppression =
  | { readonly kind: 'suppression'; readonly suppression: { readonly rule: string; readonly reason: string; readonly until?: string } }
  | { readonly kind: 'fault'; readonly id: SuppressionFindingId; readonly message: string };

/** Parses `<rule>: <reason> (until YYYY-MM-DD)`. If the rule is already known (an annotation), the text is only the reason. */
export function parseSuppression(text: string, ruleOfKey?: string): ParsedSuppression {
  const colon = text.indexOf(':');
  const rule = ruleOfKey ?? (colon < 0 ? text : text.slice(0, colon)).trim();
  const rest = ruleOfKey === undefined ? (colon < 0 ? '' : text.slice(colon + 1)) : text;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(rule)) {
    return fault(
      'suppression-malformed',
      rule === '' ? 'This suppression names no rule.' : `This suppression names no rule: "${rule}" is not the form of one.`,
    );
  }
  const { before, until } = parted(rest);
  if (until !== undefined && !isDay(until)) {
    return fault('suppression-malformed', `The suppression of ${rule} ends at "${until}", which is not a day of the form YYYY-MM-DD.`);
  }
  const reason = before.trim();
  const day = until === undefined ? DAY_AT_END.exec(reason.slice(-30))?.[1] : undefined;
  if (day !== undefined) {
    return fault('suppression-malformed', `The suppression of ${rule} ends with a day without parentheses: write "(until ${day})".`);
  }
  if (isBlank(reason)) return fault('suppression-without-reason', `The suppression of ${rule} gives no reason, so it hides nothing.`);
  return { kind: 'suppression', suppression: until === undefined ? { rule, reason } : { rule, reason, until } };
}

// linear: each part ends at the first other sign.
const DAY_AT_END = /(?:^|[\s(])until:?\s{1,9}(\d{4}-\d{2}-\d{2})$/i;

/** The text before `(until …)` at its end, and the date. It is parsed by hand, because a pattern would try every run of blanks again. */
function parted(text: string): { readonly before: string; readonly until?: string } {
  const whole = text.trimEnd();
  if (!whole.endsWith(')')) return { before: text };
  const from = whole.lastIndexOf(')', whole.length - 2) + 1;
  const last = whole.slice(from, -1);
  const opening = /\(\s*until\b/.exec(last);
  if (opening === null) return { before: text };
  const inner = last.slice(opening.index + opening[0].length).trimStart();
  return { before: whole.slice(0, from + opening.index), until: inner.replace(/^:/, '').trim() };
}

function fault(id: SuppressionFindingId, message: string): ParsedSuppression {
  return { kind: 'fault', id, message };
}
