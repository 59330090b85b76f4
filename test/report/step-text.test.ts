import { describe, expect, test } from 'vitest';

import { stepText as markdownStep } from '../../src/report/markdown/step-text.ts';
import { stepText } from '../../src/report/text/step-text.ts';
import { filler } from '../../src/gates/catalogue/words.ts';
import { flagTerms } from '../../src/terms.ts';
import { seenIn } from '../support/oracles/markdown.ts';

const COMMAND = 'kubectl -n fleet-member-east get works.placement.kubernetes-fleet.io -l kubernetes-fleet.io/parent-CRP=shop -o yaml';
const STEP = `Look at the Works of the cluster: \`${COMMAND}\`, then at the message of each object in turn.`;

describe('a step with a command', () => {
  test('has it on a line of its own, however narrow the terminal is', () => {
    for (const width of [undefined, 20, 40, 80]) {
      const lines = stepText(STEP, width, 4).split('\n');
      expect(lines).toContain(`      ${COMMAND}`);
      if (width !== undefined) for (const line of lines) if (!line.includes('kubectl')) expect(line.length).toBeLessThanOrEqual(width + 4);
    }
  });

  test('has it in a block in markdown, and its words around it', () => {
    const { shape, text } = seenIn(markdownStep(STEP));
    expect(shape).toContain('paragraph /paragraph code paragraph /paragraph');
    expect(text).toContain(COMMAND);
    expect(text).toContain('then at the message');
  });

  test.each(['Apply it again with `kubectl apply`.', 'Set `spec.strategy.type` to `External`.'])('has none: %s', (step) => {
    expect(stepText(step, undefined, 4)).toBe(step);
    expect(markdownStep(step)).not.toContain('```');
  });
});

describe('names in commands', () => {
  const target = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ResourcePlacement', namespace: 'a b', name: '$(id)' };
  const fill = filler({ scope: 'cluster', step: 'Applied', target, cluster: "m1'; rm -rf ~ #`", evidence: [] }, flagTerms);

  test('are words of their own', () => {
    expect(fill('See `kubectl get {targetArgs}` and `kubectl -n fleet-member-{cluster} get {bindings} -l parent={name}`.')).toBe(
      "See `kubectl get 'resourceplacement.placement.kubernetes-fleet.io/$(id)' -n 'a b'` and " +
        "`kubectl -n fleet-member-'m1'\\''; rm -rf ~ #?' get resourcebindings.placement.kubernetes-fleet.io -n 'a b' -l parent='$(id)'`.",
    );
  });

  test('begin and end no command in words', () => {
    expect(fill('Ask who runs {cluster} about {name}.')).toBe("Ask who runs m1'; rm -rf ~ #' about $(id).");
  });
});
