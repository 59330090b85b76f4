import { withoutCommands } from '../report/facts/words/visible.ts';
import type { KnownSecrets } from '../secrets/known-secrets.ts';
import type { Runner } from './runner.ts';

/** The runner, told of no credential but to mask it, and in messages of no word that some runner would take for a command. */
export function hidingRunner(runner: Runner, secrets: KnownSecrets): Runner {
  return {
    env: runner.env,
    input: (name) => runner.input(name),
    output: (name, value) => runner.output(name, secrets.hide(value)),
    secret: (value) => {
      runner.secret(value);
      secrets.hideOnly(value);
    },
    log: (text) => runner.log(secrets.hide(text)),
    notice: (message) => runner.notice(withoutCommands(secrets.hide(message))),
    warning: (message) => runner.warning(withoutCommands(secrets.hide(message))),
    summary: (markdown) => runner.summary(secrets.hide(markdown)),
  };
}
