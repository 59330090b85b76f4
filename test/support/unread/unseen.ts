import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Random } from '../fuzz/random.ts';

/** Adds something to a folder of manifests whose content cannot be known. Returns its name in reports, relative to that folder. */
type Lay = (folder: string, random: Random) => string;

const pointer = (version: string): string => `version ${version}\noid sha256:4d7a\nsize 123\n`;
const LFS = pointer('https://git-lfs.github.com/spec/v1');

const CONTENT = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: shop\n';

/** Inputs that kubectl, kustomize or a deployer can read and this program cannot. */
export const UNSEEN: Readonly<Record<string, Lay>> = {
  'a pointer of Git LFS': (folder, random) => put(folder, random.pick(['p.yaml', 'a/p.yml', 'data.json', 'charts/a-1.0.0.tgz']), LFS),
  'a pointer of the first versions of Git LFS': (folder, random) =>
    put(
      folder,
      random.pick(['p.yaml', 'a/p.yml', 'data.json']),
      pointer(random.pick(['https://hawser.github.com/spec/v1', 'http://git-media.io/v/2'])),
    ),
  'a file of git-crypt': (folder, random) => put(folder, random.pick(['p.yaml', 'a/p.yml', 'data.json']), '\0GITCRYPT\0\u{81}x\0'),
  'a file whose name is no UTF-8': (folder) => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x70, 0xff, 0xfe]), Buffer.from('.yaml')]), 'a: b\n');
    return 'p\uFFFD\uFFFD.yaml';
  },
  'a folder whose name is no UTF-8': (folder) => {
    const below = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xe4, 0x70])]);
    mkdirSync(below);
    writeFileSync(Buffer.concat([below, Buffer.from('/p.yaml')]), 'a: b\n');
    return '\uFFFDp';
  },
  'a link to a file out of the repository': (folder, random) => link(folder, 'p.yaml', random.pick(['/etc/passwd', '/proc/self/mounts'])),
  'a link to a folder out of the repository': (folder) => link(folder, 'more', '/etc'),
  'a link that leads nowhere': (folder, random) => link(folder, 'p.yaml', random.pick(['gone.yaml', '/gone/p.yaml', 'p.yaml'])),
  "a link to git's own files": (folder) => {
    mkdirSync(path.join(folder, '.git'), { recursive: true });
    writeFileSync(path.join(folder, '.git/p.yaml'), 'a: b\n');
    return link(folder, 'p.yaml', '.git/p.yaml');
  },
  'a manifest that is not YAML': (folder, random) =>
    put(
      folder,
      'p.yaml',
      random.pick([
        CONTENT.replace('kind: ', 'kind '),
        CONTENT.replace('kind: ', 'kind= '),
        CONTENT.replace('kind: ', 'kind\uFF1A'),
        CONTENT.replace('apiVersion: ', 'ApiVersion '),
        `foo\n${CONTENT}`,
        `// see a.yaml\n${CONTENT}`,
        `\`\`\`yaml\n${CONTENT}\`\`\`\n`,
        '// see a.yaml\n{\n  "apiVersion": "v1", "kind": "ConfigMap",\n  "metadata": {"name": "a", "namespace": "shop"}}\n',
      ]),
    ),
  'a manifest with a misspelt type': (folder, random) =>
    put(
      folder,
      'p.yaml',
      random.pick([
        CONTENT.replace('apiVersion', 'ApiVersion').replace('kind', 'Kind'),
        CONTENT.replace('kind: ConfigMap', 'Kind: Widget'),
        'ApiVersion: v1\nKind: ConfigMap\nMetadata: {Name: a, Namespace: shop}\n',
        'apiVersion: v1\nKind: List\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}]\n',
      ]),
    ),
  'a kustomization that does not parse': (folder, random) =>
    put(
      folder,
      `${random.pick(['', 'a/'])}kustomization.yaml`,
      random.pick(['resources: [', '- a\n- b\n', 'a: b\n---\nc: d\n', '&a [*a]\n', '', '# to do\n']),
    ),
  'a kustomization that says nothing that kustomize reads': (folder, random) =>
    put(
      folder,
      `${random.pick(['', 'a/'])}kustomization.yaml`,
      random.pick([
        'resources: [5]\n',
        'resources:\n',
        'kind: Kustomization\n',
        'namespace: ""\n',
        'resources: [null]\n',
        'resources: [""]\n',
        'resources: p.yaml\n',
        'resources: {p.yaml: null}\n',
        'resources: [[p.yaml]]\n',
        'bases: [5]\n',
        'components: [true]\n',
      ]),
    ),
};

function put(folder: string, name: string, text: string): string {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
  return name;
}

function link(folder: string, name: string, target: string): string {
  symlinkSync(target, path.join(folder, name));
  return name;
}
