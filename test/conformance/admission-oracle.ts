import { readFileSync } from 'node:fs';

import { profileContracts, type Contracts } from '../../src/admission/contracts/contract.ts';
import { hasRules } from '../../src/admission/contracts/schema-node.ts';
import { blocksCel, type Denial } from '../../src/admission/denial.ts';
import { pointerKeys } from '../../src/fleet/json/json-pointer.ts';
import { admitCreate, judgeCreate, judgeUpdate } from '../../src/admission/judge.ts';
import type { HubKinds } from '../../src/admission/webhooks/hub-kinds.ts';
import { withCustomKinds } from './discovered-kinds.ts';
import { field, listAt, stringAt } from '../../src/fleet/json/json.ts';
import type { HubProfile } from '../../src/fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { profileOf } from '../support/recordings/releases.ts';
import { truthPath } from '../support/truth.ts';
import { floats } from './floats.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { loadEngines } from '../../src/admission/prepare.ts';

await loadEngines();

/** One verdict of one hub on one case. */
export interface Judgement {
  readonly id: string;
  readonly mutation: string;
  readonly op: 'create' | 'update';
  /** The hub that judged, as the oracle names it. */
  readonly release: string;
  readonly profile: HubProfile;
  readonly object: KubeObject;
  readonly old: unknown;
  readonly fieldValidation: 'Strict' | 'Ignore';
  /** Sent as text that JSON objects cannot express; the oracle does not say what was stored then. */
  readonly raw: boolean;
  readonly how: 'apply' | 'replace';
  /** How an old object came about that this hub does not accept. */
  readonly oldVia: string | undefined;
  readonly beingDeleted: boolean;
  /** Other objects stood on the hub. */
  readonly context: readonly KubeObject[];
  readonly duplicateKeys: readonly string[];
  readonly floats: readonly string[];
  readonly verdict: string;
  readonly code: number;
  readonly message: string;
  /** How the hub's reply differs from what was sent. */
  readonly changes: readonly Change[];
  readonly causes: readonly { readonly reason: string; readonly field: string; readonly message: string }[];
}

/** `value` is absent if the hub removed the field. */
interface Change {
  readonly pointer: string;
  readonly value?: unknown;
}

export interface Tally {
  agreed: number;
  /** Cases that both deny, and those of them with the hub's words in every cause. */
  denied: number;
  sameWords: number;
  /** Cases whose verdicts do not follow from the manifests, by reason. */
  readonly beyond: Map<string, Set<string>>;
  /** What was asked of cases the hub refuses for a kind, by id. Only its discovery tells whether and how that kind is served. */
  readonly needsDiscovery: Map<string, string>;
}

export interface Disagreement {
  readonly id: string;
  readonly mutation: string;
  readonly profile: HubProfile;
  readonly size: number;
  readonly kind: 'false denial' | 'missed' | 'other causes';
  readonly hub: string;
  readonly here: string;
}

const HELD_BACK = 'some validation rules were not checked';

/** The cases of a file of TRUTH_DIR/oracle/admission whose object can be read as JSON, one per hub version: all, or each Nth one. */
export function* admissionCases(file: string, every = 1): Generator<Judgement> {
  for (const [index, entry] of entriesOf(file).entries()) {
    if (index % every !== 0 || !isReadable(entry)) continue;
    const object = entry.object ?? readable(entry.raw);
    for (const [versions, judged] of Object.entries<Record<string, unknown>>(entry.judged)) {
      for (const release of versions.split(', ')) {
        yield {
          id: entry.id,
          mutation: entry.mutation,
          op: entry.op,
          release,
          profile: profileOf(release),
          object: object as KubeObject,
          old: entry.old,
          fieldValidation: (entry.fieldValidation ?? 'Strict') === 'Strict' ? 'Strict' : 'Ignore',
          raw: entry.raw !== undefined,
          how: entry.how === 'apply' ? 'apply' : 'replace',
          oldVia: entry.oldVia,
          beingDeleted: String(entry.contextState ?? '').startsWith('the old object is being deleted'),
          context: entry.context ?? [],
          duplicateKeys: entry.raw === undefined ? [] : duplicateKeys(entry.raw),
          floats: entry.raw === undefined ? [] : floats(entry.raw),
          verdict: stringAt(judged, 'verdict') ?? '',
          code: Number(judged['code']),
          message: stringAt(judged, 'message') ?? '',
          changes: changesIn(judged),
          causes: listAt(judged, 'causes') as Judgement['causes'],
        };
      }
    }
  }
}

