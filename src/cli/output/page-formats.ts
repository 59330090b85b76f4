import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { PLAIN, type Styler } from '../../report/text/terminal.ts';
import { saveReport } from './requested-output-file.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { type Destination, parseFormats, styler } from './output.ts';

export const PAGE_FORMATS = ['text', 'json', 'markdown'] as const;

/** The formats of commands that answer a question. Other formats describe findings and placements. */
export type PageFormat = (typeof PAGE_FORMATS)[number];

export interface PageDestination extends Destination {
  readonly format: PageFormat;
}

/**
 * The targets of an answer, from `--format json=out.json --format text`. @throws {ConfigError} as for reports, and for a format that
 * cannot contain an answer
 */
export function pageFormats(invocation: Pick<Invocation, 'value' | 'values' | 'named'>): readonly PageDestination[] {
  for (const value of invocation.values('format')) {
    const [name = ''] = value.split('=', 1);
    if (isPageFormat(name)) continue;
    const hint = nearest(name, PAGE_FORMATS);
    throw new ConfigError(
      `${invocation.named('format')} must be one of ${PAGE_FORMATS.join(', ')}, not "${name}"${hint === undefined ? '' : `; did you mean ${hint}?`}`,
    );
  }
  return parseFormats(invocation).flatMap(({ format, ...place }) => (isPageFormat(format) ? [{ format, ...place }] : []));
}

/** Writes an answer to all requested targets, the terminal first. @throws {ConfigError} a file cannot be written */
export function writePages(
  destinations: readonly PageDestination[],
  textOf: (format: PageFormat, terminal: { readonly style: Styler; readonly width?: number }) => string,
  invocation: Pick<Invocation, 'switch' | 'named'>,
  io: Io,
): void {
  for (const { format, file } of destinations)
    if (file === undefined)
      io.stdout.write(textOf(format, { style: styler(invocation, io), ...(io.stdout.isTTY ? { width: io.stdout.columns } : {}) }));
  for (const { format, file } of destinations)
    if (file !== undefined)
      saveReport(resolve(io.cwd, file), textOf(format, { style: PLAIN }), invocation.named('format', `${format}=${file}`));
}

function isPageFormat(name: string): name is PageFormat {
  return PAGE_FORMATS.some((format) => format === name);
}
