import { ConfigError } from '../errors.ts';
import { nearest } from '../fleet/nearest.ts';
import { REPORT_FORMATS, type ReportFormat } from '../report/render.ts';

/** Where a report goes; `file` is absent for standard output. */
export interface Destination {
  readonly format: ReportFormat;
  readonly file?: string;
}

/**
 * `--format json=out.json --format text` as destinations; text on standard output when nothing is asked for.
 * @throws {ConfigError} unknown format, `json=` without a file, two formats on standard output, two in one file.
 */
export function parseFormats(values: readonly string[]): readonly Destination[] {
  if (values.length === 0) return [{ format: 'text' }];
  const destinations = values.map(parseFormat);
  const seen = new Set<string>();
  for (const { file } of destinations) {
    const place = file ?? 'standard output';
    if (seen.has(place))
      throw new ConfigError(`--format: two reports cannot both go to ${place}; write one to a file of its own: --format json=report.json`);
    seen.add(place);
  }
  return destinations;
}

function parseFormat(value: string): Destination {
  const equals = value.indexOf('=');
  const name = equals < 0 ? value : value.slice(0, equals);
  const format = REPORT_FORMATS.find((candidate) => candidate === name);
  if (format === undefined) {
    const hint = nearest(name, REPORT_FORMATS);
    throw new ConfigError(
      `--format: unknown format "${name}"${hint === undefined ? '' : `; did you mean ${hint}?`} (formats: ${REPORT_FORMATS.join(', ')})`,
    );
  }
  if (equals < 0) return { format };
  const file = value.slice(equals + 1);
  if (file === '') throw new ConfigError(`--format: "${value}" names no file; write --format ${name}=FILE`);
  return { format, file };
}
