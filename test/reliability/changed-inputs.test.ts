/** A change does not pass because it edits the policies or the clusters that it is checked with, unless the report says so. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import type { MergesInto } from '../../src/cli/process/io.ts';
import { JOINED_STATUS, joinedMembers, memberYaml, namespaceYaml, placementYaml } from '../support/fleets/fleet-yaml.ts';
import { runCli } from '../support/process/run-cli.ts';
import { reliability } from '../support/reliability.ts';
import { gitRepository } from '../support/trees/git-repository.ts';

const suite = reliability('changed-inputs', {
  title: 'A change of policies, definitions and clusters',
  proves:
    'A change makes a wrong object pass by an edit of the policies, of the definitions of `--crds` or of the clusters file. The policies of the base refuse the object too, also those among the manifests, and each finding that the definitions or the clusters file remove is named. A policy or definition that is not used is named too. The controls are correct objects, and edits that do not hide anything.',
});

interface Rules {
  readonly limit: number;
  readonly action?: string;
  readonly kinds?: string;
  readonly policy?: string;
  readonly param?: number;
}

/** A policy that limits a field by a parameter, its binding and the parameter. */
function policies({ limit, action = 'Deny', kinds = 'clusterresourceplacements', policy = 'p', param = 5 }: Rules): string {
  const api = 'apiVersion: admissionregistration.k8s.io/v1';
  return `${api}
kind: ValidatingAdmissionPolicy
metadata: {name: ${policy}}
spec:
  paramKind: {apiVersion: v1, kind: ConfigMap}
  matchConstraints:
    resourceRules: [{apiGroups: [placement.kubernetes-fleet.io], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: [${kinds}]}]
  validations: [{expression: "object.spec.revisionHistoryLimit <= ${limit} && object.spec.revisionHistoryLimit <= int(params.data.most)"}]
---
${api}
kind: ValidatingAdmissionPolicyBinding
metadata: {name: b}
spec: {policyName: p, validationActions: [${action}], paramRef: {name: limits, namespace: default, parameterNotFoundAction: Deny}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: limits, namespace: default}
data: {most: "${param}"}
`;
}

/** A policy of another name keeps the file valid: a file without a bound policy is refused. */
const OTHER = policies({ limit: 900, param: 900 }).replace('name: p}', 'name: q}').replace('policyName: p', 'policyName: q');
const STRICT = policies({ limit: 5 });
const EDITS: Readonly<Record<string, string>> = {
  'the expression': policies({ limit: 50, param: 50 }),
  'the parameter': policies({ limit: 5, param: 50 }).replace('<= 5 &&', '<= 50 &&'),
  'the action of the binding': policies({ limit: 5, action: 'Audit' }),
  'the kinds': policies({ limit: 5, kinds: 'resourceplacements' }),
  'the policy that is bound': OTHER,
  'the binding of a policy': `${STRICT.replace('policyName: p', 'policyName: q')}---\n${OTHER.replace('name: b}', 'name: c}')}`,
  'the namespace of the parameter': STRICT.replace('parameterNotFoundAction: Deny', 'parameterNotFoundAction: Allow').replace(
    'metadata: {name: limits, namespace: default}',
    'metadata: {name: limits, namespace: other}',
  ),
};
const placement = (limit: number): string => placementYaml('shop').replace('spec:', `spec:\n  revisionHistoryLimit: ${limit}`);

async function checked(limit: number, edited: string, flag: 'rules' | 'rules/p.yaml'): Promise<readonly unknown[]> {
  const { dir, write } = gitRepository({
    'd/a.yaml': placement(3),
    'd/ns.yaml': namespaceYaml('shop'),
    'rules/p.yaml': STRICT,
  });
  write('d/a.yaml', placement(limit));
  write('rules/p.yaml', edited);
  const { exitCode, report } = await runCli(dir, ['lint', 'd', '--policies', flag, '--base', 'HEAD']);
  const rules = report?.lint?.findings.map(({ rule }) => rule);
  return [exitCode, rules, report?.notes?.join(' ').includes('it was used as it was and as it is') === true];
}

