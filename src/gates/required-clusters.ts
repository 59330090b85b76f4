import type { LabelSelector } from '../fleet/kubernetes/label-selector.ts';
import { labelSelectorOfText } from '../fleet/kubernetes/label-selector-text.ts';

/** The clusters on which every target must be good: by name, or those whose MemberCluster has these labels. */
export type RequiredClusters =
  | { readonly kind: 'named'; readonly names: readonly string[] }
  | { readonly kind: 'labelled'; readonly text: string; readonly selector: LabelSelector };

/** A name of a MemberCluster. Any other text must be a label requirement; a key alone is read as a name. */
const NAME = /^[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?$/;

/** `east,west` or `env=prod`; `undefined` for text that is not names or a label selector, or is a mixture. */
export function parseRequiredClusters(text: string): RequiredClusters | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => NAME.test(part))) return { kind: 'named', names: [...new Set(parts)] };
  const selector = labelSelectorOfText(text);
  const isMixed = selector.requirements.some(({ operator }) => operator === 'Exists');
  return selector.invalid !== undefined || isMixed ? undefined : { kind: 'labelled', text: text.trim(), selector };
}

export function requiredClustersText(clusters: RequiredClusters): string {
  return clusters.kind === 'named' ? clusters.names.join(',') : clusters.text;
}