/** The ids of cases that are not a JSON object with a version, so it is not known which contract applies. */
export function unreadableCases(file: string): readonly string[] {
  return entriesOf(file)
    .filter((entry) => !isReadable(entry))
    .map(({ id }) => id);
}

/** The object as the hub answered it, without what it writes into the metadata. */
export function answeredObject({ object, changes }: Judgement): unknown {
  const answered = structuredClone({ ...object, metadata: undefined });
  for (const { pointer, value } of changes) {
    const names = pointerKeys(pointer);
    const parent = field(answered, ...names.slice(0, -1)) as Record<string, unknown>;
    if (value === undefined) delete parent[names.at(-1) ?? ''];
    else parent[names.at(-1) ?? ''] = value;
  }
  return answered;
}

/** Counts an agreement, or returns in what the twin differs from the hub. */
export function compare(judgement: Judgement, kinds: HubKinds, tally: Tally, contracts?: Contracts): readonly Disagreement[] {
  const beyond = beyondManifest(judgement);
  if (beyond !== undefined) {
    tally.beyond.set(beyond, (tally.beyond.get(beyond) ?? new Set()).add(judgement.id));
    return [];
  }
  const denials = denialsOf(judgement, withCustomKinds(kinds, judgement.context), contracts);
  const here = causesHere(judgement, denials);
  const hub = causesOfHub(judgement);
  if (denials.length > 0 !== (judgement.verdict === 'deny'))
    return [disagreement(judgement, hub, here, denials.length > 0 ? 'false denial' : 'missed')];
  // As the linter judges: without knowing which kinds the hub has.
  const alone = denialsOf(judgement, undefined, contracts).length > 0;
  if (alone && judgement.verdict !== 'deny') return [disagreement(judgement, hub, ['without discovery'], 'false denial')];
  if (!alone && judgement.verdict === 'deny') tally.needsDiscovery.set(judgement.id, kindAskedFor(judgement.message));
  if (sorted(here) !== sorted(hub)) return [disagreement(judgement, hub, here, 'other causes')];
  tally.agreed++;
  if (judgement.verdict !== 'deny') return [];
  tally.denied++;
  if (sameWords(judgement, denials)) tally.sameWords++;
  return [];
}

/** The kind a placement's webhook did not find, or not as it wanted it. */
function kindAskedFor(message: string): string {
  const [, kind, version] = /no matches for kind "(.*?)" in version "(.*?)"/.exec(message) ?? [];
  if (kind !== undefined) return `whether the hub serves ${kind} in ${String(version)}`;
  const [, groupVersion, scoped] = /cluster scoped resource: (\S+), Kind=(\w*)/.exec(message) ?? [];
  return `whether ${String(scoped)} in ${String(groupVersion)} is cluster-scoped and watched`;
}

function denialsOf(judgement: Judgement, kinds: HubKinds | undefined, contracts: Contracts | undefined): readonly Denial[] {
  const { object, old, profile, op, fieldValidation, duplicateKeys: duplicates, floats: written } = judgement;
  const extras = {
    ...(kinds === undefined ? {} : { kinds }),
    ...(contracts === undefined ? {} : { contracts }),
    fieldValidation,
    duplicateKeys: duplicates,
    floats: written,
  };
  if (op === 'create') return judgeCreate(object, profile, extras);
  return judgeUpdate(object, { manifest: old as KubeObject, how: judgement.how, ...liveOf(judgement) }, profile, extras);
}

/** Old objects that this hub would not have stored as they are. */
export function liveOf({ old, oldVia, beingDeleted, profile }: Judgement): { readonly live?: KubeObject } {
  if (oldVia === undefined && !beingDeleted) return {};
  const manifest = old as KubeObject;
  const stored = oldVia?.includes('webhooks') === true ? manifest : admitCreate(manifest, oldVia === undefined ? profile : 'v0.3').object;
  if (!beingDeleted) return { live: stored };
  return { live: { ...stored, metadata: { ...stored.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } } };
}