test('policies of the base refuse an object too', async () => {
  let times = 0;
  for (const flag of ['rules', 'rules/p.yaml'] as const) {
    expect(await checked(9, STRICT, flag)).toEqual([1, ['refused-by-policy'], false]);
    expect(await checked(4, STRICT, flag)).toEqual([0, [], false]);
    for (const [what, edited] of Object.entries(EDITS)) {
      expect(await checked(9, edited, flag), what).toMatchObject([1, expect.arrayContaining(['refused-by-policy']), true]);
      expect(await checked(4, edited, flag), `${what}, correct object`).toEqual([0, [], true]);
      times += 1;
    }
    expect(await checked(4, policies({ limit: 3 }), flag), 'stricter').toMatchObject([
      1,
      expect.arrayContaining(['refused-by-policy']),
      true,
    ]);
    expect(await checked(9, policies({ limit: 3, param: 3 }), flag), 'stricter').toMatchObject([
      1,
      expect.arrayContaining(['refused-by-policy']),
      true,
    ]);
    times += 2;
  }
  suite.tell({
    tried: 'a change that edits `--policies`: expression, parameters, binding, action and kinds',
    times,
    outcome: 'the policies of the base and of the change both refused objects, and a correct object passed',
  });
});

/** An expression whose loops take 10 billion steps. */
function endless(loop: string): string {
  const numbers = `[${Array.from({ length: 100 }, (_, index) => index).join(',')}]`;
  return ['a', 'b', 'c', 'd', 'e'].reduce((inner, name) => `${numbers}.${loop}(${name}, ${inner})`, 'true');
}

test('an expression of a policy that does not end is not judged, and the rest is', async () => {
  const loops = { all: '', exists_one: '', map: ' == []' };
  for (const [loop, end] of Object.entries(loops).slice(0, suite.size(3, 1))) {
    const edited = STRICT.replace(/expression: ".*"/, `expression: "${endless(loop)}${end}"`);
    const { dir, write } = gitRepository({ 'd/a.yaml': placement(3), 'd/ns.yaml': namespaceYaml('shop'), 'rules/p.yaml': STRICT });
    write('d/b.yaml', placement(9).replace('name: shop', 'name: other'));
    write('rules/p.yaml', edited);
    const { exitCode, report } = await runCli(dir, ['lint', 'd', '--policies', 'rules', '--base', 'HEAD']);
    expect([exitCode, report?.lint?.findings.map(({ rule }) => rule)], loop).toEqual([1, expect.arrayContaining(['refused-by-policy'])]);
    expect(report?.lint?.notEvaluated.map(({ reason }) => reason).join(), loop).toContain(
      'it takes more than 1,000,000 steps, or those before it took 10,000,000',
    );
  }
  suite.tell({
    tried: 'a change that adds an expression of 10 billion steps to `--policies`',
    times: 3,
    outcome: 'that policy was not evaluated, and the policies of the base refused the wrong object',
  });
});

