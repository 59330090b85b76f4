import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectStore } from '../../../src/demo/hub/object-store.ts';
import { SERVED_TYPES } from '../../../src/demo/hub/served-types.ts';
import { memberObject } from '../../schedule/fleets.ts';
import { writeProgram } from '../process/write-program.ts';
import { canaryAt, type Canary } from './canary.ts';
import { plantedObjects } from './contents.ts';

/** A text that proves that the place of a canary was read. */
interface Sign {
  readonly canary: string;
  readonly sign: string;
}

/** A tree of manifests with canaries in its Secrets, and tools beside it that print some of them. */
export interface PlantedTree {
  readonly canaries: readonly Canary[];
  readonly env: Readonly<Record<string, string>>;
  readonly commands: Readonly<Record<string, readonly string[]>>;
  readBy(command: string): readonly Sign[];
  /** Dumps of a hub as kubectl prints them. */
  dumpsOf(store: ObjectStore, cwd: string): readonly { readonly name: string; readonly file: string }[];
}

const PLACEMENT = {
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop' },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }], policy: { placementType: 'PickAll' } },
};

/** Secrets that cannot be parsed, each with what follows `password:`. */
const BROKEN: readonly ((canary: string) => string)[] = [
  (canary) => `"${canary}`,
  (canary) => `'${canary}`,
  (canary) => `*${canary}`,
  (canary) => `!!int ${canary}`,
  (canary) => `{${canary}`,
  (canary) => `@${canary}`,
  (canary) => `%${canary}`,
  (canary) => `${canary}: a: b`,
  (canary) => `!${canary}!x y`,
  (canary) => `"\\q${canary}"`,
  (canary) => `|${canary}`,
  (canary) => `- ${canary}\n - x`,
];

/** Secrets that can be parsed but are invalid. */
const WRONG: readonly ((canary: string) => object)[] = [
  (canary) => ({ stringData: canary }),
  (canary) => ({ data: { password: [canary] } }),
  (canary) => ({ data: { password: canary, 'no key': canary } }),
  (canary) => ({ type: 5, stringData: { a: canary, b: 5, c: true } }),
  (canary) => ({ stringData: { a: `\${${canary}}`, b: `{{ ${canary} }}` } }),
  (canary) => ({ spec: { password: canary } }),
];

