/** Values of an object that a drift or a difference quotes by JSON pointer: hidden as they are in their object, whose names are beside them. */
import { describe, expect, it } from 'vitest';
import { confidentialFields, redacted } from '../../src/secrets/redacted.ts';
import type { QuotedField } from '../../src/secrets/quoted-fields.ts';

const POD = '/spec/template/spec/containers/0';
const container = {
  image: 'registry.example/web:1',
  env: [
    { name: 'DB_PASSWORD', value: 'old' },
    { name: 'LOG_LEVEL', value: 'info' },
    { name: 'API_TOKEN', valueFrom: { secretKeyRef: { name: 'web', key: 'token' } } },
    { name: 'SEED', value: 12 },
  ],
  args: ['serve', '--password', 'old', '--port', '80'],
  command: ['mysqladmin', 'ping', '-uroot', '-pold'],
  livenessProbe: { httpGet: { httpHeaders: [{ name: 'X-Api-Key', value: 'old' }] }, exec: { command: ['check', '--token', 'old'] } },
};
const workload = (own: object = container): object => ({
  kind: 'Deployment',
  spec: { replicas: 1, template: { spec: { containers: [own] } } },
});
const other = (own: object): object => ({ kind: 'X', spec: own });

/** The sides that are hidden of the first field. */
function hiddenOf(contents: readonly object[], kind: string, ...fields: readonly Partial<QuotedField>[]): string {
  const quoted = fields.map((field) => ({ path: '', hub: undefined, member: undefined, ...field }));
  const [sides] = confidentialFields({ kind, fields: quoted, contents });
  return Object.entries(sides ?? {})
    .flatMap(([side, isHidden]) => (isHidden ? [side] : []))
    .join(' and ');
}

describe('with the object, a value is hidden if the object shows that it is a credential', () => {
  it.each<[string, string, Partial<QuotedField>, ...Partial<QuotedField>[]]>([
    ['hub and member', 'a variable', { path: `${POD}/env/0/value`, hub: 'old', member: 'new' }],
    ['hub', 'a variable that the member lacks', { path: `${POD}/env/0/value`, hub: 'old' }],
    ['member', 'a variable that the hub reads from a Secret', { path: `${POD}/env/2/value`, member: 'new' }],
    ['hub and member', 'an argument', { path: `${POD}/args/2`, hub: 'old', member: 'new' }],
    ['hub and member', 'an argument of mysql', { path: `${POD}/command/3`, hub: '-pold', member: '-pnew' }],
    ['hub and member', 'an argument of a probe', { path: `${POD}/livenessProbe/exec/command/2`, hub: 'old', member: 'new' }],
    ['hub and member', 'a header', { path: `${POD}/livenessProbe/httpGet/httpHeaders/0/value`, hub: 'old', member: 'new' }],
    [
      'member',
      'a variable that has another name on the member',
      { path: `${POD}/env/1/value`, hub: 'info', member: 'new' },
      { path: `${POD}/env/1/name`, hub: 'LOG_LEVEL', member: 'DB_PASSWORD' },
    ],
    [
      'member',
      'an argument after another one on the member',
      { path: `${POD}/args/4`, hub: '80', member: 'new' },
      { path: `${POD}/args/3`, hub: '--port', member: '--token' },
    ],
    ['member', 'a further argument', { path: `${POD}/args/5`, member: '--password=new' }],
    ['member', 'a further variable', { path: `${POD}/env/4`, member: 'map[name:DB_PASSWORD value:new word]' }],
    ['member', 'a further container', { path: '/spec/template/spec/containers/1', member: 'map[args:[--password new] name:x]' }],
    ['', 'a variable with an open name', { path: `${POD}/env/1/value`, hub: 'info', member: 'debug' }],
    ['', 'a number', { path: `${POD}/env/3/value`, hub: '12', member: '13' }],
    ['', 'an argument with an open name', { path: `${POD}/args/4`, hub: '80', member: '81' }],
    ['', 'a further variable with an open name', { path: `${POD}/env/4`, member: 'map[name:LOG_FORMAT value:json]' }],
    ['', 'an image', { path: `${POD}/image`, hub: 'registry.example/web:1', member: 'registry.example/web:2' }],
    ['', 'the name of a variable', { path: `${POD}/env/1/name`, hub: 'LOG_LEVEL', member: 'LOG' }],
  ])('%s: %s', (sides, _, ...fields) => {
    expect(hiddenOf([workload()], 'Deployment', ...fields)).toBe(sides);
  });

  it('also in another list of names and values', () => {
    const path = '/spec/source/helm/parameters/1/value';
    const parameters = [
      { name: 'image.tag', value: 'a' },
      { name: 'auth.password', value: 'old' },
    ];
    const content = { kind: 'Application', spec: { source: { helm: { parameters } } } };
    expect(hiddenOf([content], 'Application', { path, hub: 'old', member: 'new' })).toBe('hub and member');
    expect(hiddenOf([content], 'Application', { path: path.replace('1', '0'), hub: 'a', member: 'b' })).toBe('');
  });

  it('and in one of several contents that have the value of the hub', () => {
    const renamed = workload({ ...container, env: [{ name: 'PLAIN', value: 'old' }] });
    const quoted = { path: `${POD}/env/0/value`, hub: 'old', member: 'new' };
    expect(hiddenOf([renamed], 'Deployment', quoted)).toBe('');
    expect(hiddenOf([renamed, workload()], 'Deployment', quoted)).toBe('hub and member');
  });
});

