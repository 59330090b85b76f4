import { styleText } from 'node:util';
import { jsonText } from '../../../src/report/facts/words/json-text.ts';
import { type Notification, notificationOf, NOTIFY_LIMIT, type NotifyContext } from '../../../src/report/notify/notification.ts';
import { markerOf } from '../../../src/action/comment.ts';
import { COMMENT_LIMIT, renderMarkdown } from '../../../src/report/markdown/render-markdown.ts';
import { progressFrame, progressLines, progressReminder, suspicionLines, type ProgressView } from '../../../src/report/text/progress.ts';
import type { Styler } from '../../../src/report/text/terminal.ts';
import { loadRenderers, render, type RenderOptions, type ReportFormat } from '../../../src/report/render.ts';
import type { Report } from '../../../src/report.ts';
import { chatFaults } from '../oracles/chat.ts';
import { seenInHtml } from '../oracles/html.ts';
import { gitlabFaults } from '../oracles/gitlab.ts';
import { seenIn } from '../oracles/markdown.ts';
import { commandOf, commandsIn } from '../oracles/runner-commands.ts';
import { sarifFaults } from '../oracles/sarif.ts';
import { columnsOf, hiddenIn, unpainted } from '../oracles/terminal.ts';
import { seenInXml } from '../oracles/xml.ts';

await loadRenderers();

/** What a format's parser reads from a rendering. */
export interface Seen {
  /** The structure without texts. It is equal for any two texts in one place of the report. */
  readonly shape: string;
  readonly text: string;
  readonly links: readonly string[];
  /** Content that a rendering must not have. */
  readonly faults: readonly string[];
}

/** One way in which a report is shown. */
export interface Surface {
  readonly name: string;
  /** The name for `--format`, if there is one. */
  readonly format?: ReportFormat;
  /** The rendered report; `undefined` if the surface does not show this kind of report. */
  render(report: Report): string | undefined;
  /** Parses the rendering of the report. */
  see(text: string, report: Report): Seen;
}

export const SOURCE = { server: 'https://github.com', repository: 'contoso/fleet', sha: 'c0ffee0123456789abcdef0123456789abcdef01' };
export const RUN = 'https://github.com/contoso/fleet/actions/runs/42/attempts/2';
const NOTIFY_CONTEXT: NotifyContext = { at: new Date(0), repository: 'contoso/fleet', sha: SOURCE.sha, pullRequest: 7 };
const MARKER = markerOf('Deploy/gate');
const NARROW = 40;
const paint =
  (format: Parameters<typeof styleText>[0]) =>
  (text: string): string =>
    styleText(format, text, { validateStream: false });
const COLOURS: Styler = {
  bold: paint('bold'),
  dim: paint('dim'),
  red: paint('red'),
  green: paint('green'),
  yellow: paint('yellow'),
  cyan: paint('cyan'),
};

const written = (
  name: string,
  format: ReportFormat,
  options: RenderOptions & { limit?: number; prefix?: string },
  see: (text: string, report: Report) => Seen,
): Surface => ({
  name,
  format,
  render: (report) => render(report, format, options),
  see: (text, report) => {
    const seen = see(text, report);
    return { ...seen, faults: [...seen.faults, ...(format === 'github' || format === 'azure' ? hiddenIn(text) : logFaults(text))] };
  },
});

