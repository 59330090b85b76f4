import { byCodeUnit } from '../../../fleet/text/by-code-unit.ts';
import { dump } from 'js-yaml';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { displayName, refOf } from '../../../fleet/kubernetes/object.ts';
import type { HubState, Interest } from '../../../fleet/kubefleet/hub-state.ts';
import { typeKey } from '../keys.ts';
import { coverageDocument } from './coverage.ts';
import { withEveryString } from '../../../secrets/every-string.ts';
import { redact } from './redact.ts';

export interface DumpOptions {
  /** Random and new for every dump: it keeps short secrets from being guessed from their hashes. */
  readonly key: string;
  readonly format: 'yaml' | 'json';
  /** Writes the format differently, for reading in a log. */
  readonly write?: ((list: object) => string) | undefined;
  /** Hides known credentials of the reader. */
  readonly hide?: (text: string) => string;
  /** Namespaces that were followed separately. */
  readonly namespaces?: readonly string[];
}

/**
 * Writes a snapshot as one `List` for `diagnose --from` or a support ticket. The first document reports what was seen and when. The
 * followed objects come after it, redacted, in a stable order.
 */
export function dumpText(hub: HubState, followed: readonly Interest[], options: DumpOptions): string {
  const types = new Map(followed.map((type) => [typeKey(type), type]));
  const objects = [...types.values()].flatMap((type) => hub.list(type).toSorted(byName));
  const items = [coverageDocument(hub, followed, options.namespaces ?? []), ...redact(objects, options.key)];
  const { hide, write } = options;
  const list = { apiVersion: 'v1', kind: 'List', metadata: {}, items: hide === undefined ? items : withEveryString(items, hide) };
  if (write !== undefined) return write(list);
  return options.format === 'json' ? `${JSON.stringify(list, undefined, 2)}\n` : dump(list, { lineWidth: -1, noRefs: true });
}

function byName(a: KubeObject, b: KubeObject): number {
  return byCodeUnit(displayName(refOf(a)), displayName(refOf(b)));
}
