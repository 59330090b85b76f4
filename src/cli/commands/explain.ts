import { ConfigError } from '../../errors.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { FAILURES } from '../../gates/catalogue/index.gen.ts';
import { VERSION_DIFFERENCES, type VersionDifference } from '../../gates/catalogue/version-differences.ts';
import { inGeneral } from '../../gates/catalogue/words.ts';
import { explainRule, listRules, type RuleExplanation } from '../../static/judge/explain.ts';
import { isGivable, type Terms } from '../../terms.ts';
import { failurePage } from '../explain/failure-page.ts';
import { failureTable, listText, ruleTable } from '../explain/list.ts';
import { rulePage } from '../explain/rule-page.ts';
import { terminalPage } from '../explain/terminal-page.ts';
import { pageFormats, writePages } from '../output/page-formats.ts';
import type { CommandRun } from '../output/run-result.ts';

/** A failure as it is explained: its texts with `<cluster>` where a case has a name. */
interface FailureExplanation {
  readonly id: string;
  readonly title: string;
  readonly explain: string;
  readonly remedy: readonly string[];
  readonly docs: string;
  readonly learn: string;
  readonly seeAlso?: string;
  /** Absent where all versions of KubeFleet say and do the same. */
  readonly versions?: readonly VersionDifference[];
}

/** What is found before the deploy may be met after it under the same id. */
interface Explained {
  readonly rule?: RuleExplanation;
  readonly failure?: FailureExplanation;
}

/** `fleet-gate explain [ID]`: a rule or a failure in full; without an id, the list of both. As text, as JSON, or as the page of the docs. */
export const runExplain: CommandRun = async (invocation, io) => {
  const [id, ...rest] = invocation.positionals;
  if (rest.length > 0) throw new ConfigError(`explain takes one id, not ${rest.length + 1}`);
  const destinations = pageFormats(invocation);
  const { named } = invocation;
  const explained = id === undefined ? undefined : explain(id, named);
  const pages = explained === undefined ? [] : await pagesOf(explained, named);
  writePages(
    destinations,
    (format, { style, width: columns = 80 }) => {
      if (format === 'json')
        return `${JSON.stringify(explained ?? { rules: listRules(named), failures: failures(named) }, undefined, 2)}\n`;
      if (format === 'markdown') return explained === undefined ? tables() : pages.join('\n');
      const width = Math.min(columns, 100);
      if (explained === undefined) return listText(listRules(), failuresById(), width, style);
      return pages.map((markdown) => terminalPage(markdown, width, style)).join('\n');
    },
    invocation,
    io,
  );
  return { exitCode: 0 };
};

function explain(id: string, terms: Terms): Explained {
  const rule = explainRule(id, terms);
  const failure = failures(terms).find((candidate) => candidate.id === id);
  if (rule !== undefined || failure !== undefined)
    return { ...(rule === undefined ? {} : { rule }), ...(failure === undefined ? {} : { failure }) };
  const ids = [...listRules(), ...FAILURES].map((entry) => entry.id);
  const hint = nearest(id, ids) ?? (id.length < 3 ? undefined : ids.find((candidate) => candidate.includes(id)));
  throw new ConfigError(`no rule or failure "${id}"${hint === undefined ? '' : `; did you mean ${hint}?`} (fleet-gate explain lists them)`);
}

function failures(terms: Terms): readonly FailureExplanation[] {
  return failuresById().map(({ id, title, explain: text, remedy, docs, seeAlso }) => {
    const versions = VERSION_DIFFERENCES.filter((difference) => difference.id === id);
    return {
      id,
      title: inGeneral(title, terms),
      explain: inGeneral(text, terms),
      remedy: remedy.filter((step) => isGivable(step, terms)).map((step) => inGeneral(step, terms)),
      docs: docs.kubefleet,
      learn: docs.microsoft,
      ...(seeAlso === undefined ? {} : { seeAlso }),
      ...(versions.length === 0 ? {} : { versions }),
    };
  });
}

function failuresById(): typeof FAILURES {
  return FAILURES.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function tables(): string {
  return ['# Rules', ruleTable(listRules()), '# Failures', `${failureTable(FAILURES)}\n`].join('\n\n');
}

/** What `docs/rules/<id>.md` and `docs/failures/<id>.md` hold. */
async function pagesOf({ rule, failure }: Explained, terms: Terms): Promise<readonly string[]> {
  const known = FAILURES.find(({ id }) => id === failure?.id);
  return [
    ...(rule === undefined ? [] : [rulePage(rule, (await import('../explain/examples.gen.ts')).EXAMPLES[rule.id] ?? '')]),
    ...(known === undefined ? [] : [failurePage(known, terms)]),
  ];
}
