import type { Notice } from '../../gates/hub/access/notices.ts';
import type { Reach } from '../../gates/reach.ts';
import type { Report } from '../../report.ts';
import { defined } from '../command-line/invocation.ts';

/** The rights that were missing, for the report; empty if none were. */
export async function missingRightsSection(notices: readonly Notice[], reach: Reach): Promise<Pick<Report, 'doctor'>> {
  if (notices.every(({ rule }) => rule === undefined)) return {};
  const { lackingRights } = await import('../../gates/doctor/lacking-rights.ts');
  return defined({ doctor: lackingRights(notices, reach) });
}
