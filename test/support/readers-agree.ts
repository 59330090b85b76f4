import { deepStrictEqual } from 'node:assert/strict';
import { readDocuments } from '../../src/yaml/documents.ts';
import { DEFAULT_YAML_LIMITS } from '../../src/yaml/limits.ts';
import { plainNodes, readPlainly } from '../../src/yaml/plain-reading.ts';
import { splitDocuments } from '../../src/yaml/split.ts';

/**
 * Reads each YAML document of a text with the reader for plain documents and with the full parser. If the first one can read a document,
 * both must return the same values, order of keys and positions.
 * @returns the number of documents, and how many of them the reader for plain documents could read
 * @throws {AssertionError} the two differ
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

/** A comment with a tab, which only the full parser accepts. It does not change the document. */
const ONLY_FOR_THE_FULL_PARSER = '\n# \t\n';