describe('without the object, or with another content of it, a value whose name is not in its path is hidden', () => {
  it.each<[string, string, string]>([
    ['hub and member', 'Deployment', `${POD}/env/0/value`],
    ['hub and member', 'Deployment', '/spec/template/spec/initContainers/0/env/0/value'],
    ['hub and member', 'Deployment', `${POD}/args/1`],
    ['hub and member', 'Deployment', `${POD}/command/1`],
    ['hub and member', 'Release', '/spec/values/extraEnvVars/0/value'],
    ['hub and member', 'Release', '/spec/values/extraArgs/0'],
    ['hub and member', 'SealedThing', '/data/a'],
    ['hub and member', 'SealedThing', '/spec/stringData/a'],
    ['', 'ConfigMap', '/data/LOG_LEVEL'],
    ['', 'Deployment', `${POD}/image`],
    ['', 'Deployment', `${POD}/env/0/name`],
    ['', 'Deployment', '/spec/replicas'],
    ['', 'Service', '/spec/clusterIPs/0'],
    ['', 'Deployment', '/metadata/annotations/a'],
  ])('%s of a %s: %s', (sides, kind, path) => {
    const quoted = { path, hub: 'one', member: 'other' };
    expect(hiddenOf([], kind, quoted)).toBe(sides);
    expect(hiddenOf([workload(), other({})], kind, quoted)).toBe(sides);
  });

  it('on the member only, a variable without a name is hidden', () => {
    expect(hiddenOf([workload()], 'Deployment', { path: `${POD}/env/7/value`, member: 'new' })).toBe('member');
    expect(hiddenOf([workload()], 'Deployment', { path: `${POD}/args/7`, member: 'new' })).toBe('member');
  });
});

it.each<[string, (details: object) => object]>([
  ['a condition of a Work', (details) => ({ identifier: { kind: 'Deployment', name: 'web' }, driftDetails: details })],
  ['an entry of a placement', (details) => ({ kind: 'Deployment', name: 'web', ...details })],
])('%s hides them as the content of the named object does', (_, around) => {
  const details = [
    { path: `${POD}/env/0/value`, valueInHub: 'old', valueInMember: 'new' },
    { path: `${POD}/env/1/value`, valueInHub: 'info', valueInMember: 'debug' },
    { path: '/spec/replicas', valueInHub: '1', valueInMember: '2' },
  ];
  const shown = (contents: readonly object[]): unknown =>
    redacted(
      { list: [around({ observedDrifts: details })] },
      () => 'redacted:0',
      ({ name }) => (name === 'web' ? contents : []),
    );
  const [first, second, third] = details;
  const hidden = { valueInHub: 'redacted:0', valueInMember: 'redacted:0' };
  expect(shown([workload()])).toEqual({ list: [around({ observedDrifts: [{ ...first, ...hidden }, second, third] })] });
  expect(shown([])).toEqual({ list: [around({ observedDrifts: [{ ...first, ...hidden }, { ...second, ...hidden }, third] })] });
});
