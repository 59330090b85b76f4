import type { GatedPlacement } from '../../../report.ts';
import { verdictWord } from './verdict-word.ts';

/**
 * Whether the gate fails on a placement although its rollout did not fail: an eviction that the deploy asks for was refused. An eviction is
 * not part of the rollout, so it does not change the verdict (src/gates/verdict/target-verdict.ts).
 */
export function hasRefusedEviction({ verdict, diagnoses }: Pick<GatedPlacement, 'verdict' | 'diagnoses'>): boolean {
  return (verdict === 'passed' || verdict === 'waiting') && diagnoses.some(({ outcome }) => outcome === 'terminal');
}

/** `eviction failed, rollout passed`: the verdict in words, after the failure that is not part of the rollout. */
export function gatedWord(gated: Pick<GatedPlacement, 'verdict' | 'diagnoses'>): string {
  const word = verdictWord(gated.verdict);
  if (!hasRefusedEviction(gated)) return word;
  const isEviction = gated.diagnoses.some(({ id, outcome }) => id === 'eviction-not-executed' && outcome === 'terminal');
  return `${isEviction ? 'eviction failed' : 'failed'}, rollout ${word}`;
}
