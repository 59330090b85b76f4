/** The files for programs that run linters: the descriptor for MegaLinter, the script for reviewdog, the hooks for pre-commit. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { isObject, listAt, stringAt, type JsonObject } from '../../src/fleet/json/json.ts';
import { runScript, userRepository } from '../support/github/ci-sandbox.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MEGALINTER = 'integrations/mega-linter-plugin-fleet-gate';

function yaml(file: string): unknown {
  return load(readFileSync(path.join(ROOT, file), 'utf8'));
}

function words(of: JsonObject, name: string): readonly string[] {
  return listAt(of, name).map(String);
}

describe('the plugin for MegaLinter', () => {
  const descriptor = yaml(`${MEGALINTER}/fleet-gate.megalinter-descriptor.yml`) as JsonObject;
  const linter = listAt(descriptor, 'linters').find(isObject) ?? {};

  test('has what the schema of MegaLinter requires, and is loaded from an allowed place', () => {
    expect(Object.keys(descriptor)).toEqual(expect.arrayContaining(['descriptor_id', 'descriptor_type', 'linters']));
    expect(['language', 'format', 'tooling_format', 'other']).toContain(descriptor['descriptor_type']);
    for (const name of ['linter_name', 'linter_url', 'examples']) expect(linter[name]).toBeDefined();
    expect(['file', 'list_of_files', 'project']).toContain(linter['cli_lint_mode']);
    expect(['regex_number', 'regex_count', 'regex_sum', 'total_lines']).toContain(linter['cli_lint_errors_count']);
    // Of `install`, a plugin gets the RUN lines alone.
    for (const line of listAt(linter, 'install', 'dockerfile')) expect(line).toMatch(/^RUN /);
    const [address = ''] = words(yaml(`${MEGALINTER}/.mega-linter.yml`) as JsonObject, 'PLUGINS');
    expect(address).toBe(`https://raw.githubusercontent.com/fleet-gate/fleet-gate/v0/${MEGALINTER}/fleet-gate.megalinter-descriptor.yml`);
    expect(address).toMatch(/^https:\/\/.*\/mega-linter-plugin-.*\.megalinter-descriptor\.yml$/);
  });

  test('uses features of the program: findings as SARIF in a file, the number of errors, version and help', async () => {
    const { dir } = userRepository();
    const sarif = words(linter, 'cli_sarif_args').map((arg) => arg.replace('{{SARIF_OUTPUT_FILE}}', 'out.sarif'));
    const asked = words(yaml(`${MEGALINTER}/.mega-linter.yml`) as JsonObject, 'FLEET_GATE_ARGUMENTS');
    const command = [stringAt(linter, 'cli_executable'), ...words(linter, 'cli_lint_extra_args'), ...sarif, ...asked];
    const { code, out, err } = await runScript(command.join(' '), { cwd: dir });
    expect(code, err).toBe(1);
    expect(JSON.parse(readFileSync(path.join(dir, 'out.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
    const plain = await runScript([command[0], ...words(linter, 'cli_lint_extra_args'), ...asked].join(' '), { cwd: dir });
    const counted = [...plain.out.matchAll(new RegExp(stringAt(linter, 'cli_lint_errors_regex') ?? '', 'g'))].map(([, count]) =>
      Number(count),
    );
    expect(counted, out).toEqual([6]);
    for (const name of ['cli_version_arg_name', 'cli_help_arg_name'])
      expect((await runScript(`fleet-gate ${stringAt(linter, name)}`, { cwd: dir })).code).toBe(0);
    for (const example of words(linter, 'examples')) expect(example).toMatch(/^fleet-gate lint /);
  });
});

describe('the script for reviewdog', () => {
  const script = readFileSync(path.join(ROOT, 'integrations/reviewdog/reviewdog.sh'), 'utf8');
  const run = (dir: string, reviewdog: string): ReturnType<typeof runScript> =>
    runScript(script, { cwd: dir, standIns: { reviewdog }, shell: [] });

  test('ends as fleet-gate does, for any findings of reviewdog', async () => {
    const { code, calls } = await run(userRepository().dir, 'cat > got.sarif');
    expect(code).toBe(1);
    expect(calls).toEqual(['reviewdog -f=sarif -name=fleet-gate -reporter=local -filter-mode=nofilter -fail-level=none']);
  });

  test('fails if reviewdog does, and never calls it for a run that checked nothing', async () => {
    expect((await run(userRepository(['storefront']).dir, 'exit 3')).code).toBe(3);
    const { dir } = userRepository(['storefront']);
    const { code, calls } = await runScript(script.replace('--clusters clusters.yaml', '--clusters gone.yaml'), {
      cwd: dir,
      standIns: { reviewdog: '' },
      shell: [],
    });
    expect(code).toBe(2);
    expect(calls).toEqual([]);
  });
});

describe('the hooks for pre-commit', () => {
  const hooks = (yaml('.pre-commit-hooks.yaml') as readonly unknown[]).filter(isObject);

  test('lint the whole tree in the same way, with what the package or the clone has', () => {
    expect(hooks.map(({ id, language }) => [id, language])).toEqual([
      ['fleet-gate-lint', 'node'],
      ['fleet-gate-lint-system', 'script'],
    ]);
    for (const hook of hooks) expect(hook).toMatchObject({ pass_filenames: false, require_serial: true, types_or: ['yaml', 'json'] });
    const [node, script] = hooks;
    expect(stringAt(script, 'entry')).toBe(stringAt(node, 'entry')?.replace('fleet-gate', 'dist/cli.js'));
  });

  test('have an example that names an existing hook', () => {
    const [repo] = listAt(yaml('integrations/pre-commit/.pre-commit-config.yaml'), 'repos');
    const used = listAt(repo, 'hooks').map((hook) => stringAt(hook, 'id'));
    expect(hooks.map(({ id }) => id)).toEqual(expect.arrayContaining(used));
  });
});
