/** Lint and the gate read or name each file that `kubectl apply -R` reads of a folder, in whichever form it is written. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { FLEET_KINDS, type FleetKind, isFleetGroup, MAIN_KINDS } from '../../src/fleet/kubefleet/kinds.ts';
import { greenFleet, namespaceShop, NOW, objectsOf, orders } from '../support/fleets/fleet.ts';
import { Random } from '../support/fuzz/random.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { CREATED, IN_TEXTS, PATCHED, REFERENCES } from '../support/unread/embedded.ts';
import { misspelt, misspeltWord } from '../support/unread/misspelt.ts';
import { PLACES, type Tree } from '../support/unread/places.ts';
import { UNSEEN } from '../support/unread/unseen.ts';
import { WRITINGS } from '../support/unread/writings.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('unread', {
  title: 'An object that was not read does not pass',
  proves:
    'An object that must not pass is hidden in a folder in every way that kubectl still reads. It is found, or the run does not end with 0. The control is the same folder in plain form. A way that hides the object ends the suite with its name and seed.',
});

/** PickN with names of clusters, which the hub refuses. */
const REFUSED = {
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop' },
  spec: {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }],
    policy: { placementType: 'PickN', numberOfClusters: 1, clusterNames: ['east'] },
  },
};
/** Where the text itself is read, so that the fault must be found. */
const READ = new Set([
  'a file',
  'a .json file',
  'an object with items',
  'a document behind a mark of byte order',
  'a file with carriage returns',
]);

/** Takes long to read, so that a share tries one of its writings. */
const LONG = 'the document after 20,000 others';
const ways = Object.entries(PLACES)
  .flatMap(([place, lay]) => Object.entries(WRITINGS).map(([writing, write]) => ({ place, writing, lay, write })))
  .filter(({ place, writing }) => suite.whole || place !== LONG || writing === 'with escapes in keys and values');
const TIMES = suite.size(6, 1);

// SECURITY.md: What could not be read or understood is never
test('an object of KubeFleet is found or named, in every place and form', async () => {
  let times = 0;
  for (const { place, writing, lay, write } of ways)
    for (let n = 0; n < TIMES; n += 1) {
      const random = Random.of(suite.seed, `${place} ${writing}`, n);
      const tree = lay(write(REFUSED, random), random);
      if (tree === undefined) continue;
      const cwd = folderWith({ 'ns.yaml': stringify(namespaceShop()) }, tree);
      const { exitCode, report } = await runCli(cwd, ['lint', 'deploy']);
      const told = `${place}, ${writing} (SEED=${suite.seed}, ${n}): ${JSON.stringify(tree).slice(0, 400)}`;
      expect([1, 6], told).toContain(exitCode);
      if (READ.has(place))
        expect(
          report?.lint?.findings.map(({ rule }) => rule),
          told,
        ).toContain('refused-content');
      times += 1;
    }
  suite.tell({
    tried: 'a refused placement, laid and written in ways that kubectl reads',
    times,
    outcome: 'each was refused with 1, or not evaluated with 6',
  });
});

