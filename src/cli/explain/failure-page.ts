import { rulesOf, type DeclaredOutcome, type Failure } from '../../gates/catalogue/failure.ts';
import { formText, VERSION_DIFFERENCES, VERSIONS } from '../../gates/catalogue/version-differences.ts';
import type { VersionDifference } from '../../gates/catalogue/version-differences.ts';
import { inGeneral } from '../../gates/catalogue/words.ts';
import { flagTerms, isGivable, type Terms } from '../../terms.ts';

/** The page of a failure as markdown: the content of `docs/failures/<id>.md`, and the output of `fleet-gate explain <id>`. */
export function failurePage(failure: Failure, terms: Terms = flagTerms): string {
  const where = failure.when.map((when) => {
    const condition = [when.step, when.status, when.reasons?.join(' or ')].filter((part) => part !== undefined).join(' ');
    const seen = [
      when.fact === undefined ? '' : `the gate derives it from the state of the hub (\`${when.fact}\`)`,
      condition === '' ? '' : `\`${condition}\``,
      when.message === undefined ? '' : `message matches \`${when.message.source.replaceAll('|', '\\|')}\``,
    ];
    return `- on a ${when.scope}: ${seen.filter((part) => part !== '').join(', ') || 'anything else'}`;
  });
  const steps = failure.remedy.filter((step) => isGivable(step, terms));
  const differences = VERSION_DIFFERENCES.filter(({ id }) => id === failure.id);
  const rules = rulesOf(failure);
  const outcome = typeof failure.outcome === 'function' ? 'depends on the settings and the message' : outcomeText(failure.outcome);
  return `# ${failure.id}

${failure.title}.

| | |
|---|---|
| Outcome | ${outcome} |
| KubeFleet | ${differences.length === 0 ? 'all' : 'all; [in different words](#where-versions-differ)'} |
| Public pages | [KubeFleet](${failure.docs.kubefleet}), [Microsoft Learn](${failure.docs.microsoft}) |
${rules.length === 0 ? '' : `| Found before the deploy by | ${rules.map((rule) => `[${rule}](../rules/${rule}.md)`).join(', ')} |\n`}
## What it means

${code(failure.explain, terms)}

## What to do

${steps.map((step, at) => `${String(at + 1)}. ${code(step, terms)}`).join('\n')}

## Where it shows

${where.join('\n')}
${differences.length === 0 ? '' : `\n## Where versions differ\n\n${differences.map((difference) => differenceText(difference)).join('\n')}\n`}`;
}

/** The differences between versions of KubeFleet, as a list. */
export function differenceText({ about, forms, source }: VersionDifference): string {
  const lines = VERSIONS.map((version) => {
    const form = forms[version];
    return `  - ${version}: ${'does' in form ? form.does : `\`${formText(form).replaceAll('`', "'")}\``}`;
  });
  return [`- ${about} (${source})`, ...lines].join('\n');
}

function outcomeText(outcome: DeclaredOutcome): string {
  if (typeof outcome !== 'string')
    return `probable cause; ${outcome.becomes ?? 'failed'} if it lasts for \`gate.grace.${outcome.grace}\` without interruption`;
  const words = {
    failed: 'failed (exit 1)',
    stuck: 'stuck (exit 12)',
    superseded: 'superseded (exit 11)',
    waiting: 'the gate waits',
    waitingForPerson: 'waits for a person',
    info: 'for information',
  };
  return words[outcome];
}

/** Outside of code, a name in angle brackets would be treated as HTML. */
function code(text: string, terms: Terms): string {
  return inGeneral(text, terms)
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/<([^<>]+)>/g, '`<$1>`')))
    .join('');
}
