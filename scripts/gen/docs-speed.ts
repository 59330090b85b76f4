/**
 * The figures of `docs/speed.md` and of the README, from `docs/speed.json`, which `npm run bench -- --write` writes. Both are between
 * marks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Line } from '../bench/line.ts';
import { keptResults, type Results } from '../bench/results.ts';
import { cellsOf, HEADINGS } from '../bench/table.ts';
import type { Generated } from '../gen.ts';

const [BEGIN, END] = ['<!-- figures -->', '<!-- end of figures -->'];

export function generate(root: string): Generated {
  const results = keptResults(join(root, 'docs/speed.json'));
  const filled = (file: string, figures: string): [string, string] => [
    file,
    between(readFileSync(join(root, file), 'utf8'), figures, file),
  ];
  return { files: Object.fromEntries([filled('docs/speed.md', tables(results)), filled('README.md', sentence(results))]) };
}

function between(text: string, figures: string, file: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for figures: ${BEGIN} and ${END}`);
  return `${text.slice(0, from + BEGIN.length)}\n\n${figures}\n\n${text.slice(to)}`;
}

/** A table for each group. */
function tables({ machine, lines }: Results): string {
  const groups = [...Map.groupBy(lines, ({ group }) => group)].map(([group, members]) => `### ${group}\n\n${table(members)}`);
  return [`Measured on ${machine}.`, ...groups].join('\n\n');
}

function table(lines: readonly Line[]): string {
  const rows = [HEADINGS, ['---', '--:', '--:', '---', '---', '---'], ...lines.map(cellsOf)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The figures that a reader of the README is likely to ask for. */
function sentence({ lines }: Results): string {
  const of = (what: string, figure: string): Line | undefined => lines.find((line) => line.what === what && line.figure === figure);
  const cold = of('lint of two files, first run', 'wall');
  const files = 'lint of 10,000 files, a tenth of them placements';
  const [many, peak] = [of(files, 'wall'), of(files, 'peak')];
  const told = [
    cold?.ratio && `A cold \`lint\` of two files takes ${cold.ratio.median.toFixed(1)} times as long as a Node that does nothing.`,
    many?.ratio &&
      peak?.ours &&
      `A \`lint\` of 10,000 files takes ${many.ratio.median.toFixed(1)} times as long as kubeconform, in ${peak.ours.median.toFixed(0)} MB.`,
    '[All figures, and how to repeat them](docs/speed.md).',
  ];
  return told.filter((each) => typeof each === 'string').join('\n');
}
