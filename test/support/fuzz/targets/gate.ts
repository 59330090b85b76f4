import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../../../src/cli/command-line/invocation.ts';
import { field, objectAt } from '../../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../../../src/gates/verdict/gate-state.ts';
import { gate } from '../../gate/gate.ts';
import { HUB_FIXTURES, hubFixture } from '../../hubs/hub-fixture.ts';
import { asObject } from '../as-object.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import type { Random } from '../random.ts';
import { spoiltValue } from '../spoil-value.ts';

export const target: FuzzTarget = {
  name: 'gate',
  about: 'hubs of known failures with fields gone or garbled: nothing that was not good becomes good by what can no longer be read',
  all: 4_000,
  share: 35,
  start() {
    const hubs = readdirSync(HUB_FIXTURES)
      .toSorted()
      .map((id) => {
        const { objects, asked } = hubFixture(id);
        return { id, objects, asked, outcome: gate(asked).once(objects).outcome };
      });
    return Promise.resolve((random) => {
      const { id, objects, asked, outcome } = random.pick(hubs);
      const spoilt = random.some(1, 4, () => random.int(objects.length)).reduce((hub, at) => spoiltAt(hub, at, random), objects);
      return { input: { id, changed: changes(objects, spoilt) }, judge: () => judge(spoilt, () => gate(asked).once(spoilt), outcome) };
    });
  },
};

/** The object keeps its name, its placement and its deletion time: otherwise this would be another hub, not one that is hard to read. */
function spoiltAt(hub: readonly KubeObject[], at: number, random: Random): readonly KubeObject[] {
  return hub.map((object, index) => {
    if (index !== at) return object;
    const { apiVersion, kind, metadata } = object;
    const { name, namespace, deletionTimestamp } = metadata;
    const spoilt = asObject(spoiltValue(object, random));
    const parents = Object.entries(metadata.labels ?? {}).filter(([label]) => label.startsWith('kubernetes-fleet.io/parent'));
    const labels = { ...objectAt(spoilt, 'metadata', 'labels'), ...Object.fromEntries(parents) } as Readonly<Record<string, string>>;
    return { ...spoilt, apiVersion, kind, metadata: { ...spoilt.metadata, name, labels, ...defined({ namespace, deletionTimestamp }) } };
  });
}

/** The differences, as pointers with the new value. */
function changes(before: unknown, after: unknown, at = ''): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObjectOrList(before) || !isObjectOrList(after)) return [`${at}: ${JSON.stringify(after) ?? 'gone'}`];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    changes(field(before, key), field(after, key), `${at}/${key}`),
  );
}

function isObjectOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function judge(hub: readonly KubeObject[], look: () => GateState, outcome: string): void {
  const state = look();
  must(outcome === 'passed' || state.outcome !== 'passed', `${outcome} became passed`);
  must(isDeepStrictEqual({ ...state, memory: undefined }, { ...look(), memory: undefined }), 'judged twice it says something else');
  must(JSON.stringify(hub) !== undefined, 'the hub is no JSON');
}
