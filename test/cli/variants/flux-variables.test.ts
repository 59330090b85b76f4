/** Flux replaces variables in the YAML of the built objects, and reads it again (`postBuild`). */
import { describe, expect, it } from 'vitest';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';
import { runCli } from '../../support/process/run-cli.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';
import { writeTree } from '../../support/trees/write-files.ts';

const flux = (name: string, path: string, more: string): string => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec: {interval: 5m, prune: true, path: ${path}, sourceRef: {kind: GitRepository, name: r}, ${more}}
`;
const variables = (more: string): string => flux('k', './k', `postBuild: {${more}}`);
const configMap = (value: string, metadata = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: shop${metadata}}\ndata: {k: ${value}}\n`;
const given = (port: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: vars, namespace: flux-system}\ndata: {port: "${port}"}\n`;
const FROM = 'substituteFrom: [{kind: ConfigMap, name: vars}]';
const NUMBER = variables('substitute: {port: "8080"}');
const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: "\${space}"}
spec:
  replicas: \${count}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: "nginx:1.25"}]}
`;

describe('a variable of Flux', () => {
  it.each<[string, Record<string, string>, 'refused' | 'open' | 'passed']>([
    ['is a number', { 'k/c.yaml': configMap('"${port}"'), 'f/k.yaml': NUMBER }, 'refused'],
    [
      'is a number without quotes',
      { 'k/c.yaml': configMap('${port}').replace('{k: ${port}}', '\n  k: ${port}'), 'f/k.yaml': NUMBER },
      'refused',
    ],
    ['is a part of a text', { 'k/c.yaml': configMap('"x${port}"'), 'f/k.yaml': NUMBER }, 'passed'],
    [
      'is in more quotes',
      { 'k/c.yaml': configMap('"${q}${port}${q}"'), 'f/k.yaml': variables(`substitute: {port: "8080", q: '"'}`) },
      'passed',
    ],
    ['is a number by default', { 'k/c.yaml': configMap('"${other:=1}"'), 'f/k.yaml': NUMBER }, 'refused'],
    [
      'is not replaced',
      { 'k/c.yaml': configMap('"${port}"', ', labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}'), 'f/k.yaml': NUMBER },
      'passed',
    ],
    ['is a number of a ConfigMap', { 'k/c.yaml': configMap('"${port}"'), 'f/k.yaml': variables(FROM), 'f/v.yaml': given('1') }, 'refused'],
    ['is a text of a ConfigMap', { 'k/c.yaml': configMap('"${port}"'), 'f/k.yaml': variables(FROM), 'f/v.yaml': given('x') }, 'passed'],
    ['is in a ConfigMap that is not here', { 'k/c.yaml': configMap('"${port}"'), 'f/k.yaml': variables(FROM) }, 'open'],
    [
      'is in a Secret',
      { 'k/c.yaml': configMap('"${port}"'), 'f/k.yaml': variables('substituteFrom: [{kind: Secret, name: vars}]') },
      'open',
    ],
    ['is computed', { 'k/c.yaml': configMap('"${port%0}"'), 'f/k.yaml': NUMBER }, 'open'],
    [
      'has several values',
      { 'k/c.yaml': configMap('"${port}"'), 'f/k.yaml': `${NUMBER}---\n${flux('l', './k', 'postBuild: {substitute: {port: x}}')}` },
      'open',
    ],
    [
      'has a value that another Kustomization changes',
      {
        'k/c.yaml': configMap('"${port}"'),
        'f/k.yaml': NUMBER,
        'top/f.yaml': flux(
          'f',
          './f',
          `patches: [{target: {kind: Kustomization}, patch: '[{op: replace, path: /spec/postBuild, value: {}}]'}]`,
        ),
      },
      'open',
    ],
    ['decides the namespace', { 'k/d.yaml': DEPLOYMENT, 'f/k.yaml': variables('substitute: {space: shop, count: many}') }, 'refused'],
    ['is a number of a number', { 'k/d.yaml': DEPLOYMENT, 'f/k.yaml': variables('substitute: {space: shop, count: "2"}') }, 'passed'],
  ])('%s', async (_, files, verdict) => {
    const cwd = temporaryFolder();
    writeTree(cwd, { 'p/p.yaml': placementYaml('shop'), ...files });
    const { exitCode, report } = await runCli(cwd, ['lint', '.', '--render-with', 'off']);
    const { findings = [], notEvaluated: all = [] } = report?.lint ?? {};
    const notEvaluated = all.filter(({ reason }) => !reason.includes('with patches'));
    expect([exitCode, findings.map(({ rule }) => rule), notEvaluated.length]).toEqual(
      { refused: [1, ['object-malformed'], 0], open: [0, [], 1], passed: [0, [], 0] }[verdict],
    );
    if (verdict === 'open') expect(notEvaluated[0]?.reason).toMatch(/^It replaces variables in k\/c\.yaml \(`postBuild`\) by values/);
  });

  it('is not what an edit of the file can mend', async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { 'p/p.yaml': placementYaml('shop'), 'k/c.yaml': configMap('"${port}"'), 'f/k.yaml': NUMBER });
    const { report } = await runCli(cwd, ['lint', '.', '--fix', '--dry-run']);
    expect(report?.lint?.findings.map(({ remedy, rendered }) => [remedy.includes('${quote}'), rendered?.command, rendered?.quote])).toEqual(
      [[true, 'flux build kustomization k', 'data.k: 8080']],
    );
  });
});

