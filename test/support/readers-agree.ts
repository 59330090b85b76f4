import { deepStrictEqual } from 'node:assert/strict';
import { readDocuments } from '../../src/yaml/documents.ts';
import { DEFAULT_YAML_LIMITS } from '../../src/yaml/limits.ts';
import { plainNodes, readPlainly } from '../../src/yaml/plain-reading.ts';
import { splitDocuments } from '../../src/yaml/split.ts';

/**
 * Reads each YAML document of a text by the reader of plain documents and by the full parser. Whatever the first one knows must be what the
 * second one says: the values, the order of their keys, and where each stands.
 * @returns how many documents there were, and how many of them the first one knew
 * @throws {AssertionError} they differ
 */
export function readersAgree(text: string): { readonly documents: number; readonly known: number } {
  let [documents, known] = [0, 0];
  for (const chunk of splitDocuments(text)) {
    if (chunk.as !== 'yaml') continue;
    documents += 1;
    const plain = readPlainly(chunk.text, DEFAULT_YAML_LIMITS);
    const nodes = plainNodes(chunk.text, DEFAULT_YAML_LIMITS);
    deepStrictEqual(nodes === undefined, plain === undefined);
    if (plain === undefined) continue;
    known += 1;
    const [document, ...others] = [...readDocuments(chunk.text + ONLY_FOR_THE_FULL_PARSER)].map((each) => ({ ...each }));
    deepStrictEqual(others, []);
    if (document?.kind !== 'read') throw new Error(`the full parser says ${JSON.stringify(document)}`);
    deepStrictEqual(document.duplicates, []);
    deepStrictEqual(plain.size, document.size);
    deepStrictEqual(JSON.stringify(plain.value), JSON.stringify(document.value));
    deepStrictEqual(nodes, document.root);
  }
  return { documents, known };
}

/** A tab, which no plain document has, if it says nothing. */
const ONLY_FOR_THE_FULL_PARSER = '\n# \t\n';
