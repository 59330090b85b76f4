import { stringAt } from '../../../fleet/json/json.ts';
import type { OutsideCommand } from '../../../static/read/deployers/deployed-from-outside.ts';
import { isKnownText } from '../../../static/read/deployers/delivery.ts';
import { isAddress } from './outside/fetched-files.ts';
import { valuesIn } from '../../../yaml/documents.ts';

/** The remote chart of a `fleet.yaml` of Rancher Fleet. It deploys to other clusters, so its namespace is not one of the hub. */
export function chartOfRancherFleet(text: string, file: string): readonly OutsideCommand[] {
  const lines = text.split('\n');
  return valuesIn(text).flatMap((value) => {
    const [chart = '', repository = ''] = [stringAt(value, 'helm', 'chart'), stringAt(value, 'helm', 'repo')];
    if (!isAddress(chart) && repository === '') return [];
    return [
      commandAt(
        file,
        lines.findIndex((line) => line.includes(chart)),
        undefined,
      ),
    ];
  });
}

/** The releases of Terraform and OpenTofu whose chart is not a folder. */
export function releasesOfTerraform(text: string, file: string): readonly OutsideCommand[] {
  let line = 0;
  return text.split(/^(?=resource ")/m).flatMap((block) => {
    const index = line;
    line += block.split('\n').length - 1;
    if (!block.startsWith('resource "helm_release" ')) return [];
    const chart = CHART.exec(block)?.[1] ?? '';
    const isFolder = !REPOSITORY.test(block) && /^(?:\.|\/|\$\{path\.)/.test(chart);
    return isFolder ? [] : [commandAt(file, index, NAMESPACE.exec(block)?.[1])];
  });
}

// linear: at most 99 blanks are tried after each word, and a text ends with its line.
const REPOSITORY = /^ {0,99}repository {0,99}=/m;
// linear: as above.
const CHART = /^ {0,99}chart {0,99}= {0,99}"([^"\n]{1,500})"/m;
// linear: as above.
const NAMESPACE = /^ {0,99}namespace {0,99}= {0,99}"([^"\n]{1,500})"/m;

/** @param index of the line, from 0 */
export function commandAt(file: string, index: number, namespace: string | undefined): OutsideCommand {
  return { file, line: Math.max(index, 0) + 1, ...(namespace === undefined || !isKnownText(namespace) ? {} : { namespace }) };
}
