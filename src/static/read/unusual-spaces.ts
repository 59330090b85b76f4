import { childPointer } from '../../fleet/json/json-pointer.ts';
import type { JsonObject } from '../../fleet/json/json.ts';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { type BrokenDocument, type ReadDocument, readDocuments } from '../../yaml/documents.ts';
import { withoutFullStop } from '../../fleet/text/without-full-stop.ts';
import { SPACES } from '../../fleet/text/visible-spaces.ts';
import type { YamlLimits } from '../../yaml/limits.ts';
import { LineIndex } from '../../yaml/lines.ts';
import { expandLists } from '../../yaml/lists.ts';
import type { YamlNode } from '../../yaml/node.ts';
import { refusedValues, TYPE } from './documents/refused-values.ts';
import type { ReadProblem } from './read-result.ts';

/** A text as it was meant, with the finding about the first character that must be a space. */
export interface MeantText {
  /** Of the same length, so that each place in it is one of the original. */
  readonly text: string;
  readonly problem: ReadProblem;
  /** It is where only a space can be meant, and not at an end of a value. */
  readonly isOfStructure: boolean;
}

/**
 * Characters that look like a space but are not white space in YAML, such as a no-break space: in an indentation, after a colon or a dash,
 * and at the end of a value. They are common in text that was copied from a web page. `undefined` if the text has none there. YAML reads
 * them as part of a key or a value (https://yaml.org/spec/1.2.2/#white-space-characters: white space is the space and the tab).
 */
export function meantSpaces(text: string, file: string, limits?: YamlLimits): MeantText | undefined {
  if (!UNUSUAL.test(text)) return undefined;
  const faults: SpaceFault[] = [];
  let meant = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = faultsIn(meant, limits);
    if (found.length === 0) break;
    faults.push(...found);
    const units = meant.split('');
    for (const { start, end } of found) units.fill(' ', start, end);
    meant = units.join('');
  }
  const [first] = faults.toSorted((a, b) => RANK[a.where] - RANK[b.where] || a.start - b.start);
  return first && { text: meant, problem: problemOf(first, text, file), isOfStructure: RANK[first.where] === 0 };
}

/** A document that parses only without such characters may have others in its values. */
const MOST_ROUNDS = 3;

export const REPLACE_SPACES = 'Replace it, and all others like it in this file, by an ordinary space or by nothing.';

function faultsIn(text: string, limits: YamlLimits | undefined): readonly SpaceFault[] {
  const faults: SpaceFault[] = [];
  for (const document of readDocuments(text, limits)) {
    if (document.kind === 'broken') faults.push(...faultsOfBroken(document));
    if (document.kind === 'read' && UNUSUAL.test(document.text)) faults.push(...faultsOfRead(document));
  }
  return faults;
}

/** A run of such characters. Offsets are those of the file. */
interface SpaceFault {
  readonly start: number;
  readonly end: number;
  /**
   * A value that the hub refuses; one of an object of KubeFleet that the hub does not check; or one of another object, where it may be text.
   */
  readonly where: 'indentation' | 'separator' | 'value' | 'unchecked value' | 'other value';
}

const RANK: Readonly<Record<SpaceFault['where'], number>> = {
  indentation: 0,
  separator: 0,
  value: 1,
  'unchecked value': 1,
  'other value': 2,
};

const UNUSUAL = new RegExp(`(?!^)[${SPACES}]`);
const HAS_UNUSUAL = new RegExp(`[${SPACES}]`);
const AT_START = new RegExp(`^[${SPACES}]+`);
const AFTER_SIGN = new RegExp(`^(?:-|[\\w./-]+:)[${SPACES}]`);
/** Each place in a line where only a space can be meant. An indentation is shorter than 200 characters. */
// bounded: it searches back over at most 300 characters.
const CANDIDATE = new RegExp(`(?<=^[ ${SPACES}-]{0,200}(?:[\\w./-]{1,100}:)?) *[${SPACES}][ ${SPACES}]*`, 'gm');

/** A run of such characters and of ordinary spaces. */
const RUN = new RegExp(`[ ${SPACES}]+`, 'g');

const NAMES: Readonly<Record<string, string>> = {
  '00A0': 'a no-break space',
  '200B': 'a zero-width space',
  '202F': 'a narrow no-break space',
  '2060': 'a word joiner, which has no width',
  '3000': 'an ideographic space',
  FEFF: 'a byte order mark, which has no width',
};

function problemOf({ start, end, where }: SpaceFault, text: string, file: string): ReadProblem {
  const first = start + Math.max(0, text.slice(start, end).search(HAS_UNUSUAL));
  const code = codeOf(text[first] ?? '');
  const what = `${NAMES[code] ?? 'an unusual space'} (U+${code})`;
  const message = {
    indentation: `The indentation of this line has ${what}; YAML takes only ordinary spaces.`,
    separator: `Here is ${what}; YAML takes only an ordinary space, and reads it as a part of the text.`,
    value: `At this end of the value is ${what}, which YAML does not remove.`,
    'unchecked value': `At this end of the value is ${what}, which YAML does not remove.`,
    'other value': `At this end of the value is ${what}, which YAML does not remove.`,
  }[where];
  return {
    rule: 'yaml-syntax',
    file,
    ...new LineIndex(text).range(first, end),
    message,
    remedy: `${withoutFullStop(REPLACE_SPACES)}; the file was checked as if it had those.`,
    ...(where === 'unchecked value' ? { effect: 'fails' } : where === 'other value' ? { effect: 'misbehaves' } : {}),
    related: [],
  };
}

