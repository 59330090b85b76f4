// The only file that imports the toolkit. With named static imports the bundler keeps 5 KB of it, with a namespace or a dynamic import 417
// KB.
import { getInput, notice, setOutput, setSecret, summary, warning } from '@actions/core';
import type { Runner } from './runner.ts';

/** The GitHub Actions runner of this process. */
export function actionsRunner(): Runner {
  return {
    env: process.env,
    input: (name) => getInput(name),
    output: (name, value) => setOutput(name, value),
    secret: (value) => setSecret(value),
    log: (text) => void process.stdout.write(text),
    notice: (message) => notice(message, { title: 'fleet-gate' }),
    warning: (message) => warning(message, { title: 'fleet-gate' }),
    summary: async (markdown) => {
      await summary.addRaw(markdown, true).write();
    },
  };
}
