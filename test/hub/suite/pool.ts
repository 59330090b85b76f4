import { inject } from 'vitest';
import { hubAt, resetHub, type Hub } from '../rig/hub.ts';
import { deletedPoliciesGone, hasPolicies } from './policies-in-force.ts';

const free = new Map<string, Hub[]>();
const waiting = new Map<string, ((hub: Hub) => void)[]>();
for (const address of inject('hubs')) free.set(address.version, [...(free.get(address.version) ?? []), hubAt(address)]);

/** The versions whose CRDs are available. */
export const VERSIONS: readonly string[] = [...free.keys()].filter((version) => version !== '');

/** Runs with exclusive use of a fresh hub of that version, as soon as one is free. */
export async function withHub<T>(version: string, use: (hub: Hub) => Promise<T>): Promise<T> {
  const hub = await claim(version);
  try {
    await freshen(hub);
    return await use(hub);
  } finally {
    release(version, hub);
  }
}

/** Deletes what tests left on a hub, and waits until policies among it have no effect any more. */
export async function freshen(hub: Hub): Promise<void> {
  const hadPolicies = await hasPolicies(hub);
  await resetHub(hub);
  if (hadPolicies) await deletedPoliciesGone(hub);
}

function claim(version: string): Promise<Hub> {
  const hub = free.get(version)?.pop();
  if (hub !== undefined) return Promise.resolve(hub);
  return new Promise((resolve) => {
    waiting.set(version, [...(waiting.get(version) ?? []), resolve]);
  });
}

function release(version: string, hub: Hub): void {
  const next = waiting.get(version)?.shift();
  if (next === undefined) free.set(version, [...(free.get(version) ?? []), hub]);
  else next(hub);
}
