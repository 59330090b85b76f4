import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, HubError, NothingToDo } from '../../errors.ts';
import { fleetLabel } from '../../fleet/kubefleet/fleet-metadata.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { placementRef } from '../../gates/view/applied-work.ts';
import { type LabelSelector, matchesLabels } from '../../fleet/kubernetes/label-selector.ts';
import { labelSelectorOfText } from '../../fleet/kubernetes/label-selector-text.ts';
import type { HubReader } from '../../gates/hub/reader.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { GateReport } from '../../report.ts';
import { isTargetLike, parseTarget, TARGET_KINDS, type Target } from '../../gates/deploy/target.ts';
import { USING_ALL } from '../command-line/hints.ts';
import type { Invocation } from '../command-line/invocation.ts';

/**
 * The placements and runs named on the command line, and those on the hub that `--selector` matches. @throws {ConfigError} @throws
 * {NothingToDo}
 */
export async function targetsOf(invocation: Invocation, reader: HubReader, namespace: string | undefined): Promise<readonly Target[]> {
  const named = invocation.positionals.map((text) => parseTarget(text, namespace, invocation.named));
  const selector = invocation.value('selector');
  if (selector === undefined) return named;
  const wanted = parseSelector(selector, invocation);
  const selected = await listedTargets(reader, (labels) => matchesLabels(wanted, labels));
  if (selected.length === 0 && named.length === 0) {
    requireListed(reader);
    throw new NothingToDo(`no placement or update run on the hub has the labels ${selector}`);
  }
  return [...named, ...selected];
}

/** Checks the names of targets before a hub is opened; the namespace may come from the hub later. @throws {ConfigError} */
export function checkTargets(invocation: Invocation, cwd: string): void {
  const { named, positionals } = invocation;
  const file = positionals.find((text) => !isTargetLike(text) && existsSync(path.resolve(cwd, text)));
  if (file !== undefined)
    throw new ConfigError(`'${file}' is a path, not a target: give paths of deployed files with ${named('manifests')}, one each`);
  checkWords(positionals);
  const [kind] = positionals;
  if (positionals.length === 1 && kind !== undefined && isTargetLike(kind) && !kind.includes('/'))
    throw new ConfigError(`'${kind}' is a kind: write KIND/[NAMESPACE/]NAME, for example crp/web or rp/shop/web${orNone(invocation)}`);
  namedTargets(invocation, undefined);
  const selector = invocation.value('selector');
  if (selector !== undefined) parseSelector(selector, invocation);
}

function orNone({ command }: Invocation): string {
  return command !== undefined && USING_ALL.has(command) ? ', or no target for all of the hub' : '';
}

/** kubectl accepts kind and name as two words. @throws {ConfigError} */
function checkWords(words: readonly string[]): void {
  const at = words.findIndex((word, index) => !word.includes('/') && isTargetLike(word) && words[index + 1]?.includes('/') === false);
  const [kind, name] = words.slice(at, at + 2);
  if (at >= 0) throw new ConfigError(`'${kind} ${name}' is not a target: write ${kind}/${name}`);
}

/** The targets named on the command line. @param namespace the default one, if it is known @throws {ConfigError} */
export function namedTargets(invocation: Invocation, namespace: string | undefined): readonly Target[] {
  const home = invocation.value('namespace') ?? namespace ?? 'default';
  return invocation.positionals.map((text) => parseTarget(text, home, invocation.named));
}

/**
 * All placements and update runs of the hub. @throws {NothingToDo} files that hold only what belongs to a placement @throws {HubError}
 * there is none, and one of their kinds may not be listed
 */
export async function allTargets(reader: HubReader): Promise<readonly Target[]> {
  const found = await listedTargets(reader);
  if (found.length === 0) requireListed(reader);
  const [first, ...others] = found.length > 0 ? [] : partsInFiles(reader);
  if (first === undefined) return found;
  const placements = [...new Set([first, ...others].map(({ placement }) => placement))];
  const kinds = [...new Set([first, ...others].map(({ kind }) => kind))];
  throw new NothingToDo(
    `the files hold ${listed(kinds, 5)} of ${listed(placements, 5)}, but not the placement itself, which says what is wanted: add it, and its bindings, resource snapshots and Works`,
  );
}

