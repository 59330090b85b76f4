import { posix } from 'node:path';

/** The words of a command with the name of its program in place of its path, also behind programs that start another one, as `sudo`. */
export function withProgramNames(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    const before = words[index - 1];
    const isProgram = before === undefined || /^\w+=/.test(before) || STARTS_ANOTHER.test(before);
    if (!isProgram) return word;
    // Make does not print such a command, or goes on if it fails.
    const program = index === 0 && /^[@+-]\w/.test(word) ? word.slice(1) : word;
    return DEPLOYS.test(program) ? posix.basename(program, '.exe') : program;
  });
}

/** Programs with a path that deploy something. */
const DEPLOYS = /\/(?:kubectl|oc|helm|kustomize|flux|argocd|kapp|az)(?:\.exe)?$/;

/** The last word before a program: another program, or the time limit of `timeout`. */
const STARTS_ANOTHER = /^(?:sudo|env|time|exec|command|nohup|xargs|parallel|retry|--|-[A-Za-z]|[\d.]+[smh]?)$/;
