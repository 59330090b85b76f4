import { RFC3339_TIMES } from '../../fleet/kubernetes/rfc3339.ts';

/**
 * Maps times of a recording to times of the hub that plays it. Times before the mark move by the same number of whole seconds, later ones
 * at the play's speed.
 */
export interface TimeShift {
  /** Time of the mark in the recording, in milliseconds since the epoch. */
  readonly from: number;
  /** Time of the mark on the hub, in milliseconds since the epoch. */
  readonly to: number;
  /** Recorded seconds that pass in one second of the hub. */
  readonly speed: number;
}

/** Returns a copy in which every RFC 3339 time in every string is moved. A time keeps its number of fractional digits. */
export function shiftTimes<Value>(value: Value, shift: TimeShift): Value {
  return shifted(value, shift) as Value;
}

/** The moment on the hub for a recorded moment, both in milliseconds since the epoch. */
export function shiftedMoment(recorded: number, { from, to, speed }: TimeShift): number {
  return to + (recorded - from) / (recorded > from ? speed : 1);
}

function shifted(value: unknown, shift: TimeShift): unknown {
  if (typeof value === 'string') return value.replaceAll(RFC3339_TIMES, (text) => shiftedText(text, shift));
  if (Array.isArray(value)) return value.map((item) => shifted(item, shift));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shifted(child, shift)]));
}

/** Kubernetes times have whole seconds: a shift by whole seconds keeps their order and never moves them into the future. */
function shiftedText(text: string, shift: TimeShift): string {
  const fraction = /\.(\d+)/.exec(text)?.[1];
  const whole = { ...shift, to: shift.from + Math.floor((shift.to - shift.from) / 1000) * 1000 };
  const [seconds = '', millis = ''] = new Date(Math.floor(shiftedMoment(Date.parse(text), whole))).toISOString().slice(0, -1).split('.');
  return fraction === undefined
    ? `${seconds}Z`
    : `${seconds}.${(millis + fraction.slice(3)).padEnd(fraction.length, '0').slice(0, fraction.length)}Z`;
}