/** A definition in which a placement may have at most this many revisions, and in which this is required. */
function definition({ most = 5, required = 'resourceSelectors', more = '' } = {}): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: clusterresourceplacements.placement.kubernetes-fleet.io}
spec:
  group: placement.kubernetes-fleet.io
  names: {kind: ClusterResourcePlacement, plural: clusterresourceplacements}
  scope: Cluster
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [${required}]
              properties:
                revisionHistoryLimit: {type: integer, maximum: ${most}}
                resourceSelectors: {type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                ${more}
`;
}

test('what edited definitions of `--crds` do not refuse any more is named', async () => {
  const named = 'This change of the CustomResourceDefinitions removes 1 finding: schema at d/a.yaml:6:25.';
  const edits = 'This change edits crds/p.yaml, which is used to check it; the edited file was used.';
  const deletes = 'This change deletes crds/p.yaml, which is used to check it; it was not used.';
  const adds = 'This change adds crds/q.yaml, which was used to check it.';
  const OVERRIDES = definition()
    .replaceAll(/ClusterResourcePlacement/g, 'ClusterResourceOverride')
    .replaceAll('clusterresourceplacements', 'clusterresourceoverrides');
  const changes: readonly (readonly [after: Readonly<Record<string, string>>, lines: readonly string[]])[] = [
    [{ 'p.yaml': definition({ most: 50 }) }, [named, edits]],
    [{ 'p.yaml': definition({ most: 50, more: 'other: {type: string}' }) }, [named, edits]],
    [{ 'q.yaml': definition({ most: 50 }) }, [named, deletes, adds]],
    [{ 'q.yaml': OVERRIDES }, [named, deletes, adds]],
    [{ 'p.yaml': definition({ more: 'other: {type: string}' }) }, [edits]],
    [{ 'p.yaml': definition({ most: 3 }) }, [edits]],
    [{ 'p.yaml': definition(), 'q.yaml': OVERRIDES }, [adds]],
    [{ 'p.yaml': definition() }, []],
  ];
  for (const [after, lines] of changes)
    for (const command of ['lint', 'plan']) {
      const { dir, git, write, remove } = gitRepository({
        'd/a.yaml': placement(3),
        'd/ns.yaml': namespaceYaml('shop'),
        'crds/p.yaml': definition(),
        'clusters.yaml': joinedMembers('east'),
      });
      remove('crds/p.yaml');
      write('d/a.yaml', placement(9));
      for (const [file, text] of Object.entries(after)) write(`crds/${file}`, text);
      git('add', '-A');
      const argv = [command, 'd', '--crds', 'crds', '--base', 'HEAD', '--clusters', 'clusters.yaml', '--format', 'markdown'];
      const { report, out } = await runCli(dir, argv);
      const shown = [...(report?.silenced ?? []), ...(report?.notes ?? [])].filter((line) => /CustomResourceDefinitions|crds\//.test(line));
      expect(shown, Object.keys(after).join()).toEqual(lines);
      for (const line of lines) expect(out).toContain(line);
    }
  suite.tell({
    tried: 'a change that edits, adds or deletes CustomResourceDefinitions of `--crds`, with `lint` and `plan`',
    times: changes.length * 2,
    outcome: 'each changed file was named, and so was each finding that the change removes, and nothing else',
  });
});

test('a change that makes a link of the folder of `--crds` hides nothing either', async () => {
  const { dir, git, write } = gitRepository({ 'd/a.yaml': placement(3), 'd/ns.yaml': namespaceYaml('shop'), 'crds/p.yaml': definition() });
  write('d/a.yaml', placement(9));
  git('mv', 'crds', 'lax');
  write('lax/p.yaml', definition({ most: 50 }));
  git('mv', 'lax/p.yaml', 'lax/q.yaml');
  symlinkSync('lax', join(dir, 'crds'));
  git('add', '-A');
  const { report } = await runCli(dir, ['lint', 'd', '--crds', 'crds', '--base', 'HEAD']);
  expect(report?.silenced).toEqual(['This change of the CustomResourceDefinitions removes 1 finding: schema at d/a.yaml:6:25.']);
  expect(report?.notes).toContain('This change adds crds/q.yaml, which was used to check it.');
});

const WEST = '{ placementType: PickFixed, clusterNames: [east, west, north] }';
const tainted = (name: string): string =>
  memberYaml(name, { spec: ', taints: [{ key: a, value: b, effect: NoSchedule }]' }) + JOINED_STATUS;

interface Edit {
  readonly before: string;
  readonly after: string;
  /** Clusters named in the placement whose findings the edit removes. */
  readonly removed: number;
}

const CLUSTERS: Readonly<Record<string, Edit>> = {
  'adds one of two missing clusters': { before: joinedMembers('east'), after: joinedMembers('east', 'west'), removed: 1 },
  'adds both missing clusters': { before: joinedMembers('east'), after: joinedMembers('east', 'west', 'north'), removed: 2 },
  'renames a cluster': { before: joinedMembers('east', 'west', 'norht'), after: joinedMembers('east', 'west', 'north'), removed: 1 },
  'adds a cluster that is not named': { before: joinedMembers('east'), after: joinedMembers('east', 'south'), removed: 0 },
  'removes a cluster': { before: joinedMembers('east', 'west', 'north'), after: joinedMembers('east'), removed: 0 },
  'writes a label': {
    before: joinedMembers('east', 'west', 'north'),
    after: joinedMembers('east', 'west', 'north').replace('labels: {}', 'labels: { region: europe }'),
    removed: 0,
  },
  'adds a taint': {
    before: joinedMembers('east', 'west', 'north'),
    after: `${joinedMembers('east', 'west')}---\n${tainted('north')}`,
    removed: 0,
  },
  'changes a comment': { before: joinedMembers('east'), after: `# read again\n${joinedMembers('east')}`, removed: 0 },
};

