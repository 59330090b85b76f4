import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, type as system } from 'node:os';
import path from 'node:path';
import type { Line } from './line.ts';

/** The content of docs/speed.json. */
export interface Results {
  /** The machine on which the last figures were measured, in words. */
  readonly machine: string;
  readonly lines: readonly Line[];
}

const FILE = path.resolve(import.meta.dirname, '../../docs/speed.json');

/** The stored results; empty if there is no file. */
export function keptResults(file = FILE): Results {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : { machine: '', lines: [] };
}

/** Replaces the stored lines with the same names; lines that were not measured now are kept. */
export function keepResults(lines: readonly Line[], file = FILE): void {
  const results: Results = { machine: machine(), lines: renewed(keptResults(file).lines, lines) };
  writeFileSync(file, `${JSON.stringify(results, rounded, 2)}\n`);
}

function renewed(before: readonly Line[], lines: readonly Line[]): readonly Line[] {
  const now = new Map(lines.map((line) => [nameOf(line), line]));
  const kept = before.map((line) => now.get(nameOf(line)) ?? line);
  const names = new Set(before.map(nameOf));
  return [...kept, ...lines.filter((line) => !names.has(nameOf(line)))].toSorted((a, b) => a.group.localeCompare(b.group, 'en'));
}

function nameOf({ what, figure }: Line): string {
  return `${what}: ${figure}`;
}

function machine(): string {
  const [cpu] = cpus();
  return `${String(availableParallelism())} cores of ${cpu?.model.trim() ?? 'unknown'}, ${system()}, Node ${process.versions.node}`;
}

/** Four digits are more than the precision of one run. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}
