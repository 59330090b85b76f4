import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { GatedPlacement, GateReport } from '../../../report.ts';
import { type Cause, clustersOf, treatedText } from './causes.ts';
import { causeBelow, decisiveCause, objectsOf, openCauses, otherCauses } from './decisive-cause.ts';
import { toleratedClusters, gatedByVerdict, worstOfClusters } from './gated.ts';
import { messageOf, externalMessage } from './external-message.ts';
import { unplacedText } from './unplaced.ts';
import { clip } from '../words/visible.ts';
import { verdictWord } from './verdict-word.ts';
import { counted } from '../words/words.ts';

/** The most characters of quoted evidence. */
const QUOTED = 160;
/** The most names of clusters in the sentence. */
const NAMED = 5;

/** One sentence with the reason for the outcome: the decisive cause, its clusters, and its object or message. */
export function gateCause(gate: GateReport): string {
  const unplaced = unplacedText(gate);
  if (gate.outcome === 'passed') return unplaced === undefined ? passedText(gate) : `${passedText(gate)}; ${unplaced}`;
  const causes = openCauses(gate);
  const first = decisiveCause(gate);
  // Without a terminal cause, only objects that are not placed can fail a gate.
  if (gate.outcome === 'failed' && first?.cause.outcome !== 'terminal' && unplaced !== undefined) return unplaced;
  // If the gate was cancelled or could not read the hub, no verdict is the cause.
  const ended = gate.outcome === 'unreachable' || gate.outcome === 'notAllowed' || gate.outcome === 'cancelled';
  if (gate.message !== undefined && (ended || first === undefined)) return gate.message;
  if (first !== undefined) {
    const { gated, cause } = first;
    const [cluster, ...others] = clustersOf(cause);
    const where = cluster === undefined ? '' : ` on ${cluster}${others.length > 0 ? ` and ${counted(others.length, 'more cluster')}` : ''}`;
    const objects = objectsOf(cause, gated);
    const below = causeBelow(first, causes);
    const more = otherCauses(causes, [first, ...(below === undefined ? [] : [below])]).length;
    const isSuspect = cause.outcome === 'suspect';
    const notes = [
      below === undefined ? objectText(cause, gated) : `${below.cause.title}: ${objectsOf(below.cause, gated)}`,
      // The evidence names the other deploy.
      gate.outcome === 'superseded' && objects !== '' ? clip(messageOf(cause.places[0]?.evidence ?? []), QUOTED) : '',
      isSuspect && cause.countsAt !== undefined ? treatedText(cause.countsAt, gate.judgedAt) : '',
      more > 0 ? `and ${counted(more, 'more cause')}` : '',
    ].filter((note) => note !== '');
    return `${displayName(gated.object)}${where}: ${isSuspect ? 'probable cause: ' : ''}${cause.title}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
  }
  const top = gatedByVerdict(gate).find((gated) => gated.verdict !== 'passed');
  if (top !== undefined) return `${displayName(top.object)}: ${top.summary}`;
  const judged = gatedByVerdict(gate).length;
  return judged === 0 ? 'no placement was checked' : `${judged === 1 ? 'the one' : `all ${judged}`} checked so far passed`;
}

/** The objects that no followed placement selects, if `gateCause` does not name them. */
export function unplacedBeside(gate: GateReport): string | undefined {
  const text = unplacedText(gate);
  return text === undefined || gateCause(gate).includes(text) ? undefined : text;
}

/** The object behind a cause and the message of another system about it. If there is neither, the message of the hub. */
function objectText(cause: Cause, gated: GatedPlacement): string {
  const said = externalMessage(cause.places[0]?.evidence ?? []);
  const isNews = said !== undefined && !said.includes(cause.title);
  const parts = [objectsOf(cause, gated), ...(isNews && cause.outcome !== 'waiting' ? [clip(said, QUOTED)] : [])].filter(
    (part) => part !== '',
  );
  return parts.join(': ') || quoteOf(cause, gated);
}

/** The message of the hub, if the cause names no object except the placement or run. */
function quoteOf({ places }: Cause, gated: GatedPlacement): string {
  const own = places.some(({ object }) => object !== undefined && displayName(object) !== displayName(gated.object));
  return own ? '' : clip(firstSentence(messageOf(places[0]?.evidence ?? [])), QUOTED);
}

/** The other sentences say where to continue, as the first step does. */
function firstSentence(text: string): string {
  // linear: it is anchored at the beginning and reads each character once.
  return /^.{20,}?\.(?= [A-Z])/s.exec(text)?.[0].slice(0, -1) ?? text;
}

/** What passed, and what was tolerated (`--on-approval pass`, `--allow-partial`), so that a pass does not claim more than is true. */
function passedText(gate: GateReport): string {
  if (gate.message !== undefined) return gate.message;
  const gated = gatedByVerdict(gate);
  const [worst] = gated;
  if (worst === undefined) return 'nothing was checked';
  const doubts = `${forgivenText(gated)}${doubtText(gated)}${unseenText(gated)}${notedText(gated)}`;
  const open = `${displayName(worst.object)} is let through, although ${verdictWord(worst.verdict)}: ${worst.summary}`;
  if (worst.verdict === 'waiting') return `${open}${unverifiedText(gated)}${doubts}`;
  // Its summary names its own doubts.
  if (worst.verdict !== 'passed') return `${open}${notedText(gated)}`;
  const what = gated.length === 1 ? displayName(worst.object) : counted(gated.length, 'object');
  return `${what} passed on ${clustersText(gated)}${doubts}`;
}

/** Information, for example what could not be verified. `forgivenText` reports what was tolerated. */
function notedText(gated: readonly GatedPlacement[]): string {
  const [first, ...others] = notedTitles(gated);
  return first === undefined ? '' : `; noted: ${first}${others.length === 0 ? '' : ` (and ${others.length} more)`}`;
}

/** The titles of diagnoses that only inform, each once. */
export function notedTitles(gated: readonly GatedPlacement[]): readonly string[] {
  const noted = gated.flatMap(({ diagnoses }) => diagnoses.filter(({ outcome, forgiven }) => outcome === 'info' && forgiven !== true));
  return [...new Set(noted.map(({ title }) => title))];
}

function doubtText(gated: readonly GatedPlacement[]): string {
  const unproven = gated.filter(({ freshness }) => freshness !== 'proven');
  const [first] = unproven;
  if (first === undefined) return '';
  const many = gated.length === 1 ? '' : ` for ${counted(unproven.length, 'object')}`;
  return first.toProve === undefined ? `; content not verified${many}` : `; not compared with your manifests${many} (${first.toProve})`;
}

/** What was not seen, each clause once. */
function unseenText(gated: readonly GatedPlacement[]): string {
  const clauses = new Set(gated.flatMap(({ notVerified = [] }) => notVerified));
  return [...clauses].map((clause) => `; ${clause}`).join('');
}

/** The finished clusters whose content could not be verified, while the run waits. */
function unverifiedText(gated: readonly GatedPlacement[]): string {
  const names = worstOfClusters(gated).flatMap(({ name, verdict }) => (verdict === 'notVerified' ? [name] : []));
  return names.length === 0 ? '' : `; not verified: ${listed(names, NAMED)}`;
}

function forgivenText(gated: readonly GatedPlacement[]): string {
  const names = toleratedClusters(gated);
  return names.length === 0 ? '' : `; failed and tolerated: ${names.join(', ')}`;
}

function clustersText(gated: readonly GatedPlacement[]): string {
  const all = worstOfClusters(gated);
  const passed = all.filter(({ verdict }) => verdict === 'passed').length;
  return passed === all.length ? counted(all.length, 'cluster') : `${passed} of ${counted(all.length, 'cluster')}`;
}
