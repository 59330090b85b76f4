import type { Extras } from '../../admission/admission.ts';
import { commonDenials, denialKey, type Denial } from '../../admission/denial.ts';
import { everyDenial } from '../../admission/every-denial.ts';
import { admitCreate } from '../../admission/judge.ts';
import { isCertain } from '../../admission/unresolved.ts';
import type { Unjudged } from '../../admission/unjudged.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { type HubKinds, hubKinds } from '../../admission/webhooks/hub-kinds.ts';
import { meantType } from './meant-type.ts';
import { knownApis } from '../world/known-apis.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import type { World } from '../world/world.ts';

export interface Answer {
  /** Denials that do not depend on the previous object. */
  readonly always: readonly Denial[];
  /** Denials because of the previous object. */
  readonly change: readonly Denial[];
  /** Checks of the hub that are not evaluated here; only with the hub's own schemas. */
  readonly unjudged: readonly Unjudged[];
}

/**
 * The hub's answer to a manifest. It is an update if the previous object is known and the hub accepted it, else a create. Kinds of
 * CustomResourceDefinitions in the manifests are treated as installed, and those that the hub lists if a hub was read.
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
 * A new object as the hub would store it after its known faults are fixed. It is not cached, because thousands of objects are read one
 * after the other.
 */
export function storedObject(manifest: Manifest, world: World): KubeObject {
  return everyDenial(manifest.object, world.target, extrasOf(manifest, world)).object;
}

/** The result of each update that an apply may be, if the hub has the object; empty for a new object. */
export function editedObjects(manifest: Manifest, world: World): readonly KubeObject[] {
  const { applied = [], live } = world.before(manifest) ?? {};
  if (live === undefined) return [];
  const extras = extrasOf(manifest, world);
  return applied.map((old) => everyDenial(manifest.object, world.target, extras, { manifest: old, live, how: 'apply' }).object);
}

function extrasOf({ unresolved }: Manifest, world: World): NonNullable<Parameters<typeof everyDenial>[2]> {
  return { unresolved, ...admissionExtras(world) };
}

/** The kinds that the hub serves, and its own schemas if they are known. */
export function admissionExtras(world: World): Pick<Extras, 'kinds' | 'contracts'> {
  return { kinds: kindsOf(world), ...(world.contracts === undefined ? {} : { contracts: world.contracts }) };
}

/** Whether the hub accepts everything in the same part of a manifest (`/spec/policy`, …), so that rules can read that part. */
export function takesPart(manifest: Manifest, pointer: string, world: World): boolean {
  return isCertain(hubAnswer(manifest, world).always.map((denial) => denial.pointer))(pointer);
}

/** The kinds of the hub. None of them is in a misspelt group. */
export const kindsOf = oncePer((world: World): HubKinds => {
  const kinds = hubKinds(knownApis(world));
  return {
    facts(group, version, kind) {
      const facts = kinds.facts(group, version, kind);
      const isMisspelt =
        facts.mapped === undefined &&
        knownApis(world).resolve(group, '', kind) === undefined &&
        meantType(group, kind, world) !== undefined;
      return isMisspelt ? { mapped: false, clusterScoped: false } : facts;
    },
  };
});
