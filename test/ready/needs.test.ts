/** Which needs of a change `ready` looks for on members, and what a member that lacks one shows. */
import { expect, test } from 'vitest';
import { clusterNeeds, decidedNeeds } from '../../src/ready/needs.ts';

const because = 'it is not in these files';
const neededBy = [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' }];
const need = (kind: string, name: string, clusters: readonly string[] = ['east']): ReturnType<typeof clusterNeeds> =>
  clusterNeeds([{ kind, name, neededBy, clusters, because }]);
const decided = (kind: string, name: string): readonly (string | undefined)[] =>
  decidedNeeds(
    need(kind, name).needs.map((each) => ({ need: each, clusters: each.clusters })),
    { visibility: () => ({ kind: 'seen' }) },
    () => 'absent',
    '--member CLUSTER=CONTEXT',
  ).map(({ reason, open }) => reason?.message ?? open?.message);

test('an object that a member does not have is missing', () => {
  expect(decided('ClusterRole', 'reader')).toEqual(['ClusterRole/reader is not on east, and Deployment/shop/web needs it there.']);
});

test('a definition with a guessed name may have another one', () => {
  expect(decided('CustomResourceDefinition', 'fishes.sea.example.com')).toEqual([
    'Whether CustomResourceDefinition/fishes.sea.example.com is on east, where Deployment/shop/web needs it: there is none of this name, and its plural may be another.',
  ]);
});

test('a definition without a known plural is not looked for', () => {
  expect(need('CustomResourceDefinition', 'PeerSettings.mesh.example.com')).toEqual({
    needs: [],
    notChecked: [
      { message: 'Whether CustomResourceDefinition/PeerSettings.mesh.example.com is there: the plural of the kind is not known.' },
    ],
  });
});
