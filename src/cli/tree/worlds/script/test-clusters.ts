import { loginOf } from './cluster-logins.ts';
import type { CommandLine } from '../shell/command-line.ts';

/** Finds the commands of a job or a script that deploy to a cluster which it creates itself, for a test. */
export class TestClusters {
  #isCreated = false;

  /** Whether a command is for such a cluster. Each is asked about, in their order. */
  isForTest({ text, piped, folder }: Pick<CommandLine, 'text' | 'piped' | 'folder'>): boolean {
    this.#isCreated &&= !piped.some((words) => loginOf(words, folder) !== undefined);
    this.#isCreated ||= CREATES.test(text);
    return this.#isCreated && !NAMES_CLUSTER.test(text);
  }
}

const CREATES = /^(?:sudo )?(?:kind create cluster|k3d cluster create|minikube start)\b/;
const NAMES_CLUSTER = / --?(?:kube-?context|context|kubeconfig|cluster|server|service-connection|s)\b|\bKUBECONFIG=/;