describe('a variable from a ConfigMap that each hub has', () => {
  const vars = (hub: string, port: string, folder = `hubs/${hub}`): Record<string, string> => ({ [`${folder}/vars.yaml`]: given(port) });
  const hub = (name: string, more = FROM): Record<string, string> => ({
    [`hubs/${name}/flux-system/sync.yaml`]: flux('flux-system', `./hubs/${name}`, 'wait: true'),
    [`hubs/${name}/apps.yaml`]: flux('apps', `./apps/${name}`, `postBuild: {${more}}`),
    [`apps/${name}/c.yaml`]: configMap('"${port}"'),
  });
  const HUBS = { ...hub('dev'), ...hub('prod') };
  const without = (files: Record<string, string>, name: RegExp): Record<string, string> =>
    Object.fromEntries(Object.entries(files).filter(([file]) => !name.test(file)));
  const config = (name: string): Record<string, string> => ({
    [`hubs/${name}/config.yaml`]: flux('config', `./config/${name}`, 'wait: true'),
  });

  it.each<[string, Record<string, string>, readonly string[], readonly string[]]>([
    ['is a text', { ...HUBS, ...vars('dev', 'x'), ...vars('prod', 'z') }, [], []],
    ['is a number on one hub', { ...HUBS, ...vars('dev', 'x'), ...vars('prod', '1') }, ['apps/prod/c.yaml'], []],
    [
      'is a number, and something else brings the folders to the hubs',
      without({ ...HUBS, ...vars('dev', 'x'), ...vars('prod', '1') }, /sync\.yaml$/),
      ['apps/prod/c.yaml'],
      [],
    ],
    [
      'is a number in a folder below',
      { ...HUBS, ...vars('dev', 'x', 'hubs/dev/a'), ...vars('prod', '1', 'hubs/prod/a') },
      ['apps/prod/c.yaml'],
      [],
    ],
    [
      'is a number that another Kustomization of the hub brings',
      { ...HUBS, ...config('dev'), ...config('prod'), ...vars('dev', 'x', 'config/dev'), ...vars('prod', '1', 'config/prod') },
      ['apps/prod/c.yaml'],
      [],
    ],
    [
      'is a number beside an example',
      { ...HUBS, ...vars('dev', 'x'), ...vars('prod', '1'), 'examples/vars.yaml': given('z') },
      ['apps/prod/c.yaml'],
      [],
    ],
    ['is only on the other hub', { ...HUBS, ...vars('dev', '1') }, ['apps/dev/c.yaml'], ['apps/prod/c.yaml']],
    [
      'is twice on a hub',
      { ...HUBS, ...vars('dev', 'x'), ...vars('prod', '1'), ...vars('prod', 'z', 'hubs/prod/a') },
      [],
      ['apps/prod/c.yaml'],
    ],
    [
      'is in another namespace',
      { ...HUBS, ...vars('dev', 'x'), 'hubs/prod/vars.yaml': given('1').replace('flux-system', 'other') },
      [],
      ['apps/prod/c.yaml'],
    ],
    [
      'is in a Secret of the same name',
      { ...HUBS, ...hub('prod', FROM.replace('ConfigMap', 'Secret')), ...vars('dev', 'x'), ...vars('prod', '1') },
      [],
      ['apps/prod/c.yaml'],
    ],
    [
      'has the same value for a folder of both',
      {
        ...without(HUBS, /^apps/),
        ...vars('dev', '1'),
        ...vars('prod', '1'),
        'hubs/dev/apps.yaml': variables(FROM),
        'hubs/prod/apps.yaml': variables(FROM),
        'k/c.yaml': configMap('"${port}"'),
      },
      ['k/c.yaml'],
      [],
    ],
    [
      'has two values for a folder of both',
      {
        ...without(HUBS, /^apps/),
        ...vars('dev', 'x'),
        ...vars('prod', '1'),
        'hubs/dev/apps.yaml': variables(FROM),
        'hubs/prod/apps.yaml': variables(FROM),
        'k/c.yaml': configMap('"${port}"'),
      },
      ['k/c.yaml'],
      [],
    ],
    [
      'is beside a Kustomization of another folder, which may be for the same hub',
      {
        'flux/apps/k.yaml': variables(FROM),
        'k/c.yaml': configMap('"${port}"'),
        'flux/config/k.yaml': flux('config', './config', 'wait: true'),
        'config/vars.yaml': given('1'),
      },
      ['k/c.yaml'],
      [],
    ],
  ])('%s', async (_, files, refused, open) => {
    const cwd = temporaryFolder();
    writeTree(cwd, { 'p/p.yaml': placementYaml('shop'), ...files });
    const { report } = await runCli(cwd, ['lint', '.', '--render-with', 'off']);
    const { findings = [], notEvaluated = [] } = report?.lint ?? {};
    expect(findings.flatMap(({ rule, file }) => (rule === 'object-malformed' ? [file] : []))).toEqual(refused);
    expect(notEvaluated.flatMap(({ reason }) => /^It replaces variables in (\S+)/.exec(reason)?.[1] ?? [])).toEqual(open);
  });
});

