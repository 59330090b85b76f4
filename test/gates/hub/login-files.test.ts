import { describe, expect, it } from 'vitest';
import { mayReadFile } from '../../../src/gates/hub/auth/login-files.ts';

describe('a login', () => {
  it.each([
    [['get-token', '--environment', 'AzurePublicCloud', '--login', 'azurecli'], 'clusters/azurecli.yaml'],
    [['--region', 'eu-west-1', 'eks', 'get-token', '--cluster-name', 'hub', '--output', 'json'], 'clusters/hub.yaml'],
    [['--region', 'eu-west-1', 'eks', 'get-token', '--cluster-name', 'hub'], 'hub'],
    [['account', 'get-access-token', '--resource', 'https://login.example.com/hub', '--query', 'keys[0].token'], 'hub/token.yaml'],
    [['oidc-login', 'get-token', '--oidc-issuer-url=https://login.example.com'], 'login/kustomization.yaml'],
    [['-c', 'aws eks get-token --cluster-name prod-$REGION'], 'clusters/prod-west.yaml'],
    [['-c', `echo '{"kind":"ExecCredential","status":{"token":"'"$TOKEN"'"}}'`], 'token.yaml'],
    [['-c', 'cat "$RUNNER_TEMP/token"'], 'token.yaml'],
    [['-c', `az account get-access-token | jq -r '.items[0].accessToken | "x*y"'`], 'shops/items.yaml'],
  ])('%j does not read %s', (texts, file) => {
    expect(mayReadFile(texts)(file)).toBe(false);
  });

  it.each([
    [['-flogin.awk'], 'tools/login.awk'],
    [['-c', 'LOGIN.SH'], 'login.sh'],
    [['-c', 'sh tools/*'], 'tools/login'],
    [['-c', String.raw`powershell .\tools\lo*n.ps1`], 'tools/login.ps1'],
    [['./tools'], 'tools/login'],
    [['/opt/lib:./tools'], 'tools/login.so'],
    [['--require=../tools/login'], 'tools/login.js'],
    [['-c', '. $GITHUB_WORKSPACE/tools/login'], 'tools/login'],
    [['-c', '. ${X}/$f.sh'], 'tools/login.sh'],
  ])('%j may read %s', (texts, file) => {
    expect(mayReadFile(texts)(file)).toBe(true);
  });
});
