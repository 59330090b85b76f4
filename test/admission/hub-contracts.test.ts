/** `--hub-schema` with CustomResourceDefinitions that differ from those of KubeFleet's releases. */
import { describe, expect, it } from 'vitest';

import { loadEngines } from '../../src/admission/prepare.ts';
import { hubContracts } from '../../src/admission/contracts/hub-contracts.ts';
import { admitCreate, admitUpdate, type Admission } from '../../src/admission/judge.ts';
import { fleetKind } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';

await loadEngines();

const KIND = 'ResourceEnvelope';

describe('schemas', () => {
  it('keep nulls if they are allowed, and fill in defaults of any shape', () => {
    const schema = {
      owner: { type: 'string', nullable: true, default: 'nobody' },
      limits: { type: 'object', default: { cpu: { most: 1 } }, properties: { cpu: { type: 'object', default: {} } } },
      note: { type: 'string', default: 'x' },
    };
    const first = admit(schema, { owner: null, note: null });
    expect(first.denials.map(({ field }) => field)).toEqual([]);
    expect(first.object).toMatchObject({ owner: null, limits: { cpu: { most: 1 } }, note: 'x' });
    (first.object['limits'] as { cpu: object }).cpu = {};
    expect(admit(schema, {}).object).toMatchObject({ owner: 'nobody', limits: { cpu: { most: 1 } } });
  });

  it('fill in defaults for nulls in lists and maps', () => {
    const schema = {
      list: { type: 'array', items: { type: 'string', default: 'x' } },
      map: { type: 'object', additionalProperties: { type: 'integer', default: 1 } },
      open: { type: 'array', items: { type: 'string', nullable: true, default: 'x' } },
    };
    const { denials, object } = admit(schema, { list: ['a', null], map: { a: null, b: 2 }, open: [null] });
    expect(denials).toEqual([]);
    expect(object).toMatchObject({ list: ['a', 'x'], map: { a: 1, b: 2 }, open: [null] });
    expect(admit({ list: { type: 'array', items: { type: 'string' } } }, { list: [null] }).denials).toMatchObject([{ pointer: '/list/0' }]);
  });

  it('refuse entries that a set or a map has twice, with one message', () => {
    const schema = {
      names: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      ports: keyed({ port: { type: 'integer' }, name: { type: 'string' } }, ['port']),
    };
    const object = { names: ['a', 'b', 'a'], ports: [{ port: 1, name: 'x' }, { port: 1 }] };
    expect(admit(schema, object).denials).toMatchObject([
      { pointer: '/names/2', field: 'names[2]', reason: 'FieldValueDuplicate', serverMessage: 'Duplicate value: "a"' },
      { pointer: '/ports/1', field: 'ports[1]', reason: 'FieldValueDuplicate', serverMessage: 'Duplicate value: {"port":1}' },
    ]);
    expect(admit(schema, { names: ['a', 'b'], ports: [{ port: 1 }, { port: 2 }] }).denials).toEqual([]);
    expect(change(schema, object, { ...object, names: ['a', 'a', 'a'] }).denials).toEqual([]);
  });

  it('tolerate no old fault in a map with unlisted fields, unless a list that is compared as a whole contains it', () => {
    const open = { type: 'object', minProperties: 2, 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } };
    const schema = { open, list: { type: 'array', items: open } };
    expect(change(schema, { open: { a: 'x' } }, { open: { a: 'x' } }).denials).toEqual([]);
    expect(change(schema, { open: { b: 'x' } }, { open: { b: 'x' } }).denials).toMatchObject([{ pointer: '/open' }]);
    expect(change(schema, { list: [{ b: 'x' }] }, { list: [{ b: 'x' }] }).denials).toEqual([]);
  });

  it('tolerate an old fault only in the entry with the same key', () => {
    const schema = { ports: keyed({ port: { type: 'integer' }, name: { type: 'string', maxLength: 2 } }, ['port']) };
    const before = { ports: [{ port: 1, name: 'long' }] };
    expect(change(schema, before, { ports: [{ port: 2 }, { port: 1, name: 'long' }] }).denials).toEqual([]);
    expect(change(schema, before, { ports: [{ port: 2, name: 'long' }] }).denials).toMatchObject([{ pointer: '/ports/0/name' }]);
  });

  it('know the fields that every embedded resource has, and leave its metadata open', () => {
    const template = { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
    const { denials } = admit({ template }, { template: { ...pod, spec: { a: 1 }, extra: 1 } });
    expect(denials.map(({ reason, field }) => [reason, field])).toEqual([
      ['FieldUnknown', 'template.extra'],
      ['FieldUnknown', 'template.spec.a'],
    ]);
    expect(admit({ template }, { template: pod })).toMatchObject({ denials: [], unjudged: [{ pointer: '/template/metadata' }] });
    expect(admit({ template }, { template: { apiVersion: '' } }).denials).toMatchObject([
      { field: 'template.apiVersion', serverMessage: 'Invalid value: "": must not be empty' },
      { field: 'template.kind', serverMessage: 'Required value' },
    ]);
  });

  it('report checks that this program cannot make at the places of the object that have them', () => {
    const schema = {
      a: { type: 'string', format: 'email' },
      b: {
        type: 'array',
        items: {
          type: 'object',
          oneOf: [{ properties: { c: { format: 'uri' } } }],
          properties: { c: { type: 'string', pattern: '(?=x)' } },
        },
      },
      d: { type: 'integer', somethingNew: 2 },
      e: { type: 'string', pattern: `^(${'a|'.repeat(600)}b)$` },
    };
    expect(admit(schema, {}).unjudged).toEqual([]);
    expect(admit(schema, { a: 'x', b: [{ c: 'X' }], d: 3, e: 'c' })).toMatchObject({
      denials: [],
      unjudged: [
        { pointer: '/a', reason: "The hub's schema has `format: email` on `a`, which is not checked here." },
        { pointer: '/b/0', reason: "The hub's schema has `oneOf` on `b[0]`, which is not checked here." },
        { pointer: '/b/0/c', reason: "The hub's schema has `pattern` on `b[0].c`, which is not checked here." },
        { pointer: '/d', reason: "The hub's schema has `somethingNew` on `d`, which is not checked here." },
        { pointer: '/e', reason: "The hub's schema has `pattern` on `e`, which is not checked here." },
      ],
    });
  });

  it('refuse a value whose CEL rules would not be evaluated, and name the place of a fault in alternatives', () => {
    const schema = {
      at: { type: 'string', format: 'date-time', 'x-kubernetes-validations': [{ rule: "self == 'now'" }] },
      either: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    };
    expect(admit(schema, { at: 'soon', either: { a: 'x', b: 'y' } }).denials).toMatchObject([
      { pointer: '/at', field: 'at', reason: 'FieldValueTypeInvalid', layer: 'schema' },
      {
        pointer: '/either',
        field: '<nil>',
        message: '`either` fits 2 of the alternatives that the schema lists; it must fit exactly one (oneOf).',
      },
    ]);
  });

  it('belong to the webhooks of the profile if they do not come from the hub', () => {
    const terms = [{ labelSelector: {}, propertySelector: { matchExpressions: [{ name: 'a', operator: 'Is', values: ['1'] }] } }];
    const policy = { affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: terms } } } };
    const { denials } = admitPlacement({ resourceSelectors: SELECTORS, policy });
    expect(denials).toMatchObject([{ layer: 'webhook', message: expect.stringContaining('webhooks of hub profile main') }]);
  });
});

