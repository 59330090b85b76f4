import { SaxesParser } from 'saxes';

/** An XML 1.0 document: its nested elements with the names of their attributes, and all values and texts in order. */
export interface SeenXml {
  readonly shape: string;
  readonly text: string;
}

/** @throws if it is not well-formed, contains characters that XML 1.0 does not allow, or declares more than its version */
export function seenInXml(xml: string): SeenXml {
  const shape: string[] = [];
  const words: string[] = [];
  const parser = new SaxesParser({ position: true });
  const refuse = (what: string) => (): never => {
    throw new Error(`${what} in a report`);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', refuse('a document type'));
  parser.on('processinginstruction', refuse('an instruction'));
  parser.on('comment', refuse('a comment'));
  parser.on('cdata', refuse('a section of characters'));
  parser.on('opentag', ({ name, attributes }) => {
    shape.push(`<${[name, ...Object.keys(attributes)].join(' ')}>`);
    words.push(...Object.values(attributes).map(String));
  });
  parser.on('text', (text) => {
    if (text.trim() !== '') shape.push('"');
    words.push(text);
  });
  parser.on('closetag', ({ name }) => void shape.push(`</${name}>`));
  parser.write(xml).close();
  return { shape: shape.join(''), text: words.join('\n') };
}