// SECURITY.md: What could not be read or understood is never
test('content that the hub lacks does not pass the gate, in every place and form', async () => {
  const fleet = greenFleet();
  const gate = async (cwd: string): Promise<number> => {
    writeFileSync(path.join(cwd, 'hub.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objectsOf(fleet) }));
    const argv = ['diagnose', 'crp/shop', '--from', 'hub.json', '--now', NOW.toISOString(), '--manifests', 'deploy'];
    return (await runCli(cwd, argv).catch(() => ({ exitCode: 2 }))).exitCode;
  };
  const { metadata, spec, ...type } = fleet.placement;
  const placement = { ...type, metadata: { name: metadata.name }, spec };
  const applied = { 'a.yaml': [placement, namespaceShop()].map((object) => stringify(object)).join('---\n') };
  expect(await gate(folderWith(applied, { 'd.yaml': stringify(orders('v1')) }))).toBe(0);
  let times = 0;
  for (const { place, writing, lay, write } of ways)
    for (let n = 0; n < TIMES; n += 1) {
      const random = Random.of(suite.seed, `gate ${place} ${writing}`, n);
      const tree = lay(write(orders('v2'), random), random);
      if (tree === undefined) continue;
      const told = `${place}, ${writing} (SEED=${suite.seed}, ${n}): ${JSON.stringify(tree).slice(0, 400)}`;
      expect(await gate(folderWith(applied, tree)), told).not.toBe(0);
      times += 1;
    }
  suite.tell({
    tried: 'a workload that the hub lacks, in --manifests, laid and written in ways that kubectl reads',
    times,
    outcome: 'none passed',
  });
});

test('a kind of KubeFleet in a misspelt group is an error that names the right one, unless a definition has that group', async () => {
  let times = 0;
  const kinds: readonly FleetKind[] = [...FLEET_KINDS, ...MAIN_KINDS];
  for (const { kind, group, plural, versions, namespaced, only } of kinds.filter((_, index) => suite.whole || index % 4 === suite.seed % 4))
    for (let n = 0; n < suite.size(15, 2); n += 1) {
      const [target = 'v0.3'] = only ?? [];
      const random = Random.of(suite.seed, `group ${group} ${kind}`, n);
      const slip = misspelt(group, random);
      if (isFleetGroup(slip)) continue;
      const written = only === undefined && random.oneIn(2) ? misspeltWord(kind, random) : kind;
      const told = `${written} in ${slip} (SEED=${suite.seed}, ${n})`;
      const object = `apiVersion: ${slip}/${versions[0] ?? ''}\nkind: ${written}\nmetadata: {name: shop${namespaced ? ', namespace: shop' : ''}}\n`;
      const alone = await runCli(folderWith({ 'a.yaml': object }), ['lint', 'deploy', '--target', target]);
      expect(alone.exitCode, told).toBe(1);
      const findings = alone.report?.lint?.findings ?? [];
      expect(findings.find(({ rule }) => rule === 'api-version-not-served')?.remedy, told).toContain(`${group}/`);
      const definition = stringify({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `${plural}.${slip}` },
        spec: {
          group: slip,
          names: { kind: written, plural },
          scope: namespaced ? 'Namespaced' : 'Cluster',
          versions: [{ name: versions[0], served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      });
      const defined = await runCli(folderWith({ 'a.yaml': object, 'crd.yaml': definition }), ['lint', 'deploy', '--target', target]);
      expect(
        defined.report?.lint?.findings.map(({ rule }) => rule),
        told,
      ).not.toContain('api-version-not-served');
      times += 1;
    }
  suite.tell({
    tried: 'a kind of KubeFleet, or one misspelt, in a misspelt group, alone and beside a definition of the kind in that group',
    times,
    outcome: 'each was an error with the right group, and none was one beside its definition',
  });
});

test('unknown content does not pass beside an object of KubeFleet, and is named if there is none', async () => {
  const placement = stringify({ ...REFUSED, spec: { resourceSelectors: REFUSED.spec.resourceSelectors } });
  let times = 0;
  for (const [what, lay] of Object.entries(UNSEEN))
    for (let n = 0; n < suite.size(12, 1); n += 1) {
      const random = Random.of(suite.seed, what, n);
      const above = random.oneIn(2);
      const cwd = folderWith({ 'a/ns.yaml': stringify(namespaceShop()) }, { [above ? 'p0.yaml' : 'a/b/p0.yaml']: placement });
      const told = `${what} (SEED=${suite.seed}, ${n})`;
      expect((await runCli(cwd, ['lint', 'deploy'])).exitCode, told).toBe(0);
      const file = lay(path.join(cwd, 'deploy/a'), random);
      const { exitCode, report } = await runCli(cwd, ['lint', 'deploy']);
      expect([1, 6], `${told}: ${JSON.stringify(report?.lint)}`).toContain(exitCode);
      const named = [...(report?.lint?.notEvaluated ?? []), ...(report?.lint?.findings ?? [])].map((each) => each.file);
      expect(named, told).toContain(`deploy/a/${file}`);
      rmSync(path.join(cwd, above ? 'deploy/p0.yaml' : 'deploy/a/b'), { recursive: true });
      const alone = await runCli(cwd, ['lint', 'deploy']);
      expect(alone.report?.lint?.notEvaluated.length, told).toBeGreaterThan(0);
      times += 1;
    }
  suite.tell({
    tried:
      'pointers of Git LFS, files of git-crypt, names that are no UTF-8, links, and kustomizations that do not parse, beside an object of KubeFleet',
    times,
    outcome: 'none passed, and each was named',
  });
});

test('an object of KubeFleet inside an object of another kind is named, and does not pass if a controller creates it', async () => {
  const kinds = { ...CREATED, ...IN_TEXTS, ...REFERENCES };
  let times = 0;
  for (const [what, wrap] of Object.entries(kinds))
    for (let n = 0; n < suite.size(10, 1); n += 1) {
      const random = Random.of(suite.seed, what, n);
      const wrapped = wrap(REFUSED);
      const isList = Array.isArray(wrapped);
      const text = random.oneIn(2) || isList ? stringify(wrapped, { indent: random.pick([2, 4]) }) : JSON.stringify(wrapped);
      const told = `${what} (SEED=${suite.seed}, ${n}): ${text.slice(0, 300)}`;
      const { exitCode, report } = await runCli(folderWith({ 'a/w.yaml': text, 'ns.yaml': stringify(namespaceShop()) }), [
        'lint',
        'deploy',
      ]);
      expect(exitCode, told).toBe(Object.hasOwn(CREATED, what) ? 6 : 0);
      const named = report?.lint?.notEvaluated.map(({ file }) => file) ?? [];
      expect(named, told).toEqual(Object.hasOwn(REFERENCES, what) ? [] : ['deploy/a/w.yaml']);
      times += 1;
    }
  suite.tell({
    tried: 'a refused placement inside objects of other projects, in texts, and only referred to',
    times,
    outcome: 'not evaluated with 6 if a controller creates it, named if it is in a text, and not named if it is only referred to',
  });
});

test('a file of any name is checked if a script, a pipeline or Skaffold of the repository applies it', async () => {
  let times = 0;
  for (const [what, lay] of Object.entries(APPLIED))
    for (let n = 0; n < suite.size(10, 1); n += 1) {
      const random = Random.of(suite.seed, what, n);
      const file = random.pick(['p.txt', 'p', 'k8s/p.yaml.dist', 'k8s/shop/p.yaml.sample', 'k8s/p.tmp']);
      const tree = { [file]: stringify(REFUSED), 'ns.yaml': stringify(namespaceShop()), '.git/HEAD': 'ref: refs/heads/main\n' };
      const cwd = temporaryFolder();
      writeTree(cwd, tree);
      const told = `${what} (SEED=${suite.seed}, ${n}): ${file}`;
      expect((await runCli(cwd, ['lint'])).exitCode, told).toBe(0);
      writeTree(cwd, lay(file));
      const { exitCode, report } = await runCli(cwd, ['lint']);
      expect(exitCode, told).toBe(1);
      expect(
        report?.lint?.findings.map((each) => each.file),
        told,
      ).toContain(file);
      writeTree(cwd, { '.fleet-gate.yaml': `exclude: [${file}]\n` });
      expect((await runCli(cwd, ['lint'])).exitCode, told).toBe(0);
      times += 1;
    }
  suite.tell({
    tried: 'a refused placement in a file that is not named as a manifest, and that a script, a pipeline or Skaffold applies',
    times,
    outcome: 'each was an error in that file, and no finding without the script or if it is excluded',
  });
});

test('a hidden folder is checked if a script or a pipeline of the repository applies it, and named otherwise', async () => {
  const deploy = { workflow: '.github/workflows/a.yml', script: 'deploy.sh' };
  let times = 0;
  for (const folder of ['.k8s', 'k8s/.shop', '.k8s/shop'])
    for (const [what, file] of Object.entries(deploy))
      for (const object of [REFUSED, { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' } }]) {
        const cwd = temporaryFolder();
        const placement = { ...REFUSED, spec: { ...REFUSED.spec, policy: { placementType: 'PickAll' } } };
        writeTree(cwd, {
          [`${folder}/a.yaml`]: stringify(object),
          'ns.yaml': stringify(namespaceShop()),
          'p.yaml': stringify({ ...placement, metadata: { name: 'all' } }),
          '.git/HEAD': 'ref: refs/heads/main\n',
        });
        const told = `${what} ${folder} ${object.kind}`;
        const named = await runCli(cwd, ['lint']);
        expect([told, named.exitCode]).toEqual([told, object === REFUSED ? 6 : 0]);
        expect([told, named.report?.lint?.notEvaluated.map((each) => each.file)]).toEqual([told, [`${folder}/a.yaml`]]);
        const run = `kubectl apply -f ${folder}/`;
        writeTree(cwd, { [file]: file.endsWith('.sh') ? `${run}\n` : stringify({ on: 'push', jobs: { a: { steps: [{ run }] } } }) });
        const applied = await runCli(cwd, ['lint']);
        expect([told, applied.exitCode]).toEqual([told, 1]);
        expect(
          applied.report?.lint?.findings.map((each) => each.file),
          told,
        ).toContain(`${folder}/a.yaml`);
        times += 1;
      }
  // A placement in the script of a pipeline is named, as in a workflow of GitHub.
  for (const file of ['.github/workflows/a.yml', '.azuredevops/a.yml', '.circleci/config.yml', 'pipelines/a.yml']) {
    const cwd = temporaryFolder();
    const script = `kubectl apply -f - <<END\n${stringify(REFUSED)}END\n`;
    writeTree(cwd, { [file]: stringify({ jobs: { a: { steps: [{ script }] } } }), 'ns.yaml': stringify(namespaceShop()) });
    const { exitCode, report } = await runCli(cwd, ['lint']);
    expect([file, exitCode, report?.lint?.notEvaluated.map((each) => each.file)]).toEqual([file, 0, [file]]);
  }
  suite.tell({
    tried: 'a refused placement, and an object of one, in a hidden folder that a script or a pipeline applies',
    times,
    outcome: 'each was an error in that file; without the script it was named, and the placement was not evaluated with 6',
  });
});

test('a link out of the repository is named and not followed if a script applies it', async () => {
  for (const target of ['../outside.yaml', '.git/HEAD', 'gone.yaml']) {
    const cwd = path.join(temporaryFolder(), 'repository');
    writeTree(cwd, {
      'ns.yaml': stringify(namespaceShop()),
      'deploy.sh': 'kubectl apply -f p.txt\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
      '../outside.yaml': stringify(REFUSED),
    });
    symlinkSync(target, path.join(cwd, 'p.txt'));
    const { exitCode, report } = await runCli(cwd, ['lint']);
    expect([target, exitCode]).toEqual([target, 0]);
    const named = report?.lint?.notEvaluated.map(({ file }) => file);
    expect([target, named]).toEqual([target, target === 'gone.yaml' ? [] : ['p.txt']]);
  }
});

test('a file of any name that only a component lists does not pass if it has an object of KubeFleet', async () => {
  const component = (file: string): Tree => ({
    'c/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [${file}]\n`,
  });
  let times = 0;
  for (const file of ['p.txt', 'p', 'd/p.yaml.tmp', '../p.txt']) {
    const placed = { [path.posix.join('c', file)]: stringify(REFUSED), 'ns.yaml': stringify(namespaceShop()) };
    const cwd = folderWith(placed, component(file));
    const { exitCode, report } = await runCli(cwd, ['lint', 'deploy']);
    expect([file, exitCode]).toEqual([file, 6]);
    expect(report?.lint?.notEvaluated.map((each) => each.file)).toEqual([path.posix.join('deploy/c', file)]);
    writeTree(cwd, { [path.posix.join('deploy/c', file)]: stringify(orders('v1')) });
    expect((await runCli(cwd, ['lint', 'deploy'])).exitCode, file).toBe(0);
    times += 1;
  }
  suite.tell({
    tried: 'a refused placement in a file that only a component lists, which no kustomization of the tree includes',
    times,
    outcome: 'not evaluated with 6',
  });
});

test('a command that changes an object of KubeFleet is named', async () => {
  const holders = [
    (run: string) => ({ on: 'push', jobs: { a: { 'runs-on': 'ubuntu-latest', steps: [{ run }] } } }),
    (source: string) => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Workflow',
      metadata: { name: 'a', namespace: 'tools' },
      spec: { templates: [{ name: 'a', script: { image: 'tools:1', source } }] },
    }),
  ];
  const cases = Object.entries(PATCHED).flatMap(([what, command]) => holders.map((holder) => ({ what, command, holder })));
  for (const { what, command, holder } of cases) {
    const lint = async (run: string): Promise<readonly string[]> => {
      const cwd = folderWith({ 'ns.yaml': stringify(namespaceShop()), 'w.yaml': stringify(holder(run)) });
      const { exitCode, report } = await runCli(cwd, ['lint', 'deploy']);
      expect([what, exitCode]).toEqual([what, 0]);
      return report?.lint?.notEvaluated.map(({ file }) => file) ?? [];
    };
    expect([what, await lint(command)]).toEqual([what, ['deploy/w.yaml']]);
    expect([what, await lint(command.replace('patch', 'get'))]).toEqual([what, []]);
  }
  suite.tell({
    tried: 'workflows of GitHub and Argo that change a placement or an override with `kubectl patch`',
    times: cases.length,
    outcome: 'named; workflows that only read it were not',
  });
});

/** Files of a repository that apply a file. */
const APPLIED: Readonly<Record<string, (file: string) => Tree>> = {
  'a script': (file) => ({ 'deploy.sh': `#!/bin/sh\nkubectl apply -f ${file}\n` }),
  'a script without an ending': (file) => ({ 'bin/deploy': `#!/bin/sh\nkubectl apply -f ${file}\n` }),
  'a Makefile': (file) => ({ Makefile: `deploy:\n\tkubectl apply -f ${file}\n` }),
  'a workflow': (file) => ({
    '.github/workflows/a.yaml': stringify({ jobs: { a: { steps: [{ run: `kubectl create --filename=./${file}` }] } } }),
  }),
  Skaffold: (file) => ({ 'skaffold.yaml': stringify({ apiVersion: 'skaffold/v4beta11', kind: 'Config', manifests: { rawYaml: [file] } }) }),
  ...Object.fromEntries(
    [
      'find . -type f | while read -r f; do kubectl apply -f "$f"; done',
      'find . -type f -exec kubectl apply -f {} \\;',
      'find . -type f -print | grep -v README | xargs -n1 kubectl apply -f',
      'for f in $(git ls-files); do kubectl apply -f "$f"; done',
      'find . -type f -exec cat {} + | kubectl apply -f -',
    ].map((command) => [command, () => ({ 'deploy.sh': `${command}\n` })] as const),
  ),
  'all files of a folder that are printed': (file) => ({ 'deploy.sh': `cat ${path.posix.dirname(file)}/* | kubectl apply -f -\n` }),
  ...Object.fromEntries(
    [
      'envsubst < FILE > out/p.yaml\nkubectl apply -f out',
      'sed "s/a/b/" FILE > out/p.yaml; kubectl apply -f out/',
      'cat FILE | envsubst | tee out/a/p.yaml\nkubectl apply -R -f out',
      'd=$(mktemp -d)\nenvsubst < FILE > $d/p.yaml\nkubectl apply -f $d',
      'for f in FILE; do envsubst < "$f" > "out/$(basename "$f")"; done\nkubectl apply -f out',
      'render() { envsubst < "$1" > "$2"; }\nrender FILE out/p.yaml\nkubectl apply -f out',
      'install -m 644 FILE out/p.yaml\nkubectl apply -f out',
    ].map((script) => [script, (file: string) => ({ 'deploy.sh': `${script.replace('FILE', () => file)}\n` })] as const),
  ),
  'a target of make that builds what another one applies': (file) => ({
    Makefile: `deploy: build\n\tkubectl apply -f out\nbuild:\n\tenvsubst < ${file} > out/p.yaml\n`,
  }),
  'a file that make builds': (file) => ({
    Makefile: `deploy: out/p.yaml\n\tkubectl apply -f out\nout/p.yaml: ${file}\n\tenvsubst < $< > $@\n`,
  }),
};

test('an unresolved merge conflict is an error that says so, in any file', async () => {
  const texts = {
    'p.yaml': stringify(REFUSED),
    'd.yaml': stringify(orders('v1')),
    'kustomization.yaml':
      'namespace: shop\nresources:\n  - d.yaml\n  - p.yaml\nconfigMapGenerator:\n  - name: data\n    files: [data.txt]\n    envs: [data.env]\n',
    'data.txt': 'Title\n=====\nA text.\n',
    'data.env': 'a=1\nb=2\n',
    'c/templates/p.yaml': stringify(REFUSED),
    'c/templates/d.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\ndata:\n  d: {{ .Files.Get "d.txt" | quote }}\n',
    'c/d.txt': 'one\ntwo\n',
    'values/values.json': JSON.stringify(orders('v1'), null, 2),
    'c/values-prod.yaml': 'replicas: 2\nimage: web\n',
    'c/templates/_h.tpl': '{{ define "x" }}2{{ end }}\n',
  };
  let times = 0;
  for (const [file, text] of Object.entries(texts))
    for (let n = 0; n < suite.size(20, 2); n += 1) {
      const random = Random.of(suite.seed, `conflict ${file}`, n);
      const cwd = folderWith(
        { ...texts, 'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n' },
        { [file]: inConflict(text, random) },
      );
      const { exitCode, report } = await runCli(cwd, ['lint', 'deploy']);
      const told = `${file} (SEED=${suite.seed}, ${n}): ${inConflict(text, Random.of(suite.seed, `conflict ${file}`, n))}`;
      expect(exitCode, told).toBe(1);
      const found = report?.lint?.findings.find((finding) => finding.file === `deploy/${file}` && finding.rule === 'yaml-syntax');
      expect(found?.message, told).toBe('This is an unresolved merge conflict: the conflict markers of git are still here.');
      times += 1;
    }
  suite.tell({
    tried:
      'an unresolved merge conflict in a placement, a workload, a kustomization, a JSON file, data of a generator, and templates, data and values of a chart, with markers of each length',
    times,
    outcome: 'each was an error at its first marker',
  });
});

/** Kustomizations that kustomize or this program refuses, whatever they list. */
const NOT_BUILT: Readonly<Record<string, string>> = {
  'a resource that does not exist': '- gone.yaml\n',
  'a folder that does not exist': '- gone\n',
  'a patch that does not exist': 'patches: [{path: gone.yaml}]\n',
  'a field that is not known': 'more: [a.yaml]\n',
  'a plugin that is not built in': 'generators: ["{apiVersion: a/v1, kind: B, metadata: {name: c}}"]\n',
  'a resource that does not exist, and a field that is not known': '- gone.yaml\nmore: [a.yaml]\n',
  'a resource that does not exist, and one on the network': '- gone.yaml\n- https://example.com/more.yaml\n',
  'a file of git': 'configMapGenerator: [{name: a, files: [../../.git/config]}]\n',
  'a second document': '---\nresources: [e.yaml]\n',
};

test('a kustomization that cannot be built does not pass if it brings content of a placement', async () => {
  const placement = stringify({ ...REFUSED, spec: { resourceSelectors: REFUSED.spec.resourceSelectors } });
  let times = 0;
  for (const [what, more] of Object.entries(NOT_BUILT))
    for (const [namespace, isPlaced] of [
      ['shop', true],
      ['mail', false],
    ] as const)
      for (const isSetByKustomization of [true, false]) {
        const content = orders('v1');
        const { namespace: _, ...metadata } = content.metadata;
        const cwd = folderWith({
          'ns.yaml': stringify(namespaceShop()),
          'p.yaml': placement,
          'k/kustomization.yaml': `${isSetByKustomization ? `namespace: ${namespace}\n` : ''}resources:\n- d.yaml\n${more}`,
          'k/d.yaml': stringify({ ...content, metadata: isSetByKustomization ? metadata : { ...metadata, namespace } }),
          '../.git/config': '',
        });
        const { exitCode, report } = await runCli(cwd, ['lint', 'deploy']);
        const told = `${what}, ${namespace}: ${JSON.stringify(report?.lint?.notEvaluated)}`;
        // What cannot be read beside an object of KubeFleet may be anything.
        expect(exitCode, told).toBe(isPlaced || what === 'a second document' ? 6 : 0);
        expect(report?.lint?.notEvaluated.map(({ reason }) => reason).join(), told).toContain('was not rendered');
        times += 1;
      }
  const both = folderWith({
    'ns.yaml': stringify(namespaceShop()),
    'k/p.yaml': placement,
    'k/kustomization.yaml': 'resources: [p.yaml, gone.yaml]\nmore: [a.yaml]\n',
  });
  expect((await runCli(both, ['lint', 'deploy'])).exitCode).toBe(6);
  suite.tell({
    tried: 'kustomizations that cannot be built, with content of a placement or in another namespace',
    times: times + 1,
    outcome: 'not evaluated with 6, and named if no placement selects the namespace',
  });
});

test('a kustomization with a base on the network does not pass if it is about a placement or its content', async () => {
  const placement = stringify({ ...REFUSED, spec: { resourceSelectors: REFUSED.spec.resourceSelectors } });
  const cases: readonly (readonly [string, Tree, exitCode: number])[] = [
    ['about nothing else', { 'k/kustomization.yaml': REMOTE }, 0],
    ['that brings a placement', { 'k/kustomization.yaml': `${REMOTE}- p.yaml\n`, 'k/p.yaml': placement }, 6],
    [
      'that patches a placement',
      { 'k/kustomization.yaml': `${REMOTE}patches: [{target: {kind: ClusterResourcePlacement}, patch: "[]"}]\n` },
      6,
    ],
    ['that brings content', { 'k/kustomization.yaml': `${REMOTE}- d.yaml\n`, 'k/d.yaml': stringify(orders('v1')), 'p.yaml': placement }, 6],
    ['that fills a placed namespace', { 'k/kustomization.yaml': `namespace: shop\n${REMOTE}`, 'p.yaml': placement }, 6],
    ['that fills another namespace', { 'k/kustomization.yaml': `namespace: mail\n${REMOTE}`, 'p.yaml': placement }, 0],
    [
      'below one of its own',
      { 'k/kustomization.yaml': 'resources: [b, p.yaml]\n', 'k/b/kustomization.yaml': REMOTE, 'k/p.yaml': placement },
      6,
    ],
    ...Object.entries(RENAMING).map(
      ([what, [isMet, more]]) =>
        [
          `that renames or labels content: ${what}`,
          { 'k/kustomization.yaml': `${REMOTE}- r.yaml\n${more}\n`, 'k/r.yaml': stringify(ROLE), 'p.yaml': stringify(OF_ROLES) },
          isMet ? 6 : 0,
        ] as const,
    ),
    ...Object.entries(TOUCHING).flatMap(([what, [isMet, more, file = '']]) =>
      [more, more.replaceAll('shop', 'mail')].map(
        (text) =>
          [
            `that has ${what} ${text === more ? '' : 'elsewhere'}`,
            {
              'k/kustomization.yaml': `${REMOTE}${text}\n`,
              'k/f.txt': text === more ? file : file.replaceAll('shop', 'mail'),
              'p.yaml': placement,
            },
            isMet && (text === more || !/shop/.test(more + file)) ? 6 : 0,
          ] as const,
      ),
    ),
  ];
  for (const [what, tree, exitCode] of cases) {
    const cwd = folderWith({ 'ns.yaml': stringify(namespaceShop()) }, tree);
    const run = await runCli(cwd, ['lint', 'deploy']);
    expect([what, run.exitCode]).toEqual([what, exitCode]);
    expect(run.report?.lint?.notEvaluated.map(({ reason }) => reason).join(), what).toContain('is fetched from the network');
  }
  suite.tell({
    tried: 'kustomizations with a base on the network',
    times: cases.length,
    outcome: 'named, and not passed where a placement or its content is in them',
  });
});

const ROLE = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'r' }, rules: [] };
const OF_ROLES = {
  ...REFUSED,
  spec: {
    resourceSelectors: [{ name: 'x-y-r-z' }, { labelSelector: { matchLabels: { team: 'a' } } }].map((selector) => ({
      group: 'rbac.authorization.k8s.io',
      version: 'v1',
      kind: 'ClusterRole',
      ...selector,
    })),
  },
};
/** What a kustomization does to the role, and whether the placement selects it then. */
const RENAMING: Readonly<Record<string, readonly [isMet: boolean, text: string]>> = {
  affixes: [true, 'namePrefix: x-y-\nnameSuffix: -z'],
  'a plugin for names': [
    true,
    'nameSuffix: -z\ntransformers:\n- |\n  {apiVersion: builtin, kind: PrefixTransformer, metadata: {name: a}, prefix: x-y-}',
  ],
  'other affixes': [false, 'namePrefix: y-x-\nnameSuffix: -z'],
  'only the prefix': [false, 'namePrefix: x-y-'],
  labels: [true, 'labels: [{pairs: {team: a}}]'],
  'the older field of labels': [true, 'commonLabels: {team: a}'],
  'a plugin for labels': [
    true,
    'transformers:\n- |\n  {apiVersion: builtin, kind: LabelTransformer, metadata: {name: a}, labels: {team: a}}',
  ],
  'other labels': [false, 'labels: [{pairs: {team: b}}]'],
};

const OF_SHOP = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec: {replicas: 9}\n';

/** What a kustomization changes or adds, whether that may be about namespace shop or an object of KubeFleet, and its file. */
const TOUCHING: Readonly<Record<string, readonly [isMet: boolean, text: string, file?: string]>> = {
  'a patch in a file': [true, 'patches: [{path: f.txt}]', OF_SHOP],
  'an old patch': [true, 'patchesStrategicMerge: [f.txt]', OF_SHOP],
  'an old patch in its text': [true, `patchesStrategicMerge: [${JSON.stringify(OF_SHOP)}]`],
  'a patch in its text': [true, `patches: [{patch: ${JSON.stringify(OF_SHOP)}}]`],
  'a patch of what is in a namespace': [true, 'patches: [{target: {kind: Deployment, namespace: shop}, patch: "[]"}]'],
  'a patch of namespaces like it': [true, 'patches: [{target: {namespace: "shop|blog"}, patch: "[]"}]'],
  'an old patch of a target': [true, 'patchesJson6902: [{target: {version: v1, kind: Service, name: a, namespace: shop}, patch: "[]"}]'],
  'a patch of the Namespace': [true, 'patches: [{target: {kind: Namespace, name: shop}, patch: "[]"}]'],
  'a patch of a name': [true, 'patches: [{target: {name: shop}, patch: "[]"}]'],
  'a patch of labels': [true, 'patches: [{target: {labelSelector: "kubernetes.io/metadata.name=shop"}, patch: "[]"}]'],
  'a patch of the namespace itself': [
    true,
    'patches: [{target: {kind: Deployment}, patch: "[{op: add, path: /metadata/namespace, value: shop}]"}]',
  ],
  'a patch of kinds like those of KubeFleet': [true, 'patches: [{target: {kind: "Cluster.*"}, patch: "[]"}]'],
  'a patch of a group like that of KubeFleet': [true, 'patches: [{target: {group: ".*fleet.*"}, patch: "[]"}]'],
  'a replacement': [true, 'replacements: [{source: {kind: Secret}, targets: [{select: {kind: "[C].*Placement"}, fieldPaths: [a]}]}]'],
  'a replacement in a file': [
    true,
    'replacements: [{path: f.txt}]',
    '- source: {kind: Secret}\n  targets: [{select: {namespace: shop}}]\n',
  ],
  'a replacement of the namespace': [
    true,
    'replacements: [{source: {kind: Secret}, targets: [{select: {kind: Deployment}, fieldPaths: [metadata.namespace]}]}]',
  ],
  'a replacement of a label of Namespaces': [
    true,
    'replacements: [{source: {kind: Secret}, targets: [{select: {kind: Namespace}, fieldPaths: [metadata.labels.a]}]}]',
  ],
  'a replacement of a label': [
    false,
    'replacements: [{source: {kind: Secret}, targets: [{select: {kind: Deployment}, fieldPaths: [metadata.labels.a]}]}]',
  ],
  'a generator': [true, 'configMapGenerator: [{name: a, namespace: shop, literals: [a=b]}]'],
  'a plugin': [
    true,
    'transformers:\n- |\n  {apiVersion: builtin, kind: PatchTransformer, metadata: {name: a}, target: {namespace: shop}, patch: "[]"}',
  ],
  'a patch of a kind': [false, 'patches: [{target: {kind: Deployment}, patch: "[]"}]'],
  'a patch of two kinds': [false, 'patches: [{target: {kind: "Deployment|StatefulSet", name: web}, patch: "[]"}]'],
  'a patch of everything': [false, 'patches: [{target: {kind: ".*"}, patch: "[]"}]'],
  'a patch of cluster roles': [false, 'patches: [{target: {kind: "ClusterRole(Binding)?"}, patch: "[]"}]'],
  'a patch without a namespace': [false, 'patches: [{path: f.txt}]', OF_SHOP.replace(', namespace: shop', '')],
  'a namespace that replaces others': [false, 'namespace: blog\npatches: [{target: {namespace: shop}, patch: "[]"}]'],
  images: [false, 'images: [{name: a, newTag: v2}]\nlabels: [{pairs: {a: b}}]'],
};

function chartFor(namespace: string): Tree {
  const object = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ${namespace}}\ndata: {a: "{{ .Values.a }}"}\n`;
  return { 'k/charts/a/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n', 'k/charts/a/templates/c.yaml': object };
}

/** Charts of kustomizations that this program does not give to helm. */
const CHARTS: Readonly<Record<string, (namespace: string) => Tree>> = {
  'in helmCharts': (namespace) => ({
    'k/kustomization.yaml': `helmCharts: [{name: a, repo: "https://example.com", releaseName: a, namespace: ${namespace}}]\n`,
  }),
  'in helmCharts, written as JSON': (namespace) => ({
    'k/kustomization.yaml': JSON.stringify({ helmCharts: [{ namespace, name: 'a', repo: 'https://example.com' }] }),
  }),
  'in the older field': (namespace) => ({
    'k/kustomization.yaml': `helmChartInflationGenerator:\n- chartName: a\n  releaseNamespace: "${namespace}"\n`,
  }),
  'in the file of a generator': (namespace) => ({
    'k/kustomization.yaml': 'generators: [g.yaml]\n',
    'k/g.yaml': `apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: a}\nname: a\nrepo: https://example.com\nnamespace: ${namespace}\n`,
  }),
  'in a template of a chart here': (namespace) => ({
    'k/kustomization.yaml': 'helmCharts: [{name: a, releaseName: a, valuesFile: ../../../outside.yaml}]\n',
    ...chartFor(namespace),
  }),
  'in a template of a chart here, and a field that is not given to helm': (namespace) => ({
    'k/kustomization.yaml': 'helmGlobals: {configHome: x}\nhelmCharts: [{name: a, releaseName: a}]\n',
    ...chartFor(namespace),
  }),
  'in a template of a chart in another folder': (namespace) => ({
    'k/kustomization.yaml': 'helmGlobals: {chartHome: helm/own, configHome: x}\nhelmCharts: [{name: a, releaseName: a}]\n',
    ...Object.fromEntries(Object.entries(chartFor(namespace)).map(([file, text]) => [file.replace('k/charts', 'k/helm/own'), text])),
  }),
  'in a template of a chart here, by the older field': (namespace) => ({
    'k/kustomization.yaml': 'helmChartInflationGenerator: [{chartName: a, releaseName: a}]\n',
    ...chartFor(namespace),
  }),
  'in a template of a chart here, by the file of a generator': (namespace) => ({
    'k/kustomization.yaml': 'generators: [g.yaml]\n',
    'k/g.yaml': 'apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: a}\nname: a\nreleaseName: a\n',
    ...chartFor(namespace),
  }),
};

