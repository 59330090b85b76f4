import type { Archive } from './archives.ts';

const ON_SYSTEM: Readonly<Record<string, string>> = { darwin: 'on_macos', linux: 'on_linux' };
const ON_ARCH: Readonly<Record<string, string>> = { amd64: 'on_intel', arm64: 'on_arm' };

/**
 * The Homebrew formula of the standalone program, for a tap. It also links the program as `kubectl-fleet_gate`, so that `kubectl
 * fleet-gate` works. Source: https://docs.brew.sh/Formula-Cookbook
 * @param download address of the folder with the archives
 */
export function homebrewFormula(version: string, archives: readonly Archive[], homepage: string, download: string): string {
  const systems = Object.entries(ON_SYSTEM).map(([os, on]) => {
    const own = archives.filter((archive) => archive.os === os);
    return [`  ${on} do`, ...own.flatMap((archive) => onArch(archive, download)), '  end', ''];
  });
  return [
    'class FleetGate < Formula',
    '  desc "Gate for KubeFleet and Azure Kubernetes Fleet Manager"',
    `  homepage "${homepage}"`,
    `  version "${version}"`,
    '  license "Apache-2.0"',
    '',
    ...systems.flat(),
    '  def install',
    '    bin.install "fleet-gate"',
    '    bin.install_symlink bin/"fleet-gate" => "kubectl-fleet_gate"',
    '  end',
    '',
    '  test do',
    '    assert_match version.to_s, shell_output("#{bin}/fleet-gate --version")',
    '  end',
    'end',
    '',
  ].join('\n');
}

function onArch({ name, arch, sha256 }: Archive, download: string): string[] {
  return [`    ${ON_ARCH[arch]} do`, `      url "${download}/${name}"`, `      sha256 "${sha256}"`, '    end'];
}
