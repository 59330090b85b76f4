/** If the base cannot be read, the configuration of the change does not apply, and nothing is compared with an empty base. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { MergesInto } from '../../src/cli/process/io.ts';
import { Random } from '../support/fuzz/random.ts';
import { type GitRepository, gitRepository } from '../support/trees/git-repository.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { placementYaml } from '../support/fleets/fleet-yaml.ts';

const suite = reliability('unread-base', {
  title: 'A base that cannot be read',
  proves:
    'A change makes its own configuration lenient, and the base cannot be read: a shallow clone, a wrong name, missing git objects. The run ends with exit code 2 and gives the next step. The control is the same change with a readable base, which fails.',
});

/** A placement with a field that no hub knows. */
const WRONG = placementYaml('shop').replace('spec:', 'spec:\n  bogus: 1');

const LENIENT = [
  'rules: {schema: {severity: off}}\n',
  'rules: {schema: {severity: notice}}\n',
  'failOn: none\n',
  'exclude: [shop.yaml]\n',
  'paths: [other]\n',
];

/** A change to the repository after which the base cannot be read: the folder and the name of the base. */
type Damage = (repository: GitRepository) => { readonly cwd: string; readonly base: string };

const DAMAGES: Readonly<Record<string, Damage>> = {
  'a shallow clone': ({ dir }) => {
    const cwd = path.join(temporaryFolder(), 'clone');
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${dir}`, cwd], { stdio: 'pipe' });
    return { cwd, base: 'HEAD~1' };
  },
  'a branch that was not fetched': ({ dir }) => ({ cwd: dir, base: 'origin/main' }),
  'no commit before': ({ dir }) => ({ cwd: dir, base: '0'.repeat(40) }),
  'a variable without a value': ({ dir }) => ({ cwd: dir, base: 'origin/' }),
  'a range': ({ dir }) => ({ cwd: dir, base: 'HEAD~1..HEAD' }),
  'an option in place of a name': ({ dir }) => ({ cwd: dir, base: '--output=x' }),
  'a file of the base that is gone': ({ dir, git }) => {
    const blob = git('rev-parse', 'HEAD~1:shop.yaml');
    rmSync(path.join(dir, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    return { cwd: dir, base: 'HEAD~1' };
  },
  'a tree of the base that is gone': ({ dir, git }) => {
    const tree = git('rev-parse', 'HEAD~1^{tree}');
    rmSync(path.join(dir, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    return { cwd: dir, base: 'HEAD~1' };
  },
  'no objects at all': ({ dir }) => {
    rmSync(path.join(dir, '.git/objects'), { recursive: true });
    return { cwd: dir, base: 'HEAD~1' };
  },
  'no repository': ({ dir }) => {
    rmSync(path.join(dir, '.git'), { recursive: true });
    return { cwd: dir, base: 'HEAD~1' };
  },
};

function change(config: string): GitRepository {
  const repository = gitRepository({ 'shop.yaml': 'a: b\n', 'other/a.yaml': placementYaml('other') });
  repository.write('shop.yaml', WRONG);
  repository.write('.fleet-gate.yaml', config);
  repository.commit();
  return repository;
}

test('a base that cannot be read does not let the change decide', async () => {
  let times = 0;
  for (const config of LENIENT) {
    const readable = await runCli(change(config).dir, ['lint', '.', '--base', 'HEAD~1']);
    expect(readable.exitCode, config).toBe(1);
  }
  for (const [what, damage] of Object.entries(DAMAGES))
    for (let n = 0; n < suite.size(LENIENT.length, 1); n += 1) {
      const config = suite.whole ? LENIENT[n] : Random.of(suite.seed, what, n).pick(LENIENT);
      const { cwd, base } = damage(change(config ?? ''));
      for (const flag of ['--base', '--base-exact']) {
        const told = `${what}, ${flag}, ${config}`;
        const error = await runCli(cwd, ['lint', '.', `${flag}=${base}`]).then(
          ({ exitCode }) => `exit ${exitCode}`,
          (thrown: Error) => `${thrown.constructor.name}: ${thrown.message}`,
        );
        expect(error, told).toContain('ConfigError: ');
        expect(error, told).toMatch(/base|cannot be read/);
        times += 1;
      }
    }
  suite.tell({
    tried: 'a change with a lenient configuration, and a base that git cannot read',
    times,
    outcome: 'each ended with exit code 2, and said what is wrong with the base',
  });
});

// SECURITY.md: If that of the base cannot be read
test('on a pull request the configuration of the change does not apply, unless the workflow says so', async () => {
  let times = 0;
  const unavailable = (): Promise<never> => Promise.reject(new Error('503'));
  const unreadable: readonly MergesInto[] = [
    { kind: 'unknown', why: 'the event does not name it' },
    { kind: 'commit', sha: 'f'.repeat(40) },
    { kind: 'commit', sha: 'f'.repeat(40), remote: { read: unavailable, list: unavailable } },
  ];
  for (const mergesInto of unreadable)
    for (const config of LENIENT) {
      const { dir } = change(config);
      const error = await runCli(dir, ['lint', '.'], { mergesInto }).catch(({ message }: Error) => message);
      expect(error, config).toContain('the configuration of the base could not be read');
      const own = await runCli(dir, ['lint', '.', '--config-from', 'head'], { mergesInto });
      const { notes = [], silenced = [] } = own.report ?? {};
      expect([...notes, ...silenced].join('\n'), config).toContain('The configuration of the base could not be read');
      times += 2;
    }
  suite.tell({
    tried: 'a pull request whose base is unknown, not fetched, or not given by the API',
    times,
    outcome: 'each ended with exit code 2, or with `config-from: head` by the configuration of the change, with a note',
  });
});