export function plantedTree(folder: string, seed: number): PlantedTree {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string | object): void =>
    writeFileSync(join(folder, name), typeof text === 'string' ? text : JSON.stringify(text));
  const planted = plantedObjects('tree', seed);
  for (const { name, object } of planted) write(`${name}.json`, object);
  write('ns.yaml', JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }));
  write('placement.json', PLACEMENT);
  const secret = (name: string, more: object): object => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'shop' },
    ...more,
  });
  const inList = canaryAt('tree: List', seed);
  write('list.json', { apiVersion: 'v1', kind: 'List', items: [secret('listed', { stringData: { a: inList.value } })] });
  const inSecretList = canaryAt('tree: SecretList', seed);
  write('secret-list.json', {
    apiVersion: 'v1',
    kind: 'SecretList',
    items: [{ metadata: { name: 'listed-too', namespace: 'shop' }, stringData: { a: inSecretList.value } }],
  });
  const wrong = WRONG.map((make, index) => {
    const canary = canaryAt(`tree: wrong ${index}`, seed);
    write(`wrong-${index}.json`, secret(`wrong-${index}`, make(canary.value)));
    return canary;
  });
  const broken = BROKEN.map((make, index) => {
    const canary = canaryAt(`tree: broken ${index}`, seed);
    write(`broken-${index}.yaml`, `kind: Secret\nmetadata: {name: broken}\nstringData:\n  password: ${make(canary.value)}\n`);
    return canary;
  });
  const patched = canaryAt('tree: variable in an override', seed);
  write('variable.json', {
    ...planted.find(({ canary }) => canary.place.endsWith('override of a Secret'))?.object,
    metadata: { name: 'variable', namespace: 'shop' },
    spec: {
      resourceSelectors: [{ group: '', version: 'v1', kind: 'Secret', name: 'planted-1' }],
      policy: {
        overrideRules: [
          {
            clusterSelector: { clusterSelectorTerms: [] },
            jsonPatchOverrides: [{ op: 'add', path: '/stringData/x', value: `${patched.value}\${MEMBER-CLUSTER-LABEL-KEY-x` }],
          },
        ],
      },
    },
  });
  // With an edit that `--fix` makes, so that its difference shows the lines around it.
  const beside = canaryAt('tree: beside an edit', seed);
  write(
    'beside.yaml',
    `${JSON.stringify({ ...PLACEMENT, metadata: { name: 'beside' }, spec: { ...PLACEMENT.spec, policy: { placementType: 'pickAll' } } })}\n---\n# formerly ${beside.value}\n${JSON.stringify(secret('beside', { stringData: { a: beside.value } }))}\n`,
  );
  const tools = canaryAt('tree: what kustomize says', seed);
  const generated = canaryAt('tree: secretGenerator', seed);
  mkdirSync(join(folder, 'overlay'));
  write(
    'overlay/kustomization.yaml',
    `resources: [ns.yaml]\npatches: [{path: p.yaml}]\nsecretGenerator:\n- name: generated\n  literals: ["password=${generated.value}"]\n`,
  );
  write('overlay/ns.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n');
  write('overlay/p.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n');
  const git = canaryAt('tree: what git says', seed);
  // Outside the tree, because programs inside it are not started.
  const bin = join(folder, '../../bin');
  mkdirSync(bin);
  const program = (name: string, canary: Canary): void => {
    const says = `accumulating resources: fatal: unable to access 'https://x-access-token:${canary.value}@github.com/o/r/': 403`;
    writeProgram(join(bin, name), `echo "Error: ${says}" >&2\nexit 1`);
  };
  program('kustomize', tools);
  program('git', git);
  writeFileSync(join(folder, '../clusters.yaml'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [memberObject('east')] }));

  // Compared with this tree every object is new, so a diff prints each of them completely.
  mkdirSync(join(folder, '../bare/tree'), { recursive: true });
  writeFileSync(join(folder, '../bare/tree/placement.yaml'), JSON.stringify(PLACEMENT));

  const clusters = ['--clusters', 'clusters.yaml'];
  const listed = [...planted.map(({ name }) => name), 'listed', 'listed-too', ...wrong.map((_, index) => `wrong-${index}`)];
  const rendered = planted
    .filter(({ object }) => !object.kind.startsWith('Resource'))
    .map(({ canary, name }) => ({ canary: canary.place, sign: name }));
  const faults = broken.map(({ place }, index) => ({ canary: place, sign: `broken-${index}.yaml` }));
  return {
    canaries: [...planted.map(({ canary }) => canary), inList, inSecretList, ...wrong, ...broken, patched, beside, tools, generated, git],
    env: { PATH: `${bin}:/usr/bin:/bin` },
    commands: {
      lint: ['lint', 'tree', '--plan', ...clusters],
      'lint --fix --dry-run': ['lint', 'tree', '--fix', '--dry-run'],
      'lint --base-dir': ['lint', 'tree', '--base-dir', 'tree', ...clusters],
      'lint --base': ['lint', 'tree', '--base', 'main'],
      plan: ['plan', 'tree', ...clusters],
      'plan --render': ['plan', 'tree', '--render', 'east', ...clusters],
      'plan --diff': ['plan', 'tree', '--base-dir', 'bare', '--diff', 'all', ...clusters],
      'diagnose --manifests': ['diagnose', '--from', 'clusters.yaml', '--manifests', 'tree', 'crp/shop'],
      'explain a rule': ['explain', 'schema'],
      explain: ['explain'],
    },
    readBy(command) {
      if (command === 'lint')
        return [...faults, { canary: patched.place, sign: 'variable' }, { canary: tools.place, sign: 'https://***@github.com/o/r/' }];
      if (command === 'lint --fix --dry-run') return [{ canary: beside.place, sign: '"stringData":{"a":"***"}' }];
      if (command === 'lint --base') return [{ canary: git.place, sign: 'https://***@github.com/o/r/' }];
      if (command === 'plan')
        return listed.filter((name) => !/^planted-(?:4|14|15)$/.test(name)).map((name) => ({ canary: name, sign: name }));
      return command === 'plan --render' || command === 'plan --diff' ? rendered : [];
    },
    dumpsOf(store, cwd) {
      const items = SERVED_TYPES.flatMap((type) => store.list(type));
      writeFileSync(join(cwd, 'dump.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
      const [secrets, others] = [items.filter(({ kind }) => kind === 'Secret'), items.filter(({ kind }) => kind !== 'Secret')];
      const bare = secrets.map(({ apiVersion: _apiVersion, kind: _kind, ...rest }) => rest);
      writeFileSync(
        join(cwd, 'dump-lists.yaml'),
        [
          { apiVersion: 'v1', kind: 'SecretList', items: bare },
          { apiVersion: 'v1', kind: 'List', items: others },
        ]
          .map((list) => JSON.stringify(list))
          .join('\n---\n'),
      );
      return [
        { name: 'a List', file: 'dump.json' },
        { name: 'a SecretList', file: 'dump-lists.yaml' },
      ];
    },
  };
}
