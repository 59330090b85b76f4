import type { Random } from '../fuzz/random.ts';

export type Tree = Readonly<Record<string, string>>;

/**
 * Ways to put a document into a folder so that `kubectl apply -R` applies it but a reader may miss it. `undefined` if a text of this form
 * cannot be put there.
 */
export const PLACES: Readonly<Record<string, (text: string, random: Random) => Tree | undefined>> = {
  'a file': (text) => ({ 'bad.yaml': text }),
  'a .json file': (text, random) => ({ [random.pick(['bad.json', 'package.json', 'a/tsconfig.json'])]: text }),
  'a hidden folder': (text, random) => ({ [`${random.pick(['.x', '.git-x', '.well-known/a', 'a/.b/c', '...'])}/bad.yaml`]: text }),
  'a hidden .json file': (text) => ({ '.x/bad.json': text }),
  'a folder of packages': (text, random) => ({
    [`${random.pick(['', 'a/', '.x/'])}node_modules/${random.pick(['', 'b/'])}bad.yaml`]: text,
  }),
  'a package.json of packages': (text) => ({ 'node_modules/b/package.json': text }),
  'an object with items': (text, random) => {
    const kind = random.pick(['Bundle', 'List', 'ConfigMap', 'ClusterResourcePlacement', 'ThingList', 'Listing']);
    const name = kind === 'List' || random.oneIn(2) ? '' : 'metadata: {name: all}\n';
    return text.startsWith('{')
      ? { 'bad.json': `{"apiVersion":"v1","kind":"${kind}","items":[${text}]}` }
      : { 'bad.yaml': `apiVersion: v1\nkind: ${kind}\n${name}items:\n${itemOf(text)}` };
  },
  'the document after 20,000 others': (text) => ({ 'bad.yaml': `${'a: b\n---\n'.repeat(20_001)}${text}` }),
  'a document with another end of a line': (text, random) => {
    const end = random.pick(['\u0085', '\u2028', '\u2029']);
    return text.startsWith('{') ? undefined : { 'bad.yaml': `${text}\n# ${end}\n` };
  },
  'a comment that ends where only kubectl ends it': (text, random) => {
    const end = random.pick(['\u0085', '\u2028', '\u2029']);
    return text.startsWith('{') ? undefined : { 'bad.yaml': `# a${end}${text}` };
  },
  'a comment behind a separator that ends where only kubectl ends it': (text, random) => {
    const end = random.pick(['\u0085', '\u2028', '\u2029']);
    return text.startsWith('{') ? undefined : { 'bad.yaml': `--- # a${end}${text}` };
  },
  'a document nested too deep': (text) =>
    text.startsWith('{') ? undefined : { 'bad.yaml': `${text}\ndeep: ${'['.repeat(300)}${']'.repeat(300)}\n` },
  'a document behind a mark of byte order': (text) => ({ 'bad.yaml': `\uFEFF${text}` }),
  'a file with carriage returns': (text) => ({ 'bad.yaml': text.replaceAll('\n', '\r\n') }),
  'a file listed by a kustomization': (text, random) => {
    const file = random.pick(['.x/bad.yaml', 'node_modules/bad.yaml', 'bad.txt', 'bad']);
    return { [file]: text, 'kustomization.yaml': `resources: [${file}]\n` };
  },
  'a file listed by a kustomization that does not parse': (text, random) => {
    const file = random.pick(['bad.txt', 'bad', '../other/bad.txt', 'bad.md']);
    const end = random.pick(['# \u2028\n', '# \u0085\n', '...\nfoo: bar\n']);
    return { [`a/b/${file}`]: text, 'a/b/kustomization.yaml': `resources: [${file}]\n${end}` };
  },
};

function itemOf(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line, at) => `${at === 0 ? '  - ' : '    '}${line}\n`)
    .join('');
}
