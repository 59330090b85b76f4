import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { ConfigError } from '../errors.ts';
import { render, type RenderOptions } from '../report/render.ts';
import { PLAIN, type Styler } from '../report/terminal.ts';
import type { Report } from '../report.ts';
import type { Destination } from './formats.ts';
import type { Io } from './io.ts';
import type { Invocation } from './parse.ts';

/** Writes a report everywhere it was asked for. @throws {ConfigError} a file that cannot be written. */
export async function publish(
  report: Report,
  destinations: readonly Destination[],
  invocation: Invocation,
  io: Io,
  options: RenderOptions = {},
): Promise<void> {
  for (const { format, file } of destinations) {
    if (file === undefined) {
      const width = io.stdout.isTTY ? { width: io.stdout.columns } : {};
      io.stdout.write(render(report, format, { ...options, ...width, style: styler(invocation, io) }));
    } else {
      await save(resolve(io.cwd, file), render(report, format, options), `--format ${format}=${file}`);
    }
  }
}

/** @throws {ConfigError} naming the flag that asked for the file. */
export async function save(path: string, text: string, flag: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new ConfigError(`${flag}: cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`, { cause: error });
  }
}

/** Colours on a terminal only, and never against `--no-color` or NO_COLOR. */
export function styler(invocation: Invocation, io: Io): Styler {
  if (!io.stdout.isTTY || invocation.switch('no-color') || (io.env['NO_COLOR'] ?? '') !== '') return PLAIN;
  const style =
    (format: Parameters<typeof styleText>[0]) =>
    (text: string): string =>
      styleText(format, text, { validateStream: false });
  return { bold: style('bold'), dim: style('dim'), red: style('red'), green: style('green'), yellow: style('yellow'), cyan: style('cyan') };
}
