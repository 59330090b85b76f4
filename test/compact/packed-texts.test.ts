import { expect, it } from 'vitest';
import { PackedTexts } from '../../src/compact/packed-texts.ts';

// They hold twice as much as is kept as it is, so that the last of them are packed.
const texts = Array.from({ length: 3000 }, (_, index) => `kind: ${String(index)} \uFEFF \uD800 ${'line\r\n'.repeat(index % 2000)}`);

it('gives every text back as it was, whether it is packed by then or not', () => {
  const packed = new PackedTexts();
  const again = texts.map((text) => packed.add(text));
  expect(again.map((each) => each.read())).toEqual(texts);
  expect(again.toReversed().map((each) => each.read())).toEqual(texts.toReversed());
});

it('gives a long text back that comes before short ones', () => {
  const packed = new PackedTexts();
  const long = 'a line of a large file\n'.repeat(500_000);
  const again = [long, 'short', long, 'shorter'].map((text) => packed.add(text));
  expect(again.map((each) => each.read())).toEqual([long, 'short', long, 'shorter']);
});
