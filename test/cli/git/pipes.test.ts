import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitIn } from '../../../src/cli/git/git.ts';
import { run } from '../../../src/cli/commands/run.ts';
import { namespaceYaml } from '../../support/fleets/fleet-yaml.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { gitRepository } from '../../support/trees/git-repository.ts';

function withPipe(pipe: string): ReturnType<typeof fakeIo> {
  const { dir } = gitRepository({ 'deploy/a.yaml': namespaceYaml('shop') });
  execFileSync('mkfifo', [path.join(dir, pipe)]);
  return fakeIo({ cwd: dir, env: { PATH: process.env['PATH'] } });
}

describe.skipIf(process.platform === 'win32')('a named pipe that git reads', () => {
  // SECURITY.md: It ends: every wait, request and judgement has a limit
  test.each([
    ['.gitattributes', ['-c', 'core.quotePath=false', 'ls-files', '--', ':(exclude,attr:x)'], 'ls-files'],
    ['.gitignore', ['check-ignore', 'a.yaml'], 'check-ignore'],
    ['.git/info/attributes', ['ls-files', '--', ':(exclude,attr:x)'], 'ls-files'],
  ])('ends the command at the limit if it is %s, and the error names the command', async (pipe, args, command) => {
    await expect(gitIn(withPipe(pipe), {}, 300)(...args)).rejects.toThrow(
      new RegExp(`^git ${command} took longer than 0\\.3 s, perhaps .* a named pipe in place of \\.gitattributes`),
    );
  });

  test.each(['.gitattributes', 'deploy/.gitattributes'])('is reported without a wait if it is %s', async (pipe) => {
    const { exitCode, report } = await run(['lint', '.'], withPipe(pipe));
    expect([exitCode, report?.lint?.notEvaluated?.map(({ file, reason }) => [file, reason])]).toEqual([
      6,
      [[pipe, expect.stringContaining('this file, which may name some, cannot be read')]],
    ]);
  });
});
