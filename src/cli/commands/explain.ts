import { ConfigError } from '../../errors.ts';
import { nearest, nearestTypo } from '../../fleet/text/nearest.ts';
import { rulesOf } from '../../gates/catalogue/failure.ts';
import { FAILURES } from '../../gates/catalogue/index.gen.ts';
import { VERSION_DIFFERENCES, type VersionDifference } from '../../gates/catalogue/version-differences.ts';
import { inGeneral } from '../../gates/catalogue/words.ts';
import { explainRule, listRules, type RuleExplanation } from '../../static/judge/explain.ts';
import { isGivable, type Terms } from '../../terms.ts';
import { failurePage } from '../explain/failure-page.ts';
import { type Found, findFailures, knownWords } from '../explain/find-failures.ts';
import { failureTable, foundText, listText, ruleTable } from '../explain/list.ts';
import { rulePage } from '../explain/rule-page.ts';
import { terminalPage } from '../explain/terminal-page.ts';
import { pageFormats, writePages } from '../output/page-formats.ts';
import type { CommandRun } from '../output/run-result.ts';

/** The explanation of a failure. Its texts have `<cluster>` in place of a name. */
interface FailureExplanation {
  readonly id: string;
  readonly title: string;
  readonly explain: string;
  readonly remedy: readonly string[];
  readonly docs: string;
  readonly learn: string;
  /** The first of `rules`. */
  readonly seeAlso?: string;
  /** The rules that find some case of it before the deploy; absent if there is none. */
  readonly rules?: readonly string[];
  /** Absent if all versions of KubeFleet behave the same. */
  readonly versions?: readonly VersionDifference[];
}

/** A rule and a failure with the same id: the same fault before and after the deploy. */
interface Explained {
  readonly rule?: RuleExplanation;
  readonly failure?: FailureExplanation;
}

/** What to explain: one entry by its id, the failures for a text, or the list of everything. */
type Asked =
  | { readonly kind: 'one'; readonly explained: Explained }
  | { readonly kind: 'some'; readonly found: Found }
  | { readonly kind: 'all' };

/**
 * `fleet-gate explain [ID | REASON | CONDITION | MESSAGE]` explains a rule or a failure, or lists the failures for a reason, a condition
 * or a message. Without a word it lists all rules and failures. Formats: text, JSON, or the page of the docs.
 */
export const runExplain: CommandRun = async (invocation, io) => {
  const destinations = pageFormats(invocation);
  const { named } = invocation;
  const asked = askedAbout(invocation.positionals, named);
  const pages = asked.kind === 'one' ? await pagesOf(asked.explained, named) : [];
  const some = asked.kind === 'some' ? asked.found : undefined;
  const known = failures(named).filter(({ id }) => some === undefined || some.failures.some((failure) => failure.id === id));
  writePages(
    destinations,
    (format, { style, width: columns = 80 }) => {
      if (format === 'json')
        return `${JSON.stringify(asked.kind === 'one' ? asked.explained : { rules: some === undefined ? listRules(named) : [], failures: known }, undefined, 2)}\n`;
      if (format === 'markdown')
        return asked.kind === 'one' ? pages.join('\n') : some === undefined ? tables() : `${failureTable(some.failures)}\n`;
      const width = Math.min(columns, 100);
      if (asked.kind === 'one') return pages.map((markdown) => terminalPage(markdown, width, style)).join('\n');
      return some === undefined ? listText(listRules(), failuresById(), width, style) : foundText(some, width, style);
    },
    invocation,
    io,
  );
  return { exitCode: 0 };
};

function askedAbout(words: readonly string[], terms: Terms): Asked {
  const text = words.join(' ');
  if (text === '') return { kind: 'all' };
  const explained = explain(text, terms);
  if (explained !== undefined) return { kind: 'one', explained };
  const found = findFailures(text, FAILURES);
  const [only, ...others] = found?.failures ?? [];
  if (found !== undefined && others.length > 0) return { kind: 'some', found };
  const one = only && explain(only.id, terms);
  if (one !== undefined) return { kind: 'one', explained: one };
  const ids = [...listRules(), ...FAILURES].map((entry) => entry.id);
  const hint =
    nearest(text, ids) ??
    nearestTypo(text, knownWords(FAILURES)) ??
    (text.length < 3 ? undefined : ids.find((candidate) => candidate.includes(text)));
  const what = /^[a-z-]+$/.test(text) ? `no rule or failure "${text}"` : `no failure has the reason, condition or message "${text}"`;
  throw new ConfigError(`${what}${hint === undefined ? '' : `; did you mean ${hint}?`} (fleet-gate explain lists all)`);
}

function explain(id: string, terms: Terms): Explained | undefined {
  const rule = explainRule(id, terms);
  const failure = failures(terms).find((candidate) => candidate.id === id);
  if (rule === undefined && failure === undefined) return undefined;
  return { ...(rule === undefined ? {} : { rule }), ...(failure === undefined ? {} : { failure }) };
}

function failures(terms: Terms): readonly FailureExplanation[] {
  return failuresById().map((failure) => {
    const { id, title, explain: text, remedy, docs } = failure;
    const rules = rulesOf(failure);
    const [seeAlso] = rules;
    const versions = VERSION_DIFFERENCES.filter((difference) => difference.id === id);
    return {
      id,
      title: inGeneral(title, terms),
      explain: inGeneral(text, terms),
      remedy: remedy.filter((step) => isGivable(step, terms)).map((step) => inGeneral(step, terms)),
      docs: docs.kubefleet,
      learn: docs.microsoft,
      ...(seeAlso === undefined ? {} : { seeAlso, rules }),
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

/** The content of `docs/rules/<id>.md` and `docs/failures/<id>.md`. */
async function pagesOf({ rule, failure }: Explained, terms: Terms): Promise<readonly string[]> {
  const known = FAILURES.find(({ id }) => id === failure?.id);
  return [
    ...(rule === undefined ? [] : [rulePage(rule, (await import('../explain/examples.gen.ts')).EXAMPLES[rule.id] ?? '')]),
    ...(known === undefined ? [] : [failurePage(known, terms)]),
  ];
}
