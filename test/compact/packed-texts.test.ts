import { expect, it } from 'vitest';
import { PackedTexts } from '../../src/compact/packed-texts.ts';

it('gives every text back as it was, whether it is packed by then or not', () => {
  const texts = Array.from({ length: 3000 }, (_, index) => `kind: ${String(index)} \uFEFF \uD800 ${'line\r\n'.repeat(index % 500)}`);
  const packed = new PackedTexts();
  const again = texts.map((text) => packed.add(text));
  expect(again.map((each) => each.read())).toEqual(texts);
  expect(again.toReversed().map((each) => each.read())).toEqual(texts.toReversed());
});
