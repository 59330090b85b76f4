import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { KnownSecrets } from '../../src/secrets/known-secrets.ts';

const TOKEN = 'c4nary-Token/with+signs "and" more=0123456789';
const known = (...secrets: readonly string[]): KnownSecrets => {
  const all = new KnownSecrets();
  for (const secret of secrets) all.add(secret);
  return all;
};

describe('a known secret', () => {
  it.each([
    ['as it is', TOKEN],
    ['in JSON', JSON.stringify(TOKEN)],
    ['in a URL', encodeURIComponent(TOKEN)],
    ['in base64', Buffer.from(TOKEN).toString('base64')],
    ['in base64 of a file', Buffer.from(`${TOKEN}\n`).toString('base64')],
    ['in base64 of more', Buffer.from(`{"a":"${TOKEN.replaceAll('"', '')}"}`).toString('base64')],
    ['in base64 of a URL', Buffer.from(`?>${TOKEN}`).toString('base64url')],
    ['cut off', TOKEN.slice(0, 20)],
    ['without its beginning', TOKEN.slice(17)],
    ['broken over lines', `${TOKEN.slice(0, 18)}\n  ${TOKEN.slice(18)}`],
  ])('is hidden %s', (_, form) => {
    const shown = known(TOKEN, TOKEN.replaceAll('"', '')).hide(`the hub says <${form}> to that`);
    expect(shown).toMatch(/^the hub says <.*\*\*\*.*> to that$/s);
    for (let at = 0; at + 16 <= form.length; at += 1) expect(shown).not.toContain(form.slice(at, at + 16));
  });

  it.each([
    ['a short one of a short one', 'dbuser', 'dbuser-9f83'],
    ['a short one of a long one', 'Secret', 'MySecretPass-0123456789'],
    ['one at the end', '0123456789', 'MySecretPass-0123456789'],
    ['a long one of a long one', 'MySecretPass-0123456789', 'a/MySecretPass-0123456789/b9'],
  ])('is hidden as a whole if another one is a part of it: %s', (_, part, whole) => {
    for (const secrets of [
      [part, whole],
      [whole, part],
    ])
      expect(known(...secrets).hide(`said ${whole}, then ${part} and ${whole}`)).toBe('said ***, then *** and ***');
  });

  it('is hidden at every place, and nothing else is', () => {
    const text = fc.string({ maxLength: 60 });
    const secret = fc.string({
      minLength: 16,
      maxLength: 80,
      unit: fc.constantFrom('a', 'B', 'c', 'X', 'y', '0', '1', '9', '+', '/', '-', '_', '.'),
    });
    fc.assert(
      fc.property(text, secret, text, (before, value, after) => {
        const shown = known(value).hide(`${before} ${value} ${after}`);
        expect(shown).not.toContain(value);
        expect(known('something else altogether').hide(before)).toBe(known().hide(before));
      }),
    );
  });

  it('is hidden even if it is short, unless it is a word of the language', () => {
    expect(known('hunter2').hide('password hunter2 refused')).toBe('password *** refused');
    expect(known('on').hide('nothing on the hub')).toBe('nothing on the hub');
  });

  it('is reported once: whole, line by line, and in base64', () => {
    const told: string[] = [];
    const secrets = new KnownSecrets((secret) => void told.push(secret));
    const key = '-----BEGIN KEY-----\nfirst line of it\n{\nsecond line of it\n-----END KEY-----';
    secrets.add(key);
    secrets.add(key);
    secrets.add(' ');
    expect(told).toEqual([...new Set(told)]);
    expect(told).toEqual(expect.arrayContaining([key, 'first line of it', 'second line of it', Buffer.from(key).toString('base64')]));
    expect(told).not.toContain('{');
    expect(secrets.hide('it has the first line of it')).toBe('it has the ***');
  });

  it('is known in pieces up to a limit, and whole beyond it', () => {
    const secrets = new KnownSecrets();
    const many = Array.from({ length: 400 }, (_, index) => `${String(index).padStart(4, '0')}${'x9Y'.repeat(300)}`);
    for (const value of many) secrets.hideOnly(value);
    expect(many.filter((value) => secrets.hide(`a ${value} b`).includes(value))).toEqual([]);
  });
});
