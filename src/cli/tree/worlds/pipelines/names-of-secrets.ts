import { filledIn, type Variables } from '../shell/script-variables.ts';
import { field, isObject } from '../../../../fleet/json/json.ts';

/**
 * A text with the names of GitHub's secrets and variables in place of their values, which are the same in all jobs of a repository for the
 * same environment. Source: GitHub's reference of contexts (`secrets`, `vars`).
 * @param environment of the job; empty for none, `undefined` if it is not known
 */
export function withNamesOfSecrets(text: string, environment: string | undefined): string {
  if (environment === undefined || environment.includes('$')) return text;
  return text.replaceAll(SECRET, (_, name: string) => (environment === '' ? name : `${name}@${environment}`));
}

// linear: blanks are bounded, and a name ends at the first other sign.
const SECRET = /\$\{\{ {0,9}((?:secrets|vars)\.\w+) {0,9}\}\}/g;

/** A script with the expressions of GitHub's secrets and variables in place of variables that have only such a value. Lines stay lines. */
export function withSecrets(script: string, variables: Variables): string {
  return filledIn(script, new Map([...variables].filter(([, value = '']) => value.length < 200 && ONLY_SECRET.test(value))));
}

const ONLY_SECRET = new RegExp(`^${SECRET.source}$`);

/** Whether the secrets of a workflow are those of its repository. Another workflow decides those of one that it calls. */
export function hasOwnSecrets(workflow: unknown): boolean {
  // The decoder reads the key `on` as a boolean.
  const on = field(workflow, 'on') ?? field(workflow, 'true');
  const events = isObject(on) ? Object.keys(on) : [on].flat();
  return isObject(field(workflow, 'jobs')) && !events.includes('workflow_call');
}
