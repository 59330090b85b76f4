import type { Runner } from '../../../src/action/runner.ts';

/** A runner that records its calls in order. */
export interface ScriptedRunner extends Runner {
  /** `summary`, `log`, `output NAME`, `notice`, `warning`, `secret`. */
  readonly steps: string[];
  readonly outputs: Record<string, string>;
  readonly messages: string[];
  readonly logged: string[];
  readonly summaries: string[];
}

export function scriptedRunner(inputs: Readonly<Record<string, string>> = {}, summaryError?: Error): ScriptedRunner {
  const steps: string[] = [];
  const outputs: Record<string, string> = {};
  const messages: string[] = [];
  const logged: string[] = [];
  const summaries: string[] = [];
  const say = (kind: string, message: string): void => {
    steps.push(kind);
    messages.push(`${kind}: ${message}`);
  };
  return {
    steps,
    outputs,
    messages,
    logged,
    summaries,
    env: {},
    input: (name) => inputs[name] ?? '',
    output: (name, value) => {
      steps.push(`output ${name}`);
      outputs[name] = value;
    },
    secret: (value) => say('secret', value),
    log: (text) => {
      steps.push('log');
      logged.push(text);
    },
    notice: (message) => say('notice', message),
    warning: (message) => say('warning', message),
    summary: (markdown) => {
      if (summaryError !== undefined) return Promise.reject(summaryError);
      steps.push('summary');
      summaries.push(markdown);
      return Promise.resolve();
    },
  };
}
