import type { SourceRange } from '../../../../finding.ts';
import { isObject, stringAt, type JsonObject } from '../../../../fleet/json/json.ts';
import { childPointer, pointerKeys } from '../../../../fleet/json/json-pointer.ts';
import { type ReadDocument, readDocuments } from '../../../../yaml/documents.ts';
import { LineIndex } from '../../../../yaml/lines.ts';
import { nodeAt } from '../../../../yaml/node.ts';
import { placeInScalar } from '../../../../yaml/place-in-scalar.ts';
import { isKustomization, kustomizationOf, kustomizationValue } from '../../kustomize/kustomization.ts';
import { textsIn } from '../kustomize-references.ts';

/** A value that a patch of a kustomization sets, or a place that it removes. */
export interface PatchedValue {
  /** The keys of the place in the object; empty for a merge patch. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** The operation removes the place. */
  readonly removes?: true;
  /** The objects that are patched, as far as the patch names them. These are patterns if it has a target. */
  readonly kind: string | undefined;
  readonly name: string | undefined;
  /** The place of a pointer below the value. */
  readonly locate: (pointer: string, part?: 'key' | 'value') => SourceRange;
}

/**
 * The values that the patches of kustomizations set, and the places that they remove: merge patches, and operations of JSON patches, in the kustomization itself or in a file
 * that looks like no manifest. The order is that of the files.
 * @param texts of all files of an overlay, by name
 */
export function patchesOf(texts: ReadonlyMap<string, string>): readonly PatchedValue[] {
  return [...texts].flatMap(([file, text]) => (isKustomization(file) && text.includes('patch') ? patchesIn(text, file, texts) : []));
}

function patchesIn(text: string, file: string, texts: ReadonlyMap<string, string>): readonly PatchedValue[] {
  const value = kustomizationValue(text) ?? {};
  const [document] = readDocuments(text);
  if (document?.kind !== 'read') return [];
  const lines = new LineIndex(text);
  return Object.entries(value)
    .filter(([key]) => /^patches/i.test(key))
    .flatMap(([key, entries]) =>
      (Array.isArray(entries) ? entries : []).map((entry: unknown, index) => ({ entry, at: childPointer(`/${key}`, index) })),
    )
    .flatMap(({ entry, at }) => {
      const target = isObject(entry) ? entry['target'] : undefined;
      return [...textsIn(entry, at)].flatMap(([patch, pointer]) =>
        valuesIn(patch, target, placesIn(document, pointer, patch, file, lines)),
      );
    })
    .concat(patchesInFiles(value, file, texts));
}

function patchesInFiles(value: JsonObject, file: string, texts: ReadonlyMap<string, string>): readonly PatchedValue[] {
  return kustomizationOf(value, file).patchFiles.flatMap((name) => {
    const text = texts.get(name) ?? '';
    const lines = new LineIndex(text);
    return valuesIn(text, undefined, (start, end) => ({ file: name, ...lines.range(start, end) }));
  });
}

type Locate = (start: number, end: number) => SourceRange;

/** Leads from the text of a patch to the file in which it is a scalar. */
function placesIn(document: ReadDocument, pointer: string, patch: string, file: string, lines: LineIndex): Locate {
  return (from, to) => {
    const { node } = nodeAt(document.root, pointer);
    const written = document.text.slice(node.start, node.end);
    const { start, end } = (node.style === 'alias' ? undefined : placeInScalar(written, patch, { start: from, end: to })) ?? {
      start: 0,
      end: written.length,
    };
    return { file, ...lines.range(document.start + node.start + start, document.start + node.start + end) };
  };
}

/** The values that the text of a patch sets; none if it is a path or another text. */
function valuesIn(patch: string, target: unknown, locate: Locate): readonly PatchedValue[] {
  return [...readDocuments(patch)].flatMap((document) => {
    if (document.kind !== 'read') return [];
    const { value, start: from } = document;
    const at =
      (base: string): PatchedValue['locate'] =>
      (pointer, part) => {
        const { node, entry } = nodeAt(document.root, `${base}${pointer}`);
        const { start, end } =
          part === 'key' && pointer !== '' && entry !== undefined ? { start: entry.keyStart, end: entry.keyEnd } : node;
        return locate(from + start, from + end);
      };
    const [kind, name] = isObject(target)
      ? [stringAt(target, 'kind'), stringAt(target, 'name')]
      : [stringAt(value, 'kind'), stringAt(value, 'metadata', 'name')];
    if (isObject(value)) return [{ path: [], value, kind, name, locate: at('') }];
    return (Array.isArray(value) ? value : []).flatMap((each: unknown, index) => {
      const path = stringAt(each, 'path');
      const op = stringAt(each, 'op') ?? '';
      if (!isObject(each) || path === undefined) return [];
      if (op === 'remove') return [{ path: pointerKeys(path), value: undefined, removes: true, kind, name, locate: at(`/${index}/path`) }];
      if (!SETTING.has(op)) return [];
      return [{ path: pointerKeys(path), value: each['value'], kind, name, locate: at(`/${index}/value`) }];
    });
  });
}

const SETTING: ReadonlySet<string> = new Set(['add', 'replace']);
