import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';

/** The values of the new configuration file that are known. */
export interface ConfigValues {
  /** Empty if no folder is known. */
  readonly paths: readonly string[];
  readonly target: HubProfile | undefined;
  /** The file of the member clusters, if there is one. */
  readonly clusters: string | undefined;
}

/** The text of `.fleet-gate.yaml`. A value that is not known is a comment, because a wrong one would be worse than the default. */
export function configText({ paths, target, clusters }: ConfigValues): string {
  const known = (name: string, value: string | undefined, otherwise: string, about: string): string =>
    value === undefined ? `# ${name}: ${otherwise} # ${about}` : `${name}: ${value} # ${about}`;
  const folders = paths.length === 0 ? undefined : `[${paths.map((path) => JSON.stringify(path)).join(', ')}]`;
  return [
    '# Settings of fleet-gate: https://fleet-gate.github.io/fleet-gate/configuration',
    known('paths', folders, '[deploy]', 'what lint and plan check'),
    known('target', target, 'aks', 'the hub: aks for Azure; v0.3 (the default) and main for KubeFleet'),
    known('clusters', clusters, 'clusters.yaml', 'the member clusters; written by: fleet-gate clusters'),
    'gate:',
    '  timeout: 30m # how long to wait for a rollout',
    '',
  ].join('\n');
}
