import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expandedText } from '../../../src/static/read/deployers/variables/expanded-text.ts';
import { scalarText } from '../../../src/static/read/deployers/scalar-text.ts';
import { substitutedVariables } from '../../../src/static/read/deployers/variables/substituted-variables.ts';

const valueOf = (name: string): string | undefined => ({ a: '1', b: 'text', empty: '', apart: 'x: y', comment: 'x #y', t: 'true' })[name];

function configMap(data: Record<string, unknown>, metadata = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', ...metadata }, data };
}

describe('a text that Flux expands', () => {
  test.each<[string, string | undefined]>([
    ['${a}', '1'],
    ['x${a}y${b}', 'x1ytext'],
    ['${empty:=d}', 'd'],
    ['${empty:-d}${empty=e}${empty:+f}${empty:?g}', 'defg'],
    ['${a:=d}', '1'],
    ['$${a} $$b $c', '${a} $b $c'],
    ['$$$$${a}', '$$1'],
    ['${other}', undefined],
    ['${other:=d}', undefined],
    ['${a-d}', undefined],
    ['${a^^}', undefined],
    ['${a/x/y}', undefined],
    ['${empty:=${a}}', undefined],
    ['${MEMBER-CLUSTER-NAME}', undefined],
    ['${a', undefined],
  ])('%s', (text, expanded) => {
    expect(expandedText(text, valueOf)).toBe(expanded);
  });
});

describe('a text that is written as YAML', () => {
  test.each([
    ['${a}', '${a}'],
    ['x ${a}:${b}', 'x ${a}:${b}'],
    ['${a}: b', "'${a}: b'"],
    ['${a}:', "'${a}:'"],
    ['it is ${a} # b', "'it is ${a} # b'"],
    ['"${a}"', `'"\${a}"'`],
    ["'${a}'", "'''${a}'''"],
    ['- ${a}', "'- ${a}'"],
    ['-${a}', '-${a}'],
    ['{${a}}', "'{${a}}'"],
    [' ${a}', "' ${a}'"],
    ['\t${a}', String.raw`"\t${'${a}'}"`],
    ['x\n${a}', undefined],
  ])('%j', (text, written) => {
    expect(scalarText(text)).toBe(written);
  });
});

describe('an object of which Flux replaces variables', () => {
  test.each<[string, unknown]>([
    ['${a}', 1],
    ['v${a}', 'v1'],
    ['${a}.${a}', 1.1],
    ['${t}', true],
    ['${empty}', null],
    ['${b}', 'text'],
    ['"${a}"', '"1"'],
    ['x: ${a}', 'x: 1'],
    ['${comment}', 'x'],
    ['line\n${a}', 'line\n1'],
    ['$${a}', '${a}'],
  ])('has the value of %j', (text, value) => {
    const { object, pointers, replaced } = substitutedVariables(configMap({ k: text }), [valueOf]);
    expect([object['data'], pointers, replaced]).toEqual([{ k: value }, [], ['/data/k']]);
  });

  test.each(['${other}', '${apart}', 'x${a'])('keeps %j', (text) => {
    const { object, pointers, replaced } = substitutedVariables(configMap({ k: text }), [valueOf]);
    expect([object['data'], pointers, replaced]).toEqual([{ k: text }, ['/data/k'], []]);
  });

  test.each([
    ['${a} ${other}', '${other}'],
    ['$${a} ${other:=d} ${b}', '${other:=d}'],
    ['${a-d}', '${a-d}'],
    ['${apart}', undefined],
  ])('names the first variable of %j without a value', (text, variable) => {
    expect(substitutedVariables(configMap({ k: text }), [valueOf]).open.get('/data/k')).toBe(variable);
  });

  test('is known if several deployers make the same of it', () => {
    const pointersFor = (...others: readonly (typeof valueOf | undefined)[]): readonly string[] =>
      substitutedVariables(configMap({ k: '${a}' }), [valueOf, ...others]).pointers;
    expect([pointersFor(valueOf), pointersFor(() => '2'), pointersFor(undefined)]).toEqual([[], ['/data/k'], ['/data/k']]);
  });

  test.each(['labels', 'annotations'])('stays as it is with one of the %s', (where) => {
    const object = configMap({ k: '${a} $$' }, { [where]: { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' } });
    expect(substitutedVariables(object, [valueOf])).toEqual({ object, pointers: [], open: new Map(), replaced: [] });
  });

  test('has keys that are not known', () => {
    expect(substitutedVariables(configMap({ '${a}': 'v' }), [valueOf]).pointers).toEqual(['/data/${a}']);
  });
});
