import type { DoctorReport } from '../../report.ts';
import type { Notice } from '../hub/access/notices.ts';
import { wouldAllow } from '../hub/access/rbac-rule.ts';
import { APPLY, rights } from './checks/rights.ts';

/** What readers of a hub were refused on the way, as the check of the rights that was made by reading; `undefined` where they were refused nothing. */
export function lackingRights(notices: readonly Notice[]): DoctorReport | undefined {
  for (const { message, rule } of notices) {
    if (rule === undefined) continue;
    const [found = ''] = message.split(`\n${wouldAllow(rule)}\n`);
    const evidence = found.split('\n');
    const { id, title, asks } = rights;
    return { checks: [{ id, title, asks, outcome: 'warning', evidence, remedy: [APPLY] }], role: rule.yaml, roleTitle: rule.title };
  }
  return undefined;
}
