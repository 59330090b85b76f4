import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import { isDeepStrictEqual } from 'node:util';
import { type ReadDocument, readDocuments } from '../../../../src/yaml/documents.ts';
import type { TextRange } from '../../../../src/yaml/lines.ts';
import type { YamlNode } from '../../../../src/yaml/node.ts';
import { resolvePlain } from '../../../../src/yaml/scalar.ts';
import { manifestTexts } from '../corpus.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedText } from '../mutate-text.ts';
import { readersAgree } from '../../readers-agree.ts';

export const target: FuzzTarget = {
  name: 'yaml-text',
  about: 'mutated manifests through the parser. Every place lies in the text, two readings are equal, and js-yaml reads the same values',
  all: 30_000,
  share: 250,
  start() {
    const texts = manifestTexts();
    return Promise.resolve((random) => {
      const input = mutatedText(random.pick(texts), texts, random);
      return { input, judge: () => judge(input) };
    });
  },
};

function judge(text: string): void {
  readersAgree(text);
  const lines = text.split('\n');
  const documents = [...readDocuments(text)];
  for (const document of documents) {
    mustLieIn(lines, document.at);
    if (document.kind === 'broken') mustLieIn(lines, document.fault);
    if (document.kind !== 'read') continue;
    for (const node of nodesOf(document.root))
      must(0 <= node.start && node.start <= node.end && node.end <= document.text.length, `a node from ${node.start} to ${node.end}`);
    for (const { second } of document.duplicates) mustLieIn(lines, document.places.rangeOf(second));
    agreesWithJsYaml(document);
  }
  must(
    isDeepStrictEqual(
      documents.map((document) => (document.kind === 'read' ? document.value : document.reason)),
      [...readDocuments(text)].map((document) => (document.kind === 'read' ? document.value : document.reason)),
    ),
    'a second reading differs',
  );
}

function mustLieIn(lines: readonly string[], { line, column, endLine, endColumn }: TextRange): void {
  const isIn = (at: number, width: number): boolean =>
    at >= 1 && at <= lines.length && width >= 1 && width <= (lines[at - 1] ?? '').length + 1;
  must(isIn(line, column) && isIn(endLine, endColumn), `${line}:${column}-${endLine}:${endColumn} is not in the text`);
  must(line < endLine || (line === endLine && column <= endColumn), `${line}:${column}-${endLine}:${endColumn} ends before it starts`);
}

function* nodesOf(node: YamlNode): Generator<YamlNode> {
  yield node;
  for (const item of node.items ?? []) yield* nodesOf(item);
  for (const { node: value } of node.entries?.values() ?? []) yield* nodesOf(value);
}

/** Compares with js-yaml, with every scalar as a text. Tags, merge keys and duplicate keys are read differently on purpose. */
function agreesWithJsYaml({ text, value, duplicates }: ReadDocument): void {
  if (duplicates.length > 0 || /<<|!/.test(text)) return;
  let plain: unknown;
  try {
    plain = load(text, { schema: FAILSAFE_SCHEMA, maxDepth: 500 });
  } catch {
    return;
  }
  must(isSame(value, plain), `js-yaml reads ${JSON.stringify(plain)}, and it was read as ${JSON.stringify(value)}`);
}

function isSame(ours: unknown, theirs: unknown): boolean {
  if (Array.isArray(theirs))
    return Array.isArray(ours) && ours.length === theirs.length && theirs.every((entry, at) => isSame(ours[at], entry));
  if (typeof theirs === 'object' && theirs !== null) {
    if (typeof ours !== 'object' || ours === null || Array.isArray(ours)) return false;
    const read = new Map(Object.entries(ours));
    const entries = Object.entries(theirs);
    // `1` and `0x1` are the same key.
    return entries.every(([key, entry]) => {
      const name = keyOf(key);
      return !read.has(name) || isSame(read.get(name), entry) || entries.filter(([other]) => keyOf(other) === name).length > 1;
    });
  }
  return ours === theirs || ours === (theirs ?? null) || (typeof theirs === 'string' && Object.is(ours, resolvePlain(theirs)));
}

function keyOf(text: string): string {
  const value = resolvePlain(text);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : text;
}
