import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../src/static/world/manifest.ts';
import { type TreePart, treeParts } from '../../src/static/compare/tree-parts.ts';
import { parseManifests } from '../../src/static/read/parse-manifests.ts';
import { namespaceYaml, placementYaml } from '../support/fleet-yaml.ts';

/** `overlay/name`, or a name alone for what no overlay holds. */
function manifests(...names: readonly string[]): readonly Manifest[] {
  return names.flatMap((text) => {
    const [overlay, name] = text.includes('/') ? text.split('/') : [undefined, text];
    return parseManifests(namespaceYaml(name ?? ''), `${text}.yaml`).manifests.map((manifest) =>
      overlay === undefined ? manifest : { ...manifest, overlay },
    );
  });
}

const named = (list: Iterable<Manifest>): readonly string[] => [...list].map(({ file }) => file.replace('.yaml', '')).toSorted();

function parts(head: readonly string[], base?: readonly string[]): Readonly<Record<string, object>> {
  return toldOf(treeParts(manifests(...head), base && manifests(...base)));
}

function toldOf(found: readonly TreePart[]): Readonly<Record<string, object>> {
  return Object.fromEntries(
    found.map((part) => [
      part.name ?? 'none',
      {
        sees: named(part.manifests),
        judges: named(part.judged),
        ...(part.base === undefined ? {} : { was: named(part.base) }),
        ...(part.moved.size === 0 ? {} : { moved: named(part.moved) }),
      },
    ]),
  );
}

describe('a tree', () => {
  test('without overlays is one part', () => {
    expect(parts(['a', 'b'])).toEqual({ none: { sees: ['a', 'b'], judges: ['a', 'b'] } });
    expect(parts(['a'], ['a', 'b'])).toEqual({ none: { sees: ['a'], judges: ['a', 'a', 'b'], was: ['a', 'b'] } });
  });

  test('has a part an overlay, which sees no other; what no overlay holds sees all', () => {
    expect(parts(['a', 'dev/x', 'prod/x', 'prod/y'])).toEqual({
      none: { sees: ['a', 'dev/x', 'prod/x', 'prod/y'], judges: ['a'] },
      dev: { sees: ['a', 'dev/x'], judges: ['dev/x'] },
      prod: { sees: ['a', 'prod/x', 'prod/y'], judges: ['prod/x', 'prod/y'] },
    });
  });

  test('puts what is judged last, as the last of two objects counts', () => {
    const [plain, dev] = treeParts(manifests('x', 'dev/x'));
    expect([plain, dev].map((part) => part?.manifests.map(({ overlay }) => overlay))).toEqual([
      ['dev', undefined],
      [undefined, 'dev'],
    ]);
  });
});

describe('a change', () => {
  test('of an overlay is held against the overlay, not against its namesakes', () => {
    expect(parts(['dev/x', 'prod/x'], ['dev/x', 'prod/x'])).toMatchObject({ dev: { was: ['dev/x'] }, prod: { was: ['prod/x'] } });
  });

  test('that adds an overlay is held against what its objects were, wherever they stood', () => {
    expect(parts(['dev/x', 'live/x'], ['dev/x', 'y'])).toMatchObject({ live: { was: ['dev/x', 'y'] } });
  });

  test('that gives an overlay another name takes nothing away but what is gone', () => {
    expect(parts(['live/x'], ['prod/x', 'prod/y'])).toMatchObject({
      prod: { sees: [], judges: ['prod/x', 'prod/y'], moved: ['prod/x'] },
      live: { was: ['prod/x'] },
    });
  });

  test('that puts a file into an overlay, or takes it out, takes nothing away', () => {
    expect(parts(['dev/x'], ['x'])).toMatchObject({ none: { moved: ['x'] }, dev: { was: ['x'] } });
    expect(parts(['x'], ['dev/x'])).toMatchObject({ none: { was: ['dev/x'] }, dev: { moved: ['dev/x'] } });
  });

  test('that takes an object off one overlay alone takes it away there', () => {
    expect(parts(['dev/y', 'prod/x'], ['dev/x', 'dev/y', 'prod/x'])).toMatchObject({
      dev: { judges: ['dev/x', 'dev/y', 'dev/y'], was: ['dev/x', 'dev/y'] },
    });
    expect(parts(['dev/y', 'prod/x'], ['dev/x', 'dev/y', 'prod/x'])['dev']).not.toHaveProperty('moved');
  });
});

