import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { memberLogins } from '../../../src/cli/hub/member-logins.ts';
import { ConfigError } from '../../../src/errors.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

function logins(cwd: string, ...argv: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(memberLogins(parseArgv(['wait', 'crp/shop', ...argv]), { cwd }));
}

describe('the login for members', () => {
  it('is a context or a kubeconfig for each; the file has the name of the cluster', () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'members/old'), { recursive: true });
    for (const name of ['east.yaml', 'west', 'eu.north.kubeconfig', '.DS_Store', '..data']) writeFileSync(join(cwd, 'members', name), '');
    symlinkSync(join(cwd, 'members/..data'), join(cwd, 'members/mounted'));
    expect(logins(cwd, '--member', 'oslo=aks-oslo', '--member-kubeconfig', 'members')).toEqual({
      oslo: { context: 'aks-oslo' },
      east: { kubeconfig: join(cwd, 'members/east.yaml') },
      west: { kubeconfig: join(cwd, 'members/west') },
      'eu.north': { kubeconfig: join(cwd, 'members/eu.north.kubeconfig') },
      mounted: { kubeconfig: join(cwd, 'members/mounted') },
    });
    expect(logins(cwd)).toEqual({});
  });

  it('is given once for each cluster, in a folder that is not empty', () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'empty'));
    mkdirSync(join(cwd, 'members'));
    writeFileSync(join(cwd, 'members/east.yaml'), '');
    writeFileSync(join(cwd, 'file'), '');
    const fails = (message: string, ...argv: readonly string[]): void => {
      expect(() => logins(cwd, ...argv)).toThrow(ConfigError);
      expect(() => logins(cwd, ...argv)).toThrow(message);
    };
    fails('cluster east is given twice', '--member', 'east=a', '--member-kubeconfig', 'members');
    fails('cluster east is given twice', '--member', 'east=a', '--member', 'east=b');
    writeFileSync(join(cwd, 'members/east.json'), '');
    fails('cluster east is given twice', '--member-kubeconfig', 'members');
    fails('write CLUSTER=CONTEXT', '--member', 'east');
    fails('there is no file', '--member-kubeconfig', 'empty');
    fails('the folder does not exist', '--member-kubeconfig', 'nowhere');
    fails('it is not a folder', '--member-kubeconfig', 'file');
  });
});
