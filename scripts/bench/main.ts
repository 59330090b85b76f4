/**
 * `npm run bench` measures how fast fleet-gate is, as ratios within one run: times of one machine are not comparable with another's.
 *   npm run bench -- cold "judging to parsing"   only this group, and rows whose name contains that text
 *   npm run bench -- --list                      the rows and their bounds
 *   npm run bench -- --write                     stores the results in docs/speed.json, from which docs/speed.md is made
 * It exits with 1 if a bound is not met.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isMet, type Line, measuredLine, skippedLine } from './line.ts';
import { keepResults } from './results.ts';
import { type Row, Skipped } from './row.ts';
import { boundText, cellsOf, HEADINGS, rowText } from './table.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' }, write: { type: 'boolean' } } });
const all = await allRows();
const groups = new Set(all.map(({ group }) => group));
const rows = all.filter((row) => positionals.length === 0 || positionals.some((text) => isNamed(row, text)));
if (rows.length === 0) {
  console.error('no row is named like that; --list names them all');
  process.exitCode = 2;
}
if (values.list === true) for (const row of rows) listRow(row);
else {
  console.log(rowText(HEADINGS));
  for (const row of rows) {
    const lines = await linesOf(row);
    for (const line of lines) console.log(rowText(cellsOf(line)));
    // At once, so that nothing is lost if a later row fails.
    if (values.write === true) keepResults(lines);
    if (lines.some((line) => isMet(line) === false)) process.exitCode = 1;
  }
}

/** The rows of all files in `rows/`, in the order of their names. */
async function allRows(): Promise<readonly Row[]> {
  const folder = path.join(import.meta.dirname, 'rows');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const found: Row[] = [];
  for (const file of files.sort()) found.push(...((await import(path.join(folder, file))) as { readonly rows: readonly Row[] }).rows);
  return found;
}

/** By group if there is one of that name, else by a part of `what`. */
function isNamed({ group, what }: Row, text: string): boolean {
  return groups.has(text) ? group === text : what.includes(text);
}

function listRow({ group, what, peer, figures }: Row): void {
  const told = Object.entries(figures).map(([figure, { unit, bound }]) =>
    [figure, bound && boundText(bound, unit)].filter(Boolean).join(' '),
  );
  console.log(`${group.padEnd(12)}${what}${peer === undefined ? '' : `, against ${peer}`}: ${told.join(', ')}`);
}

async function linesOf(row: Row): Promise<readonly Line[]> {
  try {
    const measured = await row.measure();
    return Object.entries(measured).map(([figure, of]) => measuredLine(row, figure, of));
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    return Object.keys(row.figures).map((figure) => skippedLine(row, figure, error.message));
  }
}
