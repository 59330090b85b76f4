/** `--crds`: files with CustomResourceDefinitions that no version of KubeFleet has. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../../src/cli/commands/run.ts';
import type { Report } from '../../../src/report.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const GROUP = 'placement.kubernetes-fleet.io';
const ENVELOPE = `apiVersion: ${GROUP}/v1beta1
kind: ResourceEnvelope
metadata: {name: web, namespace: shop}
data: {a: {}, b: {}}
colour: red
`;
const PLACEMENT = `apiVersion: ${GROUP}/v1
kind: ClusterResourcePlacement
metadata: {name: web}
spec: {resourceSelectors: [{group: '', version: v1, kind: Namespace, name: web}], colour: red}
`;

/** The second patch is of a default in a field that the object does not have. */
const CACHE_WITH_OVERRIDE = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: shop.example.com/v1beta1
kind: Cache
metadata: {name: hot, namespace: shop}
spec: {size: 1}
---
apiVersion: ${GROUP}/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec: {resourceSelectors: [{group: '', version: v1, kind: Namespace, name: shop}]}
---
apiVersion: ${GROUP}/v1
kind: ResourceOverride
metadata: {name: hot, namespace: shop}
spec:
  resourceSelectors: [{group: shop.example.com, version: v1beta1, kind: Cache, name: hot}]
  policy:
    overrideRules:
      - clusterSelector: {clusterSelectorTerms: []}
        jsonPatchOverrides:
          - {op: replace, path: /spec/size, value: big}
          - {op: replace, path: /spec/retry/count, value: 4}
