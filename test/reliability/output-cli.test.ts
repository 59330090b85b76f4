/** The command line itself: wrong usage, `explain`, and trees whose names and contents are hostile, through every format. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS, flagsOf } from '../../src/cli/flags.ts';
import { complain } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import { REPORT_FORMATS } from '../../src/report/render.ts';
import { fakeIo } from '../support/fake-io.ts';
import { HOSTILE_STRINGS } from '../support/hostile-strings.ts';
import { seenIn } from '../support/oracles/markdown.ts';
import { commandsIn } from '../support/oracles/runner-commands.ts';
import { sarifFaults } from '../support/oracles/sarif.ts';
import { hiddenIn, unpainted } from '../support/oracles/terminal.ts';
import { seenInXml } from '../support/oracles/xml.ts';
import { reliability } from '../support/reliability.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const suite = reliability('output-cli', {
  title: 'The command line prints hostile arguments, file names and manifests as texts',
  proves:
    'Every flag and argument is given hostile values, and trees have hostile names and contents. All that is printed is parsed as a terminal, the runner and each format read it.',
});

/** Flags that write files, that ask a hub, or that start programs. */
const LEFT_OUT = new Set(['format', 'out', 'kubeconfig', 'context', 'hub-schema']);

function faultsOf(text: string): readonly string[] {
  return [...hiddenIn(text), ...commandsIn(unpainted(text)).map(({ name }) => `a command: ${name}`)];
}

/** Whatever a run of the tool prints, with the line of an error that a user can mend. */
async function printed(argv: readonly string[], cwd: string): Promise<string> {
  const io = fakeIo({ cwd, tty: argv.length % 2 === 0 });
  await run(argv, io).catch((error: unknown) => complain(error as Error, io));
  return `${io.out()}\n${io.err()}`;
}

test('wrong usage', async () => {
  const cwd = temporaryFolder();
  const strings = HOSTILE_STRINGS.filter((_, index) => index % suite.size(1, 8) === 0);
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
    outcome: 'a line that says what is wrong, and nothing live in it',
  });
});

test('trees with hostile names and contents', async () => {
  const cwd = temporaryFolder();
  const strings = HOSTILE_STRINGS.filter((text, index) => index % suite.size(1, 6) === 0 && text.isWellFormed());
  for (const [index, text] of strings.entries()) {
    const name = `${index}${text}`.replaceAll(/[/\0]/g, '_').slice(0, 60);
    mkdirSync(join(cwd, `d${name}`));
    writeFileSync(join(cwd, `d${name}`, `${name}.yaml`), manifestOf(text));
  }
  for (const format of REPORT_FORMATS) {
    const text = await printed(['lint', '--plan', '--allow-nothing', `--format=${format}`, '.'], cwd);
    expect(text.length, format).toBeGreaterThan(1000);
    expect(format === 'github' ? hiddenIn(text) : faultsOf(text), format).toEqual([]);
    if (format === 'github')
      expect(new Set(commandsIn(text).map((command) => command.name))).toEqual(new Set(['error', 'warning', 'notice']));
    if (format === 'markdown') expect(seenIn(text.trim()).faults).toEqual([]);
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
