import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../../src/static/world/manifest.ts';
import { type TreePart, treeParts } from '../../../src/static/compare/tree-parts.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { namespaceYaml, placementYaml } from '../../support/fleets/fleet-yaml.ts';

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

  test('has one part for each overlay, which sees no other one; files outside overlays see everything', () => {
    expect(parts(['a', 'dev/x', 'prod/x', 'prod/y'])).toEqual({
      none: { sees: ['a', 'dev/x', 'prod/x', 'prod/y'], judges: ['a'] },
      dev: { sees: ['a', 'dev/x'], judges: ['dev/x'] },
      prod: { sees: ['a', 'prod/x', 'prod/y'], judges: ['prod/x', 'prod/y'] },
    });
  });

  test('puts checked manifests last, because the last of two equal objects wins', () => {
    const [plain, dev] = treeParts(manifests('x', 'dev/x'));
    expect([plain, dev].map((part) => part?.manifests.map(({ overlay }) => overlay))).toEqual([
      ['dev', undefined],
      [undefined, 'dev'],
    ]);
  });
});

describe('a change', () => {
  test('of an overlay is compared with the same overlay, not with objects of the same name elsewhere', () => {
    expect(parts(['dev/x', 'prod/x'], ['dev/x', 'prod/x'])).toMatchObject({ dev: { was: ['dev/x'] }, prod: { was: ['prod/x'] } });
  });

  test('that adds an overlay is compared with the earlier objects outside of overlays, and not with those that another overlay still has', () => {
    expect(parts(['dev/x', 'live/x'], ['dev/x', 'y'])).toMatchObject({ live: { was: ['y'] } });
  });

  test('that renames an overlay removes only what no longer exists', () => {
    expect(parts(['live/x'], ['prod/x', 'prod/y'])).toMatchObject({
      prod: { sees: [], judges: ['prod/x', 'prod/y'], moved: ['prod/x'] },
      live: { was: ['prod/x'] },
    });
  });

  test('that moves a file into or out of an overlay removes nothing', () => {
    expect(parts(['dev/x'], ['x'])).toMatchObject({ none: { moved: ['x'] }, dev: { was: ['x'] } });
    expect(parts(['x'], ['dev/x'])).toMatchObject({ none: { was: ['dev/x'] }, dev: { moved: ['dev/x'] } });
  });

  test('that removes an object from one overlay only removes it there', () => {
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
  test('are separate parts which do not see one another, beside the files outside of them', () => {
    expect(partsOfFolders(['a', 'dev/x', 'prod/x', 'prod/y', 'more/z'])).toEqual({
      none: { sees: ['a', 'dev/x', 'more/z', 'prod/x', 'prod/y'], judges: ['a', 'more/z'] },
      dev: { sees: ['a', 'dev/x', 'more/z'], judges: ['dev/x'] },
      prod: { sees: ['a', 'more/z', 'prod/x', 'prod/y'], judges: ['prod/x', 'prod/y'] },
    });
  });

  test('are compared with their own earlier objects, also if only one of them existed', () => {
    expect(partsOfFolders(['dev/x', 'prod/x'], ['dev/x'])).toMatchObject({ dev: { was: ['dev/x'] }, prod: { was: [] } });
    expect(partsOfFolders(['dev/x'], ['dev/x', 'prod/x'])).toMatchObject({
      dev: { was: ['dev/x'] },
      prod: { sees: [], judges: ['prod/x'], was: ['prod/x'] },
    });
    expect(partsOfFolders(['dev/x'], ['dev/x', 'prod/x'])['prod']).not.toHaveProperty('moved');
  });

  test('keep their earlier objects under a new name', () => {
    expect(partsOfFolders(['dev/x', 'live/x'], ['dev/x', 'prod/x'])).toMatchObject({
      live: { was: ['prod/x'] },
      prod: { judges: ['prod/x'], moved: ['prod/x'] },
    });
  });

  test('pass on objects that move to a place which all of them see', () => {
    expect(partsOfFolders(['dev/x', 'prod/x', 'shared/z'], ['dev/x', 'dev/z', 'prod/x'])).toMatchObject({
      none: { was: ['dev/x', 'dev/z', 'prod/x'] },
      dev: { moved: ['dev/z'] },
    });
  });

  test('can be beside overlays, which they see completely', () => {
    const overlay = manifests('live/o');
    const found = toldOf(treeParts([...overlay, ...inFolders('dev/x', 'prod/x')]));
    expect(found).toMatchObject({
      live: { sees: ['dev/x', 'live/o', 'prod/x'], judges: ['live/o'] },
      dev: { sees: ['dev/x', 'live/o'], judges: ['dev/x'] },
    });
  });

  test('at many places are as many parts as they have names, and each object is examined only a few times', () => {
    const apps = Array.from({ length: 100 }, (_, index) => `apps/app-${String(index)}`);
    const found = treeParts(inFolders('a', ...apps.flatMap((app) => ['dev', 'prod'].map((stage) => `${app}/${stage}/${app.slice(5)}`))));
    expect(found.map(({ name, manifests: seen, judged }) => [name, seen.length, judged.size])).toEqual([
      [undefined, 201, 1],
      ['*/dev', 101, 100],
      ['*/prod', 101, 100],
    ]);
  });

  test('that were removed from many places are equally few parts', () => {
    const apps = Array.from({ length: 100 }, (_, index) => `apps/app-${String(index)}`);
    const before = inFolders('a', ...apps.flatMap((app) => ['dev', 'prod'].map((stage) => `${app}/${stage}/${app.slice(5)}`)));
    expect(treeParts(inFolders('a'), before).map(({ name, base }) => [name, base?.length])).toEqual([
      [undefined, 201],
      ['*/dev', 101],
      ['*/prod', 101],
    ]);
  });

  test('are not parts if the names are not clear enough', () => {
    const copies = Array.from({ length: 40 }, (_, index) => [
      `${String(index)}/a${String(index)}/x${String(index)}`,
      `${String(index)}/b${String(index)}/x${String(index)}`,
    ]);
    expect(treeParts(inFolders(...copies.flat()))).toHaveLength(1);
  });
});