test('policies that the change deletes from their folder refuse an object too', async () => {
  const before: Readonly<Record<string, string>> = {
    'd/a.yaml': placement(3),
    'd/ns.yaml': namespaceYaml('shop'),
    'rules/deep/p.yaml': STRICT,
    'rules/q.yaml': OTHER.replace('name: b}', 'name: c}'),
    'rules/readme.md': '# not an object',
  };
  const ofServer: MergesInto = {
    kind: 'commit',
    sha: 'f'.repeat(40),
    remote: { read: (file) => Promise.resolve(before[file]), list: () => Promise.resolve(Object.keys(before)) },
  };
  const bases: readonly (readonly [flags: (other: string) => readonly string[], io: { readonly mergesInto?: MergesInto }])[] = [
    [() => ['--base', 'HEAD'], {}],
    [(other) => ['--base-dir', other], {}],
    [() => [], { mergesInto: ofServer }],
  ];
  let times = 0;
  for (const [flags, io] of bases)
    for (const folder of ['rules', 'linked'])
      for (const [limit, wanted] of [
        [9, 1],
        [4, 0],
      ]) {
        const { dir, write, remove } = gitRepository(before);
        const other = gitRepository(before).dir;
        write('d/a.yaml', placement(limit ?? 0));
        remove('rules/deep/p.yaml');
        symlinkSync('rules', join(dir, 'linked'));
        const { exitCode, report } = await runCli(dir, ['lint', 'd', '--policies', folder, ...flags(other)], io);
        const what = `${flags('DIR').join(' ')} ${folder} ${limit}`;
        expect(exitCode, what).toBe(wanted);
        expect(report?.notes, what).toContain('This change deletes rules/deep/p.yaml, which is used to check it; it was used as it was.');
        times += 1;
      }
  suite.tell({
    tried:
      'a change that deletes a file from the folder of `--policies`, or of a link to it; the base is in git, in `--base-dir` or read from the API of GitHub',
    times,
    outcome: 'the deleted policy refused the wrong object, and a note named its file',
  });
});

