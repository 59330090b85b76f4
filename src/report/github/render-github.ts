import type { Finding } from '../../finding.ts';
import { listed } from '../../fleet/listed.ts';
import { displayName } from '../../fleet/object.ts';
import type { Report } from '../../report.ts';
import { causesOf, clustersOf, objectsText } from '../facts/causes.ts';
import { effectText, standing, suppressedOf } from '../facts/findings.ts';
import { forgivenClusters, gatedByVerdict } from '../facts/gated.ts';
import { headlineOf } from '../facts/headline.ts';
import { removalsIn, removalText } from '../facts/removals.ts';
import { settingsLines } from '../facts/notes.ts';
import { fromRoot } from '../facts/permalink.ts';
import { renderedText } from '../facts/rendered.ts';
import { reasonText, unknownObjects } from '../facts/unevaluated.ts';
import { oneLine, shortLine, shortText } from '../facts/visible.ts';
import { counted, placeOf } from '../facts/words.ts';

type Level = 'error' | 'warning' | 'notice';

/** What GitHub shows of each level and step. Source: reviewdog #411, golangci-lint-action #73. */
const BUDGET = 10;
/** GitHub cuts longer messages off. */
const MESSAGE_LIMIT = 4000;
/** Suppressed findings that one line names. */
const SHOWN_SUPPRESSED = 5;
/** The title stands in one line of the page. */
const TITLE_LIMIT = 255;

interface Annotation {
  readonly level: Level;
  readonly message: string;
  readonly title: string;
  readonly place?: Pick<Finding, 'file' | 'line' | 'endLine'> & Partial<Pick<Finding, 'column' | 'endColumn'>>;
}

/**
 * Workflow commands, one a line: the findings that matter most within GitHub's budget of 10 errors, 10 warnings and 10 notices,
 * and a last notice saying how many more there are. Empty when there is nothing to annotate.
 */
export function renderGithub(report: Report, { prefix }: { readonly prefix?: string } = {}): string {
  const all = [
    // First, as what is over the budget is left out, and what decides must not be.
    ...(report.silenced ?? []).map((message): Annotation => ({ level: 'warning', title: 'fleet-gate', message })),
    ...[...(report.notes ?? []), ...settingsLines(report)].map((message): Annotation => ({
      level: 'notice',
      title: 'fleet-gate',
      message,
    })),
    ...suppressedAnnotations(report),
    ...gateAnnotations(report),
    ...(report.lint === undefined ? [] : standing(report.lint.findings).map(findingAnnotation)),
    ...unevaluatedAnnotations(report),
    ...removalsIn(report).map((removal): Annotation => ({
      level: removal.fails === true ? 'error' : 'warning',
      title: 'fleet-gate: taken off clusters',
      message: removalText(removal),
    })),
  ];
  const errors = all.filter(({ level }) => level === 'error');
  const warnings = all.filter(({ level }) => level === 'warning');
  const notices = all.filter(({ level }) => level === 'notice');
  const fits = [errors, warnings, notices].every((list) => list.length <= BUDGET);
  // The last notice needs a place of its own.
  const shown = [...errors.slice(0, BUDGET), ...warnings.slice(0, BUDGET), ...notices.slice(0, fits ? BUDGET : BUDGET - 1)];
  const hidden = all.length - shown.length;
  const more: Annotation = { level: 'notice', title: 'fleet-gate', message: `${hidden} more in the job summary` };
  return [...shown, ...(hidden > 0 ? [more] : [])].map((annotation) => `${commandOf(annotation, prefix)}\n`).join('');
}

type Properties = Readonly<Record<string, string | number>>;

