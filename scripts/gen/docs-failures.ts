/** A page for each failure, and their index. */
import { failureTable } from '../../src/cli/explain/list.ts';
import { differenceText, failurePage } from '../../src/cli/explain/failure-page.ts';
import type { Failure } from '../../src/gates/catalogue/failure.ts';
import { VERSION_DIFFERENCES } from '../../src/gates/catalogue/version-differences.ts';
import { durationText } from '../../src/duration.ts';
import { GRACES } from '../../src/gates/graces.ts';
import type { Generated } from '../gen.ts';

export async function generate(): Promise<Generated> {
  // The registry may have been written just before.
  const { FAILURES } = await import('../../src/gates/catalogue/index.gen.ts');
  const { printedFailure } = await import('./sources/printed-failure.ts');
  const pages = FAILURES.map((failure) => [`docs/failures/${failure.id}.md`, `${failurePage(failure)}\n${printedFailure(failure.id)}`]);
  return { files: { ...Object.fromEntries(pages), 'docs/failures/README.md': index(FAILURES) }, folders: ['docs/failures'] };
}

function index(failures: readonly Failure[]): string {
  return `# Failures

What the gate can name. Ids are stable: grep for them, link to them.

${failureTable(failures)}

## How long a suspicion lasts before it counts

\`wait\` must see it without a break for so long; \`gate.grace\` of the configuration sets it, and a page names its family.

| \`gate.grace\` | default | |
|---|---|---|
${Object.entries(GRACES)
  .map(([family, { about, default: ms }]) => `| \`${family}\` | ${durationText(ms)} | ${about} |`)
  .join('\n')}

## Where versions of KubeFleet differ without a failure

${VERSION_DIFFERENCES.filter(({ id }) => id === undefined)
  .map((difference) => differenceText(difference))
  .join('\n')}

Those of a failure stand on its page; what the versions admit is known to \`lint --target\`.
`;
}
