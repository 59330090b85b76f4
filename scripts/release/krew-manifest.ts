import { stringify } from 'yaml';
import type { Archive } from './archives.ts';

/**
 * The manifest by which krew installs the program as `kubectl fleet-gate`; krew itself links it as `kubectl-fleet_gate`. Source:
 * https://krew.sigs.k8s.io/docs/developer-guide/plugin-manifest/
 * @param download address of the folder with the archives
 */
export function krewManifest(version: string, archives: readonly Archive[], homepage: string, download: string): string {
  return stringify({
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'fleet-gate' },
    spec: {
      version: `v${version}`,
      homepage,
      shortDescription: 'Gate deploys to a KubeFleet hub',
      description:
        'Lints placements of KubeFleet and Azure Kubernetes Fleet Manager before a deploy, and says which clusters they would pick.\n' +
        'Afterwards waits until this content is available on every cluster, or names the cause.\n',
      platforms: archives.map(({ name, os, arch, sha256 }) => ({
        selector: { matchLabels: { os, arch } },
        uri: `${download}/${name}`,
        sha256,
        bin: os === 'windows' ? 'fleet-gate.exe' : 'fleet-gate',
      })),
    },
  });
}
