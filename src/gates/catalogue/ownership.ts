import type { Observation } from '../observations/observation.ts';

/**
 * The AppliedWork that owns the object belongs to the very placement that wants to place it: the object comes twice, plain and in an envelope.
 * AppliedWorks are named as Works: `<placement>-work`, `<namespace>.<placement>-work`, `<placement>-<n>`, `…-envelope-<id>`.
 */
export function isOwnedByItself(observation: Observation): boolean {
  const owners = [...(observation.condition?.message ?? '').matchAll(/Kind:AppliedWork Name:(\S+)/g)].map((match) => match[1] ?? '');
  const name = observation.words?.['placementName'] ?? '';
  const namespace = observation.words?.['placementNamespace'] ?? '';
  const own = namespace === '' ? name : `${namespace}.${name}`;
  return (
    owners.length > 0 &&
    owners.every((owner) => owner.startsWith(`${own}-`) && /^(?:work|\d+)(?:-envelope-.+)?$/.test(owner.slice(own.length + 1)))
  );
}
