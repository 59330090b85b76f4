/** Characters that look like a space are reported at every place of a manifest, and hide nothing. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { namespaceShop } from '../support/fleets/fleet.ts';
import { Random } from '../support/fuzz/random.ts';
import { reliability } from '../support/reliability.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';

const suite = reliability('spaces', {
  title: 'Characters that look like a space',
  proves:
    'In an accepted placement, spaces at random places become a no-break space or another character that looks like one or has no width. The run does not pass. If YAML reads another value because of it, exactly one finding names the character. Text that may contain such characters gives no finding.',
});

const CHARACTERS = ['\u00A0', '\u1680', '\u2003', '\u200B', '\u202F', '\u205F', '\u2060', '\u3000', '\uFEFF'];
const OBJECT = {
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop', labels: { team: 'shop' } },
  spec: {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }],
    policy: { placementType: 'PickFixed', clusterNames: ['east', 'west'] },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
  },
};
/** The placement in blocks, in braces and in JSON, with each place where only a space may be. */
const FORMS = [stringify(OBJECT), stringify(OBJECT, { collectionStyle: 'flow' }), `${JSON.stringify(OBJECT, undefined, 2)}\n`].map(
  (text) => ({
    text,
    places: [...text.matchAll(/ +|(?<=[a-z0-9])$/gm)].filter(({ index }) => index < text.length - 1),
  }),
);

test('a character instead of a space is named, and the placement does not pass', async () => {
  let times = 0;
  for (const char of CHARACTERS)
    for (let n = 0; n < suite.size(30, 3); n += 1) {
      const random = Random.of(suite.seed, `space ${char}`, n);
      const form = FORMS[n % FORMS.length] ?? random.pick(FORMS);
      const places = random.some(1, 4, () => random.pick(form.places)).toSorted((a, b) => b.index - a.index);
      const text = [...new Set(places)].reduce(
        (all, { 0: run, index }) => all.slice(0, index) + char.repeat(Math.max(1, run.length)) + all.slice(index + run.length),
        form.text,
      );
      const cwd = temporaryFolder();
      writeTree(cwd, { 'p.yaml': text, 'ns.yaml': stringify(namespaceShop()) });
      const { exitCode, report } = await runCli(cwd, ['lint']);
      const told = `SEED=${suite.seed}, ${n}: ${JSON.stringify(text)}`;
      expect(exitCode, told).toBe(1);
      const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      const findings = report?.lint?.findings ?? [];
      expect(
        findings.map(({ message }) => message.includes(`U+${code}`)),
        `${told} ${JSON.stringify(findings.map(({ message }) => message))}`,
      ).toEqual([true]);
      times += 1;
    }
  suite.tell({
    tried: 'a placement in blocks, in braces and in JSON with characters that look like a space in place of spaces',
    times,
    outcome: 'one finding that names the character, first',
  });
});

test('free text may contain such characters', async () => {
  let times = 0;
  for (const char of CHARACTERS) {
    const cwd = temporaryFolder();
    const data = { a: `10${char}km`, b: `a:${char}b\n${char}c: d\n`, c: `"x${char}"` };
    writeTree(cwd, {
      'c.yaml': stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations: { note: `a${char}b` } }, data }),
      'notes.yaml': `title:${char}x\n`,
    });
    const { exitCode, report } = await runCli(cwd, ['lint']);
    expect([exitCode, report?.lint?.findings], JSON.stringify(char)).toEqual([0, []]);
    times += 1;
  }
  suite.tell({ tried: 'free text with characters that look like a space', times, outcome: 'no finding' });
});
