import { SAME_LOGIN } from '../../../../static/world/hub-world.ts';
import { outputsOf } from './built-by-command.ts';
import type { Login } from './login.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { fileFrom } from '../shell/script-paths.ts';

/**
 * A login that only secrets and variables of GitHub decide, which are the same in all jobs of a repository for the same environment. Source:
 * GitHub's reference of contexts (`secrets`, `vars`).
 * @param environment of the job; empty for none, `undefined` if it is not known
 */
export function withSettings(login: Login, environment: string | undefined): Login {
  if (login.cluster !== undefined || login.isSeveral || environment === undefined || !isOfSettings(login.key)) return login;
  return { ...login, cluster: { by: SAME_LOGIN, name: `${environment} ${login.key}` } };
}

/** What the commands of a script write to files, some of which may be a kubeconfig. */
export class WrittenLogins {
  readonly #texts = new Map<string, string>();

  /** The login of a line that writes the kubeconfig of later commands with what settings have; `undefined` for another line. */
  read({ text, piped, folder, environment }: Pick<CommandLine, 'text' | 'piped' | 'folder' | 'environment'>): Login | undefined {
    const files = piped.flatMap(outputsOf);
    if (!hasSetting(text)) return undefined;
    for (const file of files) this.#texts.set(nameOf(fileFrom(folder, file)), `${environment ?? ''} ${text}`);
    const login = withSettings({ key: withoutFiles(text), isSeveral: false }, environment);
    return files.some((file) => DEFAULT.test(file)) && login.cluster !== undefined ? login : undefined;
  }

  /** A login with a file that was written: another job may have other content in a file of this name. */
  known(login: Login): Login {
    const { key, cluster } = login;
    const text = this.#texts.get(nameOf(cluster?.name ?? ''));
    return text === undefined ? login : { ...login, key: `${key} ${text}`, cluster: { by: SAME_LOGIN, name: `${key} ${text}` } };
  }
}

/** `//` is the top of the repository. */
function nameOf(file: string): string {
  return file.replace(/^\/\/+/, '');
}

/** Whether a text has a value of settings, and no other one that is not known. */
function isOfSettings(text: string): boolean {
  return hasSetting(text) && !/[$`{]/.test(withoutFiles(withoutSettings(text)));
}

function hasSetting(text: string): boolean {
  return withoutSettings(text) !== text;
}

function withoutSettings(text: string): string {
  return text.replaceAll(SETTINGS, (written, name: string) => (OTHERS.test(`_${name}_`) ? written : ''));
}

function withoutFiles(text: string): string {
  return text.replaceAll(FILES, '');
}

/** The kubeconfig that kubectl reads if no other one is named. */
const DEFAULT = /(?:^|\/)\.kube\/config$|^\$\{?KUBECONFIG\}?$/;
/** Where a machine has it. */
const FILES = /\$(?:\{(?:HOME|KUBECONFIG|RUNNER_TEMP)\}|(?:HOME|KUBECONFIG|RUNNER_TEMP)(?!\w))/g;
/** As the expressions of GitHub become variables. */
// linear: a name is bounded.
const SETTINGS = /\$\{?_?(?:secrets|vars)_(\w{1,200})\}?/g;
/** An expression with another context may have another value. */
const OTHERS = /_(?:matrix|inputs|steps|needs|env|github|strategy|jobs?|runner|format|fromJSON)_/;