describe('hostile schemas', () => {
  it.each([
    ['deeper than is read', nested(60), 'is nested more than 100 levels deep'],
    ['that refer to themselves', endless(), 'is nested more than 100 levels deep'],
    ['larger than is read', { a: { type: 'string', enum: numbered(6000) } }, 'has more than 5,000 parts'],
    [
      'with many large patterns',
      Object.fromEntries(numbered(60).map((name) => [name, { type: 'string', pattern: `${name}${'a{1000}'.repeat(9)}` }])),
      'has more than 5,000 parts',
    ],
  ])('%s are not checked, which is reported', (_, properties, why) => {
    expect(admit(properties, { a: 1 })).toMatchObject({
      denials: [],
      unjudged: [{ pointer: '', reason: `The hub's schema has more than is read (it ${why}) on its root, which is not checked here.` }],
    });
  });

  it('with a $ref, which no CRD may have, are open at that place', () => {
    const { denials, unjudged } = admit({ a: { $ref: '#/properties/b' }, b: { type: 'string' } }, { a: { c: 1 }, b: 'x' });
    expect(denials).toMatchObject([{ reason: 'FieldUnknown', field: 'a.c' }]);
    expect(unjudged).toEqual([]);
    expect(admit({ a: { type: 'string', $ref: '#' } }, { a: 'x' }).unjudged).toMatchObject([
      { pointer: '/a', reason: expect.stringContaining('`$ref`') },
    ]);
  });

  it('cannot make a pattern slow', () => {
    const schema = { a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'string', pattern: '^((a{0,30}){0,30})b$' } };
    const { denials } = admit(schema, { a: `${'a'.repeat(100_000)}!`, b: 'a'.repeat(10_000) });
    expect(denials.map(({ pointer }) => pointer)).toEqual(['/a', '/b']);
  });

  it('with expensive checks of each value do not check a large object, which is reported', () => {
    const items = { type: 'string', oneOf: numbered(400).map((minLength) => ({ minLength })) };
    const schema = { list: { type: 'array', items } };
    expect(admit(schema, { list: ['x'] }).denials).toMatchObject([{ pointer: '/list/0' }]);
    const list = Array.from({ length: 10_000 }, () => 'x');
    expect(admit(schema, { list })).toMatchObject({
      denials: [],
      unjudged: [{ pointer: '', reason: expect.stringContaining('too many values') }],
    });
  });

  it('with a violation in each of very many values have a single denial', () => {
    const schema = { list: { type: 'array', items: { type: 'integer' } } };
    const list = Array.from({ length: 20_000 }, () => 'x');
    expect(admit(schema, { list }).denials).toMatchObject([
      { pointer: '', message: 'The object breaks its schema in more than 10,000 places.' },
    ]);
    const either = { list: { type: 'array', items: { type: 'string', anyOf: [{ minLength: 2 }, { maxLength: 1 }] } } };
    expect(admit(either, { list }).denials).toEqual([]);
  });

  it('cannot run code through their names', () => {
    const code = `"];throw new Error('ran');//'];throw new Error('ran');//`;
    const schema = { [code]: { type: 'string', enum: [code], pattern: code, format: code, required: [code], minimum: code } };
    expect(admit(schema, { [code]: 'x' }).denials.map(({ reason }) => reason)).toEqual(['FieldValueNotSupported', 'FieldValueInvalid']);
  });

  it('do not find inherited properties of JavaScript objects', () => {
    const schema = { a: { type: 'object', required: ['constructor', 'toString'], 'x-kubernetes-preserve-unknown-fields': true } };
    expect(admit(schema, { a: {} }).denials.map(({ field }) => field)).toEqual(['a.constructor', 'a.toString']);
  });
});

