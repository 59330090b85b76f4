import { field, isObject, stringAt } from '../fleet/json/json.ts';
import { isKubeObject, type KubeObject, whyNotObject, type ObjectMeta } from '../fleet/kubernetes/object.ts';
import { readDocuments } from './documents.ts';
import { incompleteOutput } from './kubectl-output.ts';
import type { TextRange } from './lines.ts';
import { listFaults } from './list-faults.ts';
import { nounOf } from './no-object.ts';
import { BARE_LIST, expandLists, isBareList } from './lists.ts';

/** A part of a file that cannot be read or is ambiguous, with one sentence. */
export interface TextProblem extends TextRange {
  readonly file: string;
  readonly message: string;
}

/**
 * All Kubernetes objects of a YAML or JSON text (documents, JSON values in sequence, expanded Lists), for readers that need no positions.
 * Unreadable parts are reported, and the rest is still returned. A value without `apiVersion`, `kind` and `metadata.name` is not an object.
 */
export function parseObjects(
  text: string,
  file: string,
): { readonly objects: readonly KubeObject[]; readonly problems: readonly TextProblem[] } {
  const objects: KubeObject[] = [];
  const problems: TextProblem[] = [];
  for (const document of readDocuments(text)) {
    if (document.kind === 'broken') problems.push({ file, ...document.fault, message: `Invalid YAML: ${document.reason}.` });
    if (document.kind === 'unread') problems.push({ file, ...document.at, message: document.reason });
    if (document.kind !== 'read') continue;
    for (const duplicate of document.duplicates) {
      problems.push({
        file,
        ...document.places.rangeOf(duplicate.second),
        message: `The key "${duplicate.key}" is here twice; the last value is used.`,
      });
    }
    for (const pointer of firstPages(document.value))
      problems.push({ file, ...document.places.locate(pointer), message: 'This list is cut; fetch all of it.' });
    for (const { pointer, message, isUnseen } of listFaults(document.value))
      if (isUnseen) problems.push({ file, ...document.places.locate(pointer), message });
    const incomplete = incompleteOutput(document.value);
    if (incomplete !== undefined) {
      problems.push({ file, ...document.places.locate(''), message: incomplete });
      continue;
    }
    const { value: whole } = document;
    if (isBareList(whole)) problems.push({ file, ...document.places.locate(''), message: BARE_LIST });
    else if (whole !== null && whole !== undefined && !isObject(whole))
      problems.push({ file, ...document.places.locate(''), message: `This is not a Kubernetes object: it is ${nounOf(whole)}.` });
    for (const { value, pointer } of expandLists(document.value)) {
      if (isKubeObject(value) && value.metadata.name !== '') objects.push(withoutNullNamespace(value));
      else
        problems.push({
          file,
          ...document.places.locate(pointer),
          message: `This is not a Kubernetes object: ${whyNotObject(value) ?? 'metadata.name is empty'}.`,
        });
    }
  }
  return { objects, problems };
}

/** A server treats null as absent. */
function withoutNullNamespace(object: KubeObject): KubeObject {
  const { namespace, ...metadata } = object.metadata as Omit<ObjectMeta, 'namespace'> & { readonly namespace?: string | null };
  return namespace === null ? { ...object, metadata: metadata as ObjectMeta } : object;
}

/** Pointers into lists that are the first page of a request with `limit`, also within a List: `continue` refers to the rest. */
function* firstPages(value: unknown, pointer = ''): Generator<string> {
  const items = field(value, 'items');
  if (!Array.isArray(items)) return;
  if ((stringAt(value, 'metadata', 'continue') ?? '') !== '') yield `${pointer}/metadata/continue`;
  for (const [index, item] of items.entries()) yield* firstPages(item, `${pointer}/items/${index}`);
}
