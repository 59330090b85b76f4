import type { JsonObject } from '../../../../fleet/json/json.ts';
import { LOGIN_WITH } from '../script/cluster-logins.ts';
import type { PipelineStep } from './pipeline-step.ts';
import type { Variables } from '../shell/script-variables.ts';

/**
 * The step that logs in with the kubeconfig that the variables around a job name; none if they name none. Jobs have the same one if they run
 * on the same machines and do nothing before their deployments that may make another one.
 * @param written the steps as the file has them
 */
export function loginOfVariables(
  job: JsonObject,
  written: readonly unknown[],
  { variables, steps }: { readonly variables: Variables; readonly steps: readonly PipelineStep[] },
): readonly PipelineStep[] {
  const kubeconfig = variables.get('KUBECONFIG')?.replace(TOP, '');
  if (kubeconfig === undefined || kubeconfig === '' || kubeconfig.includes('$') || steps.length === 0) return [];
  const actions = written.filter((step) => typeof step === 'object' && step !== null && 'uses' in step && !isKnownAction(step.uses));
  const scripts = steps.flatMap((step) => (step.written.split('\n').every((line) => KEEPS.test(line)) ? [] : step.script));
  const machine = MACHINE.map((name) => job[name] ?? '');
  const name = JSON.stringify([kubeconfig, machine, actions, scripts]);
  return [{ script: `${LOGIN_WITH} '${name.replaceAll(/[^\w.@/-]/g, (sign) => `_${sign.charCodeAt(0)}`)}'`, written: '' }];
}

function isKnownAction(uses: unknown): boolean {
  return typeof uses === 'string' && /^(?:actions\/|azure\/(?:setup-|k8s-deploy)|docker\/)/i.test(uses);
}

/** Fields that decide where a job runs, and with which secrets. */
const MACHINE = ['runs-on', 'container', 'environment', 'tags', 'image', 'pool', 'runner', 'agents', 'rules'];
/** How pipelines name the top of the repository at the start of a path. */
const TOP = /^(?:\$\{\{ {0,9}github\.workspace {0,9}\}\}|\$\(Build\.SourcesDirectory\)|\$\{?CI_PROJECT_DIR\b\}?)/;
/** Commands that make no kubeconfig. */
const KEEPS = /^\s*(?:#.*|(?:kubectl|kustomize|helm|cd|ls|pwd|mkdir|echo|set)\b[^>&|;]*)?$/;
