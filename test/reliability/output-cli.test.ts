/** The command line itself: wrong usage, `explain`, and trees whose names and contents are hostile, through every format. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { expect, test } from 'vitest';
import { flagsOf } from '../../src/cli/command-line/flags.ts';
import { COMMANDS } from '../../src/settings/commands.ts';
import { complain } from '../../src/cli/process/io.ts';
import { run } from '../../src/cli/commands/run.ts';
import { startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { SERVED_TYPES } from '../../src/demo/hub/served-types.ts';
import { REPORT_FORMATS } from '../../src/report/render.ts';
import { memberObject, NOW } from '../schedule/fleets.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { HOSTILE_STRINGS } from '../support/texts/hostile-strings.ts';
import { gitlabFaults } from '../support/oracles/gitlab.ts';
import { seenInHtml } from '../support/oracles/html.ts';
import { seenIn } from '../support/oracles/markdown.ts';
import { commandsIn } from '../support/oracles/runner-commands.ts';
import { sarifFaults } from '../support/oracles/sarif.ts';
import { hiddenIn, unpainted } from '../support/oracles/terminal.ts';
import { seenInXml } from '../support/oracles/xml.ts';
import { reliability } from '../support/reliability.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const suite = reliability('output-cli', {
  title: 'The command line prints hostile arguments, file names and manifests as texts',
  proves:
    'Every flag and argument is given hostile values, and trees have hostile names and contents. All output is parsed as a terminal, the runner and each format read it.',
});

/** Flags that write files, that ask a hub, or that start programs. */
const LEFT_OUT = new Set(['format', 'out', 'kubeconfig', 'context', 'hub-schema']);

function faultsOf(text: string): readonly string[] {
  return [...hiddenIn(text), ...commandsIn(unpainted(text)).map(({ name }) => `a command: ${name}`)];
}

/** All output of a run, with the line of an error that a user can correct. */
async function printed(argv: readonly string[], cwd: string): Promise<string> {
  const { out, err } = await printedBy(argv, cwd);
  return `${out}\n${err}`;
}

async function printedBy(argv: readonly string[], cwd: string): Promise<{ readonly out: string; readonly err: string }> {
  const io = fakeIo({ cwd, tty: argv.length % 2 === 0 });
  await run(argv, io).catch((error: unknown) => complain(error as Error, io));
  return { out: io.out(), err: io.err() };
}

test('wrong usage with hostile text is harmless', async () => {
  const cwd = temporaryFolder();
  const strings = HOSTILE_STRINGS.filter((_, index) => index % suite.size(1, 16) === 0);
  const commands = COMMANDS.filter((command) => command !== 'demo' && command !== 'snapshot');
  let tried = 0;
  for (const [index, text] of strings.entries()) {
    const flags = commands.flatMap((command) =>
      flagsOf(command)
        .filter(({ name, value }) => value !== undefined && !LEFT_OUT.has(name))
        .map(({ name }) => [command, `--${name}=${text}`]),
    );
    const some = flags.filter((_, turn) => turn % 6 === index % 6);
    const others = [
      [text],
      ['lint', text],
      ['plan', text],
      ['explain', text],
      ['wait', text],
      ['lint', `--${text}`],
      ['lint', '--format', text],
      ['diagnose', '--from', text],
    ];
    for (const argv of [...some, ...others]) {
      tried += 1;
      expect(faultsOf(await printed(argv, cwd)), JSON.stringify(argv)).toEqual([]);
    }
  }
  suite.tell({
    tried: 'Hostile commands, flags, values and arguments',
    times: tried,
    outcome: 'a line that says what is wrong, without markup or commands',
  });
});

