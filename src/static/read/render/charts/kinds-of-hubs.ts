import { BUILT_IN_APIS } from '../../../../fleet/kubefleet/api-resource.ts';
import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../../../../fleet/kubefleet/kinds.ts';

/** A version that is not the preferred one, and that every hub serves too. */
const OTHER_KINDS = ['autoscaling/v1/HorizontalPodAutoscaler'];

/** As `.Capabilities.APIVersions` of helm has them: `GROUP/VERSION` and `GROUP/VERSION/KIND` of what every hub serves. */
const OF_EVERY_HUB: ReadonlySet<string> = new Set(
  [
    ...BUILT_IN_APIS.all.flatMap(({ group, kind, preferred, versions = [preferred] }) =>
      versions.map((version) => `${group === '' ? '' : `${group}/`}${version}/${kind}`),
    ),
    ...OTHER_KINDS,
  ].flatMap((name) => [name.slice(0, name.lastIndexOf('/')), name]),
);

/**
 * The argument of helm for the kinds that every hub serves: a chart may ask for them, and an installation has them from the hub. helm itself
 * only knows groups and versions. It accepts a list, and a command line of Windows has at most 32,767 characters.
 */
export const API_VERSIONS = `--api-versions=${[...OF_EVERY_HUB].join(',')}`;

/** An expression without its questions for kinds to which the answer is known. Hubs serve no other versions of the groups of KubeFleet. */
export function withoutKnownKinds(expression: string): string {
  return expression.replaceAll(ASKED, (question, name: string) => (OF_EVERY_HUB.has(name) || isOfFleet(name) ? '""' : question));
}

function isOfFleet(name: string): boolean {
  return [PLACEMENT_GROUP, CLUSTER_GROUP].some((group) => name.startsWith(`${group}/`));
}

// linear: a name starts at its own word, and is short.
const ASKED = /\.Capabilities\.APIVersions\.Has\s{1,9}["`]([\w./-]{1,150})["`]/g;
