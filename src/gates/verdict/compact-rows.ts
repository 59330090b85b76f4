import type { GatedCluster, GatedPlacement } from '../../report.ts';

/** All that many rows have in common. */
type Form = Omit<GatedCluster, 'name' | 'since'>;

/**
 * A verdict whose rows are made when they are asked for. It is made apart from where it is judged: what makes its rows would keep all that was read
 * for it.
 */
export function withCompactRows({ clusters, ...gated }: GatedPlacement): GatedPlacement {
  const rows = compactRows(clusters);
  return {
    ...gated,
    get clusters() {
      return rows();
    },
  };
}

/** The verdict with some of it replaced. Rows that are made when they are asked for stay so; a spread would make and keep them. */
export function withReplaced<Gated extends GatedPlacement>(gated: Gated, parts: Partial<GatedPlacement>): Gated {
  const descriptors = { ...Object.getOwnPropertyDescriptors(gated), ...Object.getOwnPropertyDescriptors(parts) };
  return Object.defineProperties({}, descriptors) as Gated;
}

/**
 * Keeps the rows of a target as numbers, and answers what makes them anew: of a large fleet there are a hundred thousand, of which hardly any is
 * looked at before the end. Rows that were made last are made no second time.
 */
export function compactRows(rows: readonly GatedCluster[]): () => readonly GatedCluster[] {
  const forms = new Map<string, { readonly form: Form; readonly number: number }>();
  const formOf = new Uint16Array(rows.length);
  const sinceOf = new Uint32Array(rows.length);
  for (const [index, { name: _, since, ...form }] of rows.entries()) {
    const second = secondOf(since);
    // What has no number is kept as it is.
    if (second === undefined || forms.size > LARGEST_FORM) return () => rows;
    const key = JSON.stringify(Object.entries(form).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const known = forms.get(key) ?? { form, number: forms.size };
    forms.set(key, known);
    formOf[index] = known.number;
    sinceOf[index] = second;
  }
  return rowsOf({
    names: sameAsLast(rows.map(({ name }) => name)),
    forms: [...forms.values()].map(({ form }) => form),
    // One form is the rule: all clusters are available.
    formOf: forms.size > 1 ? formOf : undefined,
    sinceOf,
  });
}

interface Columns {
  readonly names: readonly string[];
  readonly forms: readonly Form[];
  readonly formOf: Uint16Array | undefined;
  readonly sinceOf: Uint32Array;
}

/** The numbers that 16 bits have. */
const LARGEST_FORM = 2 ** 16 - 1;

/** The last second of 32 bits stands for no time. */
const NO_TIME = 2 ** 32 - 1;

function rowsOf(columns: Columns): () => readonly GatedCluster[] {
  return () => {
    if (lastMade?.columns !== columns) lastMade = { columns, rows: made(columns) };
    return lastMade.rows;
  };
}

let lastMade: { readonly columns: Columns; readonly rows: readonly GatedCluster[] } | undefined;

function made({ names, forms, formOf, sinceOf }: Columns): readonly GatedCluster[] {
  return names.map((name, index): GatedCluster => {
    const { stage = '', verdict = 'unknown', ...rest } = forms[formOf?.[index] ?? 0] ?? {};
    const second = sinceOf[index] ?? NO_TIME;
    return { name, stage, ...(second === NO_TIME ? {} : { since: textOf(second) }), verdict, ...rest };
  });
}

/** Seconds since 1970 of a time in UTC as Kubernetes writes it; `undefined` of any other text. */
function secondOf(since: string | undefined): number | undefined {
  if (since === undefined) return NO_TIME;
  const second = Date.parse(since) / 1000;
  return Number.isInteger(second) && second >= 0 && second < NO_TIME && textOf(second) === since ? second : undefined;
}

/** Most rows of a target are of one day: its date is asked for once, as the text of a `Date` takes longer than all else of a row. */
function textOf(second: number): string {
  const day = Math.floor(second / DAY);
  if (lastDay?.day !== day) lastDay = { day, text: new Date(day * DAY * 1000).toISOString().slice(0, 11) };
  const rest = second - day * DAY;
  return `${lastDay.text}${twoDigits(rest / 3600)}:${twoDigits((rest / 60) % 60)}:${twoDigits(rest % 60)}Z`;
}

const DAY = 86_400;

let lastDay: { readonly day: number; readonly text: string } | undefined;

function twoDigits(value: number): string {
  return TWO_DIGITS[Math.floor(value)] ?? '';
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

let lastNames: readonly string[] = [];

/** Most placements of a fleet are on the same clusters: their names are one list. */
function sameAsLast(names: readonly string[]): readonly string[] {
  if (names.length !== lastNames.length || names.some((name, index) => name !== lastNames[index])) lastNames = names;
  return lastNames;
}
