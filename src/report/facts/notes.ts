import type { Report, ReportSettings } from '../../report.ts';
import { counted } from './words.ts';

/** What a reader must know before the details: what is out of the ordinary about this run, then the settings it went by. Untrusted text. */
export function noteLines({ silenced = [], notes = [], settings }: Pick<Report, 'silenced' | 'notes' | 'settings'>): readonly string[] {
  return [...silenced, ...notes, ...settingsLines({ settings })];
}

/** What a change silences, without the details, as the end of a headline; empty where it silences nothing. Untrusted text. */
export function silencedTail({ silenced = [] }: Pick<Report, 'silenced'>): string {
  return silenced.map((sentence) => `; ${sentence.replace(/:.*$/s, '').replace(/^T/, 't')}`).join('');
}

function settingsLines({ settings }: { readonly settings?: ReportSettings | undefined }): readonly string[] {
  return settings === undefined ? [] : [settingsText(settings)];
}

/** `Settings (.fleet-gate.yaml): fails on none; rules off: schema; excluded: examples/**` */
function settingsText({
  config,
  failOn,
  failOnNew,
  failOnNotEvaluated,
  off,
  severities,
  render,
  exclude,
  suppress,
}: ReportSettings): string {
  const parts = [
    `fails on ${{ error: 'errors', warning: 'warnings and errors', none: 'no finding' }[failOn]}${failOnNew === true ? ' the base lacks' : ''}`,
    ...(failOnNotEvaluated === undefined ? [] : [`fails on ${failOnNotEvaluated ? 'whatever' : 'nothing that'} was not evaluated`]),
    ...(off === undefined ? [] : [`rules off: ${off.join(', ')}`]),
    ...(severities === undefined
      ? []
      : [
          `severities: ${Object.entries(severities)
            .map(([rule, severity]) => `${rule} ${severity}`)
            .join(', ')}`,
        ]),
    ...(render === undefined ? [] : [render === 'off' ? 'nothing rendered' : `rendered with ${render} alone`]),
    ...(exclude === undefined ? [] : [`excluded: ${exclude.join(', ')}`]),
    ...(suppress === undefined ? [] : [`${counted(suppress, 'finding')} accepted`]),
  ];
  return `Settings${config === undefined ? '' : ` (${config})`}: ${parts.join('; ')}.`;
}
