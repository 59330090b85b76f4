import type { ContainerLog } from '../../../report.ts';
import { counted } from '../words/words.ts';

/** `last 20 lines of pod pay-1, container main (previous run)` */
export function logTitle({ pod, container, previous, text }: ContainerLog): string {
  return `last ${counted(text.split('\n').length, 'line')} of pod ${pod}, container ${container}${previous === true ? ' (previous run)' : ''}`;
}