// SECURITY.md: Text from manifests, hubs and GitHub cannot become markup
test('trees with hostile names and contents are harmless', async () => {
  const cwd = temporaryFolder();
  const strings = HOSTILE_STRINGS.filter((text, index) => index % suite.size(1, 8) === 0 && text.isWellFormed());
  for (const [index, text] of strings.entries()) {
    const name = `${index}${text}`.replaceAll(/[/\0]/g, '_').slice(0, 60);
    mkdirSync(join(cwd, `d${name}`));
    writeFileSync(join(cwd, `d${name}`, `${name}.yaml`), manifestOf(text));
  }
  for (const format of REPORT_FORMATS) {
    const text = await printed(['lint', '--plan', '--allow-nothing', `--format=${format}`, '.'], cwd);
    expect(text.length, format).toBeGreaterThan(1000);
    expect(['github', 'azure'].includes(format) ? hiddenIn(text) : faultsOf(text), format).toEqual([]);
    if (format === 'github')
      expect(new Set(commandsIn(text).map((command) => command.name))).toEqual(new Set(['error', 'warning', 'notice']));
    if (format === 'azure') expect(new Set(commandsIn(text).map((command) => command.name))).toEqual(new Set(['task.logissue']));
    if (format === 'gitlab') expect(gitlabFaults(JSON.parse(text))).toEqual([]);
    if (format === 'markdown') expect(seenIn(text.trim()).faults).toEqual([]);
    if (format === 'html') expect(seenInHtml(text.replace(/\n\n$/, '\n')).faults).toEqual([]);
    if (format === 'sarif') expect(sarifFaults(JSON.parse(text))).toEqual([]);
    if (format === 'junit') expect(seenInXml(text.trim()).shape).not.toBe('');
    if (format === 'json') expect(JSON.parse(text)).toHaveProperty('lint.findings');
  }
  suite.tell({
    tried: 'Manifests with hostile names, labels and values in files and folders with hostile names, in every format',
    times: strings.length * REPORT_FORMATS.length,
    outcome: 'every format parses, and nothing foreign is in it',
  });
});

test('objects that are printed as YAML are harmless', async () => {
  const cwd = temporaryFolder();
  const strings = HOSTILE_STRINGS.filter((text) => text.isWellFormed());
  const data = Object.fromEntries(strings.map((text, index) => [`k${index}`, text]));
  const texts = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'texts', namespace: 'shop' }, data };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const placement = {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'shop', generation: 1, uid: 'u', annotations: data },
    spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }], policy: { placementType: 'PickAll' } },
  };
  // As JSON, in which control characters are allowed.
  const files = { 'namespace.json': namespace, 'texts.json': texts, 'placement.json': { ...placement, metadata: { name: 'shop' } } };
  for (const [file, object] of Object.entries({ ...files, 'clusters.json': memberObject('east') }))
    writeFileSync(join(cwd, file), jsonOf(object));
  const plan = ['plan', '--clusters=clusters.json', '--now', NOW.toISOString(), '--render=east', '--show-secrets', ...Object.keys(files)];
  const rendered = await printedBy(plan, cwd);
  expect(faultsOf(`${rendered.out}\n${rendered.err}`)).toEqual([]);
  expect(loadAll(rendered.out)).toContainEqual(expect.objectContaining({ kind: 'ConfigMap', data }));

  const hub = await startEmbeddedHub({ types: SERVED_TYPES });
  hub.store.put(placement);
  writeFileSync(join(cwd, 'kubeconfig'), hub.kubeconfig());
  const snapshot = await printedBy(['snapshot', '--out', '-', '--kubeconfig', 'kubeconfig'], cwd);
  await hub.close();
  expect(faultsOf(`${snapshot.out}\n${snapshot.err}`)).toEqual([]);
  expect(loadAll(snapshot.out)).toMatchObject([
    { items: expect.arrayContaining([expect.objectContaining({ kind: placement.kind })]) as unknown },
  ]);
  suite.tell({
    tried: 'Hostile values of objects that `plan --render` and `snapshot` print',
    times: strings.length * 2,
    outcome: 'YAML that reads back as the same values, with no line that a runner or a terminal acts on',
  });
});

/** Placements that are wrong in the text itself, whose messages quote it. */
function manifestOf(text: string): string {
  const value = JSON.stringify(text);
  return [
    `{"apiVersion": "placement.kubernetes-fleet.io/v1", "kind": "ClusterResourcePlacement", "metadata": {"name": ${value}, "labels": {"a": ${value}}},`,
    `  "spec": {"resourceSelectors": [{"group": ${value}, "version": "v1", "kind": ${value}, "name": ${value}}],`,
    `  "policy": {"placementType": "PickFixed", "clusterNames": [${value}, ${value}]}, ${value}: 1}}`,
    '---',
    `{"apiVersion": ${value}, "kind": "ConfigMap", "metadata": {"name": "x", "namespace": ${value}}, "data": {${value}: ${value}}}`,
    '---',
    `# fleet-gate-ignore ${text.replaceAll(/[\r\n\u0085\u2028\u2029]/g, ' ')}: x`,
    `{"apiVersion": "placement.kubernetes-fleet.io/v1", "kind": "ClusterResourcePlacement", "metadata": {"name": "b"}, "spec": {"policy": {"placementType": ${value}}}}`,
    '',
  ].join('\n');
}

/** Without characters at which YAML begins a new line: a document with one is not checked. */
function jsonOf(object: object): string {
  return JSON.stringify(object).replaceAll(/[\u0085\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
