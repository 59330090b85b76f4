/** What is measured, by name. */
export type Figures = Readonly<Record<string, Figure>>;

export interface Figure {
  readonly value: number;
  readonly unit: string;
}

/** The most that each figure may be, by the same names. */
export type Bounds = Readonly<Record<string, number>>;

/** How much room `--renew` leaves by unit: none where things are counted, and more than runs differed by where V8 has a say. */
const ROOM: Readonly<Record<string, number>> = { bytes: 0.02, 'bytes allocated': 0.1, 'bytes kept': 0.25 };

/** What does not keep to its bound, a sentence each: a figure that is over it or has none, and a bound of what is no figure. */
export function overBudget(figures: Figures, bounds: Bounds): readonly string[] {
  const over = Object.entries(figures).flatMap(([name, { value, unit }]) => {
    const bound = bounds[name];
    if (bound === undefined) return [`${name} has no bound; it is ${said(value)} ${unit}`];
    if (value <= bound) return [];
    return [`${name}: ${said(value)} ${unit}, which is ${said(value - bound)} (${share(value, bound)}) over the bound of ${said(bound)}`];
  });
  const gone = Object.keys(bounds).filter((name) => !Object.hasOwn(figures, name));
  return [...over, ...gone.map((name) => `${name} has a bound, but is not measured`)];
}

/** Bounds that these figures keep to, with a little room where they differ between runs or grow with each change. */
export function boundsFor(figures: Figures): Bounds {
  return Object.fromEntries(Object.entries(figures).map(([name, { value, unit }]) => [name, Math.ceil(value * (1 + (ROOM[unit] ?? 0)))]));
}

function share(value: number, bound: number): string {
  return `${((value / bound - 1) * 100).toFixed(1)} %`;
}

function said(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 });
}
