import { describe, expect, it } from 'vitest';
import { readContext } from '../../../src/gates/hub/auth/kubeconfig.ts';
import { LoginFailed } from '../../../src/gates/hub/http/login-failed.ts';
import { oidcAuthorization } from '../../../src/gates/hub/auth/oidc-provider.ts';
import { kubeconfigFile } from '../../support/connected-hub.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (exp: number): string => `${part({ alg: 'none' })}.${part({ exp })}.x`;
const login = (config: object): Promise<string> =>
  oidcAuthorization(
    readContext({ kubeconfig: kubeconfigFile('https://hub.example', { 'auth-provider': { name: 'oidc', config } }), env: {} }),
  );

describe('auth-provider oidc', () => {
  it('uses the token while it is valid', async () => {
    const valid = token(4_000_000_000);
    expect(await login({ 'id-token': valid })).toBe(`Bearer ${valid}`);
  });

  it('says what to do when there is none, or when it cannot be refreshed', async () => {
    await expect(login({ 'client-id': 'c' })).rejects.toThrow('user u has an OIDC auth-provider without id-token: log in first');
    const over = login({ 'id-token': token(1), 'client-id': 'c', 'refresh-token': 'r', 'idp-issuer-url': 'https://127.0.0.1:1' });
    await expect(over).rejects.toBeInstanceOf(LoginFailed);
    await expect(over).rejects.toThrow(/^the OIDC token of user u cannot be refreshed \(.*\): log in again$/);
  });
});