`;
const RETRY = { type: 'object', default: {}, properties: { count: { type: 'integer', default: 3 } } };

let dir = '';
beforeEach(() => {
  dir = temporaryFolder();
  write('a.yaml', ENVELOPE);
});

describe('--crds', () => {
  it('checks with schema and rules of the files, and the report says so', async () => {
    write('crds/envelopes.yaml', crd({ colour: { type: 'string' }, data: { type: 'object', maxProperties: 1, ...OPEN } }));
    const { report, out } = await lint('--crds', 'crds');
    expect(places(report)).toEqual([['schema', '/data']]);
    expect(report?.lint?.schemas).toBe('files');
    expect(out).toContain('hub v0.3, by schemas from files');
    expect(places((await lint()).report)).toEqual([['schema', '/colour']]);
  });

  it('accepts several files, and a list as kubectl prints it', async () => {
    write('one.yaml', crd({ colour: { type: 'string' }, data: { type: 'object', ...OPEN } }));
    write('more.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ ...JSON.parse(crd({}, 'ResourceOverride')) }] }));
    expect(places((await lint('--crds', 'one.yaml', '--crds', 'more.json')).report)).toEqual([]);
  });

  it('refuses a definition beside another one whose type is probably misspelt, and one of an installed package', async () => {
    write('crds/one.yaml', crd({ data: { type: 'object', ...OPEN } }));
    const other = JSON.parse(crd({}, 'Cache').replaceAll(GROUP, 'shop.example.com')) as object;
    for (const [type, message] of [
      [{ apiVersion: '' }, 'has an empty apiVersion'],
      [{ kind: 'customResourceDefinition' }, 'its kind must be CustomResourceDefinition of the group apiextensions.k8s.io'],
      [{ apiVersion: 'apiextension.k8s.io/v1' }, 'its apiVersion must be of the group apiextensions.k8s.io'],
    ] as const) {
      write('crds/two.yaml', `${crd({}, 'ResourceOverride')}\n---\n${JSON.stringify({ ...other, ...type })}`);
      await expect(lint('--crds', 'crds')).rejects.toThrow(message);
    }
    write(
      'crds/two.yaml',
      `${crd({}, 'ResourceOverride')}\n---\n${JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } })}`,
    );
    expect(places((await lint('--crds', 'crds')).report)).toEqual([['schema', '/colour']]);
    write('crds/node_modules/a/cache.yaml', JSON.stringify(other));
    await expect(lint('--crds', 'crds')).rejects.toThrow('cache.yaml: it is in a node_modules directory and is not read');
  });

  it('leaves kinds that no file defines to the target', async () => {
    write('one.yaml', crd({ data: { type: 'object', ...OPEN } }));
    write('a.yaml', PLACEMENT);
    expect(places((await lint('--crds', 'one.yaml')).report)).toEqual([['schema', '/spec/colour']]);
  });

  it('checks custom resources and patches of them by a definition outside of the tree', async () => {
    const spec = { type: 'object', properties: { size: { type: 'integer' }, retry: RETRY } };
    write('one.json', crd({ spec }, 'Cache').replaceAll(GROUP, 'shop.example.com'));
    write('a.yaml', CACHE_WITH_OVERRIDE);
    const patch = '/spec/policy/overrideRules/0/jsonPatchOverrides';
    expect(places((await lint()).report)).toEqual([['override-patch-fails', `${patch}/1/path`]]);
    // With the definition, the Cache is known to be in the Namespace.
    expect(places((await lint('--crds', 'one.json')).report)).toEqual([
      ['nothing-tracked', '/spec/resourceSelectors'],
      ['object-malformed', `${patch}/0/value`],
    ]);
  });

  it.each(['spec: {size: big}', 'spec: {}', 'colour: red'])('checks a custom resource of a placement: %s', async (content) => {
    const spec = { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } };
    write('one.json', crd({ spec }, 'Cache').replaceAll(GROUP, 'shop.example.com'));
    const [, tree = ''] = /^([^]*)---\n/.exec(CACHE_WITH_OVERRIDE) ?? [];
    write('a.yaml', tree.replace('spec: {size: 1}', content));
    const malformed = async (...flags: readonly string[]): Promise<number> =>
      places((await lint(...flags)).report)?.filter(([rule]) => rule === 'object-malformed').length ?? 0;
    expect(await malformed()).toBe(0);
    expect(await malformed('--crds', 'one.json')).toBe(1);
  });

  it.each([
    [{ type: 'foo' }, 'shop.example.com has a schema with `type: foo`, which is not a type'],
    [{ type: 'string', pattern: '(a' }, 'has a schema with the pattern `(a`, which is not a regular expression'],
    [{ $ref: '#/a' }, 'has a schema with `$ref`, which API servers do not accept'],
    [{ type: 'array', items: { type: 'text' } }, 'has a schema with `type: text`'],
    [{ type: 'string', not: { pattern: '[' } }, 'has a schema with the pattern `[`'],
    [{ type: 'string', 'x-kubernetes-validations': [{ rule: 'self.(' }] }, 'has the rule `self.(`, which is not valid CEL'],
  ])('refuses a definition that no API server accepts: %j', async (size, message) => {
    write('a.yaml', CACHE_WITH_OVERRIDE);
    write('one.json', crd({ spec: { type: 'object', properties: { size } } }, 'Cache').replaceAll(GROUP, 'shop.example.com'));
    await expect(lint('--crds', 'one.json')).rejects.toThrow(message);
  });

  it.each([
    [{ type: 'string', pattern: `^(${'a'.repeat(1200)})$` }],
    [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }],
    [{ 'x-kubernetes-preserve-unknown-fields': true }],
    [{ type: 'string', 'x-kubernetes-validations': [{ rule: "quantity(self).isLessThan(quantity('1Gi')) || self.?a.orValue(1) == 1" }] }],
    [{ type: 'string', 'x-kubernetes-validations': [{ rule: 'self.`a-b` == 1' }] }],
  ])('takes a definition that it cannot evaluate: %j', async (size) => {
    write('one.json', crd({ spec: { type: 'object', properties: { size } } }, 'Cache').replaceAll(GROUP, 'shop.example.com'));
    expect(places((await lint('--crds', 'one.json')).report)).toEqual([['schema', '/colour']]);
  });

  describe('of a custom resource that a placement sends', () => {
    const [, tree = ''] = /^([^]*)---\n/.exec(CACHE_WITH_OVERRIDE) ?? [];
    /** @param own the schema of the size in the manifests; absent if they have no definition */
    const checked = async (size: object, value: string, more: object = {}, own?: object): Promise<unknown> => {
      const definition = (of: object): string => {
        const spec = { type: 'object', properties: { size: of, since: { type: 'string', format: 'date-time' } }, ...more };
        return crd({ spec }, 'Cache').replaceAll(GROUP, 'shop.example.com');
      };
      write('one.json', definition(size));
      if (own !== undefined) write('own.json', definition(own));
      write('a.yaml', tree.replace('spec: {size: 1}', `spec: {size: ${value}, since: "2026-01-31T12:00:00Z"}`));
      const { report } = await run(
        ['lint', '--crds', 'one.json', ...(own === undefined ? ['a.yaml'] : ['a.yaml', 'own.json'])],
        fakeIo({ cwd: dir }),
      );
      const found = report?.lint?.findings.filter(({ rule }) => rule === 'object-malformed') ?? [];
      const open = report?.lint?.notEvaluated.map(({ reason }) => reason) ?? [];
      return [found.map(({ message }) => message.split(': ').slice(1).join(': ')), open];
    };
    const rule = (text: string): object => ({ 'x-kubernetes-validations': [{ rule: text }] });

    it.each([
      [{ type: 'string', pattern: '^z' }, 'big', '`spec.size` has a text that does not match `^z`.'],
      [{ type: 'string', minLength: 5 }, 'big', '`spec.size` must have at least 5 characters.'],
      [{ type: 'integer', maximum: 3 }, '4', '`spec.size` is 4; the maximum is 3.'],
      [{ type: 'string', format: 'date-time' }, 'big', '`spec.size` has a text that is not of the format date-time.'],
      [{ type: 'string', not: { enum: ['big'] } }, 'big', '`spec.size` fits a schema that it must not fit (not).'],
      [{ type: 'string', ...rule("self == 'z'") }, 'big', "`spec.size`: failed rule: self == 'z'."],
    ])('reports what its schema refuses: %j', async (size, value, message) => {
      expect(await checked(size, value)).toEqual([[message], []]);
      expect(await checked(size, value, {}, size)).toEqual([[message], []]);
      expect(await checked({}, value, {}, size)).toEqual([[message], []]);
    });

    it.each([
      ['another definition', { type: 'string', pattern: '^b' }],
      ['one that no API server accepts', { type: 'string', pattern: '(z' }],
      ['one that cannot be evaluated', { type: 'string', pattern: `^(${'z'.repeat(1200)})$` }],
    ])('is checked by the manifests before the files: %s', async (_, own) => {
      expect(await checked({ type: 'string', pattern: '^z' }, 'big', {}, own)).toMatchObject([[], expect.anything()]);
    });

    it('reports a field that it does not have beside a failed rule', async () => {
      expect(await checked({ type: 'string', ...rule("self == 'z'") }, 'big, sise: 1')).toEqual([
        ["`spec.size`: failed rule: self == 'z'.", '`spec.sise` is not a field of Cache.'],
        [],
      ]);
    });

    it.each([
      [{ type: 'string', pattern: '^b' }, 'big'],
      [{ type: 'integer', maximum: 4 }, '4'],
      [{ type: 'number', ...rule('self < 4.5 && self > 0.0') }, '4'],
      [{ type: 'string', pattern: '^z', default: 'z' }, 'null'],
    ])('accepts a correct one: %j', async (size, value) => {
      expect(await checked(size, value)).toEqual([[], []]);
    });

    it('does not decide about placeholders', async () => {
      expect(await checked({ type: 'string', pattern: '^z' }, '"${SIZE}"')).toMatchObject([[], [expect.stringContaining('placeholder')]]);
      expect(await checked({ type: 'string' }, '"${SIZE}"', rule("self.size == 'z'"))).toMatchObject([[], [expect.anything()]]);
    });

    it('names rules that it cannot evaluate', async () => {
      const unknown = [[], [expect.stringContaining('cannot be evaluated here')]];
      expect(await checked({ type: 'string', ...rule("quantity(self).isLessThan(quantity('1'))") }, 'big')).toEqual(unknown);
      expect(await checked({ type: 'string' }, 'big', rule("self.since < '2020'"))).toEqual(unknown);
    });
  });

  it('finds a version that the definition does not serve', async () => {
    write('one.yaml', crd({}, 'ResourceEnvelope', 'v2'));
    expect(places((await lint('--crds', 'one.yaml')).report)).toEqual([['api-version-not-served', '/apiVersion']]);
  });

  it('finds a kind of which the definition serves no version', async () => {
    const unserved = (text: string): string => text.replace('"served":true', '"served":false');
    write('one.yaml', unserved(crd({})));
    expect(places((await lint('--crds', 'one.yaml')).report)).toEqual([['api-version-not-served', '/apiVersion']]);
    const definition = crd({ spec: { type: 'object', properties: { size: { type: 'integer' } } } }, 'Cache').replaceAll(
      GROUP,
      'shop.example.com',
    );
    const [, tree = ''] = /^([^]*)---\n/.exec(CACHE_WITH_OVERRIDE) ?? [];
    write('a.yaml', tree);
    const messages = async (): Promise<readonly string[] | undefined> =>
      (await lint('--crds', 'one.yaml')).report?.lint?.findings.flatMap(({ rule, message }) =>
        rule === 'kind-not-served' ? [message] : [],
      );
    write('one.yaml', definition);
    expect(await messages()).toEqual([]);
    write('one.yaml', unserved(definition));
    expect(await messages()).toEqual(['The definition of Cache serves no version, so the hub refuses Cache/shop/hot, which shop places.']);
  });

  it('knows a kind of another hub by its definition', async () => {
    const policy = 'apiVersion: placement.kubefleet.dev/v1alpha1\nkind: PlacementPolicy\nmetadata: {name: web, namespace: shop}\nsize: 3\n';
    write('a.yaml', policy);
    expect(places((await lint()).report)).toEqual([['api-version-not-served', '/apiVersion']]);
    write(
      'one.yaml',
      crd({ size: { type: 'integer', maximum: 2 } }, 'PlacementPolicy', 'v1alpha1').replaceAll(GROUP, 'placement.kubefleet.dev'),
    );
    expect(places((await lint('--crds', 'one.yaml')).report)).toEqual([
      ['policy-not-acted-on', '/kind'],
      ['schema', '/size'],
    ]);
  });

  /** Hubs as KubeFleet's open pull requests make them. */
  describe('of a later hub', () => {
    it('accepts evictions and budgets of v1 (916)', async () => {
      const kinds = [
        ['ClusterResourcePlacementEviction', 'spec: {placementName: shop, clusterName: m1}'],
        ['ClusterResourcePlacementDisruptionBudget', 'spec: {minAvailable: 1}'],
      ] as const;
      for (const [kind, spec] of kinds) {
        write('a.yaml', `apiVersion: ${GROUP}/v1\nkind: ${kind}\nmetadata: {name: shop}\n${spec}\n`);
        write('one.yaml', crd({ spec: { type: 'object', ...OPEN_FIELDS } }, kind, 'v1'));
        expect(places((await lint()).report)).toEqual([['api-version-not-served', '/apiVersion']]);
        const { report } = await lint('--crds', 'one.yaml');
        expect([places(report), report?.lint?.notEvaluated]).toEqual([[], []]);
      }
    });

    it('checks the tasks of the delete stage (813), and reports that nothing checks other new fields', async () => {
      const strategy = (fields: string): string =>
        `apiVersion: ${GROUP}/v1\nkind: ClusterStagedUpdateStrategy\nmetadata: {name: slow}\nspec:\n  stages: [{name: all, labelSelector: {}}]\n${fields}\n`;
      const stages = { type: 'array', items: { type: 'object', ...OPEN_FIELDS } };
      const fields = { stages, deleteStageTasks: stages, pace: { type: 'integer' } };
      write('one.yaml', crd({ spec: { type: 'object', properties: fields } }, 'ClusterStagedUpdateStrategy', 'v1'));
      const judged = async (text: string): Promise<unknown> => {
        write('a.yaml', strategy(text));
        const { report } = await lint('--crds', 'one.yaml');
        return [places(report), report?.lint?.notEvaluated.map(({ reason }) => reason)];
      };
      expect(await judged('  deleteStageTasks: [{type: Approval}, {type: TimedWait, waitTime: 1h}]')).toEqual([[], []]);
      expect(await judged('  deleteStageTasks: [{type: Approval}, {type: Approval}]')).toEqual([
        [['strategy-refused', '/spec/deleteStageTasks/1']],
        [],
      ]);
      expect(await judged('  pace: 3')).toEqual([
        [],
        ['The hub has the field `spec.pace`, and no rule knows what it does, so it is not checked.'],
      ]);
      expect(places((await lint()).report)).toEqual([['schema', '/spec/pace']]);
    });

    it.each([`placement.kubefleet.dev`, `rollout.kubefleet.dev`])('separates a run of group %s from one of today (925)', async (group) => {
      write('a.yaml', `apiVersion: ${group}/v1alpha1\nkind: ClusterStagedUpdateRun\nmetadata: {name: shop}\nspec: {suspended: true}\n`);
      write('one.yaml', crd({ spec: { type: 'object', ...OPEN_FIELDS } }, 'ClusterStagedUpdateRun', 'v1alpha1').replaceAll(GROUP, group));
      write('today.yaml', crd({}));
      const { report } = await lint('--crds', 'one.yaml', '--crds', 'today.yaml');
      expect(places(report)).toEqual([]);
      expect(report?.lint?.notEvaluated.map(({ reason, fleetObject }) => [reason, fleetObject])).toEqual([
        [`this program does not know this kind of KubeFleet in group ${group}, so the object was not checked`, true],
      ]);
      const today = (await lint()).report;
      expect(places(today)).toEqual([['api-version-not-served', '/apiVersion']]);
      expect(today?.lint?.findings[0]?.remedy).toBe(`Write apiVersion: ${GROUP}/v1.`);
    });
  });

  it('is accepted by plan', async () => {
    write('members.yaml', 'apiVersion: cluster.kubernetes-fleet.io/v1\nkind: MemberCluster\nmetadata: {name: east}\n');
    write('a.yaml', PLACEMENT);
    write('one.yaml', crd({ spec: { type: 'object', ...OPEN_FIELDS } }, 'ClusterResourcePlacement', 'v1'));
    const planned = async (...flags: readonly string[]): Promise<unknown> =>
      (await run(['plan', '--clusters', 'members.yaml', ...flags, 'a.yaml'], fakeIo({ cwd: dir }))).report?.plan?.placements[0];
    expect(JSON.stringify(await planned())).toContain('has no field');
    expect(JSON.stringify(await planned('--crds', 'one.yaml'))).not.toContain('has no field');
  });

  it.each([
    [
      'ConfigMap',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
      'it contains a ConfigMap, but no CustomResourceDefinition; write them with',
    ],
    ['nothing', '# nothing\n', 'it contains no Kubernetes object; write them with'],
    ['broken', 'a: [\n', ':'],
    ['old', crd({}).replace('apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'), 'which current hubs do not serve'],
    [
      'bare',
      '{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"a"}}',
      'does not have a group or a kind',
    ],
    ['unversioned', crd({}).replace(/"versions":\[.*\]/, '"versions":[]'), 'does not have a version'],
    ['shapeless', crd({}).replace('"openAPIV3Schema"', '"other"'), 'has a version without a schema'],
    ['written', crd({}, 'Work'), 'none of a KubeFleet kind for users'],
  ])('refuses %s in one line', async (_, text, words) => {
    write('crd.yaml', text);
    const error = await lint('--crds', 'crd.yaml').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringContaining(words) });
    expect((error as Error).message).toMatch(/^--crds crd\.yaml.*$/);
  });

  it('refuses missing files, two definitions of one kind, standard input, and an additional --hub-schema', async () => {
    await expect(lint('--crds', 'none.yaml')).rejects.toThrow(/--crds none\.yaml/);
    mkdirSync(join(dir, 'empty'));
    await expect(lint('--crds', 'empty')).rejects.toThrow('--crds empty: it contains no YAML or JSON file');
    write('one.yaml', crd({}));
    write('two.yaml', crd({}));
    await expect(lint('--crds', 'one.yaml', '--crds', 'two.yaml')).rejects.toThrow('is in one.yaml as well; give one of them');
    await expect(lint('--crds', '-')).rejects.toThrow('not standard input');
    await expect(lint('--crds', 'one.yaml', '--hub-schema', '--context', 'hub')).rejects.toThrow('exclude each other');
  });

  it('reports that the change edits them', async () => {
    write('one.yaml', crd({ colour: { type: 'string' }, data: { type: 'object', ...OPEN } }));
    write('base/one.yaml', crd({}));
    write('base/a.yaml', ENVELOPE);
    const { report } = await lint('--crds', 'one.yaml', '--base-dir', 'base');
    expect(report?.notes?.join(' ')).toContain('This change edits one.yaml, which is used to check it; the edited file was used.');
  });

  it('uses them if the base has a text that cannot be read', async () => {
    write('one.yaml', crd({ colour: { type: 'string' }, data: { type: 'object', ...OPEN } }));
    write('base/one.yaml', `<<<<<<< HEAD\n${crd({})}`);
    write('base/a.yaml', ENVELOPE);
    const { report } = await lint('--crds', 'one.yaml', '--base-dir', 'base');
    expect(report?.notes?.join(' ')).toContain(
      'This change edits one.yaml, which is used to check it; only the edited file was used, because base has it with a fault (line ',
    );
    expect(places(report)).toEqual(places((await lint('--crds', 'one.yaml')).report));
  });
});

const OPEN = { additionalProperties: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
const OPEN_FIELDS = { 'x-kubernetes-preserve-unknown-fields': true };

async function lint(...flags: readonly string[]): Promise<{ readonly report: Report | undefined; readonly out: string }> {
  const io = fakeIo({ cwd: dir });
  const { report } = await run(['lint', ...flags, 'a.yaml'], io);
  return { report, out: io.out() };
}

function places(report: Report | undefined): readonly (readonly string[])[] | undefined {
  return report?.lint?.findings.filter(({ rule }) => rule !== 'envelope-content').map(({ rule, pointer }) => [rule, pointer]);
}

function crd(properties: object, kind = 'ResourceEnvelope', version = 'v1beta1'): string {
  const plural = `${kind.toLowerCase()}s`;
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      names: { kind, plural },
      scope: 'Namespaced',
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } }],
    },
  });
}

function write(path: string, text: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), text);
}
