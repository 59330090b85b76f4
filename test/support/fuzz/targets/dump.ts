import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../../../src/errors.ts';
import { FLEET_KINDS } from '../../../../src/fleet/kubefleet/kinds.ts';
import { dumpText } from '../../../../src/gates/hub/dump/dump.ts';
import { filesReader } from '../../../../src/gates/hub/dump/files-reader.ts';
import type { HubState } from '../../../../src/fleet/kubefleet/hub-state.ts';
import { enclosedEntries } from '../../../../src/fleet/kubefleet/envelope.ts';
import { parseObjects } from '../../../../src/yaml/objects.ts';
import { HUB_FIXTURES, hubFixture } from '../../hubs/hub-fixture.ts';
import { manifestTexts } from '../corpus.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedText } from '../mutate-text.ts';
import { mutatedValue } from '../mutate-value.ts';

export const target: FuzzTarget = {
  name: 'dump',
  about: 'mutated hubs as files: they are read, written as a dump, and read again as the same hub',
  all: 3_000,
  share: 30,
  start() {
    const hubs = readdirSync(HUB_FIXTURES)
      .toSorted()
      .slice(0, 30)
      .map((id) => hubFixture(id).objects.slice(0, 40));
    const texts = manifestTexts();
    return Promise.resolve((random) => {
      const from = random.int(30);
      const items = mutatedValue(random.pick(hubs).slice(from, from + 10), random);
      const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 1);
      const input = random.oneIn(2) ? text : mutatedText(random.oneIn(2) ? text : random.pick(texts), texts, random);
      return { input, judge: () => judge(input) };
    });
  },
};

const TYPES = FLEET_KINDS.map(({ group, kind }) => ({ group, kind }));
const NOW = new Date('2026-11-01T12:00:00Z');

function judge(text: string): void {
  const lines = text.split('\n').length;
  const { objects, problems } = parseObjects(text, 'd');
  for (const { line } of problems) must(line >= 1 && line <= lines, `a problem on line ${line} of ${lines}`);
  for (const object of objects) enclosedEntries(object);
  const hub = hubOf(objects);
  if (hub === undefined) return;
  const written = dumpText(hub, TYPES, { key: 'k', format: 'json' });
  const again = hubOf(parseObjects(written, 'd').objects);
  must(again !== undefined, 'the dump cannot be read');
  must(again.now.getTime() === hub.now.getTime(), 'the dump is of another time');
  must(
    isDeepStrictEqual(
      TYPES.map((type) => again.visibility(type).kind),
      TYPES.map((type) => hub.visibility(type).kind),
    ),
    'something else is seen',
  );
  must(dumpText(again, TYPES, { key: 'k', format: 'json' }) === written, 'the dump of the dump differs');
  parseObjects(dumpText(hub, TYPES, { key: 'k', format: 'yaml' }), 'd');
}

function hubOf(objects: Parameters<typeof filesReader>[0]): HubState | undefined {
  try {
    return filesReader(objects).state();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return objects.length === 0 ? undefined : filesReader(objects, NOW).state();
  }
}