test('a chart of a kustomization does not pass if it is not rendered and fills a namespace of a placement', async () => {
  const placement = stringify({ ...REFUSED, spec: { resourceSelectors: REFUSED.spec.resourceSelectors } });
  const settings = stringify({ render: [{ path: 'deploy/k', args: ['--enable-helm'] }] });
  let times = 0;
  for (const [what, treeOf] of Object.entries(CHARTS))
    for (const [namespace, exitCode] of [
      ['shop', 6],
      ['mail', 0],
    ] as const) {
      const cwd = folderWith(
        { 'ns.yaml': stringify(namespaceShop()), 'p.yaml': placement, '../.fleet-gate.yaml': settings },
        treeOf(namespace),
      );
      const run = await runCli(cwd, ['lint', 'deploy']);
      expect([what, namespace, run.exitCode]).toEqual([what, namespace, exitCode]);
      expect(run.report?.lint?.notEvaluated.map(({ reason }) => reason).join(), what).toContain('was not rendered');
      times += 1;
    }
  suite.tell({
    tried: 'charts of kustomizations that are not rendered, in a namespace of a placement or in another one',
    times,
    outcome: 'not evaluated with 6, and named if no placement selects the namespace',
  });
});

const REMOTE = 'resources:\n- https://example.com/a/b//c?ref=v1\n';

/** The text with some of its lines in conflict. */
function inConflict(text: string, random: Random): string {
  const lines = text.split('\n');
  const from = random.int(lines.length - 1);
  const to = from + 1 + random.int(lines.length - from);
  const ours = lines.slice(from, to);
  // Git writes seven signs, or as many as the attribute `conflict-marker-size` asks for.
  const size = random.pick([7, 7, 8, 10, 32]);
  const marker = (sign: string, label = ''): string => `${sign.repeat(size)}${label}`;
  const base = random.oneIn(2) ? [marker('|', ' 1a2b3c4'), ...ours] : [];
  const all = [[marker('<', ' HEAD')], ours, base, [marker('=')], random.oneIn(3) ? [] : ours, [marker('>', ' feature/x')]].flat();
  return [...lines.slice(0, from), ...all, ...lines.slice(to)].join(random.oneIn(3) ? '\r\n' : '\n');
}

function folderWith(...trees: readonly Tree[]): string {
  const cwd = temporaryFolder();
  for (const tree of trees) writeTree(path.join(cwd, 'deploy'), tree);
  return cwd;
}
