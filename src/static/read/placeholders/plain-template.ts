import { isObject, stringAt } from '../../../fleet/json/json.ts';
import { readDocuments } from '../../../yaml/documents.ts';

/**
 * Whether kubectl can apply a template of a chart as it is: it has no expression of helm, or has them only in comments of YAML. There they
 * mean nothing to kubectl, and can hide objects from helm.
 */
export function isPlainTemplate(text: string): boolean {
  return !text.includes(EXPRESSION) || !withoutComments(text).includes(EXPRESSION);
}

/**
 * Whether kubectl can apply a template of a chart that may have expressions in texts as well, such as `note: "{{ .Values.note }}"`: it is
 * YAML, and the API server accepts the names.
 */
export function isAppliedTemplate(text: string): boolean {
  if (isPlainTemplate(text)) return true;
  let inTexts = 0;
  for (const document of readDocuments(text)) {
    if (document.kind !== 'read' || stringAt(document.value, 'metadata', 'name')?.includes(EXPRESSION) === true) return false;
    inTexts += expressionsIn(document.value);
  }
  return inTexts >= countIn(withoutComments(text));
}

/** In values, and not in keys: `a: {{ b }}` is a map. */
function expressionsIn(value: unknown): number {
  if (typeof value === 'string') return countIn(value);
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return inner.reduce<number>((sum, each) => sum + expressionsIn(each), 0);
}

function countIn(text: string): number {
  return text.split(EXPRESSION).length - 1;
}

function withoutComments(text: string): string {
  return text.replaceAll(YAML_COMMENT, '');
}

const EXPRESSION = '{{';
// linear: a comment ends with its line.
const YAML_COMMENT = /(?<!\S)#[^\n]*/g;
