import { describe, expect, it } from 'vitest';
import { overlappingPlacements } from '../../src/static/rules/overlapping-placements.ts';
import { pickfixedUnknownCluster } from '../../src/static/rules/pickfixed-unknown-cluster.ts';
import { lintTexts } from '../support/lint-texts.ts';

const placement = (name: string, policy = ''): string => `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: ${name}}
spec:
  resourceSelectors:
    - {group: "", version: v1, kind: Namespace, name: shop}
${policy}`;
const member = (name: string): string => `apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: {name: ${name}}
spec: {identity: {kind: User, name: ${name}}}
`;

describe('an effect is as sure as what is known', () => {
  it.each([
    ['dev/crp.yaml', 'prod/crp.yaml', undefined, 'misbehaves'],
    ['dev/crp.yaml', 'dev/other.yaml', undefined, 'fails'],
  ])('placements of one object in %s and %s', (one, other, clusters, effect) => {
    const files = [
      { path: one, text: placement('a') },
      { path: other, text: placement('b') },
    ];
    expect(lintTexts({ files, clusters }, [overlappingPlacements]).findings.map((finding) => finding.effect)).toEqual([effect]);
  });

  it('a cluster that these manifests declare has not joined; any other is unknown', () => {
    const files = [
      { path: 'members.yaml', text: member('new-1') },
      { path: 'crp.yaml', text: placement('a', '  policy: {placementType: PickFixed, clusterNames: [new-1, nwe-1]}\n') },
    ];
    const { findings } = lintTexts({ files, clusters: member('old-1') }, [pickfixedUnknownCluster]);
    expect(findings.map(({ effect, message }) => `${effect}: ${message}`)).toEqual([
      'misbehaves: new-1 is declared here and has not joined the fleet yet.',
      'fails: No member cluster is called nwe-1.',
    ]);
  });
});