describe('an edit of a variable', () => {
  const CONFIG = { 'p/p.yaml': `${placementYaml('shop')}---\n${namespaceYaml('shop')}`, 'k/c.yaml': configMap('"x-${port}"') };
  const edited = async (before: string, after: string, files: Readonly<Record<string, string>> = CONFIG): Promise<readonly unknown[]> => {
    const { dir, write } = gitRepository({ ...files, 'f/k.yaml': before });
    write('f/k.yaml', after);
    const { exitCode, report } = await runCli(dir, ['lint', '.', '--base', 'HEAD', '--render-with', 'off']);
    return [exitCode, (report?.lint?.notEvaluated ?? []).filter(({ reason }) => reason.startsWith('This change edits how')).length];
  };

  it('that has a known value is judged by its new value', async () => {
    expect(await edited(variables('substitute: {port: "1"}'), variables('substitute: {port: "2"}'))).toEqual([0, 0]);
    const typed = { ...CONFIG, 'k/c.yaml': configMap('"${port}"') };
    expect(await edited(variables('substitute: {port: a}'), variables('substitute: {port: "2"}'), typed)).toEqual([1, 0]);
  });

  it('that nothing uses changes nothing', async () => {
    expect(await edited(variables('substitute: {port: "1", a: b}'), variables('substitute: {port: "1", a: c}'))).toEqual([0, 0]);
  });

  it('beside one that is not known is not evaluated', async () => {
    const open = { ...CONFIG, 'k/c.yaml': configMap('"${port} ${region}"') };
    const from = (port: string): string => variables(`substitute: {port: "${port}"}, ${FROM}`);
    expect(await edited(from('1'), from('2'), open)).toEqual([6, 1]);
  });

  it('in a placement is not evaluated', async () => {
    const placed = {
      'p/p.yaml': namespaceYaml('shop'),
      'k/c.yaml': placementYaml('shop').replace('spec:', 'spec:\n  revisionHistoryLimit: ${limit}'),
    };
    const [exitCode] = await edited(variables('substitute: {limit: "1"}'), variables('substitute: {limit: "2"}'), placed);
    expect(exitCode).toBe(6);
  });
});

