import { expect, it } from 'vitest';
import { makefileTargets, recipesNeeded, withAutomaticVariables } from '../../../src/cli/tree/worlds/makefile-targets.ts';

const needed = (text: string): readonly string[] => {
  const targets = makefileTargets(text).map(withAutomaticVariables);
  return recipesNeeded(targets)(targets[0] ?? '').map((recipe) => recipe.split('\n').slice(2).join('\n').trim());
};

it.each<[string, string, readonly string[]]>([
  ['a target', 'a: b\n\tx\nb:\n\ty\n', ['y']],
  ['the target of another one, which is built before it', 'a: b\n\tx\nb: c\n\ty\nc:\n\tz\n', ['z', 'y']],
  ['a circle', 'a: b\n\tx\nb: c\n\ty\nc: b a\n\tz\n', ['z', 'y']],
  ['a pattern rule', 'a: out/p.yaml\n\tx\nout/%.yaml: src/%.tpl\n\ty $< > $@\n', ['y src/*.tpl > out/*.yaml']],
  ['a target before a pattern rule', 'a: out/p.yaml\n\tx\nout/p.yaml: q\n\ty $^ > $(@)\nout/%.yaml: r\n\tz\n', ['y q > out/p.yaml']],
  ['nothing', 'a:\n\tx\nb:\n\ty\n', []],
])('the recipes before that of a target: %s', (_, text, recipes) => {
  expect(needed(text)).toEqual(recipes);
});

it('a chain of many targets ends', () => {
  expect(needed(Array.from({ length: 5000 }, (_, at) => `t${at}: t${at + 1}\n\tx${at}\n`).join(''))).toHaveLength(20);
});
