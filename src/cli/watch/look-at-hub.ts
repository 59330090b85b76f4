import { HubError } from '../../errors.ts';
import { expectationOf } from '../../gates/deploy/expectation.ts';
import { TARGET_KINDS, type Target } from '../../gates/deploy/target.ts';
import type { LiveHub } from '../../gates/hub/connect-hub.ts';
import type { HubReader } from '../../gates/hub/reader.ts';
import { diagnose } from '../../gates/loop/judge-once.ts';
import { FLEET_KINDS } from '../../fleet/kubefleet/kinds.ts';
import type { HubState, Interest } from '../../fleet/kubefleet/hub-state.ts';
import { hubSecretsHider, withoutHubSecrets } from '../../gates/loop/without-hub-secrets.ts';
import type { GateOptions } from '../../gates/options.ts';
import { unlessAborted } from '../../gates/unless-aborted.ts';
import type { Reach } from '../../gates/reach.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { typeOf } from '../../gates/view/seen.ts';
import type { GateReport } from '../../report.ts';
import type { Terms } from '../../terms.ts';
import type { Look, Watched } from '../../watch/watched.ts';
import { unlistedText } from '../hub/targets.ts';
import { withUnreadEvidence } from '../hub/unread-evidence.ts';
import { watchedOfGate } from '../../watch/watched-of-gate.ts';
import { EVICTION, executedEvictions, watchedMembers, withoutPastRuns } from '../../watch/watched-of-hub.ts';

export interface LookInput {
  readonly reader: LiveHub;
  /**
   * The types that every look reads. For all of the hub these are followed whole: a hub that is watched for weeks gets new placements, and
   * each other selection of names would be followed as well.
   */
  readonly follows: readonly Interest[];
  /** The targets that the user named or selected; `undefined` for all of the hub. */
  readonly targets: () => Promise<readonly Target[] | undefined>;
  readonly all: () => Promise<readonly Target[]>;
  /** Whether targets were listed: all of the hub, or those with labels. */
  readonly isListed: boolean;
  /** What else is looked for, with notes; absent if nothing else is. */
  readonly needed?: (hub: LiveHub) => Promise<{ readonly watched: readonly Watched[]; readonly notes: readonly string[] }>;
  /** Whether no look follows, so that a list that fails is repeated within this one. */
  readonly isOnly: boolean;
  readonly options: GateOptions;
  readonly terms: Terms;
  readonly reach: Reach;
  readonly signal: AbortSignal;
}

export interface LookedAt {
  readonly gate: GateReport;
  readonly look: Look;
  readonly notes: readonly string[];
  /** Why the targets that were listed may not be all of them; absent if they are, or if all were named. */
  readonly unlisted?: string;
}

/**
 * Judges the hub once, as `diagnose` does. A watch that fails leaves open whether the look is current: then everything is read again.
 * @throws {HubError} it cannot be read now
 */
export async function lookAtHub(input: LookInput): Promise<LookedAt> {
  const { reader, isOnly, signal } = input;
  const lookedAt = await judgedHub(input);
  if (reader.unseenSince() === undefined) return lookedAt;
  const trouble = reader.trouble();
  if (trouble !== undefined && !isOnly) throw new HubError('unreachable', trouble);
  await unlessAborted(reader.refresh(), signal);
  return judgedHub(input);
}

async function judgedHub(input: LookInput): Promise<LookedAt> {
  const { reader, options, terms, reach, signal } = input;
  await reader.follow(input.follows);
  const named = await input.targets();
  const targets = named ?? withoutPastRuns(await input.all(), reader.state());
  const gate = targets.length === 0 ? nothing(reader) : await judged(targets);
  const needed = (await input.needed?.(reader)) ?? { watched: [], notes: [] };
  if (gate.outcome === 'cancelled') throw new HubError('unreachable', 'cancelled');
  if (gate.outcome === 'unreachable' || gate.outcome === 'notAllowed') throw new HubError(gate.outcome, gate.message ?? 'no answer');
  const hub = reader.state();
  const members = watchedMembers(hub, options.grace.heartbeat);
  const silent = new Set(members.flatMap(({ state, object }) => (state === 'bad' ? [object.name] : [])));
  const unread = [...TARGET_KINDS, 'MemberCluster'].filter((kind) => hub.visibility(typeOf(kind)).kind !== 'seen');
  const kinds = new Set([...TARGET_KINDS, 'MemberCluster', EVICTION, ...FLEET_KINDS.map(({ kind }) => kind)]);
  const denied = [...kinds].filter((kind) => hub.visibility(typeOf(kind)).kind === 'denied');
  const ofHub = [...watchedOfGate(gate, hub, silent), ...members].map((each) => ({ ...each, ...uidOf(each.object, hub) }));
  const watched = [...ofHub, ...needed.watched];
  const look = { at: gate.judgedAt ?? hub.now.toISOString(), watched, unread, denied, evictions: executedEvictions(hub) };
  const unlisted = input.isListed ? unlistedText(hub) : undefined;
  return { gate, look, notes: [...unknownNotes(gate), ...needed.notes], ...(unlisted === undefined ? {} : { unlisted }) };

  async function judged(wanted: readonly Target[]): Promise<GateReport> {
    const expectation = expectationOf({ targets: wanted, options, terms, reach });
    const report = withUnreadEvidence(await diagnose({ reader, expectation, signal }), reader.state());
    return withoutHubSecrets(report, hubSecretsHider(reader.state()));
  }
}

/** What is not known of placements, in whole sentences. */
function unknownNotes({ placements }: GateReport): readonly string[] {
  const unknown = Map.groupBy(
    placements.filter(({ verdict }) => verdict === 'unknown'),
    ({ summary }) => summary,
  );
  return [...unknown].map(([summary, gated]) => {
    const names = listed(
      gated.map(({ object }) => displayName(object)),
      SHOWN,
    );
    return `Not known to be good: ${names}: ${summary}.`;
  });
}

const SHOWN = 5;

function uidOf({ kind, namespace, name }: Watched['object'], hub: HubState): Pick<Watched, 'uid'> {
  const uid = hub.get(typeOf(kind), namespace, name)?.metadata.uid;
  return uid === undefined ? {} : { uid };
}

function nothing(reader: HubReader): GateReport {
  return { outcome: 'passed', judgedAt: reader.state().now.toISOString(), placements: [], runs: [], timeline: [] };
}