function nested(levels: number): Readonly<Record<string, object>> {
  return numbered(levels).reduce<Readonly<Record<string, object>>>((properties) => ({ a: { type: 'object', properties } }), {});
}

function endless(): object {
  const properties: Record<string, object> = {};
  properties['a'] = { type: 'object', properties };
  return properties;
}

function numbered(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe('CEL rules', () => {
  it('report the message, the reason and the place that they define', () => {
    const rules = [
      { rule: 'self.size() < 3', messageExpression: "'has ' + string(self.size())", message: 'too long' },
      { rule: "!self.contains('x')", reason: 'FieldValueForbidden', message: 'no x' },
      { rule: "!self.contains('y')", reason: 'FieldValueRequired' },
      { rule: "!self.contains('z')", messageExpression: 'self.nothing', message: 'no z' },
    ];
    const spec = { properties: { a: { type: 'string' } }, type: 'object', 'x-kubernetes-validations': [PATHED] };
    const { denials } = admit({ name: { type: 'string', 'x-kubernetes-validations': rules }, spec }, { name: 'xyz', spec: { a: 'b' } });
    expect(denials.map(({ field, pointer, reason, serverMessage }) => [field, pointer, reason, serverMessage])).toEqual([
      ['name', '/name', 'FieldValueInvalid', 'Invalid value: "string": has 3'],
      ['name', '/name', 'FieldValueForbidden', 'Forbidden: no x'],
      ['name', '/name', 'FieldValueRequired', "Required value: failed rule: !self.contains('y')"],
      ['name', '/name', 'FieldValueInvalid', 'Invalid value: "string": no z'],
      ['spec.a.b c', '/spec/a/b c', 'FieldValueInvalid', 'Invalid value: "object": not b'],
    ]);
  });

  it.each([
    ['a function of Kubernetes', 'isURL(self)'],
    ['a pattern that Go refuses', `self.matches('(?=a)')`],
    ['a quoted call', `self == '.matches(' || self.matches('b')`],
    ['an escaped name', 'self.a__dash__b == 1'],
    ['an overload this engine lacks', 'self > 3'],
    ['no CEL at all', 'self ='],
    ['no predicate', 'self'],
  ])('are left open with %s', (_, rule) => {
    const { denials, unjudged } = admit({ name: { type: 'string', 'x-kubernetes-validations': [{ rule }] } }, { name: 'a' });
    expect(denials).toEqual([]);
    expect(unjudged).toMatchObject([{ pointer: '/name', reason: expect.stringContaining(`\`${rule}\` cannot be evaluated here`) }]);
  });

  it('are left open if they run without an old value, or compare lists in any order', () => {
    const optional = { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf.orValue(self)', optionalOldSelf: true }] };
    expect(admit({ name: optional }, { name: 'a' }).unjudged).toMatchObject([{ pointer: '/name' }]);
    const set = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } };
    const fixed = { names: { ...set, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } };
    expect(change(fixed, { names: ['a', 'b'] }, { names: ['b', 'a'] })).toMatchObject({ denials: [], unjudged: [{ pointer: '/names' }] });
  });

  it('find the old entry of a list by its keys', () => {
    const name = { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'fixed' }] };
    const schema = { ports: keyed({ port: { type: 'integer' }, name }, ['port']) };
    const before = { ports: [{ port: 1, name: 'a' }] };
    expect(
      change(schema, before, {
        ports: [
          { port: 2, name: 'b' },
          { port: 1, name: 'a' },
        ],
      }).denials,
    ).toEqual([]);
    expect(
      change(schema, before, {
        ports: [
          { port: 2, name: 'b' },
          { port: 1, name: 'b' },
        ],
      }).denials,
    ).toMatchObject([{ pointer: '/ports/1/name' }]);
  });
});

