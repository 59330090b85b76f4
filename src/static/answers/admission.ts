import type { Extras } from '../../admission/admission.ts';
import { commonDenials, denialKey, type Denial } from '../../admission/denial.ts';
import { everyDenial } from '../../admission/every-denial.ts';
import { admitCreate } from '../../admission/judge.ts';
import { isCertain } from '../../admission/unresolved.ts';
import type { Unjudged } from '../../admission/unjudged.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { hubKinds } from '../../admission/webhooks/hub-kinds.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import type { World } from '../world/world.ts';

export interface Answer {
  /** What the hub refuses whether it knows the object or not. */
  readonly always: readonly Denial[];
  /** What it refuses only because of what the object was before. */
  readonly change: readonly Denial[];
  /** What it checks as well and is not judged here; only with the hub's own schemas. */
  readonly unjudged: readonly Unjudged[];
}

/**
 * The hub's answer to a manifest: as a change if it is known what the object was before, and the hub took that, else as a new object.
 * Kinds of CustomResourceDefinitions among the manifests count as installed, and those the hub lists, where one is at hand.
 */
export const hubAnswer = oncePerWorld((manifest: Manifest, world: World): Answer => {
  const { object } = manifest;
  const extras = extrasOf(manifest, world);
  const before = world.before(manifest);
  const { denials: created, unjudged } = everyDenial(object, world.target, extras);
  if (before === undefined) return { always: created, change: [], unjudged };
  const { applied, live } = before;
  // A manifest that was refused is not on the hub.
  if (live === undefined && applied.some((old) => admitCreate(old, world.target, extras).denials.length > 0))
    return { always: created, change: [], unjudged };
  const hub = live === undefined ? {} : { live };
  const edits = applied.map((old) => everyDenial(object, world.target, extras, { manifest: old, ...hub, how: 'apply' }));
  const updated = commonDenials(edits.map(({ denials }) => denials));
  const known = new Set(created.map(denialKey));
  return {
    always: updated.filter((denial) => known.has(denialKey(denial))),
    change: updated.filter((denial) => !known.has(denialKey(denial))),
    unjudged: edits.flatMap((edit) => edit.unjudged),
  };
});

/**
 * A new object as the hub would store it once what it refuses is mended as far as that can be told. It is not kept: of thousands of objects
 * one after the other is asked for.
 */
export function storedObject(manifest: Manifest, world: World): KubeObject {
  return everyDenial(manifest.object, world.target, extrasOf(manifest, world)).object;
}

/** What an object the hub has would become, once for each apply it could be; empty for a new one. */
export function editedObjects(manifest: Manifest, world: World): readonly KubeObject[] {
  const { applied = [], live } = world.before(manifest) ?? {};
  if (live === undefined) return [];
  const extras = extrasOf(manifest, world);
  return applied.map((old) => everyDenial(manifest.object, world.target, extras, { manifest: old, live, how: 'apply' }).object);
}

function extrasOf({ unresolved }: Manifest, world: World): NonNullable<Parameters<typeof everyDenial>[2]> {
  return { unresolved, ...admissionExtras(world) };
}

/** What the hub goes by: its kinds, and its own schemas if they are known. */
export function admissionExtras(world: World): Pick<Extras, 'kinds' | 'contracts'> {
  return { kinds: kindsOf(world), ...(world.contracts === undefined ? {} : { contracts: world.contracts }) };
}

/** Whether the hub refuses nothing in the same part of a manifest (`/spec/policy`, …), so that what stands there can be judged further. */
export function takesPart(manifest: Manifest, pointer: string, world: World): boolean {
  return isCertain(hubAnswer(manifest, world).always.map((denial) => denial.pointer))(pointer);
}

const kindsOf = oncePer((world: World) => hubKinds(knownApis(world)));