/** Every way in which a report is shown, each with the parser that checks it. */
export const SURFACES: readonly Surface[] = [
  written('text', 'text', {}, linesSeen),
  written('text on a narrow terminal', 'text', { width: NARROW }, (text) => ({ ...linesSeen(text), shape: '', text: '' })),
  written('text in colour', 'text', { style: COLOURS, width: 100 }, (text, report) => ({
    ...linesSeen(unpainted(text)),
    shape: '',
    text: '',
    faults: unpainted(text) === render(report, 'text', { width: 100 }) ? [] : ['colours change the text'],
  })),
  written('markdown of the job summary', 'markdown', { source: SOURCE }, (text) => seenIn(withWholeHead(text))),
  {
    name: 'comment of the Action',
    render: (report) => renderMarkdown(report, { limit: COMMENT_LIMIT, prefix: MARKER, source: SOURCE }),
    see: (text) => {
      const seen = seenIn(withWholeHead(text.slice(MARKER.length)));
      return { ...seen, faults: [...seen.faults, ...logFaults(text), ...(text.startsWith(MARKER) ? [] : ['the marker is gone'])] };
    },
  },
  written('page', 'html', { source: SOURCE }, seenInHtml),
  written('junit', 'junit', {}, (text) => ({ ...seenInXml(text), links: [], faults: [] })),
  written('sarif', 'sarif', {}, (text) => {
    const log = JSON.parse(text) as unknown;
    return {
      // A file outside the repository has no root (`uriBaseId`), and a location without letters has no snippet.
      shape: shapeOf(log).replaceAll(/,uriBaseId:string|,snippet:\{text:string\}/g, ''),
      text: textsOf(withoutFingerprints(log)).join('\n'),
      links: [],
      faults: sarifFaults(log),
    };
  }),
  written('json', 'json', {}, (text, report) => ({
    shape: '',
    text: '',
    links: [],
    faults:
      JSON.stringify(JSON.parse(text)) === JSON.stringify(inOrder(report, JSON.parse(text))) ? [] : ['it reads back as another report'],
  })),
  written('annotations', 'github', {}, annotationsSeen),
  written('gitlab', 'gitlab', {}, (text) => {
    const entries = JSON.parse(text) as unknown;
    return { shape: shapeOf(entries), text: textsOf(withoutFingerprints(entries)).join('\n'), links: [], faults: gitlabFaults(entries) };
  }),
  written('azure', 'azure', {}, azureSeen),
  {
    name: 'notification for a chat',
    render: (report) => jsonText(notificationOf({ ...report, run: RUN }, NOTIFY_CONTEXT)),
    see: (text) => {
      const notification = JSON.parse(text) as Notification;
      return { shape: shapeOf(notification), text: '', links: [], faults: [...logFaults(text), ...notifyFaults(notification, text)] };
    },
  },
  {
    name: 'lines of progress',
    render: (report) => logOf(viewOf(report)),
    see: (text) => ({ ...linesSeen(text), faults: logFaults(text) }),
  },
  {
    name: 'live table of progress',
    render: (report) => frameOf(viewOf(report)),
    see: (text) => ({ ...linesSeen(text), text: '', faults: [...logFaults(text), ...wideLines(text)] }),
  },
];

/** A notification has room for only a part of a cause, so its text is not compared. */
export function notifyFaults(notification: Notification, text: string): readonly string[] {
  const bytes = Buffer.byteLength(text);
  const lines = textsOf(notification).filter((each) => /[\n\r]/.test(each));
  return [
    ...chatFaults(notification.text, [RUN]),
    ...lines.map((line) => `more than one line: ${line}`),
    ...(bytes > NOTIFY_LIMIT ? [`${bytes} bytes`] : []),
    ...(notification.cause.length > 300 ? [`a cause of ${notification.cause.length} characters`] : []),
  ];
}

/**
 * Lines of evidence start with a bar. Empty lines are not part of the structure. A long heading and the result of a cluster continue on a
 * line of their own.
 */
function linesSeen(text: string): Seen {
  return {
    shape: String(
      text
        .replaceAll(/\n {2}… /g, ' ')
        .replaceAll(/ (✅|✕)\n {4}/g, ' $1 ')
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    ),
    text: text.replaceAll(/^ +\| /gm, ''),
    links: [],
    faults: [],
  };
}

