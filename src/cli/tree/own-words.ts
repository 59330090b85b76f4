import { FLEET_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { READY_REASONS } from '../../report.ts';
import { SITE } from '../../site-address.ts';
import { RULES } from '../../static/rules/index.gen.ts';

/** Words that each report may have by itself: they are no secret, also if they are the value of a Secret. */
export const OWN_WORDS: ReadonlySet<string> = new Set([
  'report-v1',
  ...READY_REASONS,
  ...SITE.split('/'),
  ...RULES.flatMap(({ id, docs }) => [id, ...docs.split('/')]),
  ...FLEET_KINDS.flatMap(({ group, kind, plural, versions }) => [group, kind, plural, ...versions.map((version) => `${group}/${version}`)]),
]);
