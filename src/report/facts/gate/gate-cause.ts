import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { GatedPlacement, GateReport } from '../../../report.ts';
import { type Cause, clustersOf, treatedText } from './causes.ts';
import { causeBelow, decisiveCause, objectsOf, openCauses, otherCauses } from './decisive-cause.ts';
import { forgivenClusters, gatedByVerdict, worstOfClusters } from './gated.ts';
import { messageOf, externalMessage } from './external-message.ts';
import { unplacedText } from './unplaced.ts';
import { clip } from '../words/visible.ts';
import { verdictWord } from './verdict-word.ts';
import { counted } from '../words/words.ts';

/** The most characters of evidence in it. */
const QUOTED = 160;

/** One sentence that says why the gate ended as it did: the first cause of the worst placement, where, and because of what. */
export function gateCause(gate: GateReport): string {
  const unplaced = unplacedText(gate);
  if (gate.outcome === 'passed') return unplaced === undefined ? passedText(gate) : `${passedText(gate)}; ${unplaced}`;
  const causes = openCauses(gate);
  const first = decisiveCause(gate);
  // Nothing else can fail a gate without a cause of its own.
  if (gate.outcome === 'failed' && first?.cause.outcome !== 'terminal' && unplaced !== undefined) return unplaced;
  // Whoever could not look on, or was told to stop, has no verdict that could be the cause.
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
      // Who lost against another deploy wants to know which.
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

/** What is placed nowhere, where the sentence above does not say it. */
export function unplacedBeside(gate: GateReport): string | undefined {
  const text = unplacedText(gate);
  return text === undefined || gateCause(gate).includes(text) ? undefined : text;
}

/** The object behind a cause, and what another system says of it; what the hub says if there is neither. */
function objectText(cause: Cause, gated: GatedPlacement): string {
  const said = externalMessage(cause.places[0]?.evidence ?? []);
  const isNews = said !== undefined && !said.includes(cause.title);
  const parts = [objectsOf(cause, gated), ...(isNews && cause.outcome !== 'waiting' ? [clip(said, QUOTED)] : [])].filter(
    (part) => part !== '',
  );
  return parts.join(': ') || quoteOf(cause, gated);
}

/** What the hub says of it, where the cause has no object of its own that tells more. */
function quoteOf({ places }: Cause, gated: GatedPlacement): string {
  const own = places.some(({ object }) => object !== undefined && displayName(object) !== displayName(gated.object));
  return own ? '' : clip(firstSentence(messageOf(places[0]?.evidence ?? [])), QUOTED);
}

/** What follows tells where to look on, which the first step does. */
function firstSentence(text: string): string {
  // linear: it starts at the beginning alone, and each character is passed once.
  return /^.{20,}?\.(?= [A-Z])/s.exec(text)?.[0].slice(0, -1) ?? text;
}

/** What passed, and what was let through without having passed (`--on-approval pass`, `--allow-partial`): a pass must not claim more. */
function passedText(gate: GateReport): string {
  if (gate.message !== undefined) return gate.message;
  const gated = gatedByVerdict(gate);
  const [worst] = gated;
  if (worst === undefined) return 'nothing was checked';
  if (worst.verdict !== 'passed')
    return `${displayName(worst.object)} is let through, although ${verdictWord(worst.verdict)}: ${worst.summary}${notedText(gated)}`;
  const what = gated.length === 1 ? displayName(worst.object) : counted(gated.length, 'object');
  return `${what} passed on ${clustersText(gated)}${forgivenText(gated)}${doubtText(gated)}${notedText(gated)}`;
}

/** What is told for information, such as what nobody can verify; what was tolerated has words of its own. */
function notedText(gated: readonly GatedPlacement[]): string {
  const [first, ...others] = notedTitles(gated);
  return first === undefined ? '' : `; noted: ${first}${others.length === 0 ? '' : ` (and ${others.length} more)`}`;
}

/** Titles of what is told for information, each once. */
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

function forgivenText(gated: readonly GatedPlacement[]): string {
  const names = forgivenClusters(gated);
  return names.length === 0 ? '' : `; failed and tolerated: ${names.join(', ')}`;
}

function clustersText(gated: readonly GatedPlacement[]): string {
  const all = worstOfClusters(gated);
  const passed = all.filter(({ verdict }) => verdict === 'passed').length;
  return passed === all.length ? counted(all.length, 'cluster') : `${passed} of ${counted(all.length, 'cluster')}`;
}
