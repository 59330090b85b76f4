import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

const SOURCES = join(import.meta.dirname, '../../../src');

/** Every text in the sources that we write, with its file. */
export function sourceTexts(): readonly { readonly file: string; readonly text: string }[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.gen|\.d)\.ts$/.test(file));
  return files.flatMap((file) => textsIn(readFileSync(join(SOURCES, file), 'utf8')).map((text) => ({ file, text })));
}

/** The strings and templates of a source. `…` replaces the expressions of a template. */
export function textsIn(source: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value, quasis } = node as {
      readonly type?: unknown;
      readonly value?: unknown;
      readonly quasis?: readonly { readonly cooked?: string }[];
    };
    if (type === 'StringLiteral' && typeof value === 'string') texts.push(value);
    if (type === 'TemplateLiteral' && quasis !== undefined) texts.push(quasis.map(({ cooked = '' }) => cooked).join('…'));
    Object.values(node).forEach(visit);
  };
  visit(parseSync(source, { syntax: 'typescript' }));
  return texts;
}