test('an object of the policies of the base refuses too if the change has one of its name in another file', async () => {
  const [policy = '', binding = '', parameter = ''] = STRICT.split('---\n');
  const space = (label: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: {name: default, labels: {a: ${label}}}\n`;
  const selecting = (label: string): string =>
    STRICT.replace(
      'metadata: {name: b}\nspec: {',
      `metadata: {name: b}\nspec: {matchResources: {namespaceSelector: {matchLabels: {a: ${label}}}}, `,
    ).replace('clusterresourceplacements', 'resourceplacements');
  const weak = policies({ limit: 50, param: 50 });
  const weakParameter = weak.split('---\n')[2] ?? '';
  const parts = { 'p.yaml': policy, 'b.yaml': binding, 'c.yaml': parameter.replace('"5"', '"7"') };
  const wide = { ...parts, 'p.yaml': policy.replace('<= 5 ', '<= 50 ') };
  type Files = Readonly<Record<string, string>>;
  const moves: readonly (readonly [before: Files, after: Files, notes: readonly string[]])[] = [
    [{ 'p.yaml': STRICT }, { 'q.yaml': weak }, ['deletes rules/p.yaml']],
    [{ 'p.yaml': STRICT }, { 'deep/p.yaml': weak }, ['deletes rules/p.yaml']],
    [{ 'p.yaml': STRICT }, { 'p.yml': weak }, ['deletes rules/p.yaml']],
    [{ 'p.yaml': STRICT }, { 'p.yaml/q.yaml': weak }, ['deletes rules/p.yaml']],
    [{ 'p.yaml': STRICT }, { 'p.yaml': weak, 'q.yaml': weak }, ['edits rules/p.yaml']],
    [
      { 'p.yaml': STRICT, 'q.yaml': OTHER.replace('name: b}', 'name: c}') },
      { 'q.yaml': weak },
      ['edits rules/q.yaml', 'deletes rules/p.yaml'],
    ],
    [wide, { ...wide, 'c.yaml': '', 'd.yaml': weakParameter }, ['edits rules/c.yaml']],
    [
      { ...parts },
      { 'q.yaml': weak.split('---\n')[0] ?? '', 'b.yaml': binding, 'c.yaml': weakParameter },
      ['edits rules/c.yaml', 'deletes rules/p.yaml'],
    ],
    [{ ...parts }, { 'p.yaml': policy, 'c.yaml': parts['c.yaml'], 'q.yaml': binding.replace('Deny', 'Audit') }, ['deletes rules/b.yaml']],
    [{ 'p.yaml': STRICT }, { 'q.yaml': STRICT }, []],
    [{ 'p.yaml': STRICT }, { 'q.yaml': policy, 'r/s.yaml': `${parameter}---\n${binding}` }, []],
    [{ 'p.yaml': selecting('x'), 'n.yaml': space('x') }, { 'p.yaml': selecting('x'), 'm.yaml': space('y') }, ['deletes rules/n.yaml']],
    [{ 'p.yaml': selecting('x') }, { 'p.yaml': selecting('x'), 'm.yaml': space('y') }, []],
  ];
  for (const [before, after, notes] of moves)
    for (const [limit, wanted] of [
      [9, 1],
      [4, 0],
    ]) {
      const inRules = (files: Files): readonly (readonly [string, string])[] =>
        Object.entries(files).map(([file, text]) => [`rules/${file}`, text]);
      const both = placement(limit ?? 0);
      const ofNamespace = both
        .replace('ClusterResourcePlacement', 'ResourcePlacement')
        .replace('name: shop', 'name: shop\n  namespace: default')
        .replace(/resourceSelectors:[^]*$/, 'resourceSelectors:\n    - { group: "", version: v1, kind: ConfigMap, name: a }\n');
      const { dir, git, write, remove } = gitRepository({
        'd/ns.yaml': `${namespaceYaml('shop')}---\n${space('x')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\n`,
        ...Object.fromEntries(inRules(before)),
      });
      for (const [file] of inRules(before)) remove(file);
      write('d/a.yaml', `${both}---\n${ofNamespace}`);
      for (const [file, text] of inRules(after)) write(file, text);
      git('add', '-A');
      const { exitCode, report } = await runCli(dir, ['lint', 'd', '--policies', 'rules', '--base', 'HEAD']);
      const what = `${JSON.stringify(Object.keys(after))} ${limit}`;
      const shown = (report?.notes ?? []).flatMap((note) => /^This change (\w+ rules\/\S+), which is used/.exec(note)?.[1] ?? []);
      expect([exitCode, shown], what).toEqual([wanted, notes]);
    }
});

test('policies of the base among the manifests refuse an object too, and the edits of them are named', async () => {
  const note = (verb: string, what: string, of = ''): string =>
    `This change ${verb} ${what} (d/p.yaml)${of}. ${verb === 'edits' ? 'Both of its forms were used' : 'It was still used'} to check the objects.`;
  const [policy, binding] = ['ValidatingAdmissionPolicy/p', 'ValidatingAdmissionPolicyBinding/b'];
  const parameter = (verb: string): string => note(verb, 'ConfigMap/default/limits', `, a parameter of ${policy}`);
  const OTHER_PARAMETER = STRICT.replace('name: limits, namespace: default}\ndata', 'name: other, namespace: default}\ndata');
  const changes: readonly (readonly [after: string, notes: readonly string[]])[] = [
    [STRICT, []],
    [policies({ limit: 5, param: 50 }), [parameter('edits')]],
    [OTHER_PARAMETER, [parameter('deletes')]],
    [policies({ limit: 50, param: 50 }), [note('edits', policy), parameter('edits')]],
    [policies({ limit: 5, action: 'Audit' }), [note('edits', binding)]],
    [STRICT.replace('name: b}', 'name: c}'), [note('deletes', binding)]],
    [namespaceYaml('books'), [note('deletes', policy), note('deletes', binding), parameter('deletes')]],
    [`# read again\n${STRICT}---\n${OTHER.replace('name: b}', 'name: c}')}`, []],
  ];
  const outcomeOf = async (command: string, limit: number, before: string, after: string, ...flags: readonly string[]) => {
    const { dir, write } = gitRepository({
      'd/a.yaml': placement(3),
      'd/ns.yaml': namespaceYaml('shop'),
      'd/p.yaml': before,
      'rules/p.yaml': STRICT,
      'clusters.yaml': joinedMembers('east'),
    });
    write('d/a.yaml', placement(limit));
    write('d/p.yaml', after);
    return runCli(dir, [command, 'd', '--base', 'HEAD', '--clusters', 'clusters.yaml', ...flags]);
  };
  for (const [after, notes] of changes)
    for (const command of ['lint', 'plan']) {
      const { exitCode, report } = await outcomeOf(command, 9, STRICT, after);
      expect(report?.notes?.filter((each) => each.includes('used to check the objects')) ?? [], after).toEqual(notes);
      expect([exitCode, JSON.stringify(report)], after).toEqual([
        1,
        expect.stringContaining('ValidatingAdmissionPolicy p, bound by b, refuses the object: '),
      ]);
      expect((await outcomeOf(command, 4, STRICT, after)).exitCode, after).toBe(/name: other,|most: "900"/.test(after) ? 6 : 0);
    }
  const weak = policies({ limit: 50, param: 50 });
  const refused = (flags: readonly string[], before: string, limit: number) => outcomeOf('lint', limit, before, weak, ...flags);
  expect((await refused(['--policies', 'rules'], namespaceYaml('books'), 9)).exitCode, 'a weaker one than that of --policies').toBe(1);
  expect((await refused([], namespaceYaml('books'), 99)).exitCode, 'a new one').toBe(0);
  expect((await refused(['--policies', 'rules'], namespaceYaml('books'), 4)).exitCode, 'an object that all of them accept').toBe(0);
  suite.tell({
    tried:
      'a change that keeps, edits or deletes a policy, its binding or its parameter among the manifests, or adds a weaker one than that of `--policies`',
    times: changes.length * 4 + 3,
    outcome:
      'the policy of the base refused the wrong object, no correct one was refused (6 if its parameter is gone, or is there twice), and a note named each edit',
  });
});

test('each finding that the clusters file of the change removes is named', async () => {
  let times = 0;
  for (const [what, { before, after, removed }] of Object.entries(CLUSTERS))
    for (const isConfigured of [false, true])
      for (const isOld of [false, true]) {
        const wrong = placementYaml('shop', { policy: WEST });
        const { dir, write } = gitRepository({
          'd/a.yaml': isOld ? wrong : placementYaml('shop'),
          'd/ns.yaml': namespaceYaml('shop'),
          'clusters.yaml': before,
          ...(isConfigured ? { '.fleet-gate.yaml': 'clusters: clusters.yaml\n' } : {}),
        });
        write('d/a.yaml', wrong);
        write('clusters.yaml', after);
        const flags = isConfigured ? [] : ['--clusters', 'clusters.yaml'];
        for (const command of ['lint', 'plan']) {
          const { report } = await runCli(dir, [command, 'd', '--base', 'HEAD', ...flags]);
          const told = report?.silenced?.find((sentence) => sentence.startsWith('This change of the clusters file removes'));
          const named = told?.match(/pickfixed-unknown-cluster at d\/a\.yaml/g)?.length ?? 0;
          expect(named, `${command}, ${what}: ${told ?? 'nothing'}`).toBe(removed);
          if (removed === 0) expect(told, `${command}, ${what}`).toBeUndefined();
          times += 1;
        }
      }
  suite.tell({
    tried:
      '`lint` and `plan` of a change that edits the clusters file of `--clusters` or of the configuration, with a placement that names clusters',
    times,
    outcome: 'each finding that the edit removes was named, and nothing else',
  });
});

/** What hides a policy that refuses, beside one that is bound and refuses nothing. The key is what was done. */
const HIDING: Readonly<Record<string, (refusing: string) => Readonly<Record<string, string>>>> = {
  'an empty apiVersion': (text) => ({ 'q.yaml': text.replaceAll('apiVersion: admissionregistration.k8s.io/v1', 'apiVersion: ""') }),
  'an empty kind': (text) => ({ 'q.yaml': text.replace('kind: ValidatingAdmissionPolicy\n', 'kind: ""\n') }),
  'a kind in other capitals': (text) => ({ 'q.yaml': text.replaceAll('kind: Validating', 'kind: validating') }),
  'a misspelt kind': (text) => ({ 'q.yaml': text.replaceAll('AdmissionPolicy', 'AdmisionPolicy') }),
  'a misspelt group': (text) => ({ 'q.yaml': text.replaceAll('admissionregistration.k8s.io', 'admissionregistration.io') }),
  'a folder of packages': (text) => ({ 'node_modules/a/q.yaml': text }),
  'a hidden folder': (text) => ({ '.old/q.yaml': text }),
  'another ending': (text) => ({ 'q.txt': text }),
  'an earlier policy of the same name': (text) => ({ 'a.yaml': text.replace('< 0', '> 0'), 'q.yaml': text }),
  'an earlier binding of the same name': (text) => ({ 'a.yaml': text.replace('[Deny]', '[Audit]'), 'q.yaml': text }),
  'an unknown action': (text) => ({ 'q.yaml': text.replace('[Deny]', '[Denied]') }),
  'a misspelt field': (text) => ({ 'q.yaml': text.replace('validations:', 'validationz:') }),
  'an expression that does not parse': (text) => ({ 'q.yaml': text.replace('< 0', '< (') }),
  'a binding of another policy': (text) => ({ 'q.yaml': text.replace('policyName: q', 'policyName: z') }),
  'no binding': (text) => ({ 'q.yaml': text.replace(/---[^]*$/, '') }),
};

test('a policy that is not used is named', async () => {
  const text = (name: string, expression: string): string => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: [clusterresourceplacements]}]
  validations: [{expression: "${expression}"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec: {policyName: ${name}, validationActions: [Deny]}
`;
  const files = { 'd/a.yaml': placement(3), 'd/ns.yaml': namespaceYaml('shop'), 'rules/good.yaml': text('good', 'true') };
  const refusing = text('q', 'object.spec.revisionHistoryLimit < 0');
  let times = 0;
  const linted = (more: Readonly<Record<string, string>>): ReturnType<typeof orRefused> => {
    const { dir, write } = gitRepository(files);
    for (const [file, content] of Object.entries(more)) write(`rules/${file}`, content);
    return orRefused(dir, ['lint', 'd', '--policies', 'rules']);
  };
  expect(await linted({}), 'no other policy').toMatchObject({ exitCode: 0 });
  expect(await linted({ 'q.yaml': refusing }), 'used').toMatchObject({ exitCode: 1 });
  for (const [what, hide] of Object.entries(HIDING)) {
    const { exitCode, report } = await linted(hide(refusing));
    if (exitCode !== 2) expect([exitCode, report?.notes?.join('\n')], what).toEqual([0, expect.stringContaining('--policies')]);
    times += 1;
  }
  suite.tell({
    tried: 'a policy of `--policies` beside another one that is hidden, misspelt, doubled, not bound, or that no API server accepts',
    times,
    outcome: 'refused with 2, or named in a note',
  });
});

test('a definition that is not used or that no API server accepts is refused', async () => {
  const ofKind = (kind: string, size: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${kind.toLowerCase()}s.shop.example.com}
spec:
  group: shop.example.com
  scope: Namespaced
  names: {plural: ${kind.toLowerCase()}s, kind: ${kind}}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {size: ${size}}}}}]
`;
  const cache = 'apiVersion: shop.example.com/v1\nkind: Cache\nmetadata: {name: hot, namespace: shop}\nsize: big\n';
  const other = ofKind('Book', '{type: string}');
  const good = ofKind('Cache', '{type: string}');
  const linted = async (text: string, file = 'q.yaml', own: Readonly<Record<string, string>> = {}): Promise<number> => {
    const { dir } = gitRepository({
      ...own,
      'd/a.yaml': placementYaml('shop'),
      'd/ns.yaml': namespaceYaml('shop'),
      'd/cache.yaml': cache,
      'crds/book.yaml': other,
      [`crds/${file}`]: `${ofKind('Page', '{type: string}')}---\n${text}`,
    });
    return (await orRefused(dir, ['lint', 'd', '--crds', 'crds'])).exitCode;
  };
  expect(await linted(good)).toBe(0);
  const hidden = [
    good.replace('apiVersion: apiextensions.k8s.io/v1', 'apiVersion: ""'),
    good.replace('kind: CustomResourceDefinition', 'kind: ""'),
    good.replace('kind: CustomResourceDefinition', 'kind: customResourceDefinition'),
    good.replace('apiextensions.k8s.io', 'apiextension.k8s.io'),
    ...[
      '{type: text}',
      '{$ref: "#/a"}',
      '{type: string, pattern: "(a"}',
      '{type: string, x-kubernetes-validations: [{rule: "self.("}]}',
    ].map((size) => ofKind('Cache', size)),
  ];
  for (const text of hidden) expect(await linted(text), text).toBe(2);
  expect(await linted(good, 'node_modules/a/q.yaml')).toBe(2);
  const refused = ['{type: integer}', '{type: string, pattern: "^z"}', '{type: string, minLength: 9}', '{type: string, enum: [z]}'];
  for (const size of [
    ...refused,
    '{type: string, not: {enum: [big]}}',
    '{type: string, x-kubernetes-validations: [{rule: "self == \'z\'"}]}',
  ])
    for (const own of [{}, { 'd/q.yaml': ofKind('Cache', size) }, { 'other/q.yaml': ofKind('Cache', size) }])
      expect(await linted(ofKind('Cache', size), 'q.yaml', own), size).toBe(1);
  // The definition of the change is what the hub then has.
  expect(await linted(ofKind('Cache', '{type: string, pattern: "^z"}'), 'q.yaml', { 'd/q.yaml': good })).toBe(0);
  expect(await linted(good, 'q.yaml', { 'd/q.yaml': ofKind('Cache', '{type: string, pattern: "^z"}') })).toBe(1);
  suite.tell({
    tried:
      'a definition of `--crds` beside another one that is hidden, misspelt, or has a type, a pattern or a rule that no API server accepts',
    times: hidden.length + 1,
    outcome:
      'refused with 2; correct definitions refused wrong custom resources by type, pattern, length, enum, alternatives and CEL, also with the same definition among the manifests',
  });
});

/** A refusal of a file ends with 2. */
async function orRefused(
  dir: string,
  args: readonly string[],
): Promise<Partial<Awaited<ReturnType<typeof runCli>>> & { exitCode: number }> {
  try {
    return await runCli(dir, args);
  } catch (error) {
    if (error instanceof ConfigError) return { exitCode: 2 };
    throw error;
  }
}