describe('a variable to which nothing gives a value', () => {
  const script = (value: string, metadata?: string): string => configMap(JSON.stringify(value), metadata);
  const notes = async (files: Record<string, string>): Promise<readonly string[]> => {
    const cwd = temporaryFolder();
    writeTree(cwd, { 'p/p.yaml': placementYaml('shop'), ...files });
    const { exitCode, report } = await runCli(cwd, ['lint', '.', '--render-with', 'off']);
    expect(exitCode).toBe(0);
    return report?.notes?.filter((note) => note.includes('no value')) ?? [];
  };
  const BY = 'Kustomization/flux-system/k in f/k.yaml gives no value to';
  const NOTHING = 'so Flux replaces it by nothing, or refuses the build if it is strict:';
  const LEVEL = variables('substitute: {level: info}');

  it.each<[string, Record<string, string>, string]>([
    ['misspelt in a file', { 'k/c.yaml': script('x${levle}'), 'f/k.yaml': LEVEL }, '${levle} in k/c.yaml:4 (did you mean ${level}?).'],
    [
      'misspelt in the Kustomization',
      { 'k/c.yaml': script('${level}'), 'f/k.yaml': variables('substitute: {levl: info}') },
      '${level} in k/c.yaml:4 (did you mean ${levl}?).',
    ],
    ['of another name', { 'k/c.yaml': script('${zone}'), 'f/k.yaml': LEVEL }, '${zone} in k/c.yaml:4.'],
    [
      'misspelt of a ConfigMap',
      { 'k/c.yaml': script('${prt}'), 'f/k.yaml': variables(FROM), 'f/v.yaml': given('x') },
      '${prt} in k/c.yaml:4 (did you mean ${port}?).',
    ],
    [
      'misspelt in a HelmRelease',
      {
        'k/r.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: r, namespace: tools}
spec:
  chart: {spec: {chart: raw, sourceRef: {kind: HelmRepository, name: r}}}
  values: {level: "\${levle}"}
`,
        'f/k.yaml': LEVEL,
      },
      '${levle} in k/r.yaml:6 (did you mean ${level}?).',
    ],
    [
      'beside a value with a variable of another Kustomization',
      {
        'k/c.yaml': script('${zone}'),
        'f/k.yaml': variables('substitute: {level: "${cluster}"}'),
        'top/f.yaml': flux('f', './f', 'postBuild: {substitute: {cluster: a}}'),
      },
      '${zone} in k/c.yaml:4.',
    ],
  ])('is named: %s', async (_, files, text) => {
    expect(await notes(files)).toEqual([`${BY} this variable, ${NOTHING} ${text}`]);
  });

  it('is named with others', async () => {
    const files = {
      'k/c.yaml': script('${zone} ${levle} ${zone}'),
      'k/d.yaml': script('${zone}').replace('name: c', 'name: d'),
      'f/k.yaml': LEVEL,
    };
    expect(await notes(files)).toEqual([
      `${BY} these variables, ${NOTHING.replace(' it by', ' them by')} \${levle} in k/c.yaml:4 (did you mean \${level}?), \${zone} in k/c.yaml:4, k/d.yaml:4.`,
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['with a default', { 'k/c.yaml': script('${zone:=a} ${zone:-b} ${zone=c}'), 'f/k.yaml': LEVEL }],
    ['that is escaped', { 'k/c.yaml': script('$${zone} $zone'), 'f/k.yaml': LEVEL }],
    ['that has an empty value', { 'k/c.yaml': script('x${level}'), 'f/k.yaml': variables('substitute: {level: ""}') }],
    [
      'in an object that is kept',
      { 'k/c.yaml': script('${zone}', ', annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}'), 'f/k.yaml': LEVEL },
    ],
    ['without variables', { 'k/c.yaml': script('${zone}'), 'f/k.yaml': flux('k', './k', 'wait: true') }],
    ['that a ConfigMap elsewhere may give', { 'k/c.yaml': script('${zone}'), 'f/k.yaml': variables(`substitute: {level: info}, ${FROM}`) }],
    ['that a Secret may give', { 'k/c.yaml': script('${zone}'), 'f/k.yaml': variables('substituteFrom: [{kind: Secret, name: vars}]') }],
    ['of another folder', { 'o/c.yaml': script('${zone}'), 'f/k.yaml': LEVEL }],
    [
      'that another Kustomization may give',
      {
        'k/c.yaml': script('${zone}'),
        'f/k.yaml': LEVEL,
        'top/f.yaml': flux(
          'f',
          './f',
          `patches: [{target: {kind: Kustomization}, patch: '[{op: add, path: /spec/postBuild/substitute/zone, value: a}]'}]`,
        ),
      },
    ],
  ])('is not named: %s', async (_, files) => {
    expect(await notes(files)).toEqual([]);
  });
});
