/**
 * Which configuration decides: if there is a base, the author of a change cannot choose the rules for it. All tests use real repositories.
 */
import { cpSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../../src/report/render.ts';
import { joinedMembers, memberYaml, namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { type CliRun, runCli } from '../../support/process/run-cli.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const placement = (name: string, more = ''): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: ${name}
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: ${name} }
  policy: { placementType: PickFixed, clusterNames: [europe-1] }
${more}---
apiVersion: v1
kind: Namespace
metadata: { name: ${name} }
`;
/** Refers to a ConfigMap. */
const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "example.org/web:1", envFrom: [{ configMapRef: { name: web } }] }] }
`;
/** A finding of the rule `schema`, an error. */
const BROKEN = placement('shop', '  bogus: 1\n');
const rulesOf = ({ report }: CliRun): readonly string[] =>
  (report?.lint?.findings ?? []).flatMap(({ rule, state }) => (state === 'fixed' ? [] : [rule]));
const toldBy = ({ report }: CliRun): string => [...(report?.silenced ?? []), ...(report?.notes ?? [])].join('\n');

const OFF = 'rules: {schema: {severity: off}}\n';
const BASES = [
  ['--base', 'HEAD'],
  ['--base-exact', 'HEAD'],
] as const;

describe('a configuration that a change makes lenient', () => {
  it.each([
    ['a rule turned off', OFF, 'turns off schema', ['will turn off 1 finding, when it applies: schema at shop.yaml:9:3.']],
    [
      'a folder excluded',
      'exclude: [shop.yaml]\n',
      'excludes shop.yaml',
      ['will turn off 1 finding, when it applies: schema at shop.yaml:9:3.'],
    ],
    [
      'paths cut down',
      'paths: [ok]\n',
      'checks ok instead of the whole tree',
      ['will turn off 1 finding, when it applies: schema at shop.yaml:9:3.'],
    ],
    [
      'a finding accepted',
      'suppress: [{rule: schema, object: "*/shop", reason: later}]\n',
      'accepts schema of */shop',
      ['will turn off 1 finding, when it applies: schema at shop.yaml:9:3.'],
    ],
    [
      'a rule made milder',
      'rules: {schema: {severity: warning}}\n',
      'makes schema a warning',
      ['will make 1 finding less severe, when it applies: schema at shop.yaml:9:3.'],
    ],
    ['failOn loosened', 'failOn: none\n', 'sets failOn to none (was error)', []],
    ['what was not evaluated let pass', 'failOnNotEvaluated: false\n', 'sets failOnNotEvaluated to false', []],
    ['another hub', 'target: main\n', 'sets target to main', []],
    ['nothing rendered', 'render: off\n', 'sets render to off', []],
    ['a gate that tolerates', 'gate: {tolerateFailed: 50%}\n', 'changes gate', []],
  ])('does not decide, and is reported: %s', async (_, config, change, silences) => {
    const { dir, write } = gitRepository({ 'shop.yaml': BROKEN, 'ok/a.yaml': placement('fine') });
    write('.fleet-gate.yaml', config);
    const told = [
      `This change of .fleet-gate.yaml does not apply yet, because the configuration of HEAD applies: it is new, ${change}.`,
      ...silences.map((said) => `This change of .fleet-gate.yaml ${said}`),
    ];
    for (const argv of BASES) {
      const ran = await runCli(dir, ['lint', ...argv]);
      expect([ran.exitCode, rulesOf(ran), ran.report?.silenced]).toEqual([1, ['schema'], told]);
      expect(ran.out.split('\n')[0]).toContain(
        '; this change of .fleet-gate.yaml does not apply yet, because the configuration of HEAD applies',
      );
      expect(ran.out).toContain(told[0]);
    }
    const plan = await runCli(dir, ['plan', '--base', 'HEAD', '--clusters', clustersOutside()]);
    expect(plan.report?.silenced).toEqual(told.slice(0, 1));
  });

  it.each([
    ['another setting', 'failOn: warning\n', []],
    [
      'the rule',
      'rules: {reference-not-placed: {severity: off}}\n',
      ['This change of .fleet-gate.yaml will turn off 1 finding, when it applies: reference-not-placed at web.yaml:8:101.'],
    ],
  ])('turns off a finding that only a base shows, if it is about that rule: %s', async (_, config, told) => {
    const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: shop }\n';
    const { dir, write, remove } = gitRepository({ 'shop.yaml': placement('shop'), 'web.yaml': WEB, 'map.yaml': map });
    remove('map.yaml');
    write('.fleet-gate.yaml', config);
    const ran = await runCli(dir, ['lint', '--base', 'HEAD']);
    expect(rulesOf(ran)).toEqual(['reference-not-placed']);
    expect((ran.report?.silenced ?? []).filter((note) => note.includes('finding'))).toEqual(told);
  });

  it('decides if a trusted setting allows it, and is still reported', async () => {
    const { dir, write } = gitRepository({ 'shop.yaml': BROKEN });
    write('.fleet-gate.yaml', OFF);
    const ran = await runCli(dir, ['lint', '--base', 'HEAD', '--config-from', 'head']);
    expect([ran.exitCode, rulesOf(ran)]).toEqual([0, []]);
    expect(ran.report?.silenced).toEqual([
      'This change of .fleet-gate.yaml applies immediately, because of --config-from head: it is new, turns off schema.',
      'This change of .fleet-gate.yaml turns off 1 finding: schema at shop.yaml:9:3.',
    ]);
  });

  // SECURITY.md: What the head changes in it is shown
  it.each(REPORT_FORMATS)('is reported in every format: %s', async (format) => {
    const { dir, write } = gitRepository({ 'shop.yaml': BROKEN });
    write('.fleet-gate.yaml', OFF);
    const { out } = await runCli(dir, ['lint', '--base', 'HEAD', '--format', format]);
    expect(out).toContain('does not apply yet');
    expect(out).toContain('turns off schema');
  });

  it('cannot exclude the whole tree', async () => {
    const { dir, write } = gitRepository({ 'shop.yaml': BROKEN });
    write('.fleet-gate.yaml', "exclude: ['**']\n");
    expect((await runCli(dir, ['lint', '--base', 'HEAD', '--allow-nothing'])).exitCode).toBe(1);
    // Without a base there is no other configuration. Then the report shows the setting that excludes everything.
    for (const format of REPORT_FORMATS) {
      const { exitCode, out, report } = await runCli(dir, ['lint', '--allow-nothing', '--format', `${format}=out`, '--format', 'json']);
      expect([format, exitCode, report?.settings?.exclude]).toEqual([format, 0, ['**']]);
      expect(out).toContain('**');
    }
  });
});

