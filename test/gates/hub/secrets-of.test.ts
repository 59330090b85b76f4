import { expect, test } from 'vitest';
import { secretsOf } from '../../../src/gates/hub/auth/secrets-of.ts';

const secretsIn = (...args: readonly string[]): readonly string[] =>
  secretsOf({ name: 'hub', clusterName: 'hub', userName: 'u', cluster: {}, user: { exec: { command: 'login', args } } }, undefined);

test.each([
  [['login', '-u', 'robot', '-p', 'Bx4NqR8t'], ['Bx4NqR8t']],
  [['login', '-p', 'correct-horse'], ['correct-horse']],
  [['login', '-s', 'Bx4NqR8t'], ['Bx4NqR8t']],
  [['login', '--password', 'pw'], ['pw']],
  [['login', '--client-secret=pw'], ['pw']],
  [['login', '-c', '0b64aa71-1d5b-4c4e-9f0e-8b1d2f0a7c11', '-p', '8080', '-e', 'AzurePublicCloud'], []],
  [['get-token', '--login', 'azurecli', '--server-id', '6dae42f8-4368-4678-94ff-3960e28e3630'], []],
])('the arguments %j of a login hold %j', (args, secrets) => {
  expect(secretsIn(...args)).toEqual(secrets);
});
