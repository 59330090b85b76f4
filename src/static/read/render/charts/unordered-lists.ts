import { parsedExpression, type Pipeline, type Term } from './templates/parsed-expression.ts';

/** The use of a list whose order changes from run to run, because Go does not order its maps. */
export interface UnorderedUse {
  /** The expression returns such a list, for its variables. */
  readonly returned: string | undefined;
  /** It depends on the order. */
  readonly used: string | undefined;
}

/** What an expression does with the lists of `keys` and `values`. @param lists the variables that hold such a list */
export function unorderedUse(expression: string, lists: ReadonlyMap<string, string>): UnorderedUse {
  if (lists.size === 0 && !MAKES.test(expression)) return { returned: undefined, used: undefined };
  let used: string | undefined;
  const { keyword, variables, pipeline } = parsedExpression(expression);
  const returned = ofPipeline(pipeline);
  // A loop with the numbers of the items.
  if (keyword === 'range' && variables.length > 1) used ??= returned;
  return { returned: keyword === 'range' ? undefined : returned, used };

  function ofPipeline(all: Pipeline): string | undefined {
    let before: string | undefined;
    for (const [first, ...rest] of all) {
      if (first === undefined) continue;
      const given = [...rest.map(ofTerm), before].find((each) => each !== undefined);
      before = first.kind === 'word' && /^\w/.test(first.word) ? ofFunction(first.word, given) : ofTerm(first);
    }
    return before;
  }

  function ofTerm(term: Term): string | undefined {
    if (term.kind === 'group') return ofPipeline(term.pipeline);
    return term.kind === 'word' ? lists.get(term.word) : undefined;
  }

  function ofFunction(name: string, list: string | undefined): string | undefined {
    if (name === 'keys' || name === 'values') return name;
    if (ORDERED.test(name)) used ??= list;
    return PASSES.test(name) || ORDERED.test(name) ? list : undefined;
  }
}

const MAKES = /(?<![\w.$-])(?:keys|values)(?![\w:-])/;
const ORDERED = /^(?:(?:mustF|f)irst|(?:mustL|l)ast|(?:mustR|r)est|(?:mustI|i)nitial|(?:mustS|s)lice|index|join)$/;
/** The order of what they return is that of what they are given. */
const PASSES =
  /^(?:(?:mustU|u)niq|(?:mustC|c)ompact|(?:mustW|w)ithout|(?:mustR|r)everse|(?:mustA|a)ppend|(?:mustP|p)repend|concat|toStrings|default|coalesce|ternary|and|or)$/;
