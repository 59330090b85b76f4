import { stringAt } from '../../fleet/json/json.ts';
import { displayName, isDeleting, objectKey, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { TargetOutcome } from '../../outcome.ts';
import { CONTENT_DIFFERS, type Diagnosis, type GatedCluster, type GatedRun } from '../../report.ts';
import { eitherOf, type Terms } from '../../terms.ts';
import type { ApprovalRequest } from './approval-requests.ts';

/** The evidence for an approval. It may be given if nothing is in `notProven`. */
export interface Evidence {
  /** The clusters of the stages that the run has updated. */
  readonly clusters: readonly string[];
  /** Clauses. */
  readonly proven: readonly string[];
  readonly notProven: readonly string[];
  /** Clauses: what only time will prove. It keeps the approval open as well. */
  readonly waits: readonly string[];
  /** Milliseconds since the epoch, by the hub's clock: when all of `waits` are over. */
  readonly until?: number;
}

export interface Judged {
  readonly run: GatedRun;
  readonly outcome: TargetOutcome;
}

/** The part of the manifests that was compared with the hub. */
export interface Compared {
  /** The placement of the run selects an object of them. */
  readonly hasContent: boolean;
  /** They hold something that no followed placement sends. */
  readonly isPart: boolean;
  /** Fields that were left out of the comparison. */
  readonly ignoredFields: readonly string[];
  /** What the run uses and what could not be read, in clauses. */
  readonly unseen: readonly string[];
}

interface Wanted {
  /** The manifests of the deploy, if they are given: their content must then be proven. */
  readonly compared?: Compared;
  /** Something else than clusters and content is checked as well. */
  readonly hasQuery: boolean;
  readonly terms: Terms;
}

/**
 * Whether the run may go on. Every cluster that it has updated must be good: after a stage those of this stage and of the stages before it,
 * before a stage only the latter. The verdicts are those of `diagnose`.
 */
export function stageEvidence({ run, outcome }: Judged, request: ApprovalRequest, wanted: Wanted): Evidence {
  const { stage } = request;
  const at = run.stages.findIndex(({ name }) => name === stage.name);
  const updated = run.stages.slice(0, isAfter(request) ? at + 1 : at).flatMap(({ clusters }) => clusters);
  const clusters = updated.map(({ name }) => name);
  const unjudged = isAfter(request) ? namesOf(stage.clusters).filter((name) => !clusters.includes(name)) : [];
  const bad = updated.filter((cluster) => !isGood(cluster));
  const content = contentEvidence(run, wanted);
  const empty = emptyText(request, updated);
  const hasNothing = updated.length === 0 && !isAfter(request) && run.freshness !== 'proven' && !wanted.hasQuery;
  return {
    clusters,
    waits: [],
    proven: [...(empty === undefined ? [] : [empty]), ...(bad.length === 0 ? clusterTexts(updated, run) : []), ...content.proven],
    notProven: [
      ...content.notProven.filter((clause) => clause.startsWith(CONTENT_DIFFERS)),
      ...(at < 0 ? [`stage ${stage.name} was not checked`] : []),
      ...unjudged.map((name) => `${name} was not checked`),
      ...foreignText(request, run),
      ...(outcome === 'waitingForPerson' ? [] : whyNot(run, bad)),
      ...bad.map((cluster) => clusterText(cluster, run)),
      ...content.notProven.filter((clause) => !clause.startsWith(CONTENT_DIFFERS)),
      ...(hasNothing ? [`nothing is updated yet that could prove something: give ${moreProof(wanted.terms)}`] : []),
    ],
  };
}

/** The approval of the deletion stage comes after its clusters are known and before anything is deleted (KubeFleet PR 813). */
function isAfter({ when, stage }: ApprovalRequest): boolean {
  return when === 'after' && !stage.removes;
}

/** KubeFleet ends a run whose request names another run or stage (pkg/controllers/updaterun/execution.go). */
function foreignText({ object, stage }: ApprovalRequest, { object: run }: GatedRun): readonly string[] {
  if (object === undefined) return [];
  if (isDeleting(object)) return ['the request is being deleted; KubeFleet asks again'];
  const of = { run: stringAt(object, 'spec', 'parentStageRollout'), stage: stringAt(object, 'spec', 'targetStage') };
  if (of.run === run.name && of.stage === stage.name) return [];
  return [`the request is of stage ${of.stage ?? '?'} of update run ${of.run ?? '?'}`];
}

function isGood({ verdict, forgiven }: GatedCluster): boolean {
  return verdict === 'passed' || forgiven === true;
}

/** KubeFleet v0.3.1 asks for the approval of a stage that selects no cluster. */
function emptyText(request: ApprovalRequest, updated: readonly GatedCluster[]): string | undefined {
  const { stage } = request;
  if (isAfter(request) && stage.clusters.length === 0) return `stage ${stage.name} has no clusters`;
  return !isAfter(request) && updated.length === 0 ? `no cluster is in a stage before ${stage.name}` : undefined;
}

function clusterTexts(clusters: readonly GatedCluster[], { snapshotIndex }: GatedRun): readonly string[] {
  const tolerated = clusters.filter(({ forgiven }) => forgiven === true);
  const byStep = Map.groupBy(
    clusters.filter(({ forgiven }) => forgiven !== true),
    ({ stage }) => stage,
  );
  const good = [...byStep].map(
    ([step, group]) => `${step} with resource snapshot ${String(snapshotIndex)} on ${listed(namesOf(group), SHOWN)}`,
  );
  return [...good, ...(tolerated.length === 0 ? [] : [`failed and tolerated on ${listed(namesOf(tolerated), SHOWN)}`])];
}

const SHOWN = 50;

function namesOf(clusters: readonly { readonly name: string }[]): readonly string[] {
  return clusters.map(({ name }) => name);
}

function contentEvidence(
  { object, freshness, snapshotIndex, summary, diagnoses }: GatedRun,
  { compared }: Wanted,
): Pick<Evidence, 'proven' | 'notProven'> {
  const snapshot = `resource snapshot ${String(snapshotIndex)}`;
  if (compared === undefined) {
    return freshness === 'unproven'
      ? { proven: [], notProven: [`${snapshot} could not be compared with the hub: ${summary}`] }
      : { proven: [`${snapshot} was not compared with manifests`], notProven: [] };
  }
  const { hasContent, isPart, ignoredFields, unseen } = compared;
  if (freshness === 'proven') {
    const what = `the content of the manifests${isPart ? ' that its placement selects' : ''}`;
    const without = ignoredFields.length === 0 ? '' : `, apart from ${listed(ignoredFields, FIELDS)}`;
    return { proven: [`${snapshot} has ${what}${without}`], notProven: unseen };
  }
  const differences = hasContent ? diagnoses.flatMap((cause) => differenceText(cause, object)) : [];
  if (differences.length > 0) return { proven: [], notProven: [...differences, ...unseen] };
  // If there is a cause, the summary is about it.
  const said = diagnoses.length === 0 ? `: ${summary}` : '';
  const [removed] = diagnoses.filter(isRemovedSince).flatMap(({ evidence }) => evidence);
  const why = removed !== undefined ? `: ${removed}` : hasContent ? said : ': its placement selects none of their objects';
  return { proven: [], notProven: [`it is not proven that ${snapshot} has the content of the manifests${why}`, ...unseen] };
}

/** What a cause knows about other content than that of the manifests, in the words of the gate; empty for other causes. */
function differenceText(cause: Diagnosis, run: ObjectRef): readonly string[] {
  const { id, title, object, evidence } = cause;
  const isOfRun = object === undefined || objectKey(object) === objectKey(run);
  if (isRemovedSince(cause) || !(isOfRun ? id === 'run-rolled-out-old-snapshot' : OF_OBJECTS.has(id))) return [];
  return [`${CONTENT_DIFFERS}: ${isOfRun ? '' : `${displayName(object)}: `}${evidence[0] ?? title}`];
}

/** The snapshot of the run has it, and the hub has not. */
function isRemovedSince({ id, outcome }: Diagnosis): boolean {
  return id === 'superseded' && outcome === 'info';
}

const OF_OBJECTS: ReadonlySet<string> = new Set(['content-not-synced', 'superseded']);

/** Fields in one clause. */
const FIELDS = 5;

function moreProof(terms: Terms): string {
  return eitherOf(terms, ['manifests', 'PATH'], ['query', 'PROMQL']);
}

/** The first cause of the verdict that keeps the run from waiting for a person only; empty if a cluster that is not good is the cause. */
function whyNot(run: GatedRun, bad: readonly GatedCluster[]): readonly string[] {
  const cause = run.diagnoses.find(({ outcome }) => outcome === 'terminal' || outcome === 'suspect') ?? run.diagnoses[0];
  if (cause === undefined) return bad.length === 0 ? [run.summary] : [];
  return bad.some(({ name }) => name === cause.cluster) ? [] : [causeText(cause)];
}

function clusterText({ name, verdict, stage, note }: GatedCluster, { diagnoses }: GatedRun): string {
  const cause = diagnoses.find(({ cluster }) => cluster === name);
  if (cause !== undefined) return causeText(cause);
  return `${name} is not proven to be good: ${verdict} at ${stage}${note === undefined ? '' : ` (${note})`}`;
}

function causeText({ title, cluster, object }: Diagnosis): string {
  return `${title}${cluster === undefined ? '' : ` on ${cluster}`}${object === undefined ? '' : ` (${displayName(object)})`}`;
}