/** One workflow command. Escaping as in the toolkit: `%`, CR and LF in the data, `:` and `,` too in a property. */
function workflowCommand(name: Level, properties: Properties, data: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name}${list.length > 0 ? ` ${list.join(',')}` : ''}::${escapeData(data)}`;
}

function gateAnnotations(report: Report): readonly Annotation[] {
  const { gate } = report;
  if (gate === undefined && report.message === undefined) return [];
  const { word, whole } = headlineOf(report);
  const all = gate === undefined ? [] : gatedByVerdict(gate);
  if (report.exitCode === 0)
    return forgivenClusters(all).length === 0 ? [] : [{ level: 'warning', title: `fleet-gate: ${word}`, message: whole }];
  const causes = all
    .filter(({ verdict }) => verdict !== 'passed')
    .flatMap((gated) => causesOf(gated.diagnoses).map((cause) => ({ gated, cause })));
  return [
    { level: 'error', title: `fleet-gate: ${word}`, message: whole },
    ...causes.map(({ gated, cause }): Annotation => {
      const clusters = clustersOf(cause);
      const objects = objectsText(cause);
      const where =
        clusters.length === 0
          ? ''
          : ` on ${clusters.slice(0, 5).join(', ')}${clusters.length > 5 ? ` and ${clusters.length - 5} more` : ''}`;
      const evidence = cause.places[0]?.evidence[0];
      const lines = [
        `${displayName(gated.object)}${where}: ${cause.title}${objects === '' ? '' : ` (${objects})`}`,
        ...(evidence === undefined ? [] : [evidence]),
        ...cause.remedy.slice(0, 1),
      ];
      return {
        level: cause.outcome === 'terminal' ? 'error' : cause.outcome === 'info' ? 'notice' : 'warning',
        title: cause.id,
        message: lines.join('\n'),
      };
    }),
  ];
}

function findingAnnotation(finding: Finding): Annotation {
  const later = finding.later === true ? [`${effectText(finding)}.`] : [];
  const message = [finding.message, ...later, finding.remedy, renderedText(finding)].filter((line) => line !== '').join('\n');
  return { level: finding.severity, title: finding.rule, message, place: finding };
}

/** What somebody accepted, as one line: with no annotation of its own it would be unseen here. */
function suppressedAnnotations({ lint }: Report): readonly Annotation[] {
  const suppressed = lint === undefined ? [] : suppressedOf(lint);
  if (suppressed.length === 0) return [];
  const places = suppressed.map((finding) => `${finding.rule} at ${placeOf(finding)}: ${finding.suppressed?.reason ?? ''}`);
  const message = `${counted(suppressed.length, 'finding')} suppressed: ${listed(places, SHOWN_SUPPRESSED)}`;
  return [{ level: 'notice', title: 'fleet-gate', message }];
}

/** Objects of KubeFleet that nobody judged. */
function unevaluatedAnnotations({ lint, plan, outcome }: Report): readonly Annotation[] {
  return unknownObjects(lint?.notEvaluated ?? plan?.notEvaluated ?? []).map((entry) => ({
    level: outcome === 'notEvaluated' ? 'error' : 'warning',
    title: 'not evaluated',
    message: reasonText(entry),
    place: { file: entry.file, line: entry.line, endLine: entry.line },
  }));
}

function commandOf({ level, title, message, place: at }: Annotation, prefix: string | undefined): string {
  const place = at === undefined ? {} : placeProperties({ ...at, file: fromRoot(at.file, prefix) });
  const lines = shortText(message, MESSAGE_LIMIT)
    .split('\n')
    .map((line) => line.trim());
  return workflowCommand(level, { ...place, title: shortLine(title, TITLE_LIMIT) }, lines.join('\n'));
}

/** Columns only within one line: GitHub refuses them across lines. */
function placeProperties({ file, line, endLine, column, endColumn }: NonNullable<Annotation['place']>): Properties {
  const lines = { file: oneLine(file), line: Math.max(1, line), endLine: Math.max(1, line, endLine) };
  if (endLine !== line || column === undefined || endColumn === undefined) return lines;
  return { ...lines, col: Math.max(1, column), endColumn: Math.max(1, column, endColumn) };
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