/** Joins a bold heading with the rest of a long sentence, which follows below it. */
function withWholeHead(markdown: string): string {
  return markdown.replace(/^(###.*\n\n\*\*.*) …\*\* … (.*)$/m, '$1 $2**');
}

function logFaults(text: string): readonly string[] {
  return [...hiddenIn(text), ...commandsIn(unpainted(text)).map(({ name }) => `a command: ${name}`)];
}

/** Every line must be one annotation; its text must not change the command's name or add a property. */
function annotationsSeen(text: string): Seen {
  const lines = text.split('\n').slice(0, -1);
  const commands = lines.map(commandOf);
  const known = commands.every((command) => ['error', 'warning', 'notice'].includes(command?.name ?? ''));
  return {
    shape: commands.map((command) => `${command?.name ?? ''} ${Object.keys(command?.properties ?? {}).join(',')}`).join('\n'),
    text: commands.map((command) => [...Object.values(command?.properties ?? {}), command?.data ?? ''].join('\n')).join('\n'),
    links: [],
    faults: known ? [] : ['a line is no annotation'],
  };
}

/** Every line must be an issue of the step or a notice, and must not contain another command. */
function azureSeen(text: string): Seen {
  const lines = text.split('\n').slice(0, -1);
  const read = lines.map((line) => ({ line, command: commandOf(line) }));
  const known = read.every(({ line, command }) =>
    command === undefined
      ? line.startsWith('notice')
      : line.startsWith('##vso[task.logissue ') && ['error', 'warning'].includes(command.properties['type'] ?? ''),
  );
  // The agent also writes an issue as a plain line in the log. That line must not be parsed as a command either.
  const shown = read.flatMap(({ command }) => (command === undefined ? [] : [...Object.values(command.properties), command.data]));
  return {
    shape: read.map(({ command }) => Object.keys(command?.properties ?? {}).join(',')).join('\n'),
    text: read
      .map(({ line, command }) => (command === undefined ? line : [...Object.values(command.properties), command.data].join('\n')))
      .join('\n'),
    links: [],
    faults: [
      ...(known ? [] : ['a line is neither an issue nor a notice']),
      ...shown.flatMap((each) => commandsIn(each).map(({ name }) => `a command: ${name}`)),
    ],
  };
}

function viewOf({ gate }: Report): ProgressView | undefined {
  if (gate === undefined) return undefined;
  const gated = [...gate.placements, ...gate.runs];
  return {
    at: new Date(0),
    now: new Date(0),
    changes: gate.timeline,
    awaiting: gated[0]?.summary ?? '',
    gated,
    elapsed: 61_000,
    timeout: 900_000,
  };
}

function logOf(view: ProgressView | undefined): string | undefined {
  if (view === undefined) return undefined;
  return [...progressLines(view), progressReminder(view), ...suspicionLines(view).map(({ line }) => line)].join('\n');
}

function frameOf(view: ProgressView | undefined): string | undefined {
  return view === undefined ? undefined : progressFrame(view, NARROW, COLOURS, 10).join('\n');
}

function wideLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (columnsOf(line) > NARROW ? [`wider than the terminal: ${line}`] : []));
}

/** The keys of a value and of everything within it. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (typeof value !== 'object' || value === null) return typeof value;
  return `{${Object.entries(value)
    .map(([key, entry]) => `${key}:${shapeOf(entry)}`)
    .join()}}`;
}

/** Fingerprints are made from texts but do not show them. */
function withoutFingerprints(log: unknown): unknown {
  return JSON.parse(JSON.stringify(log, (key, value: unknown) => (/^(?:partialFingerprints|fingerprint)$/.test(key) ? undefined : value)));
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The report with its keys in the order of `model`. Missing keys stay missing, so a comparison finds them. */
function inOrder(report: unknown, model: unknown): unknown {
  if (Array.isArray(report)) return report.map((entry: unknown, index) => inOrder(entry, (model as unknown[])[index]));
  if (typeof report !== 'object' || report === null) return report;
  const keys = Object.keys(model ?? {});
  const entries = Object.entries(report).toSorted(([a], [b]) => keys.indexOf(a) - keys.indexOf(b));
  return Object.fromEntries(entries.map(([key, entry]) => [key, inOrder(entry, (model as Record<string, unknown>)[key])]));
}