function codeOf(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** All candidates of the document, if with spaces in their place it can be read further. The one at the fault is the first. */
function faultsOfBroken({ text, start, faultOffset }: BrokenDocument): readonly SpaceFault[] {
  const runs = [...text.matchAll(CANDIDATE), ...besideSigns(text)].map(({ 0: run, index }) => [index, index + run.length] as const);
  const found = [...new Map(runs)].map(([from, end]) => ({ start: from, end })).toSorted((a, b) => a.start - b.start);
  if (found.length === 0) return [];
  const units = text.split('');
  for (const each of found) units.fill(' ', each.start, each.end);
  const [meant] = readDocuments(units.join(''));
  if (meant?.kind === 'broken' && meant.start + meant.faultOffset <= faultOffset) return [];
  return found.map((each) => ({
    start: start + each.start,
    end: start + each.end,
    where: isFirstOfLine(text, each.start) ? 'indentation' : 'separator',
  }));
}

function faultsOfRead({ text, start, root, value }: ReadDocument): readonly SpaceFault[] {
  const objects = [...expandLists(value)].map((found) => ({ ...found, isFleet: isOfFleet(found.value) }));
  const fleet = new Set(objects.flatMap(({ pointer, isFleet }) => (isFleet ? [pointer] : [])));
  // kubectl looks up the type of a list as well.
  const refused = new Set([...TYPE, ...objects.flatMap((found) => (found.isFleet ? [] : refusedValues(found)))]);
  return [...faultsOfNode(root, { key: '', pointer: '', isFleet: false })].map((fault) => ({
    ...fault,
    start: start + fault.start,
    end: start + fault.end,
  }));

  function* faultsOfNode(node: YamlNode, { key, pointer, ...place }: Place): Generator<SpaceFault> {
    const isFleet = place.isFleet || fleet.has(pointer);
    if (node.style === 'plain') yield* faultsOfPlain(node, { key, pointer, isFleet });
    for (const [name, { keyStart, keyEnd, node: inner }] of node.entries ?? []) {
      yield* afterSigns(keyStart, keyEnd);
      yield* ends(keyStart, keyEnd, 'indentation', 'separator');
      yield* faultsOfNode(inner, { key: FREE.has(key) ? key : name, pointer: childPointer(pointer, name), isFleet });
    }
    for (const [index, item] of (node.items ?? []).entries())
      yield* faultsOfNode(item, { key, pointer: childPointer(pointer, index), isFleet });
  }

  function* faultsOfPlain({ start: from, end }: YamlNode, { key, pointer, isFleet }: Place): Generator<SpaceFault> {
    const written = text.slice(from, end);
    // Keys and dashes that such a character follows are one text, with the lines below them.
    if (isFirstOfLine(text, from) && AFTER_SIGN.test(written)) {
      yield* afterSigns(from, end);
      return;
    }
    if (FREE.has(key)) return;
    const where = isFleet && UNCHECKED.has(key) ? 'unchecked value' : isFleet || refused.has(pointer) ? 'value' : 'other value';
    yield* ends(from, end, where, where);
  }

  /** The runs in a text that begins with a key or a dash and such a character: `{name:<no-break space>shop}` has one long key. */
  function* afterSigns(from: number, end: number): Generator<SpaceFault> {
    const written = text.slice(from, end);
    if (!AFTER_SIGN.test(written)) return;
    for (const { 0: run, index } of written.matchAll(CANDIDATE))
      yield { start: from + index, end: from + index + run.length, where: 'separator' };
  }

  function* ends(from: number, end: number, first: SpaceFault['where'], last: SpaceFault['where']): Generator<SpaceFault> {
    const written = text.slice(from, end);
    const before = AT_START.exec(written)?.[0] ?? '';
    const after = atEnd(written);
    if (before !== '') yield { start: from, end: from + before.length, where: first };
    if (after !== '' && before !== written) yield { start: end - after.length, end, where: last };
  }
}

/** Where a value is in its document. */
interface Place {
  /** Of the nearest mapping around it. */
  readonly key: string;
  readonly pointer: string;
  readonly isFleet: boolean;
}

function isOfFleet(value: JsonObject): boolean {
  return isFleetObject({ apiVersion: String(value['apiVersion']), kind: String(value['kind']) });
}

/** Whether only spaces and dashes are before it in its line. */
function isFirstOfLine(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === ' ' || text[before] === '-') before -= 1;
  return before < 0 || text[before] === '\n';
}

/** The runs beside a sign of YAML or JSON, or at the end of a line: in text that cannot be parsed, only a space can be meant there. */
function besideSigns(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(RUN)].filter(({ 0: run, index }) => {
    const next = text[index + run.length] ?? '\n';
    const isBeside = ':,[]{}"'.includes(text[index - 1] ?? ' ') || ',]}:#\r\n'.includes(next);
    return index > 0 && isBeside && HAS_UNUSUAL.test(run) && !isQuoted(text, index);
  });
}

/** Whether an odd number of double quotes is before it in its line. */
function isQuoted(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return line.replaceAll('\\"', '').split('"').length % 2 === 0;
}

/** Looked for from the end: a pattern would try each of a million such characters. */
function atEnd(written: string): string {
  let end = written.length;
  while (end > 0 && AT_START.test(written[end - 1] ?? '')) end -= 1;
  return written.slice(end);
}

/** Free text may end as it likes. */
const FREE = new Set(['annotations', 'data', 'stringData', 'description']);

/** Names that the hub resolves when it needs them. */
const UNCHECKED = new Set(['clusterNames', 'clusterName', 'placementName', 'resourceSnapshotIndex', 'stagedRolloutStrategyName']);
