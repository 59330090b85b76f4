import type { FlagName } from '../cli/flags.ts';
import { flagTerms, type Terms } from '../terms.ts';
import { FLAG_INPUTS } from './inputs.ts';

/**
 * The tool speaks of settings; whoever reads a workflow knows them as inputs: `base: REF`, and `allow-partial: true` for a switch.
 * What is no input keeps its flag.
 */
export const inputTerms: Terms<FlagName> = (name, value) => {
  if (name === 'format') return reportFile(value);
  const input = FLAG_INPUTS.find((flag) => flag.name === name);
  if (input === undefined && name !== 'plan') return flagTerms(name, value);
  return written(name, value ?? (input?.value === undefined ? 'true' : undefined));
};

/** Reports are asked for with an input a format. */
function reportFile(destination: string | undefined): string {
  const [, format = '', file] = /^(json|sarif|html)=(.*)$/s.exec(destination ?? '') ?? [];
  if (!isFormat(format))
    return `${Object.values(INPUTS)
      .slice(0, -1)
      .map((input) => written(input))
      .join(', ')} and ${written(INPUTS.html)}`;
  return written(INPUTS[format], file);
}

const INPUTS = { json: 'report-file', sarif: 'sarif-file', html: 'html-file' } as const;

function isFormat(name: string): name is keyof typeof INPUTS {
  return Object.hasOwn(INPUTS, name);
}

function written(input: string, value?: string): string {
  return value === undefined ? `\`${input}\`` : `\`${input}: ${value}\``;
}
