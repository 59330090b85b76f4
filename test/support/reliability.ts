/**
 * A suite of docs/reliability.md. The project `slow` runs a sample of it. `npm run reliability` runs all of it and writes the figures to
 * `docs/reliability/<name>.json`, from which `npm run gen` writes the page.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

/** One line of the page: what was tried, how often, and with which result. */
export interface Tried {
  readonly tried: string;
  readonly times: number;
  readonly outcome: string;
}

export interface SuiteFigures {
  readonly title: string;
  /** One or two sentences: what the suite proves, and how it would detect the opposite. */
  readonly proves: string;
  /** The command that repeats it. */
  readonly command: string;
  readonly rows: readonly Tried[];
}

export interface Suite {
  /** Whether everything is tried, not only the sample of every run. */
  readonly whole: boolean;
  /** How many to try: `all` in the complete run, `share` in any other. */
  size(all: number, share: number): number;
  /** The seed of this run: `SEED` of the environment, else 1. A failure must print it. */
  readonly seed: number;
  /** Reports a line once everything in it has passed. In a sample run the page must already have the line. */
  tell(row: Tried): void;
}

const FOLDER = path.resolve(import.meta.dirname, '../../docs/reliability');

/** Declares the suite of a test file; `name` is that of its figures. */
export function reliability(
  name: string,
  about: Omit<SuiteFigures, 'rows' | 'command'>,
  command = `npm run reliability -- ${name}`,
): Suite {
  const whole = process.env['RELIABILITY'] === 'all';
  const rows: Tried[] = [];
  // eslint-disable-next-line no-empty-pattern -- vitest asks for a pattern here
  afterAll(({}, suite) => {
    if (!whole || !ranWhole(suite)) return;
    const figures: SuiteFigures = { ...about, command, rows: rows.toSorted((a, b) => a.tried.localeCompare(b.tried)) };
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path.join(FOLDER, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
  });
  return {
    whole,
    size: (all, share) => (whole ? all : share),
    seed: Number(process.env['SEED'] ?? 1),
    tell(row) {
      rows.push(row);
      if (!whole) expect(linesOf(name), `docs/reliability/${name}.json lacks this line: ${command}`).toContain(row.tried);
    },
  };
}

/**
 * Whether every test ran and passed, those in groups included. With `-t`, `only` or `skip` some do not run, and the figures would be
 * incomplete.
 */
export function ranWhole({ tasks }: { readonly tasks: readonly RanTask[] }): boolean {
  return tasks.every((task) => (task.type === 'suite' ? ranWhole(task) : task.mode === 'run' && task.result?.state === 'pass'));
}

/** A test or a group of tests as vitest reports it. */
type RanTask =
  | { readonly type: 'suite'; readonly tasks: readonly RanTask[] }
  | { readonly type: 'test'; readonly mode: string; readonly result?: { readonly state: string } | undefined };

function linesOf(name: string): string[] {
  const file = path.join(FOLDER, `${name}.json`);
  if (!existsSync(file)) return [];
  const figures = JSON.parse(readFileSync(file, 'utf8')) as SuiteFigures;
  return figures.rows.map(({ tried }) => tried);
}
