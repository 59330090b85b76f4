import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { pointerKeys } from '../../../src/fleet/json/json-pointer.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { setOwn } from '../../../src/fleet/json/set-own.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../fixtures/kubernetes');

/** An object of `fixtures/kubernetes/` with one change. */
export interface Edit {
  /** What was changed, for the title of a test. */
  readonly title: string;
  readonly object: KubeObject;
  /** Where and how the edited object is wrong; `undefined` if an API server accepts it. */
  readonly expected: { readonly pointer: string; readonly fault: string } | undefined;
}

/** The objects that every API server accepts. */
export function acceptedObjects(): readonly KubeObject[] {
  return parseAllDocuments(readFileSync(path.join(FOLDER, 'accepted.yaml'), 'utf8')).map((document) => document.toJS() as KubeObject);
}

/** The format of an entry in `edits.yaml`. */
export interface WrittenEdit {
  readonly in: string;
  readonly at: string;
  readonly value?: unknown;
  readonly fault?: string;
  readonly found?: string;
}

/** The edits of `edits.yaml`, applied. */
export function edits(): readonly Edit[] {
  const objects = acceptedObjects();
  const written = parse(readFileSync(path.join(FOLDER, 'edits.yaml'), 'utf8')) as Record<'accepted' | 'refused', readonly WrittenEdit[]>;
  return [...written.accepted, ...written.refused].map((edit) => {
    const object = objects.find(
      ({ apiVersion, kind, metadata }) => `${kind}/${metadata.name}` === edit.in && apiVersion !== 'autoscaling/v1',
    );
    if (object === undefined) throw new Error(`accepted.yaml has no ${edit.in}`);
    const expected = edit.fault === undefined ? undefined : { pointer: edit.found ?? edit.at, fault: edit.fault };
    return { title: `${edit.in} ${edit.at}: ${JSON.stringify(edit.value)}`, object: edited(object, edit), expected };
  });
}

export function edited(object: KubeObject, edit: WrittenEdit): KubeObject {
  const copy = structuredClone(object);
  const keys = pointerKeys(edit.at);
  const last = keys.at(-1) ?? '';
  let at = copy as unknown as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>;
  if ('value' in edit) setOwn(at, last, edit.value);
  else delete at[last];
  return copy;
}
