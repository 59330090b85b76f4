import { clustersNamedBy, loginOf, loginWith } from './cluster-logins.ts';
import { KUBECTL } from '../shell/kubectl-commands.ts';
import type { CommandLine } from '../shell/command-line.ts';

/** The loops that may go to another cluster each time: a command in them chooses one, or does something that is not known. */
export function loopsOverClusters(lines: readonly CommandLine[]): ReadonlySet<string> {
  return new Set(
    lines.flatMap(({ loop, isCall, piped, folder }) =>
      loop !== undefined && isCall !== true && piped.some((words) => mayChooseCluster(words, folder)) ? [loop] : [],
    ),
  );
}

/** Whether a command chooses the cluster of later ones, or does something that is not known. */
export function mayChooseCluster(words: readonly string[], folder: string): boolean {
  if (loginOf(words, folder) !== undefined || words.some((word) => /^KUBECONFIG\b/.test(word))) return true;
  const named = clustersNamedBy(words, folder);
  const { cluster, isSeveral } = loginWith(named);
  if (named.length > 0 && (cluster === undefined || isSeveral)) return true;
  const program = words.find((word) => !/^(?:\w+=|[<>]|sudo$)/.test(word)) ?? 'true';
  if (KUBECTL.test(program)) return words.some((word) => CHOOSES.test(word));
  return !KEEPS_CLUSTER.has(program) || words.includes('-exec');
}

/** Commands and plugins of kubectl that choose the cluster, and flags that name it or its user in another way. */
const CHOOSES = /^(?:config|ctx|konfig|login|project|-s|--server(?:=.*)?|--user(?:=.*)?|--token(?:=.*)?)$/s;
/** Programs that do not change the cluster to which kubectl and helm go. */
const KEEPS_CLUSTER = new Set(
  [
    ':',
    'helm kustomize envsubst yq jq sops echo printf cat ls find grep egrep sed awk tr cut head tail sort uniq tee wc basename dirname git',
    'cd pushd popd pwd mkdir rm cp mv touch test [ true false set local export unset read shift wait sleep date exit return continue break',
    'Get-ChildItem gci Get-Content gc Sort-Object Where-Object Write-Host Write-Output Set-Location Push-Location Pop-Location',
  ].flatMap((line) => line.split(' ')),
);
