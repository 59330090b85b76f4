import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompactStore } from '../../src/compact/compact-store.ts';

type Fields = Readonly<Record<string, unknown>>;

/** JSON objects with what is written in a form of its own: uids, digits, keys with a meaning to JavaScript, halves of characters. */
const fields = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '', '0', 'status')),
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      fc.uuid(),
      fc.stringMatching(/^[0-9]{1,20}$/),
      fc.double(),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(fc.string(), tie('value')),
    ),
  })).value,
);

describe('what is kept as few bytes', () => {
  it('is read as it was written, in any order', () => {
    fc.assert(
      fc.property(fc.array(fields.map(asJson)), (objects) => {
        const store = new CompactStore();
        const places = objects.map((object) => store.add(object));
        for (const [index, place] of [...places.entries()].toReversed())
          expect(JSON.stringify(store.read(place))).toBe(JSON.stringify(objects[index]));
      }),
      { numRuns: 300 },
    );
  });

  it('is read as it was written once nothing recurs any more', () => {
    const store = new CompactStore();
    const objects = Array.from({ length: 20_000 }, (_, index) => ({
      metadata: { name: `name-${String(index)}`, half: '\uD800', long: 'x'.repeat(index % 300) },
      list: [{ at: `time-${String(index)}` }, `\u{1F6F0} ${String(index)}`],
    }));
    const places = objects.map((object) => store.add(object));
    expect(places.map((place) => store.read(place))).toEqual(objects);
  });

  it('takes an object larger than a block, and what comes behind it', () => {
    const store = new CompactStore();
    const large = { text: '0'.repeat(700_000), same: 'small' };
    // Strings of their own are written in full once strings at that key do not recur.
    for (let index = 0; index < 9000; index++) store.add({ text: `text ${String(index)}`, same: 'small' });
    const places = [store.add(large), store.add({ text: 'after', same: 'small' }), store.add({ ...large, text: `1${large.text}` })];
    expect(places.map((place) => String(store.read(place)['text']).length)).toEqual([700_000, 5, 700_001]);
  });

  it('takes a hundredth of the bytes where objects say the same', () => {
    const condition = { type: 'Applied', status: 'True', reason: 'AllWorkHaveBeenApplied', message: 'All works are applied' };
    const store = new CompactStore();
    for (let index = 0; index < 1000; index++) store.add({ conditions: Array.from({ length: 10 }, () => condition) });
    expect(store.used).toBeLessThan((JSON.stringify(condition).length * 10_000) / 20);
  });

  it('gives each reader an object of its own: what one changes, no other one sees, nor another place of the same object', () => {
    const few = fc.constantFrom<unknown>({}, [], { app: 'web' }, { app: 'db' }, ['a'], 'text', 1, null);
    const some = fc.dictionary(fc.constantFrom('labels', 'selector', 'limits', 'requests', 'args'), fc.oneof(few, fc.array(few)));
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 8 }), (objects) => {
        const store = new CompactStore();
        const places = objects.map((object) => store.add(object));
        const read = places.flatMap((place) => [store.read(place), store.read(place), { field: store.readField(place, 'labels') }]);
        const seen = new Set<unknown>();
        for (const inner of read.flatMap(insideOf)) {
          expect(seen.has(inner), JSON.stringify(inner)).toBe(false);
          seen.add(inner);
        }
      }),
    );
  });

  it('reads the last key when somebody asks for it', () => {
    const store = new CompactStore();
    const place = store.add({ kind: 'Work', status: { conditions: [1] } });
    const asked: unknown[] = [];
    const late = store.readWithLate(place, 'status', (read) => asked.push(read()) && asked.at(-1));
    expect(Object.keys(late)).toEqual(['kind', 'status']);
    expect(asked).toEqual([]);
    expect({ ...late }).toEqual({ kind: 'Work', status: { conditions: [1] } });
    expect(asked).toHaveLength(1);
    const other = store.add({ status: 1, kind: 'Work' });
    expect(store.readWithLate(other, 'status', () => 'never')).toEqual({ status: 1, kind: 'Work' });
  });
});

function asJson(value: unknown): Fields {
  return JSON.parse(JSON.stringify(value)) as Fields;
}

/** All maps and lists in a value, itself included. */
function insideOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(insideOf)] : [];
}
