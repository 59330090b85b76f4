import type { HubProfile } from '../../../src/fleet/kubefleet/kinds.ts';

/** The releases of the recorded hubs, and the profile that each is compared with. */
export const PROFILES: Readonly<Record<string, HubProfile>> = { 'v0.3.1': 'v0.3', main: 'main' };

export const RELEASES: readonly string[] = Object.keys(PROFILES);

/** The profile of a release, or of a recording `<release>/<scenario>`. @throws {Error} the release is not listed */
export function profileOf(name: string): HubProfile {
  const [release = ''] = name.split('/');
  const profile = PROFILES[release];
  if (profile === undefined) throw new Error(`${release} is a release without a profile; name it in test/support/recordings/releases.ts`);
  return profile;
}
