import { expect, test } from 'vitest';
import { literal } from '../../../src/static/read/kustomize/kustomization.ts';
import { havePatterns, TargetReader } from '../../../src/static/read/kustomize/patch-targets.ts';

test.each(['web', 'system:node', 'a.b', 'ENC[AES256_GCM,data:Zm9v+/=]', String.raw`a\b^$*?(x|y){1}`])(
  'the name of an object in a patch is no pattern: %s',
  (text) => {
    const target = { kind: literal(text), name: literal(text) };
    expect(havePatterns([target])).toBe(false);
    const targets = new TargetReader().read([target]);
    expect([targets.match(text, text), targets.match(text, `${text}x`)]).toEqual([true, false]);
  },
);

test.each(['a.b', 'a|b', 'a*', '[a]', '(a)', 'a$', String.raw`a\d`])('a target of a patch can be a pattern: %s', (name) => {
  expect(havePatterns([{ kind: 'Deployment', name }])).toBe(true);
});
