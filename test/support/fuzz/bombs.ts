/** A small file that needs much time or memory to read. */
export interface Bomb {
  readonly make: () => string;
  /** The expected exit code. */
  readonly exits: number;
  /** The expected message, which names the file. */
  readonly says: RegExp;
}

const M = 1024 * 1024;
/** Marks the document as KubeFleet's, so a run that skips it exits with 6. */
const FLEET = 'apiVersion: placement.kubernetes-fleet.io/v1\nkind: ClusterResourcePlacement\nmetadata: {name: bomb}\n';

export const BOMBS: Readonly<Record<string, Bomb>> = {
  'aliases of aliases': unread(() => `a: &a [x,x,x,x,x,x,x,x,x,x]\n${aliases('abcdefghij')}`, 'has more than 1000000 values'),
  'merge keys of merge keys': unread(
    () => `a: &b0 {x: 1}\n${lines(5000, (at) => `b${at}: &b${at + 1}\n  <<: *b${at}\n  k${at}: 1`)}`,
    'has more than 1000000 values',
  ),
  'merge keys in a list': unread(
    () => `a: &a\n${lines(1000, (at) => `  x${at}: 1`)}\nb:\n${lines(20_000, () => '- <<: *a')}`,
    'has more than 1000000 values',
  ),
  'brackets that nobody closes': unread(() => `x: ${'['.repeat(M)}`, 'is nested more than 200 levels deep'),
  'braces within braces': unread(() => `x: ${'{a: '.repeat(M)}`, 'is nested more than 200 levels deep'),
  'dashes behind dashes': unread(() => `x:\n  ${'- '.repeat(M)}a`, 'is nested more than 200 levels deep'),
  'ever deeper keys': unread(() => `x:\n${lines(3000, (at) => `${' '.repeat(at + 1)}a:`)}`, 'is nested more than 200 levels deep'),
  'short values in lines': unread(() => `x:\n${'- a\n'.repeat(7 * M)}`, 'has more than 2000000 lines'),
  'values left out': unread(() => `x:\n${'-\n'.repeat(14 * M)}`, 'has more than 2000000 lines'),
  'short values in brackets': unread(() => `x: [${'a,'.repeat(15 * M)}]`, 'has more than 1000000 values'),
  'empty brackets': unread(() => `x: [${'[],'.repeat(10 * M)}]`, 'has more than 1000000 values'),
  'short keys': unread(() => `x: {${lines(3 * M, (at) => `k${at},`)}}`, '(?:has|holds) more than \\d+ (?:lines|values)'),
  comments: unread(() => '# x\n'.repeat(7 * M), 'has more than 2000000 lines'),
  'empty lines': unread(() => '\n'.repeat(30 * M), 'has more than 2000000 lines'),
  expressions: unread(() => 'a: {{ x }}\n'.repeat(2 * M), 'has more than 2000000 lines'),
  'a long text': unread(() => `x: ${'a'.repeat(30 * M)}`, 'has a text of more than 4194304 characters'),
  'a long key': unread(() => `${'a'.repeat(30 * M)}: 1`, 'has a text of more than 4194304 characters'),
  'a long number': unread(() => `x: 0x${'f'.repeat(30 * M)}`, 'has a text of more than 4194304 characters'),
  escapes: unread(() => `x: "${'\\n'.repeat(15 * M)}"`, 'has a text of more than 4194304 characters'),
  'brackets at the indentation of their keys': unread(
    () => 'x:\n' + '  a: [\n  ]\n'.repeat(100_000),
    'has too many comments without a blank, or brackets closed',
  ),
  'twenty thousand documents and more': {
    // kubectl also refuses the documents that are read.
    make: () => `${'a: 1\n---\n'.repeat(M)}${FLEET}`,
    exits: 1,
    says: /bomb\.yaml:\d+.*more than 20000 documents/,
  },
  'values in many documents': {
    // kubectl also refuses the documents that are read.
    make: () => `${`[${'1,'.repeat(800_000)}]\n---\n`.repeat(15)}${FLEET}`,
    exits: 1,
    says: /bomb\.yaml.*more than 3000000 values/,
  },
  '200 MB': { make: () => `${FLEET}${'#'.repeat(200 * M)}`, exits: 6, says: /bomb\.yaml.*larger than 100663296 bytes/ },
  '200 MB with the object at its end': {
    make: () => `${`${'#'.repeat(100)}\n`.repeat(2 * M)}---\n${FLEET}`,
    exits: 6,
    says: /bomb\.yaml.*larger than 100663296 bytes/,
  },
  '90 MB in 45 characters to a line': {
    make: () => `${FLEET}${`${'#'.repeat(44)}\n`.repeat(2 * M)}`,
    exits: 6,
    says: /bomb\.yaml.*larger than 33554432 characters/,
  },
  'documents that hold nothing': { make: () => '---\n'.repeat(7 * M), exits: 0, says: /PASSED/ },
  'JSON values in a row': { make: () => '{"a":1}\n'.repeat(M), exits: 0, says: /1 input not evaluated/ },
  'an open JSON value': { make: () => '{"a":'.repeat(M), exits: 0, says: /1 input not evaluated|PASSED/ },
};

function unread(make: () => string, why: string): Bomb {
  return { make: () => `${FLEET}${make()}\n`, exits: 6, says: new RegExp(`bomb\\.yaml:\\d+.*${why}`) };
}

function lines(times: number, line: (at: number) => string): string {
  return Array.from({ length: times }, (_, at) => line(at)).join('\n');
}

function aliases(names: string): string {
  return names
    .slice(1)
    .split('')
    .map((name, at) => `${name}: &${name} [${Array(10).fill(`*${names[at]}`).join(',')}]`)
    .join('\n');
}
