import type { DoctorReport } from '../../report.ts';
import { withoutCredentials } from '../../secrets/credential-text.ts';
import type { Reach } from '../reach.ts';
import type { Notice } from '../hub/access/notices.ts';
import { wouldAllow } from '../hub/access/rbac-rule.ts';
import { applyStep, rights } from './checks/rights.ts';

/** The reads that a hub refused, as the result of the permission check; `undefined` if it refused none. */
export function lackingRights(notices: readonly Notice[], reach: Reach): DoctorReport | undefined {
  for (const { message, rule } of notices) {
    if (rule === undefined) continue;
    const [found = ''] = message.split(`\n${wouldAllow(rule)}\n`);
    // A private key has several lines.
    const evidence = withoutCredentials(found).split('\n');
    const { id, title, asks } = rights;
    return {
      checks: [{ id, title, asks, outcome: 'warning', evidence, remedy: [applyStep(reach)] }],
      role: rule.yaml,
      roleTitle: rule.title,
    };
  }
  return undefined;
}
