import type { Assumption, Finding, SourceRange } from '../../finding.ts';
import { hasLiteralParts } from '../../fleet/text/literal-parts.ts';
import type { Needed } from '../world/rule.ts';
import { builtinFinding } from './to-finding.ts';

/** An entry of `provided` in the configuration file: texts in which `*` matches any characters. */
export interface Provided {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly reason: string;
  /** The last day on which it is valid. */
  readonly until?: string;
  /** Its place in the file. */
  readonly range: SourceRange;
}

export interface Unprovided<T> {
  /** The entries that the configuration does not declare as coming from elsewhere. */
  readonly assumptions: readonly Assumption[];
  /** The judged findings, without those about an object that the configuration declares so. */
  readonly judged: readonly T[];
  /** About entries that have ended, or that match no assumption and no finding. */
  readonly findings: readonly Finding[];
}

export function withoutProvided<T extends { readonly needed?: Needed | undefined }>(
  all: readonly Assumption[],
  judged: readonly T[],
  provided: readonly Provided[],
  today: Date,
): Unprovided<T> {
  const day = today.toISOString().slice(0, 10);
  const isValid = ({ until }: Provided): boolean => until === undefined || until >= day;
  const valid = provided.filter(isValid);
  const isProvided = (needed: Needed): boolean => valid.some((entry) => matches(entry, needed));
  const needs = [...all, ...judged.flatMap(({ needed }) => needed ?? [])];
  return {
    assumptions: all.filter((each) => !isProvided(each)),
    judged: judged.filter(({ needed }) => needed === undefined || !isProvided(needed)),
    findings: provided.flatMap((entry): readonly Finding[] => {
      const { until, range } = entry;
      if (!isValid(entry))
        return [builtinFinding('suppression-expired', `The entry of \`provided\` for ${textOf(entry)} ended on ${until}.`, range)];
      if (needs.some((each) => matches(entry, each))) return [];
      const message = `These files need no object from elsewhere that is ${textOf(entry)}, so this entry of \`provided\` has no effect.`;
      return [builtinFinding('suppression-unused', message, range)];
    }),
  };
}

function matches(entry: Provided, { kind, namespace = '', name }: Needed): boolean {
  const isOfKind = entry.kind === undefined || entry.kind === kind;
  const isThere = entry.namespace === undefined || hasLiteralParts(namespace, entry.namespace.split('*'));
  return isOfKind && isThere && hasLiteralParts(name, (entry.name ?? '*').split('*'));
}

function textOf({ kind = '*', namespace, name = '*' }: Provided): string {
  return [kind, namespace, name].filter((part) => part !== undefined).join('/');
}
