/**
 * `node scripts/on-node.js 24 node scripts/cut-stories.ts [STORY…]`: reduces recordings of real hubs (`TRUTH_DIR`) to the events that the
 * scenes of the golden reports need, in `fixtures/stories/`. An event is removed if every scene has the same report without it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectKey, refOf, type KubeObject } from '../src/fleet/kubernetes/object.ts';
import { changesOf } from '../test/support/golden/object-changes.ts';
import { playStory } from '../test/support/golden/play-story.ts';
import { SCENE_SOURCES, type SceneSource } from '../test/support/golden/scenes.ts';
import { arranged, STORIES, toldFrom } from '../test/support/golden/tell-scene.ts';
import { readRecording, type RecordedEvent, type Recording } from '../test/support/recordings/recording.ts';
import { truthPath } from '../test/support/truth.ts';

type Story = Extract<SceneSource, { kind: 'story' }>;

const scenes = Map.groupBy(
  Object.values(SCENE_SOURCES).filter((source) => source.kind === 'story'),
  ({ story }) => story,
);
const only = process.argv.slice(2);
for (const [story, sources] of scenes) if (only.length === 0 || only.includes(story)) await cut(story, sources);

async function cut(story: string, sources: readonly Story[]): Promise<void> {
  const name = `v0.3.1/${story}`;
  const recording = readRecording(name);
  const whole = await reportsOf(recording, sources, name);
  const isSame = async (events: readonly RecordedEvent[]): Promise<boolean> =>
    // If a cut leaves nothing to judge, the run may be refused.
    (await reportsOf({ ...recording, events, isCut: true }, sources, name).catch(() => '')) === whole;
  const plain = recording.events.map((event) => ({ ...event, object: withoutManagers(event.object) }));
  let events: readonly RecordedEvent[] = (await isSame(plain)) ? plain : recording.events;
  for (let size = Math.ceil(events.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = events.length - size; at > -size; at -= size) {
      const fewer = events.filter((_, index) => index < at || index >= at + size);
      if (await isSame(fewer)) events = fewer;
    }
  }
  write(story, name, { ...recording, events });
  process.stdout.write(`${story}: ${String(events.length)} of ${String(recording.events.length)} events\n`);
}

async function reportsOf(recording: Recording, sources: readonly Story[], name: string): Promise<string> {
  const reports = await Promise.all(
    sources.map((source) => playStory(arranged(recording, source), toldFrom(source, truthPath('recordings', name)))),
  );
  return JSON.stringify(reports.map(({ report }) => report));
}

/** `managedFields` are long, and not needed by any scene. */
function withoutManagers(object: RecordedEvent['object']): RecordedEvent['object'] {
  const { managedFields: _, ...metadata } = object.metadata as typeof object.metadata & { readonly managedFields?: unknown };
  return { ...object, metadata };
}

function write(story: string, name: string, { events, marks, endedAt, expected, alive }: Recording): void {
  const folder = join(STORIES, story);
  mkdirSync(folder, { recursive: true });
  const { scenario, target, manifests, flags, outcome, exitCode } = expected;
  writeFileSync(
    join(folder, 'expect.json'),
    `${JSON.stringify({ scenario, target, flags, outcome, exitCode, causes: [], alive: [...alive], manifests }, null, 1)}\n`,
  );
  const latest = new Map<string, KubeObject>();
  const lines = [
    ...events.map(({ at, type, object }) => {
      const of = objectKey(refOf(object));
      const before = latest.get(of);
      latest.set(of, object);
      return { at, line: before === undefined ? { type, object } : { type, of, changes: changesOf(before, object) } };
    }),
    ...[...marks].map(([note, at]) => ({ at, line: { type: 'MARK', note } })),
    { at: endedAt, line: { type: 'MARK', note: 'the end of the recording' } },
  ].toSorted((a, b) => a.at - b.at);
  writeFileSync(
    join(folder, 'events.jsonl'),
    lines.map(({ at, line }) => `${JSON.stringify({ t: new Date(at).toISOString(), ...line })}\n`).join(''),
  );
  const member = truthPath('recordings', name, 'member-m2.json');
  if (existsSync(member)) writeFileSync(join(folder, 'member-m2.json'), readFileSync(member));
}
