/**
 * The answer of the member's API server in the message of a manifest, without KubeFleet's prefixes (KubeFleet
 * pkg/controllers/workapplier/apply.go). The whole message if it quotes no answer.
 */
export function memberAnswer(message: string): string {
  const inner = /^Failed to apply the manifest \(error: (.*)\)$/s.exec(message)?.[1] ?? message;
  return /error (?:is )?returned by the API server: (.*)$/s.exec(inner)?.[1] ?? inner;
}
