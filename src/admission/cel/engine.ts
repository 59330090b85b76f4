import { Environment, EvaluationError } from '@marcbachmann/cel-js';

/** What a rule said: `false` and an error both deny. `error` is in the words of cel-go where those are known. */
export type Outcome = boolean | { readonly error: string };

type Program = (context: Readonly<Record<string, unknown>>) => unknown;

/** Evaluates the text of one CEL rule. Each text is parsed once. @throws {Error} the text does not parse, or is no predicate. */
export function evaluate(rule: string, context: () => { readonly self: unknown; readonly oldSelf?: unknown }): Outcome {
  let program = programs.get(rule);
  if (program === undefined) programs.set(rule, (program = parsed(rule)));
  try {
    const answer = program(context());
    if (typeof answer !== 'boolean') throw new Error(`CEL rule \`${rule}\` answered ${typeof answer}`);
    return answer;
  } catch (error) {
    if (error instanceof EvaluationError) return { error: wording(error) };
    throw error;
  }
}

/** Only texts of the contracts and of CRDs the user names come here, so this holds tens of programs. */
const programs = new Map<string, Program>();
let environment: Environment | undefined;

function parsed(rule: string): Program {
  // The options under which this engine judges Kubernetes' rules as cel-go does: values come from JSON, without declared types.
  environment ??= new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false, unlistedVariablesAreDyn: true });
  return environment.parse(rule);
}

/** The first line, without the excerpt of the text below it. */
function wording({ message }: EvaluationError): string {
  const line = message.split('\n')[0] ?? '';
  return line.replace(/^No such key/, 'no such key');
}
