import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { rbacRuleFor, wouldAllow, type RbacResource } from '../../../src/gates/hub/access/rbac-rule.ts';

const everywhere = (plural: string): RbacResource => ({ group: 'g', plural });
const inside = (namespace: string, plural: string): RbacResource => ({ group: 'g', plural, namespace });

function placed(resources: readonly RbacResource[]): readonly (readonly [string, string | undefined, readonly string[]])[] {
  return parseAllDocuments(rbacRuleFor(resources).yaml).map((document) => {
    const { kind, metadata, rules } = document.toJS() as {
      readonly kind: string;
      readonly metadata: { readonly namespace?: string };
      readonly rules: readonly { readonly resources: readonly string[] }[];
    };
    return [kind, metadata.namespace, rules.flatMap(({ resources: allowed }) => allowed)];
  });
}

describe('the roles for the kinds that are read', () => {
  it('are a ClusterRole, and a Role for each namespace with something to read', () => {
    expect(placed([everywhere('works'), inside('b', 'configmaps'), inside('a', 'secrets')])).toEqual([
      ['ClusterRole', undefined, ['works']],
      ['Role', 'a', ['secrets']],
      ['Role', 'b', ['configmaps']],
    ]);
    expect(placed([inside('a', 'secrets')])).toEqual([['Role', 'a', ['secrets']]]);
  });

  it('allow nothing in a namespace that the ClusterRole already allows in all, of the same group', () => {
    expect(placed([inside('a', 'works'), everywhere('works')])).toEqual([['ClusterRole', undefined, ['works']]]);
    expect(placed([inside('a', 'works'), { group: 'other', plural: 'works' }])).toHaveLength(2);
  });

  it.each([
    [[everywhere('works')], 'the ClusterRole'],
    [[inside('a', 'works')], 'the Role in namespace a'],
    [[everywhere('works'), inside('a', 'secrets')], 'the ClusterRole and the Role in namespace a'],
    [['a', 'b'].map((name) => inside(name, 'secrets')), 'the Roles in namespaces a, b'],
    [['a', 'b', 'c', 'd', 'e'].map((name) => inside(name, 'secrets')), 'the Roles in namespaces a, b, c and 2 more'],
  ])('have names that describe them: %j', (resources, title) => {
    const rule = rbacRuleFor(resources);
    expect(rule.title).toBe(title);
    expect(wouldAllow(rule)).toBe(`T${title.slice(1)} that would allow it:`);
  });
});
