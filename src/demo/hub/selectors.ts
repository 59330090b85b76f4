import { stringAt } from '../../fleet/json/json.ts';
import { requirementTexts } from '../../fleet/kubernetes/label-selector-text.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { badRequest } from './api-status.ts';
import type { ServedType } from './served-types.ts';

export type ObjectFilter = (object: KubeObject) => boolean;

/** Parses `a=b`, `a==b`, `a!=b`, `a in (x,y)`, `a notin (x,y)`, `a` and `!a`, joined by commas. @throws {ApiFailure} 400 for other text. */
export function labelFilter(text: string): ObjectFilter {
  const filters = splitRequirements(text).map(labelRequirement);
  return (object) => filters.every((filter) => filter(object.metadata.labels ?? {}));
}

/**
 * Parses `field=value` and `field!=value` for the fields that an API server can select that type by. @throws {ApiFailure} 400 for other
 * fields.
 */
export function fieldFilter(type: ServedType, text: string): ObjectFilter {
  const selectable = new Set(['metadata.name', ...(type.namespaced ? ['metadata.namespace'] : []), ...(MORE_FIELDS[type.kind] ?? [])]);
  const filters = text
    .split(',')
    .filter((term) => term !== '')
    .map((term): ObjectFilter => {
      const [, path, operator, value] = /^([^=!]+)(==|!=|=)(.*)$/.exec(term) ?? [];
      if (path === undefined || value === undefined) {
        throw badRequest(
          `Unable to find "${type.kind}" that match field selector "${text}": invalid selector: '${term}'; can't understand '${term}'`,
        );
      }
      if (!selectable.has(path)) throw badRequest(`field label not supported: ${path}`);
      return (object) => ((stringAt(object, ...path.split('.')) ?? '') === value) === (operator !== '!=');
    });
  return (object) => filters.every((filter) => filter(object));
}

const MORE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Event: ['involvedObject.kind', 'involvedObject.namespace', 'involvedObject.name', 'involvedObject.uid', 'reason', 'type'],
  Pod: ['spec.nodeName', 'status.phase'],
  Namespace: ['status.phase'],
  Secret: ['type'],
};

type LabelPredicate = (labels: Readonly<Record<string, string>>) => boolean;

function splitRequirements(text: string): readonly string[] {
  return requirementTexts(text).filter((term) => term !== '');
}

function labelRequirement(term: string): LabelPredicate {
  const set = /^(\S+)\s+(in|notin)\s+\((.*)\)$/.exec(term);
  if (set !== null) {
    const [, key = '', operator, list = ''] = set;
    const values = new Set(list.split(',').map((value) => value.trim()));
    return (labels) => values.has(labels[key] ?? MISSING) === (operator === 'in');
  }
  const equality = /^([^\s=!]+)\s*(==|!=|=)\s*([^\s=!]*)$/.exec(term);
  if (equality !== null) {
    const [, key = '', operator, value = ''] = equality;
    return (labels) => ((labels[key] ?? MISSING) === value) === (operator !== '!=');
  }
  const [, not = '', key] = /^(!?)\s*([^\s=!()]+)$/.exec(term) ?? [];
  if (key === undefined) throw badRequest(`unable to parse requirement: found '${term}', expected: a label selector`);
  return (labels) => Object.hasOwn(labels, key) === (not === '');
}

/** Not a valid label value: those cannot contain a NUL. */
const MISSING = '\0';
