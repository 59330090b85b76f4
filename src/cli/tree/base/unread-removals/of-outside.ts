import { isDeepStrictEqual } from 'node:util';
import type { NotEvaluated } from '../../../../finding.ts';
import { isObject } from '../../../../fleet/json/json.ts';
import type { ReadResult } from '../../../../static/read/read-result.ts';
import { keyOfManifest } from '../../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../../static/world/manifest.ts';
import { unevaluated } from '../../../../static/world/unevaluated.ts';
import type { Deployers } from './deployers-of.ts';
import { keepsAll } from './keeps-all.ts';
import { NOT_CHECKED } from './not-checked.ts';

/** Deployers that bring what is not in this repository. */
export function ofOutside(read: ReadResult, { filled = [] }: ReadResult, now: Deployers): readonly NotEvaluated[] {
  const unread = new Set(read.filled?.map(({ by }) => keyOfManifest(by)));
  return filled.flatMap(({ by, does, isHere }) => {
    const is = now(by);
    if (is !== undefined && isDeepStrictEqual(contentOf(is), contentOf(by))) return [];
    // A source that is this repository after all: its path of the base is not here, so it deployed nothing.
    const isCorrected = is !== undefined && isHere !== true && !unread.has(keyOfManifest(is)) && withoutPaths(is) === withoutPaths(by);
    if (isCorrected || keepsAll(by, is)) return [];
    const how = is === undefined ? 'removes it' : 'edits what it deploys';
    return [unevaluated(is ?? by, `At the base it ${does}, which a placement selects, and this change ${how}. ${NOT_CHECKED}`)];
  });
}

/** The spec without the fields that say only when and how it is applied. */
function contentOf({ object: { spec } }: Manifest): unknown {
  if (!isObject(spec)) return spec;
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !OF_RUN.has(name)));
}

function withoutPaths(manifest: Manifest): string {
  return JSON.stringify(contentOf(manifest), (key, value: unknown) => (key === 'path' ? undefined : value));
}

const OF_RUN: ReadonlySet<string> = new Set(
  (
    'interval retryInterval timeout suspend prune wait force healthChecks healthCheckExprs dependsOn serviceAccountName decryption deletionPolicy ' +
    'install upgrade test rollback uninstall driftDetection maxHistory project syncPolicy ignoreDifferences info revisionHistoryLimit'
  ).split(' '),
);
