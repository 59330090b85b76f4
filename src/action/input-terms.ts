import { flagTerms, type Terms } from '../terms.ts';
import { FLAG_INPUTS } from './inputs.ts';
import { isReportInputFormat, REPORT_INPUTS } from './report-inputs.ts';

/**
 * Names settings as a workflow does: `base: REF`, and `allow-partial: true` for a switch. A setting that is not an input keeps its flag.
 */
export const inputTerms: Terms = (name, value) => {
  if (name === 'format') return reportFile(value);
  if (name === 'image') return written('images', value);
  const input = FLAG_INPUTS.find((flag) => flag.name === name);
  if (input === undefined && name !== 'plan') return flagTerms(name, value);
  return written(name, value ?? (input?.value === undefined ? 'true' : undefined));
};

/** Each report format has its own input. */
function reportFile(destination: string | undefined): string {
  const [, format = '', file] = /^(\w+)=(.*)$/s.exec(destination ?? '') ?? [];
  if (isReportInputFormat(format)) return written(REPORT_INPUTS[format], file);
  const { html, ...others } = REPORT_INPUTS;
  return `${Object.values(others)
    .map((input) => written(input))
    .join(', ')} and ${written(html)}`;
}

function written(input: string, value?: string): string {
  return value === undefined ? `\`${input}\`` : `\`${input}: ${value}\``;
}
