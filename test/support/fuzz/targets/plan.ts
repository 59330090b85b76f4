import { isDeepStrictEqual } from 'node:util';
import { planPlacements } from '../../../../src/schedule/plan.ts';
import type { PlanInput } from '../../../../src/schedule/plan-context.ts';
import { renderCluster } from '../../../../src/schedule/render-cluster.ts';
import { parseManifests } from '../../../../src/static/read/parse-manifests.ts';
import { parseObjects } from '../../../../src/yaml/objects.ts';
import { casesOf, fixtureFolders } from '../../trees/rule-cases.ts';
import { manifestTexts } from '../corpus.ts';
import { asObject } from '../as-object.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedValue } from '../mutate-value.ts';
import type { Random } from '../random.ts';

export const target: FuzzTarget = {
  name: 'plan',
  about: 'mutated placements, overrides and members through the scheduler: it picks members, each once; a second run picks the same',
  all: 4_000,
  share: 50,
  start() {
    const cases = fixtureFolders().flatMap(casesOf);
    const texts = manifestTexts().filter((text) => text.includes('kubernetes-fleet.io/'));
    const members = cases.flatMap(({ clusters = '' }) => parseObjects(clusters, '').objects.filter(({ kind }) => kind === 'MemberCluster'));
    return Promise.resolve((random) => {
      const tree = (): PlanInput['objects'] => reshaped([random.pick(texts), random.pick(texts)], random);
      const input: PlanInput = {
        objects: tree(),
        members: random.some(0, 6, () => {
          const member = asObject(mutatedValue(random.pick(members), random, 2));
          return {
            ...member,
            apiVersion: 'cluster.kubernetes-fleet.io/v1',
            kind: 'MemberCluster',
            metadata: { ...member.metadata, name: `m${random.int(8)}` },
          };
        }),
        now: new Date('2026-06-01T12:00:00Z'),
        ...(random.oneIn(2) ? { base: tree() } : {}),
        target: random.pick(['v0.3', 'aks', 'main'] as const),
      };
      return { input, judge: () => judge(input) };
    });
  },
};

function reshaped(texts: readonly string[], random: Random): PlanInput['objects'] {
  const mutated = texts.flatMap((text) => parseObjects(text, '').objects).map((object) => JSON.stringify(mutatedValue(object, random, 2)));
  return parseManifests(mutated.join('\n---\n'), 'a.yaml').manifests;
}

function judge(input: PlanInput): void {
  const plan = planPlacements(input);
  const names = new Set(input.members.map(({ metadata }) => metadata.name));
  for (const { picked } of plan.placements) {
    must(new Set(picked).size === picked.length, 'a cluster is picked twice');
    for (const name of picked) must(names.has(name), `${name} is picked and is no member`);
  }
  must(isDeepStrictEqual(plan, planPlacements(input)), 'planned twice it is another plan');
  for (const name of names) renderCluster(input, plan, name);
}
