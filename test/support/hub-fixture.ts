import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { KubeObject } from '../../src/fleet/object.ts';

/** What `expect.json` says of the hub beside it. */
interface Expected {
  readonly id: string;
  readonly cluster?: string;
  readonly object?: string;
  readonly target: readonly string[];
  readonly now: string;
  readonly flags?: readonly string[];
  readonly manifests: readonly KubeObject[];
  /** The hub of another folder, with texts of it replaced: what differs is only what the hub says. */
  readonly like?: string;
  readonly replace?: readonly (readonly [string, string])[];
}

interface HubFixture extends Omit<Expected, 'now'> {
  readonly objects: readonly KubeObject[];
  readonly now: Date;
  /** Objects on the member m2, where the failure shows there only. */
  readonly member?: readonly KubeObject[];
}

export const HUB_FIXTURES = join(import.meta.dirname, '../../fixtures/hub');

/** The recorded hub of a failure, `fixtures/hub/<id>/`. @throws {Error} a text that is to be replaced is not there */
export function hubFixture(id: string): HubFixture {
  const expected = JSON.parse(readFileSync(join(HUB_FIXTURES, id, 'expect.json'), 'utf8')) as Expected;
  let text = readFileSync(join(HUB_FIXTURES, expected.like ?? id, 'hub.json'), 'utf8');
  for (const [from, to] of expected.replace ?? []) {
    if (!text.includes(from)) throw new Error(`fixtures/hub/${expected.like ?? id}: no text ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = join(HUB_FIXTURES, id, 'member-m2.json');
  const objects = JSON.parse(text) as readonly KubeObject[];
  const fixture = { ...expected, objects, now: new Date(expected.now) };
  return existsSync(file) ? { ...fixture, member: JSON.parse(readFileSync(file, 'utf8')) as readonly KubeObject[] } : fixture;
}

/** Times below `key` moved by `ms`, on the objects `isMeant` says. */
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
