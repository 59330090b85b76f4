/**
 * What API servers and controllers of real hubs added to the manifests of every recording in TRUTH_DIR is known as something they may
 * add.
 */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';

import { isObject } from '../../../src/fleet/json/json.ts';
import { objectKey, refOf, type KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { removedField } from '../../../src/gates/deploy/removed-fields.ts';
import { filledIn } from '../../../src/schedule/override/filled-in.ts';
import { withDefaults } from '../../../src/schedule/override/hub-defaults.ts';
import { readRecording, recordingNames } from '../../support/recordings/recording.ts';
import { isMissing } from '../../support/truth.ts';

const CONTENT = /^(v1|apps\/v1|batch\/v1|networking\.k8s\.io\/v1|policy\/v1|rbac\.authorization\.k8s\.io\/v1)$/;

describe.skipIf(isMissing('recordings'))('fields that a hub fills in', () => {
  it('are never reported as missing', () => {
    let compared = 0;
    const surprising = new Set<string>();
    for (const name of recordingNames()) {
      const { expected, events } = readRecording(name);
      const manifests = new Map((expected.manifests ?? []).filter(isContent).map((manifest) => [objectKey(refOf(manifest)), manifest]));
      for (const { object } of events) {
        const manifest = manifests.get(objectKey(refOf(object)));
        if (manifest === undefined || JSON.stringify(manifest['spec']) === undefined) continue;
        compared += 1;
        const presence = filledIn(refOf(object));
        for (const path of added(manifest, object)) {
          if (presence(path) === 'no') surprising.add(`${object.kind} /${path.join('/')}`);
        }
      }
    }
    process.stdout.write(`filled in: ${String(compared)} objects compared, ${String(surprising.size)} surprising fields\n`);
    expect([...surprising]).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  });
});

describe.skipIf(isMissing('recordings'))('defaults that patches replace', () => {
  it('are those that recorded hubs have stored', () => {
    const differing = new Set<string>();
    let compared = 0;
    for (const name of recordingNames()) {
      const { expected, events } = readRecording(name);
      const manifests = new Map(expected.manifests.filter(isContent).map((manifest) => [objectKey(refOf(manifest)), manifest]));
      for (const { object } of events) {
        const manifest = manifests.get(objectKey(refOf(object)));
        // A later edit is of another manifest.
        if (manifest === undefined || !contains(object['spec'], manifest['spec'])) continue;
        const defaulted = withDefaults(manifest);
        if (defaulted === manifest) continue;
        compared += 1;
        if (!contains(object['spec'], defaulted['spec'])) differing.add(`${name} ${object.kind}/${object.metadata.name}`);
      }
    }
    expect([...differing]).toEqual([]);
    expect(compared).toBeGreaterThan(50);
  });
});

describe.skipIf(isMissing('recordings'))('defaults that Helm owns', () => {
  it('are not fields that a chart has set', () => {
    const found = new Set<string>();
    let compared = 0;
    for (const name of recordingNames()) {
      const { expected, events } = readRecording(name);
      const manifests = new Map(expected.manifests.filter(isContent).map((manifest) => [objectKey(refOf(manifest)), manifest]));
      for (const { object } of events) {
        const manifest = manifests.get(objectKey(refOf(object)));
        // An API server makes the selector of a Job after it has recorded the managers.
        if (manifest === undefined || manifest.kind === 'Job' || !contains(object['spec'], manifest['spec'])) continue;
        compared += 1;
        const { apiVersion, kind: _kind, metadata: _metadata, status: _status, ...content } = object;
        const helm = { manager: 'helm', operation: 'Update', apiVersion, time: '', fieldsV1: fieldsOf(content) };
        const { annotations: _annotations, ...metadata } = object.metadata;
        const pointer = removedField({ ...object, metadata: { ...metadata, managedFields: [helm] } }, manifest);
        if (pointer !== undefined && !pointer.startsWith('/metadata')) found.add(`${name} ${object.kind} ${pointer}`);
      }
    }
    expect([...found]).toEqual([]);
    expect(compared).toBeGreaterThan(50);
  });
});

/** As in `fieldsV1`, with items by name where they have one. Other lists belong to their manager as a whole. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(value)) {
    const named = value.filter((item) => isObject(item) && typeof item['name'] === 'string' && item['image'] !== undefined);
    return Object.fromEntries(named.map((item: { readonly name: string }) => [`k:${JSON.stringify({ name: item.name })}`, fieldsOf(item)]));
  }
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, held]) => [`f:${key}`, fieldsOf(held)])) : {};
}

function contains(held: unknown, said: unknown): boolean {
  if (Array.isArray(said)) return Array.isArray(held) && said.every((entry, index) => contains(held[index], entry));
  if (!isObject(said)) return isDeepStrictEqual(held, said);
  return isObject(held) && Object.entries(said).every(([key, value]) => contains(held[key], value));
}

function isContent({ apiVersion }: KubeObject): boolean {
  return CONTENT.test(apiVersion);
}

/** Paths the hub's object has and the manifest has not; below one only the names, which is what a patch would walk through. */
function added(manifest: unknown, hub: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (path.length === 1 && path[0] === 'status') return [];
  if (Array.isArray(hub))
    return hub.flatMap((entry, index) => added(Array.isArray(manifest) ? manifest[index] : undefined, entry, [...path, String(index)]));
  const here = manifest === undefined && path.length > 0 ? [path] : [];
  if (!isObject(hub)) return here;
  const entries = Object.entries(hub).flatMap(([key, value]) =>
    added(isObject(manifest) ? manifest[key] : undefined, value, [...path, key]),
  );
  return [...here, ...entries];
}
