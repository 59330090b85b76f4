import { childPointer } from '../../src/fleet/json/json-pointer.ts';

/** Pointers of all keys that a JSON text writes twice in one object. The text must be valid JSON. */
export function duplicateKeys(text: string): readonly string[] {
  const found = new Set<string>();
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)].map(([token]) => token);
  let next = 0;
  const value = (pointer: string): void => {
    const token = tokens[next++];
    if (token === '[') entries(pointer);
    if (token === '{') fields(pointer);
  };
  const entries = (pointer: string): void => {
    for (let at = 0; tokens[next] !== ']'; at++) {
      value(childPointer(pointer, at));
      if (tokens[next] === ',') next++;
    }
    next++;
  };
  const fields = (pointer: string): void => {
    const seen = new Set<string>();
    while (tokens[next] !== '}') {
      const at = childPointer(pointer, JSON.parse(tokens[next] ?? '') as string);
      next += 2;
      if (seen.has(at)) found.add(at);
      seen.add(at);
      value(at);
      if (tokens[next] === ',') next++;
    }
    next++;
  };
  value('');
  return [...found];
}
