import { resolve } from 'node:path';
import { faultNotification, type Notification, notificationOf, type NotifyContext } from '../../report/notify/notification.ts';
import { jsonText } from '../../report/facts/words/json-text.ts';
import type { Report } from '../../report.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { ciRun } from './ci-run.ts';
import type { Io } from '../process/io.ts';
import { writeReport } from './write-report.ts';

type NotifyIo = Pick<Io, 'cwd' | 'env' | 'now' | 'secrets'>;

/** Writes the notification for a report. @throws if the file cannot be written */
export function writeNotification(file: string, report: Report, io: NotifyIo, known: Omit<NotifyContext, 'at'> = {}): void {
  write(file, notificationFor(report, io, known), io);
}

/** The notification for a report, with the context of the run. */
export function notificationFor(report: Report, io: Omit<NotifyIo, 'cwd'>, known: Omit<NotifyContext, 'at'> = {}): Notification {
  // Credentials are hidden first: in a shortened or escaped text they would not be recognised.
  const hide = (text: string): string => io.secrets.hide(text);
  return notificationOf(withEveryString(report, hide), withEveryString(notifyContext(io, known), hide));
}

/** Writes the notification for an internal error. @throws if the file cannot be written */
export function writeFaultNotification(file: string, command: string, io: NotifyIo): void {
  write(file, faultNotification(command, notifyContext(io)), io);
}

function write(file: string, notification: Notification, { cwd }: Pick<Io, 'cwd'>): void {
  writeReport(resolve(cwd, file), jsonText(notification));
}

/** The context of the run from the environment; values from the caller have precedence. */
function notifyContext({ env, now }: Pick<Io, 'env' | 'now'>, { links, ...known }: Omit<NotifyContext, 'at'> = {}): NotifyContext {
  const { repository, sha, pullRequest } = ciRun(env);
  return {
    at: now(),
    ...(repository === undefined ? {} : { repository }),
    ...(sha === undefined ? {} : { sha }),
    ...(pullRequest === undefined ? {} : { pullRequest: pullRequest.number }),
    ...known,
    links: { ...(pullRequest === undefined ? {} : { pullRequest: pullRequest.page }), ...links },
  };
}
