import { KUBECTL } from './kubectl-commands.ts';

/**
 * The words of a command of kubectl or helm with each short flag in a word of its own: `-Rf apps` becomes `-R -f apps`, and `-Rf=apps` becomes
 * `-R -f=apps`. Only flags without a value may have another flag behind them. Other commands stay as they are.
 */
export function withSeparateFlags(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => word === 'helm' || KUBECTL.test(word));
  if (at < 0) return words;
  const grouped = words[at] === 'helm' ? OF_HELM : OF_KUBECTL;
  // In `minikube kubectl -- apply`, kubectl gets all words.
  const end = words.indexOf('--', at + 2);
  return words.flatMap((word, index) => (index > at && (end < 0 || index < end) ? separated(word, grouped) : word));
}

function separated(word: string, grouped: RegExp): readonly string[] {
  const [, switches, last] = grouped.exec(word) ?? [];
  return switches === undefined || last === undefined ? [word] : [...switches.split(''), last].map((flag) => `-${flag}`);
}

/** Flags without a value, then any flag. Source: `kubectl options`, and `kubectl VERB --help` of Kubernetes 1.32. */
const OF_KUBECTL = /^-([AhiqRtw]+)([A-Za-z].*)$/s;
/** Source: `helm upgrade --help`, `helm install --help`, `helm template --help`. */
const OF_HELM = /^-([ghi]+)([A-Za-z].*)$/s;
