import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../settings/settings.ts';
import { failingAt, SEVERITIES } from '../../finding.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { FoundConfig } from './config-file.ts';

/** A difference between two configurations, as the end of a sentence that begins with `it`. */
export interface ConfigChange {
  readonly text: string;
  /** The change may skip or pass something that was judged before. */
  readonly isLenient: boolean;
}

/** All differences: first the location, then lenient changes, then the others. */
export function configChanges(before: FoundConfig, now: FoundConfig): readonly ConfigChange[] {
  const [was, is] = [before.config, now.config];
  const changes = [
    ...ruleChanges(was, is),
    ...listChanges('excludes', 'no longer excludes', was.exclude, is.exclude),
    ...pathChanges(was, is),
    ...failChanges(was, is),
    ...listChanges('accepts', 'no longer accepts', accepted(was), accepted(is)),
    ...otherChanges(was, is),
  ];
  return [...placeChanges(before, now), ...changes.filter(({ isLenient }) => isLenient), ...changes.filter(({ isLenient }) => !isLenient)];
}

/** Paths in a configuration are relative to its folder. */
function placeChanges(before: FoundConfig, now: FoundConfig): readonly ConfigChange[] {
  if (before.path === now.path) return [];
  if (before.path === undefined) return [{ text: 'is new', isLenient: false }];
  if (now.path === undefined) return [{ text: `deletes ${before.file}`, isLenient: true }];
  return [{ text: `replaces ${before.file}`, isLenient: true }];
}

function ruleChanges({ rules: was = {} }: Config, { rules: is = {} }: Config): readonly ConfigChange[] {
  const ids = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const [off, on] = [ids.filter((id) => isOff(is, id) && !isOff(was, id)), ids.filter((id) => isOff(was, id) && !isOff(is, id))];
  return [
    ...(off.length === 0 ? [] : [{ text: `turns off ${listed(off, 5, 'rules')}`, isLenient: true }]),
    ...(on.length === 0 ? [] : [{ text: `turns on ${listed(on, 5, 'rules')}`, isLenient: false }]),
    ...ids.flatMap((id) => severityChange(id, was[id]?.severity, is[id]?.severity)),
    ...ids.flatMap((id) =>
      isDeepStrictEqual(was[id]?.options ?? {}, is[id]?.options ?? {})
        ? []
        : [{ text: `changes the options of ${id}`, isLenient: Object.keys(is[id]?.options ?? {}).length > 0 }],
    ),
  ];
}

type Severity = NonNullable<NonNullable<Config['rules']>[string]['severity']>;

function severityChange(id: string, was: Severity | undefined, is: Severity | undefined): readonly ConfigChange[] {
  if (was === is || was === 'off' || is === 'off') return [];
  if (is === undefined) return [{ text: `resets the severity of ${id}`, isLenient: was === 'error' }];
  const isMilder = was === undefined ? is !== 'error' : SEVERITIES.indexOf(is) > SEVERITIES.indexOf(was);
  return [{ text: `makes ${id} ${is === 'error' ? 'an' : 'a'} ${is}`, isLenient: isMilder }];
}

function isOff(rules: NonNullable<Config['rules']>, id: string): boolean {
  return rules[id]?.severity === 'off';
}

function listChanges(adds: string, removes: string, was: readonly string[] = [], is: readonly string[] = []): readonly ConfigChange[] {
  const [added, removed] = [is.filter((entry) => !was.includes(entry)), was.filter((entry) => !is.includes(entry))];
  return [
    ...(added.length === 0 ? [] : [{ text: `${adds} ${listed(added, 5)}`, isLenient: true }]),
    ...(removed.length === 0 ? [] : [{ text: `${removes} ${listed(removed, 5)}`, isLenient: false }]),
  ];
}

function pathChanges({ paths: was }: Config, { paths: is }: Config): readonly ConfigChange[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (is === undefined) return [{ text: `checks the whole tree instead of ${listed(was ?? [], 5)}`, isLenient: false }];
  const instead = was === undefined ? 'the whole tree' : listed(was, 5);
  return [{ text: `checks ${listed(is, 5) || 'no path'} instead of ${instead}`, isLenient: true }];
}

function failChanges(was: Config, is: Config): readonly ConfigChange[] {
  const [levelBefore = 'error', level = 'error'] = [was.failOn, is.failOn];
  const [openBefore, open] = [was.failOnNotEvaluated, is.failOnNotEvaluated];
  return [
    ...(level === levelBefore
      ? []
      : [{ text: `sets failOn to ${level} (was ${levelBefore})`, isLenient: failingAt(level).length < failingAt(levelBefore).length }]),
    ...(open === openBefore
      ? []
      : [
          {
            text: open === undefined ? 'removes failOnNotEvaluated' : `sets failOnNotEvaluated to ${open}`,
            isLenient: open === false || openBefore === true,
          },
        ]),
  ];
}

function accepted({ suppress = [] }: Config): readonly string[] {
  return suppress.map(({ rule, object, until }) => `${rule} of ${object}${until === undefined ? '' : ` until ${until}`}`);
}

const UNDERSTOOD: ReadonlySet<string> = new Set([
  'rules',
  'exclude',
  'paths',
  'failOn',
  'failOnNotEvaluated',
  'suppress',
] satisfies (keyof Config)[]);

/** A change that this code does not understand is treated as lenient. */
function otherChanges(was: Config, is: Config): readonly ConfigChange[] {
  const keys = new Set([...Object.keys(was), ...Object.keys(is)]) as ReadonlySet<keyof Config>;
  return [...keys].flatMap((key) => {
    if (UNDERSTOOD.has(key) || isDeepStrictEqual(was[key], is[key])) return [];
    return [{ text: is[key] === undefined ? `removes ${key}` : setText(key, is[key]), isLenient: true }];
  });
}

function setText(key: string, value: unknown): string {
  return typeof value === 'string' ? `sets ${key} to ${value}` : `changes ${key}`;
}
