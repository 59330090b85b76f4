/** Credentials in objects: fields, lists, keys and patches, and fields with similar names that hold none. */
import { describe, expect, it } from 'vitest';
import { redacted } from '../../src/secrets/redacted.ts';

const SECRET = 'Hunter2-Canary';
const shownOf = (object: object): string => JSON.stringify(redacted(object, () => 'redacted:0'));
const secret = (more: object): object => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, ...more });
const config = (data: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data });
const override = (kind: string, patch: object): object => ({
  kind: 'ResourceOverride',
  spec: { resourceSelectors: [{ kind }], policy: { overrideRules: [{ jsonPatchOverrides: [patch] }] } },
});

describe('an object', () => {
  it.each<[string, object]>([
    ['values of a chart', { kind: 'HelmRelease', spec: { values: { auth: { password: SECRET } } } }],
    ['values of a chart as text', { kind: 'Application', spec: { helm: { values: `auth:\n  password: ${SECRET}\n` } } }],
    ['a parameter of Argo CD', { kind: 'Application', spec: { helm: { parameters: [{ name: 'auth.password', value: SECRET }] } } }],
    ['an address of git', { kind: 'Application', spec: { source: { repoURL: `https://me:${SECRET}@host/x` } } }],
    ['an address without a scheme', { kind: 'Service', spec: { externalName: `me:${SECRET}1@host.example` } }],
    ['a list of a telling name', config({ password: [SECRET] })],
    ['an object with a value', { kind: 'X', spec: { password: { value: SECRET } } }],
    ['a number', { kind: 'X', spec: { password: 20251234567890 } }],
    ['a name in camel case', { kind: 'X', spec: { awsSecret: SECRET, keystorePass: SECRET, dbPassword2: SECRET } }],
    ['an argument of mysql', { spec: { command: ['mysqladmin', 'ping', '-uroot', `-p${SECRET}`] } }],
    ['an argument of redis-cli', { spec: { command: ['/usr/bin/redis-cli', '-a', SECRET, 'ping'] } }],
    ['an argument of mysqladmin', { spec: { args: ['mysqladmin', '-u', 'root', 'password', SECRET] } }],
    ['arguments of htpasswd', { spec: { args: ['htpasswd', '-cb', '-C', '10', 'file', 'me', SECRET] } }],
    ['arguments of htpasswd without a file', { spec: { args: ['htpasswd', '-nbB', 'me', SECRET] } }],
    ['arguments of keytool', { spec: { args: ['keytool', '-storepass', SECRET, '-keypass', SECRET] } }],
    ['arguments that name a kind of token', { spec: { args: ['--bearer', SECRET, '--jwt', SECRET, '--sas', SECRET] } }],
    ['an argument of httpie', { spec: { args: ['http', '--auth', `me:${SECRET}`] } }],
    ['an argument after a bare word', { spec: { args: ['net', '/password', `${SECRET}42`, 'user', 'password', `${SECRET}42`] } }],
    ['a value on the next line of a command', { spec: { args: ['sh', '-c', `login --password \\\n  ${SECRET}`] } }],
    ['a value right after the end of a line', { spec: { args: ['sh', '-c', `login --password\\\r\n${SECRET}\n`] } }],
    ['a user on the next line of a command', { spec: { args: ['sh', '-c', `curl -u \\\n  me:${SECRET} https://x`] } }],
    ['arguments of curl', { spec: { args: ['curl', `-ume:${SECRET}`, `--user=me:${SECRET}`] } }],
    ['a number as an argument', { spec: { args: ['--password', 20251234567890] } }],
    ['a header of a probe', { spec: { httpHeaders: [{ name: 'Authorization', value: `Basic ${SECRET}` }] } }],
    ['a header without a scheme', { spec: { httpHeaders: [{ name: 'Authorization', value: SECRET }] } }],
    ['a cookie of a probe', { spec: { httpHeaders: [{ name: 'Cookie', value: `sid=${SECRET}` }] } }],
    ['a variable with a cookie', { spec: { env: [{ name: 'SESSION_COOKIE', value: SECRET }] } }],
    ['a header as a field', { spec: { headers: { 'Proxy-Authorization': `Token ${SECRET}` } } }],
    ['an argument after --secret', { spec: { args: ['--secret', SECRET] } }],
    ['parameters of a volume', { kind: 'StorageClass', parameters: { accountKey: SECRET } }],
    ['a key of a ConfigMap', config({ [`https://me:${SECRET}@host`]: 'x' })],
    ['a value of a Secret that was written as a key', secret({ stringData: { [`password:${SECRET}`]: null } })],
    ['a value of a Secret with a line break in its key', secret({ stringData: { [`a ${SECRET}`]: 'x' } })],
    ['a wrong field of a Secret', secret({ immutable: SECRET })],
    ['a Secret with a misspelt field `kind`', { apiVersion: 'v1', Kind: 'Secret', metadata: { name: 's' }, data: { a: SECRET } }],
    ['a Secret of a misspelt kind', { apiVersion: 'v1', kind: 'Secert', metadata: { name: 's' }, data: { a: SECRET } }],
    ['what may be a Secret', { apiVersion: 'v1', metadata: { name: 's' }, StringData: { a: SECRET } }],
    ['a misspelt field of a Secret', secret({ stringdata: { a: SECRET } })],
    ['a literal of a generator', { kind: 'Kustomization', secretGenerator: [{ name: 'x', literals: [`user=${SECRET}`] }] }],
    [
      'a patch of Secrets',
      { kind: 'Kustomization', patches: [{ target: { kind: 'Secret' }, patch: `- {op: add, path: /data/a, value: ${SECRET}}\n` }] },
    ],
    ['an override of a ConfigMap', override('ConfigMap', { op: 'add', path: '/data/db~1password', value: SECRET })],
    ['a text in an override', override('ConfigMap', { op: 'add', path: '/data/a', value: `[db]\npassword = ${SECRET}\n` })],
    ['a variable in an override', override('Deployment', { op: 'add', path: '/x/-', value: { name: 'API_KEY', value: SECRET } })],
    ...['value', 'valu', '-'].map((field): [string, object] => [
      `a variable by its place in an override, at ${field}`,
      override('Deployment', { op: 'replace', path: `/spec/template/spec/containers/0/env/0/${field}`, value: SECRET }),
    ]),
    ['a list for a variable in an override', override('Deployment', { op: 'replace', path: '/env/0/value', value: [SECRET] })],
    ['stringData in an override', override('X', { op: 'add', path: '/stringData/a', value: SECRET })],
    ['an escaped path of a Secret', override('Secret', { op: 'add', path: '/data/~01~1x', value: SECRET })],
    ...['valu', 'Value', 'from', 'data'].map((key): [string, object] => [
      `the field ${key} of a patch of a Secret`,
      override('Secret', { op: 'add', path: '/data/a', [key]: SECRET }),
    ]),
    ['a misspelt field for a variable', override('Deployment', { op: 'replace', path: '/env/0/value', vlaue: SECRET })],
    ['a whole object in an override', override('Secret', { op: 'add', path: '', value: { data: { a: SECRET } } })],
  ])('hides %s', (_, object) => {
    const shown = shownOf(object);
    expect(shown).not.toContain(SECRET);
    expect(shown).toMatch(/redacted:0|\*\*\*/);
  });

  it.each([
    { spec: { secretName: 'foo', tokenTTL: 3600, key: 'app', passwordSecretRef: { name: 'a', key: 'password' } } },
    { spec: { httpHeaders: [{ name: 'Authorization', value: 'Bearer $(TOKEN)' }], authorization: 'RBAC' } },
    {
      spec: {
        env: [
          { name: 'AUTHORIZATION', value: 'oauth2-proxy' },
          { name: 'SESSION_COOKIE', value: 'shop-v2' },
        ],
      },
    },
    override('Deployment', { op: 'replace', path: '/spec/template/spec/containers/0/env/0/value', value: 'debug' }),
    { spec: { automountServiceAccountToken: false, allowCredentials: true, token: '', password: null } },
    { spec: { volumes: [{ name: 'sa-token', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }] } },
    { spec: { env: [{ name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } }] } },
    {
      spec: {
        env: [
          { name: 'TOKEN_FILE', value: '/run/x' },
          { name: 'TOKEN', value: '$(OTHER)' },
        ],
      },
    },
    { spec: { args: ['--secret', 'shop-db', '--token', '/var/run/token/x', '-p', '8080', 'server', '-a', 'x', '-pull'] } },
    {
      spec: {
        args: ['--auth', 'basic', '--pin', 'v1.2.3', '--sas', 'true', '--jwt', '/etc/jwt/key', '--token-file', '/x/y', '--bypass', 'x'],
      },
    },
    { spec: { args: ['htpasswd', '-c', 'file', 'me'] } },
    { spec: { args: ['mysqladmin', '-u', 'root', 'ping'] } },
    { spec: { args: ['grep', 'password', 'file', 'cat', '/password', 'file'] } },
    { spec: { args: ['sh', '-c', 'login --password-file \\\n  /x/y --password \\\n  --verbose --password \\\n "$PASSWORD"'] } },
    { spec: { command: ['mysql', '-p$(PASSWORD)', '-P', '3306', 'redis-cli', '-a', '$PASSWORD'], awsSecret: 'shop-db' } },
    { spec: { data: [{ secretKey: 'password', remoteRef: { key: 'shop/db', property: 'password' } }] } },
    { spec: { containers: [{ image: 'registry.example/api-token:1.2', ports: [{ name: 'token', containerPort: 80 }] }] } },
    { spec: { containers: [{ image: 'nginx:1.25@sha256:0123456789abcdef0123456789abcdef' }], secret: 'shop-db', existingSecret: 'x' } },
    { spec: { privateKey: { algorithm: 'RSA' }, credentialName: 'tls', url: 'git@github.com:o/r.git' } },
    { with: { password: '${{ github.token }}', url: 'postgresql://$(DB_USER):$(DB_PASSWORD)@$(DB_HOST)/db' } },
    { rules: [{ apiGroups: [''], resources: ['secrets', 'serviceaccounts/token'], verbs: ['get'] }] },
  ])('keeps what is no credential: %j', (object) => {
    expect(shownOf(object)).toBe(JSON.stringify(object));
  });
});
