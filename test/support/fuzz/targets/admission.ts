import { isDeepStrictEqual } from 'node:util';
import { celRules } from '../../../../src/admission/cel/cel-rules.ts';
import { profileContracts } from '../../../../src/admission/contracts/contract.ts';
import { loadGoPatterns } from '../../../../src/admission/go-pattern.ts';
import { everyDenial } from '../../../../src/admission/every-denial.ts';
import { admitUpdate, judgeCreate } from '../../../../src/admission/judge.ts';
import { loadEngines } from '../../../../src/admission/prepare.ts';
import { fleetKind, HUB_PROFILES, type HubProfile } from '../../../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../../src/fleet/kubernetes/object.ts';
import { manifestObjects } from '../corpus.ts';
import { asObject } from '../as-object.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedValue } from '../mutate-value.ts';

await loadEngines();

export const target: FuzzTarget = {
  name: 'admission',
  about: 'mutated objects of KubeFleet through decoding, schema, CEL rules and webhooks, as new ones and as changes',
  all: 8_000,
  share: 75,
  async start() {
    await loadGoPatterns();
    const objects = manifestObjects().filter(({ kind }) => fleetKind(kind) !== undefined);
    return (random) => {
      const before = random.pick(objects);
      const { apiVersion, kind } = before;
      // An object without a kind is not a manifest, so its type stays.
      const object = asObject({ ...asObject(mutatedValue(before, random)), apiVersion, kind });
      const input = { object, before, profile: random.pick(HUB_PROFILES) };
      return { input, judge: () => judge(input) };
    };
  },
};

function judge({
  object,
  before,
  profile,
}: {
  readonly object: KubeObject;
  readonly before: KubeObject;
  readonly profile: HubProfile;
}): void {
  const created = judgeCreate(object, profile);
  for (const { pointer, message } of created) {
    must(pointer === '' || pointer.startsWith('/'), `"${pointer}" is no pointer`);
    must(message !== '' && !message.includes('[object '), `a denial says "${message}"`);
  }
  must(isDeepStrictEqual(created, judgeCreate(object, profile)), 'judged twice it is denied otherwise');
  const every = everyDenial(object, profile).denials;
  must((every.length === 0) === (created.length === 0), 'told at once or one by one, a denial is missing');
  admitUpdate(object, { manifest: before, how: 'apply' }, profile);
  admitUpdate(object, { manifest: before, how: 'replace' }, profile);
  const contract = profileContracts(profile).find(object);
  if (contract !== undefined) celRules({ object, contract, old: before });
}
