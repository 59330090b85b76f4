import { objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { NameFault } from '../../name-format.ts';
import { jobSpecViolations } from './jobs.ts';
import { limitViolations } from './numbers.ts';
import { scheduleFault } from './schedules.ts';
import { timeZoneFault } from './time-zones.ts';
import { wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks CronJobs. Source: `pkg/apis/batch/validation/validation.go` of Kubernetes, ValidateCronJobCreate. */
export function* cronJobViolations(object: KubeObject): Iterable<Violation> {
  const spec = objectAt(object, 'spec');
  if (spec === undefined) return;
  yield* limitViolations(spec, '/spec', ['startingDeadlineSeconds', 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit']);
  const schedule = stringAt(spec, 'schedule');
  if (schedule !== undefined && schedule !== '') yield* judged('/spec/schedule', schedule, scheduleFault(schedule));
  const zone = stringAt(spec, 'timeZone');
  const fault = zone === undefined ? undefined : timeZoneFault(zone);
  for (const each of judged('/spec/timeZone', zone ?? '', fault)) yield fault?.mayBeNewer === true ? { ...each, mayBeNewer: true } : each;
  const job = objectAt(spec, 'jobTemplate', 'spec');
  if (job === undefined) return;
  const at = '/spec/jobTemplate/spec';
  yield* jobSpecViolations(job, at);
  if ((job['selector'] ?? undefined) !== undefined)
    yield wrongTogether(`${at}/selector`, [], 'cannot be set in a CronJob: each Job gets its own', 'Remove it.');
  if (job['manualSelector'] === true) yield wrongValue(`${at}/manualSelector`, true, 'cannot be true in a CronJob', 'Remove it.');
}

function* judged(pointer: string, text: string, fault: NameFault | undefined): Iterable<Violation> {
  if (fault !== undefined) yield wrongValue(pointer, text, `cannot be ${JSON.stringify(text)}: ${fault.says}`, fault.hint);
}
