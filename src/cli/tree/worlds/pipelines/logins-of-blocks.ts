import { LOGIN_WITH } from '../script/cluster-logins.ts';
import type { PipelineStep } from './pipeline-step.ts';
import type { Token } from './tokens-of-groovy.ts';

/** What is in braces in a Jenkinsfile. */
export interface Block {
  /** That of `dir`; `undefined` for another block. */
  readonly folder: string | undefined;
  /** What it logs in with; absent if it does not say so. With a `$` it may be another cluster each time. */
  login?: string;
  readonly isEnvironment: boolean;
}

/**
 * What the blocks of a Jenkinsfile log in with: `KUBECONFIG` in `environment`, `withEnv` and `withCredentials`, and the steps of plugins.
 * Sources: Jenkins' documentation of `environment` and of the steps of Credentials Binding and Kubernetes CLI.
 */
export class LoginsOfBlocks {
  readonly #tokens: readonly Token[];
  readonly #inJobs = new WeakMap<readonly PipelineStep[], string | undefined>();
  /** The word that the next block belongs to. */
  #opening = -1;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Takes a word: a step with a block, or a variable. @param blocks those around it, whose logins it sets */
  set(index: number, blocks: readonly Block[]): void {
    const { value } = this.#tokens[index] ?? { value: '' };
    if (value === 'environment' || WITH_LOGIN.has(value)) this.#opening = index;
    if (value !== KUBECONFIG || this.#tokens[index + 1]?.value !== '=') return;
    const set = `${KUBECONFIG} ${this.#textsFrom(index + 2)}`;
    const isInEnvironment = blocks.at(-1)?.isEnvironment === true;
    const [around, ...outer] = blocks.toReversed().slice(isInEnvironment ? 1 : 0);
    // That of the whole pipeline has one value for all of its stages.
    const login = outer.length === 0 && isInEnvironment ? set.replaceAll('$', '_') : set;
    for (const block of isInEnvironment ? [around] : blocks) if (block !== undefined) block.login = login;
  }

  /** The block that begins here. */
  opened(index: number): Pick<Block, 'login' | 'isEnvironment'> {
    const [from, word] = [this.#opening, this.#tokens[this.#opening]?.value ?? ''];
    this.#opening = -1;
    const texts = from < 0 || !WITH_LOGIN.has(word) ? [] : this.#tokens.slice(from + 1, index).flatMap(textOf);
    const isLogin = OF_PLUGIN.has(word) || texts.some((text) => /^KUBECONFIG(?:=|$)/.test(text));
    return {
      isEnvironment: word === 'environment',
      ...(isLogin ? { login: [word, ...(texts.length === 0 ? ['$'] : texts)].join(' ') } : {}),
    };
  }

  /** The command that logs in before the next step of a job, if another login was before it. */
  before(job: readonly PipelineStep[], blocks: readonly Block[]): readonly PipelineStep[] {
    const login = blocks.findLast((block) => block.login !== undefined)?.login;
    if (this.#inJobs.get(job) === login) return [];
    this.#inJobs.set(job, login);
    return [{ script: `${LOGIN_WITH} '${(login ?? '$').replaceAll(/[^\w.@/$-]/g, '_')}'`, written: '' }];
  }

  /** The texts and words of a value; a word is a variable, if it is not that of a step. */
  #textsFrom(index: number): string {
    const end = this.#tokens.findIndex(({ kind }, at) => at >= index && kind === 'sign');
    const isNext = this.#tokens[end]?.value === '=';
    const all = this.#tokens.slice(index, end < 0 ? undefined : isNext ? end - 1 : end);
    return all.map(({ kind, value }) => (kind === 'text' || value === 'credentials' ? value : `$${value}`)).join(' ');
  }
}

function textOf({ kind, value }: Token): readonly string[] {
  return kind === 'text' ? [value] : [];
}

const KUBECONFIG = 'KUBECONFIG';
const OF_PLUGIN: ReadonlySet<string> = new Set(['withKubeConfig', 'withKubeCredentials', 'kubeconfig']);
const WITH_LOGIN: ReadonlySet<string> = new Set([...OF_PLUGIN, 'withEnv', 'withCredentials']);
