import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../src/report.ts';

/** The report with all parts, whose plan says what two clusters would get. */
export function comparedReport(): Report {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures/report/everything.json'), 'utf8');
  const { plan, ...rest } = JSON.parse(text) as Report;
  const [placement] = plan?.placements ?? [];
  if (plan === undefined || placement === undefined) throw new Error('the fixture lost its plan');
  const resource = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'web', name: 'frontend' };
  const diffOf = (cluster: string, to: number) => ({
    resource,
    clusters: [cluster],
    what: 'changed' as const,
    lines: ['@@ -3,1 +3,1 @@', ' spec:', '-replicas: 2', `+replicas: ${to}`],
  });
  return { ...rest, plan: { ...plan, placements: [{ ...placement, diff: [diffOf('east-1', 4), diffOf('west-1', 5)] }] } };
}
