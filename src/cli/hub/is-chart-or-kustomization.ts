import { dirname } from 'node:path';
import { namesIn } from '../../files/names-in.ts';
import { isKustomization } from '../../static/read/kustomize/kustomization.ts';

/** Whether a file is beside a kustomization, or is in a chart. @param path absolute */
export function isChartOrKustomization(path: string): boolean {
  if (namesIn(dirname(path)).some(isKustomization)) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (namesIn(folder).includes('Chart.yaml')) return true;
    if (folder === dirname(folder)) return false;
  }
}
