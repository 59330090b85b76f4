import { gzipSync } from 'node:zlib';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { badWork, bindingAt, greenFleet, namespaceShop, objectsOf } from '../fleets/fleet.ts';
import { canaryAt, type Canary } from './canary.ts';

const GROUP = 'placement.kubernetes-fleet.io/v1beta1';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** An object that holds a canary and is named after its place. This name appears in the output if the object was read. */
export interface Planted {
  readonly canary: Canary;
  readonly name: string;
  readonly object: KubeObject;
}

/** Texts of several lines in which a name shows that the value is a credential. */
const TEXTS: Readonly<Record<string, (canary: string) => string>> = {
  'password in YAML': (canary) => `spring:\n  datasource:\n    password: ${canary}\n    url: x\n`,
  'password in a comment': (canary) => `spring:\n  # password: ${canary}\n  url: x\n`,
  'password in INI': (canary) => `[db]\nuser = me\npassword = ${canary}\n`,
  'password in TOML of several lines': (canary) => `[db]\npassword = """\n${canary}\n"""\n`,
  'variable of a file': (canary) => `A=b\nexport DB_PASS=${canary}\n`,
  'password in JSON': (canary) => `{\n  "db": {\n    "password": "${canary}"\n  }\n}\n`,
  'password in XML': (canary) => `<a>\n  <add key="Password" value="${canary}"/>\n  <b/>\n</a>\n`,
  'password in a template': (canary) => `{{- if .x }}\npassword: ${canary}\n{{- end }}\n`,
  'address in properties': (canary) => `a=b\nurl=postgres://me:${canary}@db/x\n`,
  'login of a registry': (canary) => `auths:\n  r.io:\n    auth: ${Buffer.from(`me:${canary}`).toString('base64')}\n`,
};

/**
 * Every place of an object to which a Secret's value, or a value that should be secret, is copied. @param where distinguishes the canaries
 * of two holders
 */
export function plantedObjects(where: string, seed: number): readonly Planted[] {
  const made: Planted[] = [];
  const add = (place: string, make: (name: string, canary: string) => object): void => {
    const canary = canaryAt(`${where}: ${place}`, seed);
    const name = `planted-${made.length}`;
    made.push({ canary, name, object: make(name, canary.value) as KubeObject });
  };
  const meta = (name: string, more: object = {}): object => ({ name, namespace: 'shop', ...more });
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  const secret = (name: string, canary: string): object => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: meta(name),
    stringData: { password: canary },
  });
  const config = (name: string, data: object, more: object = {}): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: meta(name),
    data,
    ...more,
  });
  const yaml = (canary: string): string => `apiVersion: v1\nkind: &kind Secret\nmetadata: {name: x}\nstringData: {password: ${canary}}\n`;

  add('data of a Secret', (name, canary) => ({ ...secret(name, ''), stringData: undefined, data: { password: encoded(canary) } }));
  add('stringData of a Secret', secret);
  add('last-applied note of a Secret', (name, canary) => ({
    ...secret(name, 'x'),
    metadata: meta(name, { annotations: { [LAST_APPLIED]: JSON.stringify(secret(name, canary)) } }),
  }));
  add("another tool's note", (name, canary) => ({
    ...secret(name, 'x'),
    metadata: meta(name, { annotations: { 'kapp.k14s.io/original': JSON.stringify(secret(name, canary)) } }),
  }));
  add('Secret in an envelope', (name, canary) => ({
    apiVersion: GROUP,
    kind: 'ResourceEnvelope',
    metadata: meta(name),
    data: { 's.yaml': secret(`${name}-inner`, canary) },
  }));
  add('Secret in text', (name, canary) => config(name, { 's.yaml': yaml(canary) }));
  add('Secret in bytes', (name, canary) => config(name, {}, { binaryData: { s: encoded(yaml(canary)) } }));
  add('packed Secret', (name, canary) => config(name, { release: gzipSync(yaml(canary)).toString('base64') }));
  add('kubeconfig', (name, canary) =>
    config(name, { kubeconfig: `kind: Config\nusers:\n- user: {client-key-data: ${encoded(canary)}}\n` }),
  );
  add('private key', (name, canary) => config(name, { 'tls.pem': `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----\n` }));
  add('signed token', (name, canary) => config(name, { value: `eyJhbGciOiJSUzI1NiJ9.${canary}.c2ln` }));
  add('connection string', (name, canary) => config(name, { value: `Server=db;Password=${canary};Port=1` }));
  add('address', (name, canary) => config(name, { value: `postgres://me:${canary}@db/x` }));
  add('field with a telling name', (name, canary) => config(name, { 'api-token': canary }));
  add('override of a Secret', (name, canary) => overrideOf(name, 'Secret', '/stringData/password', canary));
  add('override of an envelope', (name, canary) => overrideOf(name, 'ResourceEnvelope', '/data/s.yaml/stringData/password', canary));
  for (const [place, textOf] of Object.entries(TEXTS)) add(place, (name, canary) => config(name, { text: textOf(canary) }));
  add('variable', (name, canary) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: meta(name),
    spec: { containers: [{ name: 'c', image: 'x:1', env: [{ name: 'DB_PASSWORD', value: canary }], args: ['--token', canary] }] },
  }));
  return made;

  function overrideOf(name: string, kind: string, path: string, value: string): object {
    const group = kind === 'Secret' ? '' : 'placement.kubernetes-fleet.io';
    const rule = { clusterSelector: { clusterSelectorTerms: [] }, jsonPatchOverrides: [{ op: 'add', path, value }] };
    return {
      apiVersion: GROUP,
      kind: 'ResourceOverride',
      metadata: meta(name),
      spec: { resourceSelectors: [{ group, version: 'v1', kind, name: 'nobody' }], policy: { overrideRules: [rule] } },
    };
  }
}

/** A hub on which the rollout of these objects fails on `east`. Each refusal quotes a Secret, its object, and its source. */
export function failingHub(
  planted: readonly Planted[],
  seed: number,
): { readonly objects: readonly KubeObject[]; readonly canaries: readonly Canary[] } {
  const plain = planted.map(({ object }) => object);
  const secrets = plain.filter(({ kind }) => kind !== 'ResourceOverride');
  const fleet = greenFleet(['east'], [namespaceShop(), ...secrets]);
  const inAddress = canaryAt('address in a condition', seed);
  const inObject = canaryAt('object in a condition', seed);
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'quoted', namespace: 'shop' },
    stringData: { password: inObject.value },
  };
  const message = `admission webhook denied the request: password "${planted[0]?.canary.value}" is too weak; see https://me:${inAddress.value}@wiki/x, got ${JSON.stringify(secret)}`;
  const bad = secrets[0];
  const refused = { type: 'Applied', status: 'False', reason: 'ManifestApplyFailed', message, lastTransitionTime: '2026-03-04T09:00:00Z' };
  const works = bad === undefined ? fleet.works : [badWork('east', 0, [namespaceShop(), ...secrets], bad, refused)];
  const bindings = [bindingAt('east', 0, { ...refused, reason: 'NotAllWorkHaveBeenApplied', observedGeneration: 3 })];
  return {
    objects: [...objectsOf({ ...fleet, works, bindings }), ...plain],
    canaries: [inAddress, inObject],
  };
}
