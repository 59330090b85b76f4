import type { DoctorReport } from '../../report.ts';
import type { Notice } from '../hub/access/notices.ts';
import { WOULD_ALLOW } from '../hub/access/rbac-rule.ts';
import { APPLY, rights } from './checks/rights.ts';

/** What readers of a hub were refused on the way, as the check of the rights that was made by reading; `undefined` where they were refused nothing. */
export function lackingRights(notices: readonly Notice[]): DoctorReport | undefined {
  for (const { message, role } of notices) {
    if (role === undefined) continue;
    const lines = message.split('\n');
    const evidence = lines.slice(0, lines.indexOf(WOULD_ALLOW));
    const { id, title, asks } = rights;
    return { checks: [{ id, title, asks, outcome: 'warning', evidence, remedy: [APPLY] }], role };
  }
  return undefined;
}
