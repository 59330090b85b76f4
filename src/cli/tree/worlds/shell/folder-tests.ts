import { posix } from 'node:path';
import type { CompoundList, PipelineNode, Statement, TestExpression, Word } from 'unbash';

/** What a condition says about paths. */
export interface FolderTest {
  /** They are folders. */
  readonly folders: readonly string[];
  /** They are if the condition does not hold. */
  readonly isNegated: boolean;
}

/**
 * The folders of a condition: `[ -d PATH ]`, `test -d PATH` and `[[ -d PATH ]]`, and those of the files that `-f` and `-e` ask for. Of several
 * conditions, each must hold.
 * @param textOf the value of a word
 */
export function folderTestIn(nodes: readonly PipelineNode[], textOf: (word: Word) => string): FolderTest {
  const [first, ...more] = nodes.map((node) => testOf(node, textOf));
  if (first === undefined || more.length === 0) return first ?? NONE;
  return { folders: [first, ...more].flatMap((each) => (each.isNegated ? [] : each.folders)), isNegated: false };
}

/** The conditions of `if`, each of which must hold; none if that is not so. */
export function conditionsOf({ commands: [statement, ...more] }: CompoundList): readonly PipelineNode[] {
  if (statement === undefined || more.length > 0) return [];
  const { command } = statement;
  if (command.type !== 'AndOr') return [command];
  return command.operators.every((operator) => operator === '&&') ? command.commands : [];
}

/** Whether what is behind a statement is not started after it: `continue`, `exit`, and a group that ends so. */
export function leaves(node: PipelineNode | Statement['command'] | undefined): boolean {
  if (node?.type === 'BraceGroup') return leaves(node.body.commands.at(-1)?.command);
  return node?.type === 'Command' && LEAVES.has(node.name?.value ?? '');
}

const LEAVES = new Set(['continue', 'break', 'exit', 'return']);
const NONE: FolderTest = { folders: [], isNegated: false };

function testOf(node: PipelineNode, textOf: (word: Word) => string): FolderTest {
  if (node.type === 'TestCommand') return testOfExpression(node.expression, textOf);
  if (node.type === 'Pipeline') {
    const [only, ...more] = node.commands;
    if (only === undefined || more.length > 0) return NONE;
    const isNegated = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
    return isNegated ? negated(testOf(only, textOf)) : testOf(only, textOf);
  }
  if (node.type !== 'Command' || !/^(?:\[|test)$/.test(node.name?.value ?? '')) return NONE;
  const words = node.suffix.flatMap((part) => (part.type === 'Word' ? [textOf(part)] : []));
  if (words.includes('-o')) return NONE;
  const folders = words.flatMap((word, index) => folderOf(words[index - 1] ?? '', word));
  return words[0] === '!' ? negated({ folders, isNegated: false }) : { folders, isNegated: false };
}

function testOfExpression(expression: TestExpression, textOf: (word: Word) => string): FolderTest {
  switch (expression.type) {
    case 'TestUnary':
      return { folders: folderOf(expression.operator, textOf(expression.operand)), isNegated: false };
    case 'TestNot':
      return negated(testOfExpression(expression.operand, textOf));
    case 'TestGroup':
      return testOfExpression(expression.expression, textOf);
    case 'TestLogical': {
      const all = expression.operands.map((each) => testOfExpression(each, textOf));
      const isEach = expression.operator === '&&';
      return { folders: isEach ? all.flatMap((each) => (each.isNegated ? [] : each.folders)) : [], isNegated: false };
    }
    case 'TestBinary':
    default:
      return NONE;
  }
}

function negated({ folders, isNegated }: FolderTest): FolderTest {
  return { folders, isNegated: !isNegated };
}

function folderOf(operator: string, path: string): readonly string[] {
  if (operator === '-d') return [path];
  return (operator === '-f' || operator === '-e') && path.includes('/') ? [posix.dirname(path)] : [];
}