/** A report about targets that were listed does not pass if a kind of targets may not be listed: one of them may have failed. */
export function withUnlisted(report: GateReport, reader: Pick<HubReader, 'state'>): GateReport {
  const message = report.outcome === 'passed' ? unlistedText(reader.state()) : undefined;
  return message === undefined ? report : { ...report, outcome: 'notAllowed', message };
}

/** The kinds of targets that the hub refuses to list, as one sentence; `undefined` if it lists all. */
export function unlistedText(hub: HubState): string | undefined {
  const denied = TARGET_KINDS.filter((kind) => hub.visibility({ group: PLACEMENT_GROUP, kind }).kind === 'denied');
  if (denied.length === 0) return undefined;
  return `${listed(denied, 5)} objects may not be listed, so there may be targets that were not checked: name the targets, or grant list and watch on them`;
}

function requireListed(reader: HubReader): void {
  const message = unlistedText(reader.state());
  if (message !== undefined) throw new HubError('notAllowed', message);
}

/** What KubeFleet writes for a placement, in files without any placement. A hub is asked for its placements, so it is never `unread`. */
function partsInFiles(reader: HubReader): readonly { readonly kind: string; readonly placement: string }[] {
  const state = reader.state();
  if (TARGET_KINDS.some((kind) => state.visibility({ group: PLACEMENT_GROUP, kind }).kind !== 'unread')) return [];
  return PARTS.flatMap((kind) =>
    state.list({ group: PLACEMENT_GROUP, kind }).flatMap((object) => {
      const name = fleetLabel(object, 'parent-CRP');
      if (name === undefined) return [];
      const namespace = kind === 'Work' ? fleetLabel(object, 'parent-placement-namespace') : object.metadata.namespace;
      return [{ kind, placement: displayName(placementRef(name, namespace)) }];
    }),
  );
}

const PARTS = [
  'Work',
  'ClusterResourceBinding',
  'ResourceBinding',
  'ClusterResourceSnapshot',
  'ResourceSnapshot',
  'ClusterSchedulingPolicySnapshot',
  'SchedulingPolicySnapshot',
];

/**
 * The placements and update runs of the hub, of the kinds that may be listed.
 * @param wanted by their labels; default: all
 * @throws {HubError} the hub lists none of the kinds
 */
export async function listedTargets(
  reader: HubReader,
  wanted: (labels: Readonly<Record<string, string>>) => boolean = () => true,
): Promise<readonly Target[]> {
  const types = TARGET_KINDS.map((kind) => ({ group: PLACEMENT_GROUP, kind }));
  await reader.follow(types);
  const snapshot = reader.state();
  const states = types.map((type) => snapshot.visibility(type));
  const unserved = states.find((state) => state.kind === 'notServed');
  if (unserved !== undefined && states.every(({ kind }) => kind === 'notServed')) throw new HubError('unreachable', unserved.message);
  const hidden = states.filter((state) => state.kind === 'denied');
  const [denied] = hidden;
  if (denied !== undefined && hidden.length === types.length) {
    throw new HubError(
      'notAllowed',
      `placements and update runs cannot be listed: ${denied.message}; name them, or get list and watch on them`,
    );
  }
  return types.flatMap((type) =>
    snapshot
      .list(type)
      .filter(({ metadata }) => wanted(metadata.labels ?? {}))
      .map(({ metadata: { name, namespace } }): Target =>
        namespace === undefined ? { kind: type.kind, name } : { kind: type.kind, namespace, name },
      ),
  );
}

function parseSelector(text: string, { named }: Pick<Invocation, 'named'>): LabelSelector {
  const selector = labelSelectorOfText(text);
  if (selector.invalid === undefined) return selector;
  throw new ConfigError(`${named('selector')}: ${selector.invalid}; write it as for kubectl: env=prod,tier!=cache,region in (eu,us)`);
}
