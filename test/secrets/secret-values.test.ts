import { expect, it } from 'vitest';
import { secretValues } from '../../src/secrets/secret-values.ts';

const PASSWORD = 'kp7-An0therS3cretX9';

function secret(text: string): unknown {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'shop' }, stringData: { file: text } };
}

it.each<[string, string, string]>([
  ['a file of settings', `users:\n- name: admin\n  password: ${PASSWORD}\n`, PASSWORD],
  ['a file of variables', `DB_USER=shop\nDB_PASSWORD=${PASSWORD}\n`, PASSWORD],
  ['a login for registries', JSON.stringify({ auths: { 'registry.example': { username: 'shop', password: PASSWORD } } }), PASSWORD],
  ['an address', `postgres://shop:${PASSWORD}@db.example/shop\n`, `shop:${PASSWORD}`],
  ['an address, alone', `postgres://shop:${PASSWORD}@db.example/shop\n`, PASSWORD],
])('the values of a Secret have the credential in %s', (_, text, credential) => {
  const values = secretValues(secret(text));
  for (const value of [text.trim(), credential, Buffer.from(credential).toString('base64')]) expect(values).toContain(value);
});

it('a text without a credential is the only value', () => {
  const text = 'log level: info, replicas: 3';
  expect(secretValues(secret(text))).toEqual(new Set([text, Buffer.from(text).toString('base64')]));
});

it.each(['data', 'Data', 'DATA', 'binary_data'])('the values in `%s` are known decoded', (name) => {
  const encoded = Buffer.from(PASSWORD).toString('base64');
  expect(secretValues({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, [name]: { password: encoded } })).toEqual(
    new Set([PASSWORD, encoded]),
  );
});

it.each(['stringData', 'StringData', 'string_data'])('the values in `%s` are no base64', (name) => {
  expect(secretValues({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, [name]: { password: 'abcdabcd' } })).toContain(
    'abcdabcd',
  );
});
