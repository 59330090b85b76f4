/** One fault of an object that an API server refuses. */
export interface InvalidField {
  /** As the API server writes it: `spec.selector`. */
  readonly field: string;
  /** The whole text about it. */
  readonly text: string;
}

/**
 * The faults in an answer `X "x" is invalid: …`, which lists several in brackets; empty for any other answer (Kubernetes
 * staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go).
 */
export function invalidFields(answer: string): readonly InvalidField[] {
  // bounded: a message is cut at 32,768 characters.
  const list = / is invalid: (.*)$/s.exec(answer)?.[1] ?? '';
  const faults = list.startsWith('[') ? list.slice(1, list.endsWith(']') ? -1 : undefined).split(BETWEEN) : [list];
  return faults.flatMap((text) => {
    const field = FIELD.exec(text)?.[1];
    return field === undefined ? [] : [{ field, text }];
  });
}

/** What API servers answer about a field that must keep its value. */
export const IMMUTABLE =
  // bounded: a message is cut at 32,768 characters.
  / (?:is|are) immutable|(?:may|must|can) ?not be (?:changed|updated|modified)|clusterIP can not be unset|failed rule: .*\boldSelf\b|Forbidden: (?:pod )?updates (?:to|may not)|cannot change roleRef|may not (?:be changed|change) once set/;

const TYPES = '(?:Invalid|Required|Duplicate|Unsupported) value|Forbidden|Too long|Too many|Too few|Not found|Internal error';
/** Values have commas too. */
const BETWEEN = new RegExp(String.raw`, (?=[^\s,:"{}]{1,500}: (?:${TYPES}))`);
const FIELD = new RegExp(String.raw`^([^\s,:"{}]{1,500}): (?:${TYPES})`);
