import type { Finding } from '../../../finding.ts';
import { listed } from '../../../fleet/text/listed.ts';

/**
 * For a finding about a rendered object: the tool that rendered it, the overlays that have it if there are several, and the rendered text
 * if no file has it. Empty for other findings; untrusted text.
 */
export function renderedText({ rendered }: Pick<Finding, 'rendered'>): string {
  if (rendered === undefined) return '';
  const { overlays, command, quote } = rendered;
  const where = overlays.length < 2 ? '' : `, in ${listed(overlays, 5, 'overlays')}`;
  return `rendered by ${command}${where}${quote === undefined ? '' : `: ${quote}`}`;
}