it('a manifest with the name of the configuration in another folder is checked', async () => {
  const { dir, write } = gitRepository({ 'apps/ok.yaml': placement('fine'), '.fleet-gate.yaml': 'exclude: [legacy/**]\n' });
  write('apps/.fleet-gate.yaml', BROKEN);
  const ran = await runCli(dir, ['lint', '--base', 'HEAD']);
  expect([rulesOf(ran), ran.report?.lint?.findings[0]?.file, ran.report?.lint?.files]).toEqual([['schema'], 'apps/.fleet-gate.yaml', 2]);
});

describe('the configuration of the base', () => {
  // SECURITY.md: The base's `.fleet-gate.yaml` on a pull request
  it('decides although the change deletes it', async () => {
    const { dir, remove } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': 'failOn: warning\nexclude: [legacy/**]\n' });
    remove('.fleet-gate.yaml');
    const ran = await runCli(dir, ['lint', '--base', 'HEAD']);
    expect(ran.report?.settings).toMatchObject({
      config: '.fleet-gate.yaml',
      configFrom: 'HEAD',
      failOn: 'warning',
      exclude: ['legacy/**'],
    });
    expect(toldBy(ran)).toContain('it deletes .fleet-gate.yaml, sets failOn to error (was warning), no longer excludes legacy/**.');
  });

  it('is not replaced by a nearer one, and applies from its old place if it moved', async () => {
    const { dir, write, git } = gitRepository({ 'apps/shop.yaml': BROKEN, '.fleet-gate.yaml': 'exclude: [legacy/**]\n' });
    write('apps/.fleet-gate.yaml', OFF);
    const nearer = await runCli(join(dir, 'apps'), ['lint', '--base', 'HEAD']);
    expect([rulesOf(nearer), nearer.report?.settings?.config]).toEqual([['schema'], '../.fleet-gate.yaml']);
    expect(toldBy(nearer)).toContain('it replaces ../.fleet-gate.yaml, turns off schema, no longer excludes legacy/**.');
    git('mv', '-f', '.fleet-gate.yaml', 'apps/.fleet-gate.yaml');
    write('apps/legacy/bad.yaml', BROKEN.replaceAll('shop', 'old'));
    const moved = await runCli(join(dir, 'apps'), ['lint', '--base', 'HEAD']);
    // `legacy/**` is named from the root, and apps/legacy is not it.
    expect(rulesOf(moved)).toEqual(['schema', 'schema']);
  });

  it('if named, is read from the base; a file outside, or made by this job, is read unchanged', async () => {
    const { dir, write, commit } = gitRepository({ 'shop.yaml': BROKEN, 'ci/gate.yaml': 'failOn: warning\n' });
    write('ci/gate.yaml', OFF);
    const own = await runCli(dir, ['lint', '--base', 'HEAD', '--config', 'ci/gate.yaml']);
    expect([rulesOf(own), own.report?.settings?.failOn]).toEqual([['schema'], 'warning']);
    const outside = join(temporaryFolder(), 'gate.yaml');
    writeFileSync(outside, OFF);
    expect(rulesOf(await runCli(dir, ['lint', '--base', 'HEAD', '--config', outside]))).toEqual([]);
    write('made.yaml', OFF);
    expect(rulesOf(await runCli(dir, ['lint', 'shop.yaml', '--base', 'HEAD', '--config', 'made.yaml']))).toEqual([]);
    commit();
    expect(rulesOf(await runCli(dir, ['lint', 'shop.yaml', '--base', 'HEAD~1', '--config', 'made.yaml']))).toEqual(['schema']);
  });

  it('is that of the branch today, not of the merge base', async () => {
    const { dir, write, git, commit } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
    git('branch', 'old');
    write('.fleet-gate.yaml', 'failOn: warning\n');
    commit();
    git('checkout', '-q', 'old');
    write('new.yaml', placement('fine'));
    commit();
    expect(rulesOf(await runCli(dir, ['lint', '--base', 'main']))).toEqual(['schema']);
  });

  it('is read through a link within the base', async () => {
    const { dir, write, commit, remove } = gitRepository({ 'shop.yaml': BROKEN, 'ci/gate.yaml': 'failOn: warning\n' });
    symlinkSync('ci/gate.yaml', join(dir, '.fleet-gate.yaml'));
    commit();
    remove('.fleet-gate.yaml');
    write('.fleet-gate.yaml', 'failOn: none\n');
    expect((await runCli(dir, ['lint', 'shop.yaml', '--base', 'HEAD'])).report?.settings?.failOn).toBe('warning');
  });

  it('is an error with a step if it cannot be read', async () => {
    const { dir, write } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': 'rules: {schema: {severity: }}\nfailOn: nne\n' });
    await expect(runCli(dir, ['lint', '--base', 'HEAD', '--config', '.fleet-gate.yaml'])).rejects.toThrow('.fleet-gate.yaml:');
    write('.fleet-gate.yaml', 'failOn: none\n');
    await expect(runCli(dir, ['lint', '--base', 'HEAD'])).rejects.toThrow(
      /^the configuration of HEAD cannot be read: \.fleet-gate\.yaml:.*; correct it there, or use the configuration of this tree: --config-from head$/,
    );
    const mended = await runCli(dir, ['lint', '--base', 'HEAD', '--config-from', 'head']);
    expect([mended.exitCode, toldBy(mended)]).toEqual([
      0,
      expect.stringContaining('The effect of this change on the configuration is not known'),
    ]);
  });

  it('can name a path that only the base has, which is left out and reported; without another path it is an error', async () => {
    const { dir, remove, write } = gitRepository({
      'a/shop.yaml': placement('shop'),
      'b/old.yaml': placement('old'),
      '.fleet-gate.yaml': 'paths: [a, b]\n',
    });
    remove('b');
    write('.fleet-gate.yaml', 'paths: [a]\n');
    const ran = await runCli(dir, ['lint', '--base', 'HEAD']);
    expect(ran.report?.removals?.map(({ object }) => object.name)).toEqual(['old']);
    expect(toldBy(ran)).toContain('This tree no longer has b, which `paths` in .fleet-gate.yaml of HEAD names.');
    renameSync(join(dir, 'a'), join(dir, 'c'));
    await expect(runCli(dir, ['lint', '--base', 'HEAD'])).rejects.toThrow('a, b is not in this tree; name the paths');
  });
});

it('`paths` of the base are read there if the configuration of the change renames one', async () => {
  const both = placement('shop').replace('[europe-1]', '[asia-1, europe-1]');
  const { dir, remove, write } = gitRepository({ 'a/shop.yaml': both, '.fleet-gate.yaml': 'paths: [a]\n' });
  remove('a');
  write('b/shop.yaml', placement('shop'));
  write('.fleet-gate.yaml', 'paths: [b]\n');
  const argv = ['--base', 'HEAD', '--config-from', 'head', '--clusters', clustersOutside('asia-1'), '--fail-on-removal', 'any'];
  const { exitCode, report } = await runCli(dir, ['plan', ...argv]);
  expect([exitCode, report?.plan?.placements[0]?.change]).toMatchObject([1, { added: [], removed: ['asia-1'] }]);
  expect(report?.notes).toContain('This tree no longer has a, which `paths` in .fleet-gate.yaml of HEAD names.');
});

describe('`render` of the base', () => {
  const kustomization = (name: string): string => `resources: [${name}.yaml]\nnamePrefix: x-\n`;
  const FILES = {
    'a/a.yaml': placement('a'),
    'a/kustomization.yaml': kustomization('a'),
    'b/b.yaml': placement('b'),
    'b/kustomization.yaml': kustomization('b'),
    '.fleet-gate.yaml': 'render: [{ path: a }, { path: b }]\n',
  };

  it('can list a folder that the change deletes, which is left out and named', async () => {
    const { dir, remove, write } = gitRepository(FILES);
    remove('b');
    write('.fleet-gate.yaml', 'render: [{ path: a }]\n');
    const ran = await runCli(dir, ['lint', '--base', 'HEAD']);
    expect([ran.exitCode, ran.report?.removals?.map(({ object }) => object.name)]).toEqual([0, ['x-b']]);
    expect(toldBy(ran)).toContain('This tree no longer has b, which `render` in .fleet-gate.yaml of HEAD names.');
  });

  it('names a chart that several entries list once', async () => {
    const { dir, remove, write } = gitRepository({
      ...FILES,
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'c/values-prod.yaml': 'a: b\n',
      '.fleet-gate.yaml': 'render: [{ path: c }, { path: a }, { path: b }, { path: c, values: [c/values-prod.yaml] }]\n',
    });
    for (const name of ['b', 'c']) remove(name);
    write('.fleet-gate.yaml', 'render: [{ path: a }]\n');
    const ran = await runCli(dir, ['lint', '--base', 'HEAD']);
    expect(toldBy(ran)).toContain('This tree no longer has c, b, which `render` in .fleet-gate.yaml of HEAD names.');
  });

  const renamed = ({ remove, write }: ReturnType<typeof gitRepository>, entry: string): void => {
    remove('b');
    write('c/kustomization.yaml', kustomization('c'));
    write('c/c.yaml', placement('b'));
    write('.fleet-gate.yaml', `render: [{ path: a }, ${entry}]\n`);
  };

  it('applies to the new name of a folder if the change only renames it in the entry', async () => {
    const repository = gitRepository(FILES);
    renamed(repository, '{ path: ./c/ }');
    const ran = await runCli(repository.dir, ['lint', '--base', 'HEAD']);
    expect([ran.exitCode, ran.report?.removals]).toEqual([0, undefined]);
    expect(toldBy(ran)).toContain('./c/ is rendered as `render` in .fleet-gate.yaml of HEAD says for b.');
  });

  it.each([
    ['with another setting', '{ path: c, tool: kustomize }', ['b']],
    ['while the old folder is there', '{ path: c }', []],
  ])('does not list another folder, which is not evaluated: %s', async (_, entry, gone) => {
    const repository = gitRepository(FILES);
    renamed(repository, entry);
    for (const name of ['b.yaml', 'kustomization.yaml'])
      if (gone.length === 0) repository.write(`b/${name}`, FILES[`b/${name}` as 'b/b.yaml']);
    const { exitCode, report } = await runCli(repository.dir, ['lint', '--base', 'HEAD']);
    expect([exitCode, report?.lint?.notEvaluated.map(({ reason }) => reason).join('\n')]).toEqual([
      6,
      expect.stringContaining('`render` of the configuration does not list it'),
    ]);
    expect((await runCli(repository.dir, ['lint', '--base', 'HEAD', '--config-from', 'head'])).exitCode).toBe(gone.length === 0 ? 6 : 0);
  });

  it.each([
    ['lists', 'render: [{ path: a }, { path: b }]\n'],
    ['renders, as every other one', 'failOn: error\n'],
    ['does not render', 'render: off\n'],
  ])('is used for a folder that only the base has and %s, if the configuration of the change applies', async (_, config) => {
    const both = placement('b').replace('[europe-1]', '[asia-1, europe-1]');
    const repository = gitRepository({ ...FILES, '.fleet-gate.yaml': config, 'b/b.yaml': both });
    renamed(repository, '{ path: c }');
    const argv = ['--base', 'HEAD', '--config-from', 'head', '--clusters', clustersOutside('asia-1'), '--fail-on-removal', 'any'];
    const { exitCode, report } = await runCli(repository.dir, ['plan', ...argv]);
    const changes = report?.plan?.placements.map(({ object, change }) => [object.name, change]);
    expect([exitCode, changes]).toMatchObject([
      1,
      [
        ['x-a', { added: [] }],
        ['x-b', { added: [], removed: ['asia-1'] }],
      ],
    ]);
  });

  it('of the change may render objects of a kind that no other tree has', async () => {
    const { dir, write } = gitRepository({
      'a/a.yaml': namespaceYaml('shop'),
      'a/kustomization.yaml': kustomization('a'),
      '.fleet-gate.yaml': 'render: [{ path: a }]\n',
    });
    write('b/kustomization.yaml', kustomization('b'));
    write('b/b.yaml', placement('b'));
    write('.fleet-gate.yaml', 'render: [{ path: a }, { path: b }]\n');
    expect((await runCli(dir, ['lint', '--base', 'HEAD'])).exitCode).toBe(6);
  });
});

describe('another folder as the base', () => {
  it('decides if it is a checkout, even without a configuration', async () => {
    const base = gitRepository({ 'shop.yaml': BROKEN });
    const { dir } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
    expect(rulesOf(await runCli(dir, ['lint', '--base-dir', base.dir]))).toEqual(['schema']);
    base.write('.fleet-gate.yaml', 'failOn: warning\n');
    const ran = await runCli(dir, ['lint', '--base-dir', base.dir]);
    expect([rulesOf(ran), ran.report?.settings?.failOn]).toEqual([['schema'], 'warning']);
  });

  it('below the root uses the configuration above it', async () => {
    const base = gitRepository({ 'apps/shop.yaml': BROKEN, '.fleet-gate.yaml': 'failOn: warning\n' });
    const { dir } = gitRepository({ 'apps/shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
    const ran = await runCli(join(dir, 'apps'), ['lint', '--base-dir', join(base.dir, 'apps')]);
    expect([rulesOf(ran), ran.report?.settings?.failOn]).toEqual([['schema'], 'warning']);
  });

  it('of rendered manifests has no configuration, and the report says so', async () => {
    const { dir } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
    const rendered = temporaryFolder();
    cpSync(join(dir, 'shop.yaml'), join(rendered, 'shop.yaml'));
    const ran = await runCli(dir, ['lint', '--base-dir', rendered]);
    expect(rulesOf(ran)).toEqual([]);
    expect(toldBy(ran)).toBe(`${rendered} does not have a configuration and is not a checkout: .fleet-gate.yaml of this tree applies.`);
    writeFileSync(join(rendered, '.fleet-gate.yaml'), 'failOn: warning\n');
    expect(rulesOf(await runCli(dir, ['lint', '--base-dir', rendered]))).toEqual(['schema']);
  });
});

describe('the target commit of a pull request', () => {
  it('decides without a base to compare with', async () => {
    const { dir, write, git } = gitRepository({ 'shop.yaml': BROKEN });
    const sha = git('rev-parse', 'HEAD');
    const mergesInto = { kind: 'commit', sha } as const;
    write('.fleet-gate.yaml', OFF);
    const ran = await runCli(dir, ['lint'], { mergesInto });
    expect([ran.exitCode, rulesOf(ran)]).toEqual([1, ['schema']]);
    expect(ran.report?.lint?.findings[0]?.state).toBeUndefined();
    expect(toldBy(ran)).toContain(`because the configuration of the base (${sha.slice(0, 7)}) applies: it is new, turns off schema.`);
    expect(rulesOf(await runCli(dir, ['lint', '--config-from', 'head'], { mergesInto }))).toEqual([]);
  });

  const gone = { kind: 'commit', sha: 'c0ffee0'.padEnd(40, '0') } as const;

  it('does not let the configuration of the change decide if the clone lacks it', async () => {
    const { dir } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
    await expect(runCli(dir, ['lint'], { mergesInto: gone })).rejects.toThrow(
      /^the configuration of the base could not be read, and that of the change must not apply without it: this clone has no commit of that name; .*fetch-depth: 0.*; or add --config-from head/,
    );
    const ran = await runCli(dir, ['lint', '--config-from', 'head'], { mergesInto: gone });
    expect([ran.exitCode, toldBy(ran)]).toEqual([0, expect.stringContaining('The configuration of the base could not be read')]);
    await expect(runCli(dir, ['lint', '--config-from', 'base'], { mergesInto: gone })).rejects.toThrow(
      '--config-from base: the base cannot be read here: this clone has no commit of that name',
    );
    await expect(runCli(dir, ['lint', '--config-from', 'base'])).rejects.toThrow('--config-from base needs a base: give --base REF');
  });

  it('is required even if the change has no configuration, because it may have deleted a strict one', async () => {
    const { dir } = gitRepository({ 'shop.yaml': BROKEN });
    await expect(runCli(dir, ['lint'], { mergesInto: gone })).rejects.toThrow(
      /^the configuration of the base could not be read, and the change may have deleted it: this clone .*; or add --config-from head if the change may be checked without a configuration$/,
    );
    const ran = await runCli(dir, ['lint', '--config-from', 'head'], { mergesInto: gone });
    expect([ran.exitCode, toldBy(ran)]).toEqual([1, expect.stringContaining('could not be read, so no configuration applies: this clone')]);
  });

  it.each([
    ['has one', 'rules: {schema: {severity: notice}}\n', ['schema'], 'the configuration of the base (c0ffee0) applies'],
    ['has none', undefined, ['schema'], 'the configuration of the base (c0ffee0) applies'],
  ])('is fetched from the server if the clone lacks it: one that %s', async (_, text, rules, told) => {
    const { dir } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
    const asked: string[] = [];
    const remote = {
      read: (file: string) => (asked.push(file), Promise.resolve(file === '.fleet-gate.yaml' ? text : undefined)),
      list: () => Promise.resolve([]),
    };
    const ran = await runCli(dir, ['lint'], { mergesInto: { ...gone, remote } });
    expect([rulesOf(ran), toldBy(ran)]).toEqual([rules, expect.stringContaining(told)]);
    expect(asked).toContain('.fleet-gate.yaml');
  });

  it('is an error if the server does not have it either', async () => {
    const { dir } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
    const refuse = (): Promise<never> => Promise.reject(new Error('GitHub refused it (404: Not Found)'));
    const remote = { read: refuse, list: refuse };
    await expect(runCli(dir, ['lint'], { mergesInto: { ...gone, remote } })).rejects.toThrow(
      'and the API of GitHub: GitHub refused it (404: Not Found)',
    );
  });

  it('is an error if the event does not name it', async () => {
    const { dir } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
    const mergesInto = { kind: 'unknown', why: 'the event does not name it' } as const;
    await expect(runCli(dir, ['lint'], { mergesInto })).rejects.toThrow('must not apply without it: the event does not name it');
    expect((await runCli(dir, ['lint', '--config-from', 'head'], { mergesInto })).exitCode).toBe(0);
  });
});

describe('the clusters of the configuration', () => {
  it('are those of each tree, and a note reports an edit of their file', async () => {
    const { dir, write, remove } = gitRepository({
      'shop.yaml': placement('shop'),
      'fleet/clusters.yaml': joinedMembers('asia-1'),
      '.fleet-gate.yaml': 'clusters: fleet/clusters.yaml\npaths: [shop.yaml]\n',
    });
    write('fleet/clusters.yaml', joinedMembers('asia-1', 'europe-1'));
    const ran = await runCli(dir, ['lint', '--base', 'HEAD']);
    const note = 'This change edits fleet/clusters.yaml, the file of clusters; HEAD is checked against its own file.';
    const flagged = await runCli(dir, ['lint', '--base', 'HEAD', '--clusters', 'fleet/clusters.yaml']);
    for (const each of [ran, flagged]) {
      expect(each.report?.lint?.findings.map(({ rule, state }) => [rule, state])).toEqual([['pickfixed-unknown-cluster', 'fixed']]);
      expect(toldBy(each)).toMatch(
        /^This change of the clusters file removes 1 finding: pickfixed-unknown-cluster at shop\.yaml:\d+:\d+\.\n/,
      );
      expect(each.report?.notes).toContain(note);
    }
    remove('fleet/clusters.yaml');
    expect(toldBy(await runCli(dir, ['lint', '--base', 'HEAD']))).toContain('This change deletes fleet/clusters.yaml');
  });

  const broken = `<<<<<<< HEAD\n${joinedMembers('europe-1')}`;
  it.each([
    ['a merge marker', broken, 'line 2: Invalid YAML: end of the stream or a document separator is expected'],
    ['a cut text', `${joinedMembers('europe-1')}---\nkind: {\n`, 'line [0-9]+: Invalid YAML: .*[^.]'],
    ['a list without a kind', 'items: []\n', 'line 1: This list has no kind, so the file is probably cut short: .*[^.]'],
    [
      'two copies of a cluster',
      `${joinedMembers('europe-1')}---\n${memberYaml('europe-1', { spec: ', taints: []' })}`,
      'MemberCluster/europe-1 is in .*',
    ],
    ['no cluster', '# none yet\n', 'it contains no MemberCluster'],
    ['a misspelt kind', joinedMembers('europe-1').replace('MemberCluster', 'MemberCluser'), 'MemberCluser/europe-1 of .* is not used: .*'],
  ])('are those of the tree if the file in the base cannot be used: %s', async (_, before, why) => {
    const { dir, write } = gitRepository({
      'shop.yaml': placement('shop'),
      'clusters.yaml': before,
      '.fleet-gate.yaml': 'clusters: clusters.yaml\npaths: [shop.yaml]\n',
    });
    write('clusters.yaml', joinedMembers('asia-1', 'europe-1'));
    const note = new RegExp(
      `^clusters\\.yaml, the file of clusters, cannot be used as HEAD has it \\(${why}\\)\\. HEAD is checked against the file of this change, so `,
    );
    for (const command of ['lint', 'plan']) {
      const { exitCode, report } = await runCli(dir, [command, '--base', 'HEAD']);
      expect([exitCode, report?.silenced]).toEqual([0, undefined]);
      expect(report?.notes).toContainEqual(expect.stringMatching(note));
      expect(report?.notes?.join()).not.toContain('is checked against its own file');
      if (command === 'plan') expect(report?.plan?.placements.map(({ change }) => change?.added)).toEqual([[]]);
    }
  });

  it('must be readable in the tree itself', async () => {
    const { dir, write } = gitRepository({ 'shop.yaml': placement('shop'), 'clusters.yaml': joinedMembers('europe-1') });
    write('clusters.yaml', broken);
    await expect(runCli(dir, ['lint', 'shop.yaml', '--clusters', 'clusters.yaml', '--base', 'HEAD'])).rejects.toThrow(
      '--clusters clusters.yaml:2:',
    );
  });

  it('are read from the tree if the base has no such file', async () => {
    const { dir, write } = gitRepository({
      'shop.yaml': placement('shop'),
      '.fleet-gate.yaml': 'clusters: made.yaml\npaths: [shop.yaml]\n',
    });
    write('made.yaml', joinedMembers('asia-1'));
    expect(rulesOf(await runCli(dir, ['lint', '--base', 'HEAD']))).toEqual(['pickfixed-unknown-cluster']);
  });
});

describe('suppressions in the manifests', () => {
  const accepted = BROKEN.replace('  bogus: 1', '  bogus: 1 # fleet-gate-ignore schema: by hand');

  it('are reported if a change adds them, and not if the base has them', async () => {
    const { dir, write, commit } = gitRepository({ 'shop.yaml': BROKEN });
    write('shop.yaml', accepted);
    const ran = await runCli(dir, ['lint', '--base', 'HEAD']);
    expect([ran.exitCode, ran.report?.silenced]).toEqual([
      0,
      [expect.stringMatching(/^This change suppresses 1 finding: schema at shop\.yaml:\d+:3\.$/)],
    ]);
    commit();
    expect((await runCli(dir, ['lint', '--base', 'HEAD'])).report?.silenced).toBeUndefined();
  });

  it.each(REPORT_FORMATS)('are in every report: %s', async (format) => {
    const { dir } = gitRepository({ 'shop.yaml': accepted });
    const { exitCode, out } = await runCli(dir, ['lint', '--format', format]);
    expect([exitCode, out.includes('by hand')]).toEqual([0, true]);
  });
});

it('a change with the same meaning in another form is not reported', async () => {
  const { dir, write } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
  write('.fleet-gate.yaml', '# why\nrules:\n  schema:\n    severity: off\n');
  expect(toldBy(await runCli(dir, ['lint', '--base', 'HEAD']))).toBe('');
});

it('a stricter setting is reported, but not as one that hides something', async () => {
  const { dir, write } = gitRepository({ 'shop.yaml': BROKEN, '.fleet-gate.yaml': OFF });
  write('.fleet-gate.yaml', 'failOn: warning\n');
  const { report } = await runCli(dir, ['lint', '--base', 'HEAD']);
  expect(report?.silenced).toBeUndefined();
  expect(report?.notes).toEqual([
    'This change of .fleet-gate.yaml does not apply yet, because the configuration of HEAD applies: it turns on schema, sets failOn to warning (was error).',
  ]);
});

/** A dump of clusters outside of the repository. */
function clustersOutside(...names: readonly string[]): string {
  const file = join(temporaryFolder(), 'clusters.yaml');
  writeFileSync(file, joinedMembers('europe-1', ...names));
  return file;
}