/** Why a verdict does not follow from the manifests, or `undefined` when it does. */
export function beyondManifest({ context, verdict, code, message, causes }: Judgement): string | undefined {
  if (code === 404) return 'the namespace or the path is not there';
  if (code === 409) return 'a conflict with an object on the hub';
  if (message.includes('it is being terminated')) return 'the namespace is being deleted';
  if (causes.some((cause) => cause.field === 'kind') || /^the (API version in the data|name of the object|object provided)/.test(message))
    return 'sent to the address of another kind, version or name';
  // Where the context made no difference the verdict is the manifest's.
  if (context.length > 0 && verdict === 'deny' && code === 403 && NEEDS_OTHERS.test(message)) return 'other objects on the hub';
  return undefined;
}

const NEEDS_OTHERS = /limit has been reached|has been selected by both|is being deleted|policy type Pick\w+ is not supported/;

/** Reason and field of each cause; one word for a webhook, which names no fields. */
function causesHere({ object, profile }: Judgement, denials: readonly Denial[]): readonly string[] {
  const contract = profileContracts(profile).find(object);
  const held = blocksCel(denials) && denials.every(({ code }) => code === 422) && contract !== undefined && hasRules(contract.schema);
  const anyOf = denials.some(({ serverMessage }) => serverMessage.includes('in body must be of type integer,string'));
  return [...denials.map(spelled), ...(held || anyOf ? ['FieldValueInvalid <nil>'] : [])];
}

function causesOfHub({ code, message, causes }: Judgement): readonly string[] {
  if (code === 403) return ['Forbidden'];
  if (code === 400) {
    const strict = /strict decoding error: (.*)$/s.exec(message)?.[1];
    if (strict === undefined) return [`FieldUndecodable ${/(json: cannot unmarshal .*|parsing time )/s.exec(message)?.[1] ?? message}`];
    const faults = [...strict.matchAll(/(unknown|duplicate) field "((?:[^"\\]|\\.)*)"/g)];
    return faults.map(([, fault, place]) => `${fault === 'unknown' ? 'FieldUnknown' : 'FieldDuplicate'} ${place ?? ''}`);
  }
  return causes.map((cause) => `${cause.reason} ${cause.field}`);
}

/** Whether each cause of a 422 has the server's words. */
function sameWords({ code, causes }: Judgement, denials: readonly Denial[]): boolean {
  const said = causes.map(({ message }) => message).filter((text) => !text.includes(HELD_BACK) && !text.includes('(anyOf)'));
  return code === 422 && sorted(said) === sorted(denials.map(({ serverMessage }) => serverMessage));
}

function changesIn(judged: unknown): readonly Change[] {
  const removed = listAt(judged, 'removed').map((pointer): Change => ({ pointer: String(pointer) }));
  const changed = listAt(judged, 'changed').map((entry): Change => ({
    pointer: stringAt(entry, 'pointer') ?? '',
    value: field(entry, 'to'),
  }));
  return [...removed, ...changed, ...(listAt(judged, 'defaulted') as readonly Change[])];
}

/** A denial as it is compared: reason and field, for undecodable values Go's sentence (which names the field). */
function spelled({ reason, serverMessage, field: place }: Denial): string {
  if (reason === 'Forbidden') return reason;
  return `${reason} ${reason === 'FieldUndecodable' ? serverMessage.replace(/^(parsing time ).*/, '$1') : place}`;
}

function disagreement(judgement: Judgement, hub: readonly string[], here: readonly string[], kind: Disagreement['kind']): Disagreement {
  const { id, mutation, profile, object, code, message } = judgement;
  const size = JSON.stringify(object).length;
  return { id, mutation, profile, size, kind, hub: `${String(code)} ${sorted(hub)} (${message.slice(0, 300)})`, here: sorted(here) };
}

/** As a set: the hub may say the same cause of one field twice. */
function sorted(texts: readonly string[]): string {
  return [...new Set(texts)].toSorted().join(' | ');
}

// oxlint-disable-next-line typescript/no-explicit-any -- lines of a data file in a form its README tells
function entriesOf(file: string): readonly any[] {
  const lines = readFileSync(truthPath('oracle/admission', file), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** A number beyond JavaScript's is read as Infinity, which no JSON has. */
function isReadable({ object, raw = '' }: { readonly object?: unknown; readonly raw?: string }): boolean {
  return stringAt(object ?? readable(raw), 'apiVersion') !== undefined && !/\b1e400\b/.test(raw);
}

function readable(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
