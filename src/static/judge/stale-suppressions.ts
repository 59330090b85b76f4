import type { Finding, NotEvaluated } from '../../finding.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { BUILTIN } from '../suppress/builtin.ts';
import type { Manifest } from '../world/manifest.ts';
import { idsOf, type RuleScope } from '../world/rule.ts';
import type { Suppression } from '../suppress/suppress.ts';
import { builtinFinding } from './to-finding.ts';

/** What decides whether a suppression that covers nothing is reported. */
export interface Coverage {
  readonly used: ReadonlySet<Suppression>;
  /** All rules, and those that were able to run. */
  readonly rules: readonly RuleScope[];
  readonly active: readonly RuleScope[];
  readonly manifests: readonly Manifest[];
  readonly notEvaluated: readonly NotEvaluated[];
  readonly today: Date;
}

/** The message about a suppression that is expired or covers nothing; `undefined` if its rule was not able to run. */
export function staleness(entry: Suppression, { used, rules, active, manifests, notEvaluated, today }: Coverage): Finding | undefined {
  const { rule, until, range, manifest } = entry;
  if (until !== undefined && isExpired(entry, today)) {
    return builtinFinding('suppression-expired', `The suppression of ${rule} ended on ${until}.`, range, manifest);
  }
  if (used.has(entry)) return undefined;
  const known = [...rules.flatMap(idsOf), ...Object.keys(BUILTIN)];
  if (!known.includes(rule)) {
    const meant = nearest(rule, known);
    const hint = meant === undefined ? '.' : `; did you mean ${meant}?`;
    return builtinFinding('suppression-unused', `There is no rule ${rule}${hint}`, range, manifest);
  }
  const { objects } = entry;
  if (objects !== undefined && !/^[A-Z*][^/]*\/./.test(objects.pattern)) {
    return builtinFinding(
      'suppression-unused',
      `"${objects.pattern}" does not name an object; write Kind/name or Kind/namespace/name.`,
      range,
    );
  }
  if (objects !== undefined && !manifests.some((each) => objects.matches(each))) {
    return builtinFinding(
      'suppression-unused',
      `There is no object ${objects.pattern} in these files, so the suppression of ${rule} has no effect.`,
      range,
    );
  }
  const couldLook = rule in BUILTIN || active.some((each) => idsOf(each).includes(rule));
  if (!couldLook || notEvaluated.some(({ file, missing }) => file === range.file && missing === undefined)) return undefined;
  return builtinFinding('suppression-unused', `The suppression of ${rule} does not match any finding.`, range, manifest);
}

/** A suppression is valid until the end of its last day, UTC. */
export function isExpired({ until }: Suppression, today: Date): boolean {
  return until !== undefined && until < today.toISOString().slice(0, 10);
}
