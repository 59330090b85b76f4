import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { RolloutForecast } from '../../../report.ts';
import { elapsedText } from '../words/elapsed.ts';
import { counted } from '../words/words.ts';

/**
 * How content will reach the clusters, in one sentence for each rollout: how many clusters at a time, how long it takes, and what one
 * failed cluster does to the rest. One short sentence if the current content of the clusters is not known.
 */
export function forecastTexts(forecasts: readonly RolloutForecast[], isChangeKnown: boolean): readonly string[] {
  if (isChangeKnown || forecasts.some(({ of }) => of === 'run')) return forecasts.map(forecastText);
  const update = forecasts.find(({ of }) => of === 'update');
  if (update === undefined || update.clusters === 1) return [];
  const later = update.atOnce === 0 ? 'no cluster at all' : `at most ${update.atOnce} at a time`;
  return [`the first to ${update.clusters} clusters at once, every update to ${later}`];
}

function forecastText(forecast: RolloutForecast): string {
  const { of, clusters, atOnce, run, approvals } = forecast;
  if (of === 'firstRollout') return `to ${counted(clusters, 'new cluster')} at once: ${timeText(forecast)}`;
  if (atOnce === 0) return `no cluster is updated, as \`maxUnavailable\` is 0`;
  const who = run === undefined ? 'update' : displayName(run);
  const pace = atOnce >= clusters ? 'all at once' : `at most ${atOnce} unavailable at a time`;
  const people = approvals === undefined ? '' : `, and ${counted(approvals, 'approval')} by a person`;
  return [`${who} of ${counted(clusters, 'cluster')}, ${pace}: ${timeText(forecast)}${people}`, failureText(forecast)]
    .filter((text) => text !== '')
    .join('; ');
}

function timeText({ seconds }: RolloutForecast): string {
  if (seconds === undefined) return 'it does not end';
  const { least, most } = seconds;
  const range = `${least === 0 ? 'up to' : `${elapsedText(least * 1000)} to`} ${elapsedText(most * 1000)}`;
  return `${range}, longer if workloads need more than a minute`;
}

function failureText({ of, clusters, atOnce, atOnceAfterFailure }: RolloutForecast): string {
  if (of === 'run') return 'if a cluster fails, no later stage begins';
  if (atOnce >= clusters) return '';
  if (atOnceAfterFailure === 0) return 'if a cluster does not become available, the others keep the old content';
  return `if a cluster does not become available, the others are updated at most ${atOnceAfterFailure} at a time`;
}
