import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { gateOptions } from '../../../src/cli/settings/gate-options.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { type KubeObject, refOf } from '../../../src/fleet/kubernetes/object.ts';
import { DEFAULT_GRACES, type Graces } from '../../../src/gates/graces.ts';
import { removalKey } from '../../../src/gates/rollout/removals.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { memberPlace, NO_MEMBER_OBJECTS } from '../../../src/gates/view/member-objects.ts';
import { type Asked, gate } from '../gate/gate.ts';

/** The format of `expect.json` beside the fixture of a hub. */
interface Expected {
  readonly id: string;
  readonly cluster?: string;
  readonly object?: string;
  readonly target: readonly string[];
  readonly now: string;
  readonly flags?: readonly string[];
  readonly manifests: readonly KubeObject[];
}

/** The hub, deploy and flags of another fixture, with texts of the hub replaced and objects added. */
type Written =
  | Expected
  | (Partial<Expected> &
      Pick<Expected, 'id'> & {
        readonly like: string;
        readonly replace?: readonly (readonly [string, string])[];
        readonly add?: readonly KubeObject[];
      });

interface HubFixture extends Pick<Expected, 'id' | 'cluster' | 'object'> {
  readonly objects: readonly KubeObject[];
  /** The settings of the user of this hub. */
  readonly asked: Asked & Pick<Expected, 'manifests'> & { readonly targets: readonly string[]; readonly hubTime: Date };
  /** Objects on the member m2, if only the member shows the failure. */
  readonly member?: readonly KubeObject[];
}

export const HUB_FIXTURES = join(import.meta.dirname, '../../../fixtures/hub');

/** The recorded hub of a failure, `fixtures/hub/<id>/`. @throws {Error} a text to replace does not occur */
export function hubFixture(id: string): HubFixture {
  const { expected, text } = read(id);
  const { target: targets, manifests, now, flags = [], ...about } = expected;
  const asked = { targets, manifests, hubTime: new Date(now), options: gateOptions(parseArgv(['wait', ...flags]), {}) };
  const file = join(HUB_FIXTURES, id, 'member-m2.json');
  const fixture = { ...about, objects: JSON.parse(text) as readonly KubeObject[], asked };
  return existsSync(file) ? { ...fixture, member: JSON.parse(readFileSync(file, 'utf8')) as readonly KubeObject[] } : fixture;
}

/** The result of a fixture. All grace periods are zero, so one check decides. */
export function judgedFixture(id: string, more: Asked = {}): GateState {
  const { objects, asked, member } = hubFixture(id);
  const places = asked.manifests.map((manifest) => memberPlace('m2', manifest.metadata.namespace ?? ''));
  const inMember = (member ?? []).map((found) => [removalKey({ cluster: 'm2', object: refOf(found) }), [found]] as const);
  const absent = asked.manifests.filter(({ kind }) => kind === 'Deployment').map((manifest) => refOf(manifest));
  const members =
    member === undefined
      ? NO_MEMBER_OBJECTS
      : new Map([
          ...places.map((place) => [place, member] as const),
          ...absent.map((object) => [removalKey({ cluster: 'm2', object }), []] as const),
          ...inMember,
        ]);
  return gate({ ...asked, grace: OVER, members, ...more }).once(objects);
}

const OVER: Graces = {
  ...(Object.fromEntries(Object.keys(DEFAULT_GRACES).map((name) => [name, 0])) as unknown as Graces),
  heartbeat: DEFAULT_GRACES.heartbeat,
};

function read(id: string): { readonly expected: Expected; readonly text: string } {
  const written = JSON.parse(readFileSync(join(HUB_FIXTURES, id, 'expect.json'), 'utf8')) as Written;
  if (!('like' in written)) return { expected: written, text: readFileSync(join(HUB_FIXTURES, id, 'hub.json'), 'utf8') };
  const { like, replace = [], add = [], ...own } = written;
  const { expected, text } = read(like);
  const missing = replace.find(([from]) => !text.includes(from));
  if (missing !== undefined) throw new Error(`fixtures/hub/${like}: no text ${missing[0]}`);
  const { cluster: _cluster, object: _object, ...shared } = expected;
  const replaced = replace.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  const more = add.map((object) => `,${JSON.stringify(object)}`).join('');
  return { expected: { ...shared, ...own }, text: replaced.trimEnd().replace(/\]$/, () => `${more}]`) };
}

/** Moves the times below `key` by `ms`, on the objects for which `isMeant` returns true. */
export function shifted(
  objects: readonly KubeObject[],
  key: string,
  ms: number,
  isMeant: (object: KubeObject) => boolean = () => true,
): readonly KubeObject[] {
  const move = (name: string, value: unknown): unknown =>
    name === key && typeof value === 'string' ? new Date(Date.parse(value) + ms).toISOString() : value;
  return objects.map((object) => (isMeant(object) ? (JSON.parse(JSON.stringify(object, move)) as KubeObject) : object));
}