describe('placements of a newer hub', () => {
  it('keep fields that the webhook of this program does not know, and leave open what that webhook may write', () => {
    expect(admitPlacement({ resourceSelectors: SELECTORS, colour: 'red' })).toMatchObject({
      denials: [],
      unjudged: [],
      object: { spec: { colour: 'red' } },
    });
    const left = admitPlacement({ resourceSelectors: SELECTORS, policy: { sizes: [] } });
    expect(left.denials).toEqual([]);
    expect(left.unjudged.map(({ pointer }) => pointer)).toEqual(['/spec/colour', '/spec/policy/sizes']);
  });

  it('may have other types', () => {
    expect(admitPlacement({ resourceSelectors: SELECTORS, colour: 'red', revisionHistoryLimit: 'all' }).denials).toEqual([]);
    expect(admitPlacement({ resourceSelectors: SELECTORS, colour: 'red', policy: 'PickAll' }).denials).toMatchObject([{ code: 400 }]);
  });
});

const SELECTORS = [{ group: '', version: 'v1', kind: 'Namespace', name: 'a' }];
const PATHED = { rule: "self.a != 'b'", message: 'not b', fieldPath: ".a['b c']" };

function keyed(properties: object, keys: readonly string[]): object {
  return {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    items: { type: 'object', required: keys, properties },
  };
}

function admit(properties: object, fields: object): Admission {
  return admitCreate(envelope(fields), 'main', { contracts: hubContracts([crd(KIND, properties)], 'main') });
}

function change(properties: object, before: object, after: object): Admission {
  const previous = { manifest: envelope(before), live: envelope(before), how: 'replace' } as const;
  return admitUpdate(envelope(after), previous, 'main', { contracts: hubContracts([crd(KIND, properties)], 'main') });
}

function admitPlacement(spec: object): Admission {
  const text = { type: 'string' };
  const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const properties = {
    spec: {
      type: 'object',
      required: ['resourceSelectors', 'colour'],
      properties: {
        resourceSelectors: { type: 'array', items: any },
        policy: { type: 'object', properties: { placementType: text, affinity: any, sizes: { type: 'array', items: text } } },
        strategy: any,
        colour: text,
        revisionHistoryLimit: { 'x-kubernetes-int-or-string': true },
      },
    },
  };
  const object = { ...envelope({}), kind: 'ClusterResourcePlacement', spec } as KubeObject;
  return admitCreate(object, 'main', { contracts: hubContracts([crd('ClusterResourcePlacement', properties)], 'main') });
}

function envelope(fields: object): KubeObject {
  return { apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: KIND, metadata: { name: 'a', namespace: 'team' }, ...fields };
}

function crd(kind: string, properties: object): KubeObject {
  const group = fleetKind(kind)?.group;
  const versions = [{ name: 'v1beta1', served: true, schema: { openAPIV3Schema: { type: 'object', properties } } }];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: kind },
    spec: { group, names: { kind }, versions },
  };
}
