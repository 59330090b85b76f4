import { flagValuesIn } from '../../../fleet/text/flag-values.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import type { ListedRelease } from '../../../static/read/render/charts/helm-command.ts';
import { isAddress } from './outside/fetched-files.ts';
import { filesOfSkaffold, kustomizationsOfSkaffold } from './files-of-skaffold.ts';
import { commandAt } from './releases-from-outside.ts';
import { valuesIn } from '../../../yaml/documents.ts';

/**
 * What Skaffold deploys from elsewhere, also by its profiles: releases with a remote chart, configurations of other repositories, and manifests
 * and kustomizations at an address, which it applies into the namespace of any of its deployers.
 * @param isOwn whether an address is that of this repository, if that is known
 */
export function deployedBySkaffold(text: string, file: string, isOwn: (url: string) => boolean | undefined): readonly OutsideCommand[] {
  const lines = text.split('\n');
  const at = (word: string, namespace?: string): OutsideCommand =>
    commandAt(
      file,
      lines.findIndex((line) => line.includes(word)),
      namespace,
    );
  const all = configurationsIn(text);
  const releases = all.flatMap(releasesIn).flatMap((release) => {
    const chart = stringAt(release, 'remoteChart');
    return chart === undefined ? [] : [at(chart, stringAt(release, 'namespace'))];
  });
  const others = all
    .flatMap((each) => listAt(each, 'requires'))
    .flatMap((each) => {
      const repository = stringAt(each, 'git', 'repo');
      return repository === undefined || isOwn(repository) === true ? [] : [at(repository)];
    });
  const namespaces = new Set(all.flatMap((each) => DEPLOYERS.flatMap((name) => namespacesOf(each, name))));
  const into = namespaces.size === 0 ? [undefined] : [...namespaces];
  const addresses = new Set([...filesOfSkaffold(text), ...kustomizationsOfSkaffold(text)].filter(isAddress));
  return [...releases, ...others, ...[...addresses].flatMap((address) => into.map((namespace) => at(address, namespace)))];
}

/** The releases of charts of the tree, also those of its profiles. */
export function releasesOfSkaffold(text: string): readonly ListedRelease[] {
  return configurationsIn(text)
    .flatMap(releasesIn)
    .flatMap((release) => {
      const chart = stringAt(release, 'chartPath');
      if (chart === undefined) return [];
      const [name, namespace] = [stringAt(release, 'name'), stringAt(release, 'namespace')];
      return [{ chart, name, namespace, values: listAt(release, 'valuesFiles') }];
    });
}

/** The configurations of a file, and their profiles. */
function configurationsIn(text: string): readonly unknown[] {
  return valuesIn(text).flatMap((each) => [each, ...listAt(each, 'profiles')]);
}

function releasesIn(configuration: unknown): readonly unknown[] {
  return ['deploy', 'manifests'].flatMap((name) => listAt(configuration, name, 'helm', 'releases'));
}

const DEPLOYERS: readonly string[] = ['kubectl', 'kustomize', 'kpt'];

function namespacesOf(configuration: unknown, deployer: string): readonly string[] {
  const flags = ['global', 'apply'].flatMap((name) => listAt(configuration, 'deploy', deployer, 'flags', name));
  const given = flagValuesIn(
    flags.filter((flag) => typeof flag === 'string'),
    ['-n', '--namespace'],
  );
  return [...given, stringAt(configuration, 'deploy', deployer, 'defaultNamespace') ?? []].flat();
}
