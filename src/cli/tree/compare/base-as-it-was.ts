import type { ReadResult } from '../../../static/read/read-result.ts';
import type { Base } from '../base/base.ts';
import { withAppliedInHidden } from '../undeployed/applied-in-hidden.ts';
import { withAppliedLinks } from '../undeployed/applied-links.ts';
import { withoutAssertions } from '../undeployed/without-assertions.ts';
import { withoutUnusedPatches } from '../undeployed/without-unused-patches.ts';
import { withGivenNamespaces } from '../worlds/given-namespaces.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';

/** The base with the namespaces that its objects got. @param scripts of the change, for a base without its own */
export function baseAsItWas({ read, scripts: own, outside }: Base, scripts: RepositoryDeployers): ReadResult {
  const by = own ?? scripts;
  const used = withAppliedInHidden(
    withAppliedLinks(withoutUnusedPatches(withoutAssertions(read, by), by), by),
    by,
    outside ?? { folders: [] },
  );
  return { ...used, manifests: withGivenNamespaces(used.manifests, by.namespaces).manifests };
}
