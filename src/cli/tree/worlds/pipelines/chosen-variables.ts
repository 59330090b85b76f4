import { isObject, listAt, objectAt, type JsonObject } from '../../../../fleet/json/json.ts';

/** What is not known of the variables at one place of a pipeline, such as a job. */
export interface ChosenVariables {
  /** The names of those that rules, conditions or a person choose. */
  readonly names: ReadonlySet<string>;
  /** Whether a template may set any of them. */
  readonly isOpen: boolean;
}

/**
 * The variables of GitLab and Azure Pipelines that this place may set to several values. Of `env` of GitHub, and of a place within another
 * one, the nearest value counts. Sources: GitLab's reference of CI/CD syntax (`rules:variables`, `workflow:rules:variables`,
 * `variables:options`), Microsoft's of `variables`.
 */
export function chosenVariables(place: JsonObject): ChosenVariables {
  const names = new Set<string>();
  let isOpen = false;
  const read = (value: unknown, isChosen: boolean): void => {
    if (Array.isArray(value)) for (const each of value) read(each, isChosen);
    if (!isObject(value)) return;
    const { name } = value;
    isOpen ||= 'template' in value;
    if (typeof name === 'string') return isChosen ? void names.add(name) : undefined;
    for (const [key, inner] of Object.entries(value)) {
      const isList = isObject(inner) && listAt(inner, 'options').length > 1;
      if (isList || (isChosen && !isCondition(key))) names.add(key);
      if (isCondition(key)) read(inner, true);
    }
  };
  read(place['variables'], false);
  for (const rule of [...listAt(place, 'rules'), ...listAt(objectAt(place, 'workflow'), 'rules')])
    if (isObject(rule)) read(rule['variables'], true);
  return { names, isOpen };
}

/** `${{ if … }}` and its like of Azure Pipelines. */
function isCondition(key: string): boolean {
  return key.startsWith('${{');
}

/** The names of the variables that any `before_script` of GitLab sets; they count in the script behind it. */
export function setBeforeScripts(file: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const read = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) read(each);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      read(inner);
      if (key === 'before_script') for (const [, name = ''] of [inner].flat(3).join('\n').matchAll(ASSIGNMENT)) names.add(name);
    }
  };
  read(file);
  return names;
}

// linear: a name ends at the first other sign.
const ASSIGNMENT = /(?<![\w$-])([A-Za-z_]\w{0,99})=/g;
