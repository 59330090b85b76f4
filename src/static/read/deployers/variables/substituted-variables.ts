import { childPointer } from '../../../../fleet/json/json-pointer.ts';
import { isObject, stringAt } from '../../../../fleet/json/json.ts';
import { setOwn } from '../../../../fleet/json/set-own.ts';
import type { KubeObject } from '../../../../fleet/kubernetes/object.ts';
import { readDocuments } from '../../../../yaml/documents.ts';
import { ROOM_IN_OBJECTS, roomForValues } from '../../../../fleet/text/room-for-values.ts';
import { expandedText, openVariable, type ValueOfVariable } from './expanded-text.ts';
import { scalarText } from '../scalar-text.ts';

/** The texts of an object, as Flux rewrites them. */
export interface Substituted {
  readonly object: KubeObject;
  /** The pointers of texts whose variables Flux replaces by values that are not known here. */
  readonly pointers: readonly string[];
  /** Of these texts, the first variable without a value, as it is written. */
  readonly open: ReadonlyMap<string, string>;
  /** The pointers of values that are known, and are not as they are written. */
  readonly replaced: readonly string[];
}

/**
 * Flux rewrites the texts with `${` if a Kustomization has variables in `postBuild`, also those with the variables of KubeFleet's
 * overrides. `$$` becomes `$`. It replaces them in the YAML of the built object, which is then read again: quotes are lost where YAML does not need
 * them, so a value may become a number, a boolean or nothing. A label or an annotation keeps an object as it is. Source:
 * `SubstituteVariables` in `kustomize/kustomize_varsub.go` of fluxcd/pkg.
 * @param valuesOf of each Kustomization that brings the object; `undefined` for a deployer that replaces nothing. A text is known if all make
 * the same of it. Default: no value is known
 * @param hasRoom see `roomForValues`
 */
export function substitutedVariables(
  object: KubeObject,
  valuesOf: readonly (ValueOfVariable | undefined)[] = [() => undefined],
  hasRoom = roomForValues(ROOM_IN_OBJECTS),
): Substituted {
  if (isKeptAsWritten(object)) return { object, pointers: [], open: new Map(), replaced: [] };
  const pointers: string[] = [];
  const open = new Map<string, string>();
  const replaced: string[] = [];
  return { object: rewritten(object, '') as KubeObject, pointers, open, replaced };

  function rewritten(value: unknown, pointer: string): unknown {
    if (typeof value === 'string') return value.includes('$') ? ofText(value, pointer) : value;
    if (Array.isArray(value)) return value.map((item, index) => rewritten(item, childPointer(pointer, index)));
    if (!isObject(value)) return value;
    const made = {};
    for (const [key, item] of Object.entries(value)) {
      const below = childPointer(pointer, key);
      if (key.includes('${')) pointers.push(below);
      setOwn(made, key, rewritten(item, below));
    }
    return made;
  }

  function ofText(text: string, pointer: string): unknown {
    const [first, ...others] = valuesOf.map((each) => (each === undefined ? { value: text } : readAgain(text, each, hasRoom)));
    if (first === undefined || others.some((other) => other === undefined || other.value !== first.value)) {
      pointers.push(pointer);
      const variable = openVariable(text, valuesOf);
      if (variable !== undefined) open.set(pointer, variable);
      return text;
    }
    if (first.value !== text) replaced.push(pointer);
    return first.value;
  }
}

/** Whether Flux replaces nothing in an object. */
export function isKeptAsWritten(object: KubeObject): boolean {
  return ['labels', 'annotations'].some((where) => stringAt(object, 'metadata', where, KEPT) === 'disabled');
}

const KEPT = 'kustomize.toolkit.fluxcd.io/substitute';

/** What the reader makes of a text after the replacement; `undefined` if that is not known, or no value. */
function readAgain(
  text: string,
  valueOf: ValueOfVariable,
  hasRoom: ReturnType<typeof roomForValues>,
): { readonly value: unknown } | undefined {
  const written = scalarText(text);
  const expanded = expandedText(written ?? text, valueOf, hasRoom);
  if (expanded === undefined) return undefined;
  if (written === undefined) return { value: expanded };
  const [document, ...others] = [...readDocuments(`value: ${expanded}\n`)];
  if (document?.kind !== 'read' || others.length > 0 || !isObject(document.value)) return undefined;
  const { value = null } = document.value;
  return typeof value === 'object' && value !== null ? undefined : { value };
}
