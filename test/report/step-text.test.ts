import { describe, expect, test } from 'vitest';

import { stepList, stepText as markdownStep } from '../../src/report/markdown/step-text.ts';
import { stepText } from '../../src/report/text/step-text.ts';
import { filler } from '../../src/gates/catalogue/words.ts';
import { REACH_UNKNOWN } from '../../src/gates/reach.ts';
import { flagTerms } from '../../src/terms.ts';
import { seenIn } from '../support/oracles/markdown.ts';

const COMMAND = 'kubectl -n fleet-member-east get works.placement.kubernetes-fleet.io -l kubernetes-fleet.io/parent-CRP=shop -o yaml';
const STEP = `Look at the Works of the cluster: \`${COMMAND}\`, then at the message of each object in turn.`;

/** As a shell joins them. */
function inOne(lines: string): string {
  return lines.replaceAll(/ \\\n\s*/g, ' ').replaceAll('\\\n', '');
}

describe('a step with a command', () => {
  test('has it on separate lines, broken if the terminal is narrow', () => {
    expect(stepText(STEP, undefined, 4).split('\n')).toContain(`      ${COMMAND}`);
    for (const width of [40, 80]) {
      const lines = stepText(STEP, width, 4).split('\n');
      expect(inOne(lines.join('\n'))).toContain(COMMAND);
      // A flag and its value stay together, and a long word is whole.
      for (const line of lines) if (!/^\s*(?:-l )?\S+ \\$/.test(line)) expect(line.length).toBeLessThanOrEqual(width + 4);
    }
  });

  test('has it in a block in markdown, with its words around it', () => {
    const { shape, text } = seenIn(markdownStep(STEP));
    expect(shape).toContain('paragraph /paragraph code paragraph /paragraph');
    expect(inOne(text)).toContain(COMMAND);
    expect(text).toContain('then at the message');
    // A label continues at the start of a line: blanks would end the word.
    expect(markdownStep(STEP)).toContain('\n  -l kubernetes-fleet.io/parent-CRP=\\\nshop -o yaml');
  });

  test('stays in a list of steps in markdown, also as a whole step', () => {
    const list = stepList([`\`${COMMAND}\``, STEP, 'Wait.']);
    const { shape, text, faults } = seenIn(`${list}\n\n<details><summary>more</summary>\n\nend\n\n</details>\n`);
    expect(faults).toEqual([]);
    expect(shape.match(/listItem/g)).toHaveLength(6);
    expect(shape.match(/ code /g)).toHaveLength(2);
    // Blanks at the start of its last line would end the label.
    expect(text).toContain('\n  -l kubernetes-fleet.io/parent-CRP=\\\nshop -o yaml');
  });

  test.each(['Apply it again with `kubectl apply`.', 'Set `spec.strategy.type` to `External`.'])('has none: %s', (step) => {
    expect(stepText(step, undefined, 4)).toBe(step);
    expect(markdownStep(step)).not.toContain('```');
  });
});

describe('names in commands', () => {
  const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ResourcePlacement', namespace: 'a b', name: '$(id)' };
  const fill = filler(
    { scope: 'cluster', step: 'Applied', target, cluster: "m1'; rm -rf ~ #`", evidence: [] },
    { terms: flagTerms, reach: REACH_UNKNOWN, hubKind: 'other' },
  );

  test('are separate words', () => {
    expect(fill('See `kubectl get {targetArgs}` and `kubectl -n fleet-member-{cluster} get {bindings} -l parent={name}`.')).toBe(
      "See `kubectl get 'resourceplacement/$(id)' -n 'a b'` and " +
        "`kubectl -n fleet-member-'m1'\\''; rm -rf ~ #?' get resourcebindings -n 'a b' -l parent='$(id)'`.",
    );
  });

  test('do not start or end a command within a sentence', () => {
    expect(fill('Ask who runs {cluster} about {name}.')).toBe("Ask who runs m1'; rm -rf ~ #' about $(id).");
  });
});
