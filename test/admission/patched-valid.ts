import { readFileSync } from 'node:fs';

import { parseAllDocuments } from 'yaml';

import { isObject } from '../../src/fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { loadEngines } from '../../src/admission/prepare.ts';

await loadEngines();

const source = new URL('../../fixtures/admission/valid.yaml', import.meta.url);
const valid = parseAllDocuments(readFileSync(source, 'utf8')).map((document) => document.toJS() as KubeObject);

/** The object of a kind in fixtures/admission/valid.yaml, changed by a merge patch. */
export function patchedValid({ kind, version }: { readonly kind: string; readonly version?: string }, patch: object): KubeObject {
  const object = valid.find((each) => each.kind === kind);
  if (object === undefined) throw new Error(`valid.yaml has no ${kind}`);
  const apiVersion = version === undefined ? object.apiVersion : `${groupOf(object.apiVersion)}/${version}`;
  return { ...(merged(object, patch) as KubeObject), apiVersion };
}

function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key];
    else result[key] = merged(result[key], change);
  }
  return result;
}
