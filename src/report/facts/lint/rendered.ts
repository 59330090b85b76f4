import type { Finding } from '../../../finding.ts';
import { listed } from '../../../fleet/text/listed.ts';

/** Overlays a line names. */
const SHOWN = 5;

/**
 * Of a finding about a rendered object: what prints it, in which overlays it is where there are several, and what stands there where no file
 * says it. Empty for all others; untrusted text.
 */
export function renderedText({ rendered }: Pick<Finding, 'rendered'>): string {
  if (rendered === undefined) return '';
  const { overlays, command, quote } = rendered;
  const where = overlays.length < 2 ? '' : `, in ${listed(overlays, SHOWN, 'overlays')}`;
  return `rendered by ${command}${where}${quote === undefined ? '' : `: ${quote}`}`;
}
