import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { repositoryAddress } from '../../static/read/deployers/repository-address.ts';
import type { MovedSource } from '../../static/read/deployers/source-urls.ts';
import { manifestRef } from '../../static/world/identity.ts';
import type { RepositoryDeployers } from './worlds/repository-deployers.ts';

/** The deployers of a repository, for which none of these addresses is its own. */
export function withoutMoved(scripts: RepositoryDeployers, moved: ReadonlySet<string> | undefined): RepositoryDeployers {
  if (moved === undefined) return scripts;
  const { own } = scripts;
  return { ...scripts, own: { ...own, isOwn: (url) => (moved.has(repositoryAddress(url)) ? false : own.isOwn(url)) } };
}

/** One sentence for each address. */
export function movedNotes(sources: readonly MovedSource[]): readonly string[] {
  return [...Map.groupBy(sources, ({ address }) => address)].map(([address, all]) => {
    const names = all.map(({ manifest }) => `${displayName(manifestRef(manifest))} in ${manifest.file}`);
    return `Not taken from this repository, because this change moves it to ${address}, which is not a remote: the source of ${listed(names, 3)}.`;
  });
}
