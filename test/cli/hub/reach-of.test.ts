import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { reachOf } from '../../../src/cli/hub/reach-of.ts';
import type { FoundConfig } from '../../../src/cli/settings/config-file.ts';
import { kubectlOfHub, kubectlOfMember, type Reach } from '../../../src/gates/reach.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const KUBECONFIG = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'fleet',
  clusters: [
    { name: 'azure', cluster: { server: 'https://fleet-1.hcp.westeurope.azmk8s.io:443' } },
    { name: 'own', cluster: { server: 'https://10.0.0.1:6443' } },
  ],
  users: [{ name: 'me', user: { token: 't' } }],
  contexts: [
    { name: 'fleet', context: { cluster: 'azure', user: 'me' } },
    { name: 'lab', context: { cluster: 'own', user: 'me' } },
  ],
});

function reach(argv: readonly string[], config: FoundConfig['config'] = {}): Reach {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'fleet.yaml'), KUBECONFIG);
  mkdirSync(join(cwd, 'members'));
  writeFileSync(join(cwd, 'members/west.yaml'), KUBECONFIG);
  const io = fakeIo({ cwd, env: { KUBECONFIG: join(cwd, 'fleet.yaml') } });
  return reachOf(parseArgv(['wait', 'crp/shop', ...argv]), io, {
    config,
    file: '',
    suppress: [],
    provided: [],
    folder: cwd,
    path: undefined,
  });
}

describe('the commands of a report', () => {
  test('name the current context, because it may differ when they are run', () => {
    expect(kubectlOfHub(reach([]))).toBe('kubectl --context fleet');
    expect(kubectlOfMember(reach([]), 'east')).toBe('kubectl --context "<context of east>"');
  });

  test('name the given context and kubeconfig unchanged', () => {
    const given = reach(['--kubeconfig', 'fleet.yaml', '--context', 'lab', '--member', 'east=aks-east', '--member-kubeconfig', 'members']);
    expect(kubectlOfHub(given)).toBe('kubectl --kubeconfig fleet.yaml --context lab');
    expect(kubectlOfMember(given, 'east')).toBe('kubectl --kubeconfig fleet.yaml --context aks-east');
    expect(kubectlOfMember(given, 'west')).toBe('kubectl --kubeconfig members/west.yaml');
    expect(kubectlOfHub(reach(['--server', 'https://localhost:6443']))).toBe('kubectl --context fleet --server https://localhost:6443');
  });
});

test('the target of the configuration and the name of the server show the provider of the hub', () => {
  expect(reach([])).toMatchObject({ hasAzureServer: true });
  expect(reach(['--context', 'lab'])).not.toHaveProperty('hasAzureServer');
  expect(reach([], { target: 'aks' })).toMatchObject({ isAzure: true });
  expect(reach([], { target: 'main' })).toMatchObject({ isAzure: false });
});
