import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JUDGED_ONCE } from '../../src/gates/memory.ts';
import { describe, expect, test } from 'vitest';

import { hubAgentWords, hubKindOf } from '../../src/gates/catalogue/hub-agent-words.ts';
import { fleetGateOfHub, kubectlOfHub, kubectlOfMember } from '../../src/gates/reach.ts';
import { viewMembers } from '../../src/gates/view/member.ts';
import { member, NOW } from '../support/fleets/fleet.ts';
import { memoryHub } from '../support/hubs/memory-hub.ts';

describe('a command names its cluster', () => {
  test('for each way in which the clusters are reached', () => {
    const members = new Map([
      ['east', { kubeconfig: 'fleet.yaml', context: 'aks east' }],
      ['west', { kubeconfig: 'members/west.yaml' }],
    ]);
    const reach = { hub: { context: 'hub', server: 'https://10.0.0.1:6443' }, members };
    expect(kubectlOfHub(reach)).toBe('kubectl --context hub --server https://10.0.0.1:6443');
    expect(kubectlOfMember(reach, 'east')).toBe("kubectl --kubeconfig fleet.yaml --context 'aks east'");
    expect(kubectlOfMember(reach, 'west')).toBe('kubectl --kubeconfig members/west.yaml');
  });

  test('or with a context that no kubeconfig has', () => {
    expect(kubectlOfHub({})).toBe('kubectl --context "<context of the hub>"');
    expect(kubectlOfMember({ hub: { context: 'hub' } }, 'm2')).toBe('kubectl --context "<context of m2>"');
    expect(kubectlOfMember({}, '$(id)')).toBe("kubectl --context '<context of $(id)>'");
  });
});

describe('a command of fleet-gate names its hub', () => {
  test('as kubectl does', () => {
    const hub = { kubeconfig: 'fleet.yaml', context: 'hub' };
    expect(fleetGateOfHub({ hub }, 'wait', 'crp/shop')).toBe('fleet-gate wait --kubeconfig fleet.yaml --context hub crp/shop');
    expect(fleetGateOfHub({ hub }, 'clusters')).toBe('fleet-gate clusters --kubeconfig fleet.yaml --context hub');
    expect(fleetGateOfHub({}, 'diagnose', 'crp/shop')).toBe('fleet-gate diagnose --context "<context of the hub>" crp/shop');
  });

  test('in every report of a hub', () => {
    const reports = readdirSync(SCENES).filter((file) => file.endsWith('.json'));
    const commands = reports.flatMap((file) => readFileSync(join(SCENES, file), 'utf8').match(READING) ?? []);
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((command) => !/ --(?:context|kubeconfig) /.test(command))).toEqual([]);
  });
});

const SCENES = 'fixtures/scenes';
const READING = /`fleet-gate (?:wait|diagnose|status|ready|snapshot|owns|approve|clusters)\b[^`]*`/g;

describe('the provider of the hub', () => {
  const membersWith = (labels: Readonly<Record<string, string>>): ReturnType<typeof viewMembers> => {
    const { metadata, ...east } = member('east', 1);
    return viewMembers(memoryHub([{ ...east, metadata: { ...metadata, labels } }], NOW), JUDGED_ONCE, 0);
  };
  const azure = membersWith({ 'fleet.azure.com/location': 'westeurope' });
  const own = membersWith({ env: 'prod' });

  test.for([
    ['the configuration says so', { isAzure: true }, own, 'azure'],
    ['the configuration says that it is not Azure', { isAzure: false, hasAzureServer: true }, azure, 'other'],
    ['members have labels of Azure', {}, azure, 'azure'],
    ['members of a cluster of Azure have no labels', { hasAzureServer: true }, own, 'other'],
    ['only the server shows it', { hasAzureServer: true }, undefined, 'azure'],
    ['nothing shows it', {}, undefined, 'unknown'],
  ] as const)('%s', ([, reach, members, kind]) => {
    expect(hubKindOf(reach, members)).toBe(kind);
  });

  test('kubectl cannot reach the agents of Azure', () => {
    const words = Object.values(hubAgentWords('azure', 'kubectl --context hub')).join(' ');
    expect(words).not.toContain('kubectl');
    expect(words).toContain('view-fleet-agent-logs');
    const unknown = Object.values(hubAgentWords('unknown', 'kubectl --context hub'));
    for (const word of unknown) expect(word).toMatch(/kubectl --context hub .*on Azure's hub: /);
  });
});
