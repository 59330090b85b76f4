import { field, isObject } from '../../../../fleet/json/json.ts';

/**
 * The text of a pipeline in which the tag of GitLab for a part of another job is the first item of its list, because values have no tags.
 * Source: GitLab's reference of YAML syntax (`!reference` tags).
 */
export function withReferencesAsLists(text: string): string {
  return text.replaceAll(TAG, () => `["${REFERENCE}", `);
}

/** The file of a pipeline with the parts of its jobs in place of `withReferencesAsLists`. Those of another file stay as they are. */
export function withReferencedParts(file: unknown): unknown {
  if (!isObject(file)) return file;
  let isUsed = false;
  let left = MOST_VALUES;
  const filled = (value: unknown, levels: number): unknown => {
    left -= 1;
    if (Array.isArray(value)) {
      const [tag, ...path] = value;
      const found = tag === REFERENCE ? path.reduce((part: unknown, name) => field(part, String(name)), file) : undefined;
      if (found === undefined || levels >= MOST_LEVELS || left < 0)
        return value.map((each) => (isPart(each) ? filled(each, levels) : each));
      isUsed = true;
      return filled(found, levels + 1);
    }
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, levels)])) : value;
  };
  const result = filled(file, 0);
  return isUsed ? result : file;
}

function isPart(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const REFERENCE = '!reference';
// linear: the words are fixed, and blanks bounded.
const TAG = /!reference[ \t]{1,9}\[/g;
/** GitLab refuses more. */
const MOST_LEVELS = 10;
/** More than a pipeline has. */
const MOST_VALUES = 20_000;