/** A placement in each folder, `folder/name`; a name alone is a Namespace in no folder. */
function inFolders(...texts: readonly string[]): readonly Manifest[] {
  return texts.flatMap((text) => {
    const name = text.split('/').at(-1) ?? '';
    const yaml = text.includes('/') ? placementYaml(name) : namespaceYaml(name);
    return parseManifests(yaml, `${text}.yaml`).manifests;
  });
}

function partsOfFolders(head: readonly string[], base?: readonly string[]): Readonly<Record<string, object>> {
  return toldOf(treeParts(inFolders(...head), base && inFolders(...base)));
}

describe('folders for different hubs', () => {
  test('are parts which do not see one another, beside what stands in none', () => {
    expect(partsOfFolders(['a', 'dev/x', 'prod/x', 'prod/y', 'more/z'])).toEqual({
      none: { sees: ['a', 'dev/x', 'more/z', 'prod/x', 'prod/y'], judges: ['a', 'more/z'] },
      dev: { sees: ['a', 'dev/x', 'more/z'], judges: ['dev/x'] },
      prod: { sees: ['a', 'more/z', 'prod/x', 'prod/y'], judges: ['prod/x', 'prod/y'] },
    });
  });

  test('are held against what they were themselves, also where only one was there before', () => {
    expect(partsOfFolders(['dev/x', 'prod/x'], ['dev/x'])).toMatchObject({ dev: { was: ['dev/x'] }, prod: { was: [] } });
    expect(partsOfFolders(['dev/x'], ['dev/x', 'prod/x'])).toMatchObject({
      dev: { was: ['dev/x'] },
      prod: { sees: [], judges: ['prod/x'], was: ['prod/x'] },
    });
    expect(partsOfFolders(['dev/x'], ['dev/x', 'prod/x'])['prod']).not.toHaveProperty('moved');
  });

  test('keep what they had under another name', () => {
    expect(partsOfFolders(['dev/x', 'live/x'], ['dev/x', 'prod/x'])).toMatchObject({
      live: { was: ['prod/x'] },
      prod: { judges: ['prod/x'], moved: ['prod/x'] },
    });
  });

  test('give away what goes to where all see it', () => {
    expect(partsOfFolders(['dev/x', 'prod/x', 'shared/z'], ['dev/x', 'dev/z', 'prod/x'])).toMatchObject({
      none: { was: ['dev/x', 'dev/z', 'prod/x'] },
      dev: { moved: ['dev/z'] },
    });
  });

  test('stand beside overlays, of which they see all', () => {
    const overlay = manifests('live/o');
    const found = toldOf(treeParts([...overlay, ...inFolders('dev/x', 'prod/x')]));
    expect(found).toMatchObject({
      live: { sees: ['dev/x', 'live/o', 'prod/x'], judges: ['live/o'] },
      dev: { sees: ['dev/x', 'live/o'], judges: ['dev/x'] },
    });
  });

  test('that stand in many places are as many parts as they have names, and look at each object few times', () => {
    const apps = Array.from({ length: 100 }, (_, index) => `apps/app-${String(index)}`);
    const found = treeParts(inFolders('a', ...apps.flatMap((app) => ['dev', 'prod'].map((stage) => `${app}/${stage}/${app.slice(5)}`))));
    expect(found.map(({ name, manifests: seen, judged }) => [name, seen.length, judged.size])).toEqual([
      [undefined, 201, 1],
      ['*/dev', 101, 100],
      ['*/prod', 101, 100],
    ]);
  });

  test('that are gone from many places are as few parts', () => {
    const apps = Array.from({ length: 100 }, (_, index) => `apps/app-${String(index)}`);
    const before = inFolders('a', ...apps.flatMap((app) => ['dev', 'prod'].map((stage) => `${app}/${stage}/${app.slice(5)}`)));
    expect(treeParts(inFolders('a'), before).map(({ name, base }) => [name, base?.length])).toEqual([
      [undefined, 201],
      ['*/dev', 101],
      ['*/prod', 101],
    ]);
  });

  test('are no parts where names tell too little as well', () => {
    const copies = Array.from({ length: 40 }, (_, index) => [
      `${String(index)}/a${String(index)}/x${String(index)}`,
      `${String(index)}/b${String(index)}/x${String(index)}`,
    ]);
    expect(treeParts(inFolders(...copies.flat()))).toHaveLength(1);
  });
});
