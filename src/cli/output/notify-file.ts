import { resolve } from 'node:path';
import { faultNotification, type Notification, notificationOf, type NotifyContext } from '../../report/notify/notification.ts';
import { jsonText } from '../../report/facts/words/json-text.ts';
import type { Report } from '../../report.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { ciRun } from './ci-run.ts';
import type { Io } from '../process/io.ts';
import { writeReport } from './write-report.ts';

type NotifyIo = Pick<Io, 'cwd' | 'env' | 'now' | 'secrets'>;

/** Writes what is told of a report. @throws what keeps the file from being written */
export function writeNotification(file: string, report: Report, io: NotifyIo, known: Omit<NotifyContext, 'at'> = {}): void {
  // Once a text is cut or made harmless, a credential in it would not be known again.
  const shown = withEveryString(report, (text) => io.secrets.hide(text));
  write(file, notificationOf(shown, notifyContext(io, known)), io);
}

/** The same where the tool stopped on a fault of its own. @throws what keeps the file from being written */
export function writeFaultNotification(file: string, command: string, io: NotifyIo): void {
  write(file, faultNotification(command, notifyContext(io)), io);
}

function write(file: string, notification: Notification, { cwd }: Pick<Io, 'cwd'>): void {
  writeReport(resolve(cwd, file), jsonText(notification));
}

/** Where the tool runs, as far as the environment and the shell know it; what the shell knows counts. */
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
