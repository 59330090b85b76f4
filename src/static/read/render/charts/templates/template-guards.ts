import { expressionsIn, OF_RELEASE, includedIn } from './chart-templates.ts';
import { withoutKnownKinds } from '../kinds-of-hubs.ts';
import { CONDITION, TEXT } from './template-blocks.ts';

/** What is known of the release in which a template is rendered. */
export interface KnownRelease {
  /** Name and namespace of the release are known. */
  readonly isReleaseKnown: boolean;
  /** It was also rendered as an upgrade. */
  readonly isUpgradeKnown: boolean;
}

/** What each named template depends on, by its own expressions or by the templates that it includes. Each is visited once for a guard. */
export function guardedNames(bodies: ReadonlyMap<string, string>, known: KnownRelease): ReadonlyMap<string, string> {
  const users = new Map<string, string[]>();
  const direct = new Map<string, string>();
  for (const [name, body] of bodies) {
    const guard = guardOfText(body, known);
    if (guard !== undefined) direct.set(name, guard);
    for (const included of includedIn(body)) add(users, included, name);
  }
  const names = new Map([...direct].filter(([, guard]) => DECIDING.has(guard)));
  const spread = (): void => {
    // Names that are added during the loop come last.
    for (const [name, guard] of names) for (const user of users.get(name) ?? []) if (!names.has(user)) names.set(user, guard);
  };
  spread();
  for (const [name, guard] of direct) if (!names.has(name)) names.set(name, guard);
  spread();
  return names;
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** What an expression depends on by the named templates that it includes. @param included see `guardedNames` */
export function includedGuard(expression: string, included: ReadonlyMap<string, string>): string | undefined {
  return includedIn(expression)
    .map((name) => included.get(name))
    .find((guard) => guard !== undefined);
}

/** What an expression depends on. Words in its texts do not matter, but for a field that `index` or `get` names. */
export function guardIn(expression: string, known: KnownRelease): string | undefined {
  const code = expression.replaceAll(TEXT, '""');
  const [word] = FUNCTION.exec(code) ?? FIELD.exec(withoutKnownKinds(expression)) ?? [];
  if (word === undefined) return known.isReleaseKnown || !CONDITION.test(expression) ? undefined : OF_RELEASE.exec(code)?.[0];
  if (known.isUpgradeKnown && /^Is(?:Upgrade|Install)$/.test(word)) return undefined;
  return FIELDS[word] ?? word;
}

/** What a text depends on most. */
function guardOfText(text: string, known: KnownRelease): string | undefined {
  const guards = [...expressionsIn(text)].flatMap(({ expression }) => guardIn(expression, known) ?? []);
  return guards.find((each) => DECIDING.has(each)) ?? guards[0];
}

/** What the values depend on, which `tpl` may evaluate. */
export function guardOfValues(texts: ReadonlyMap<string, string>, known: KnownRelease): string | undefined {
  for (const [file, text] of texts) {
    if (!/(?:^|\/)values[^/]*\.ya?ml$/.test(file)) continue;
    const guard = guardOfText(text, known);
    if (guard !== undefined) return guard;
  }
  return undefined;
}

/** Most charts ask for kinds that not every cluster has. */
export const DECIDING: ReadonlySet<string> = new Set(['lookup', '.Release.Revision', '.Release.IsUpgrade', '.Release.IsInstall']);

/** A value that `tpl` evaluates. */
// linear: the words before the value are few.
export const EVALUATED = /\btpl\s{1,9}\(?(?:\w{1,20}\s{1,9}){0,3}[$]?\.Values[\w.]*/g;

const FUNCTION = /(?<![\w.])(?:lookup|now|ago|rand[A-Z]\w{0,30}|uuidv4|getHostByName)\b/;
const FIELD = /\b(?:Capabilities|Revision|IsUpgrade|IsInstall)\b/;
const FIELDS: Readonly<Record<string, string>> = {
  Capabilities: '.Capabilities',
  Revision: '.Release.Revision',
  IsUpgrade: '.Release.IsUpgrade',
  IsInstall: '.Release.IsInstall',
};
