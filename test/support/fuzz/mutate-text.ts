import { hostileWord } from './hostile-words.ts';
import type { Random } from './random.ts';

/** The text with a few random changes to its lines, indentation, values, anchors or bytes. `donors` provide lines to insert. */
export function mutatedText(text: string, donors: readonly string[], random: Random): string {
  let mutated = text;
  for (let left = 1 + random.int(4); left > 0; left -= 1) mutated = random.pick(CHANGES)(mutated, random, donors);
  return mutated.slice(0, LONGEST);
}

/** Limits the growth of texts that are repeated several times. */
const LONGEST = 60_000;

type Change = (text: string, random: Random, donors: readonly string[]) => string;

const CHANGES: readonly Change[] = [
  ofLines((lines, at) => lines.splice(at, 1)),
  ofLines((lines, at) => lines.splice(at, 0, lines[at] ?? '')),
  ofLines((lines, at, random) => lines.splice(random.int(lines.length), 0, ...lines.splice(at, 1))),
  ofLines((lines, at, random) => (lines[at] = ' '.repeat(random.int(5)) + (lines[at] ?? ''))),
  ofLines((lines, at, random) => (lines[at] = (lines[at] ?? '').slice(random.int(4)))),
  ofLines((lines, at, random) => (lines[at] = `${(lines[at] ?? '').replace(/(?<=[:-]\s).*$/, '')} ${hostileWord(random)}`)),
  ofLines((lines, at, random) => (lines[at] = (lines[at] ?? '').replace(/[\w-]+(?=:)/, () => hostileWord(random)))),
  ofLines((lines, at, random) => (lines[at] = (lines[at] ?? '').replace(/(?<=:\s)/, () => `${random.pick(PROPERTIES)} `))),
  ofLines((lines, at, random) => (lines[at] = `${/^\s*/.exec(lines[at] ?? '')?.[0] ?? ''}${random.pick(SNIPPETS)}`)),
  ofLines((lines, at, random) => lines.splice(at, 0, random.pick(SNIPPETS))),
  (text, random, donors) => {
    const lines = text.split('\n');
    const lent = random.pick(donors).split('\n');
    const from = random.int(lent.length);
    lines.splice(random.int(lines.length + 1), random.int(3), ...lent.slice(from, from + 1 + random.int(12)));
    return lines.join('\n');
  },
  (text, random) => text.slice(0, random.int(text.length + 1)),
  (text, random) => withSpan(text, random, (span) => span + span),
  (text, random) => withSpan(text, random, () => ''),
  (text, random) => withSpan(text, random, () => random.pick(BYTES).repeat(1 + random.int(3))),
  (text, random) => withSpan(text, random, (span) => span.split('').toReversed().join('')),
  (text, random) => text.replaceAll('\n', random.pick(['\r\n', '\r', '\u2028', '\n\n', '\n'])),
  (text, random) => random.pick(['\uFEFF', '---\n', '%YAML 1.1\n---\n', '{', '# c\n', '\n', '...\n']) + text,
  (text, random) => Buffer.from(flipped(Buffer.from(text), random)).toString('utf8'),
];

const PROPERTIES = ['&a', '*a', '!!str', '!!int', '!!binary', '!!null', '!x', '&a !!map', '|', '>-', '"', "'", '[', '{', '? ', '<<:'];
const SNIPPETS = [
  '---',
  '...',
  '<<: *a',
  '<<: [*a, *b]',
  '? a',
  '- - - a',
  'a: &a {b: *a}',
  'x: [1, {y: 2}, "z"]',
  '__proto__: {polluted: true}',
  'constructor: {prototype: {polluted: true}}',
  '"a": {"b": [1, 2',
  'key: |+2',
  '{{- if .Values.x }}',
  '# fleet-gate-ignore schema: because',
  '#@ load("x")',
  '}',
  ']',
  ': a',
  '\t- a',
];
const BYTES = [
  '\0',
  '\t',
  '\r',
  '\uFEFF',
  '\uFFFD',
  ':',
  ' ',
  '#',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  '&',
  '*',
  '!',
  '|',
  '>',
  '%',
  '@',
  '`',
  '\\',
  '\n',
];

function ofLines(change: (lines: string[], at: number, random: Random) => unknown): Change {
  return (text, random) => {
    const lines = text.split('\n');
    change(lines, random.int(lines.length), random);
    return lines.join('\n');
  };
}

function withSpan(text: string, random: Random, change: (span: string) => string): string {
  const from = random.int(text.length + 1);
  const to = Math.min(text.length, from + random.int(40));
  return text.slice(0, from) + change(text.slice(from, to)) + text.slice(to);
}

function flipped(bytes: Buffer, random: Random): Buffer {
  for (let left = 1 + random.int(4); left > 0 && bytes.length > 0; left -= 1) bytes[random.int(bytes.length)] = random.int(256);
  return bytes;
}
