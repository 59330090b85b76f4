import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const KEPT_CODE = path.resolve(import.meta.dirname, '../../src/cli/process/kept-code.ts');
const FRUGAL_HEAP = path.resolve(import.meta.dirname, '../../src/cli/process/frugal-heap.ts');

describe('what is kept of a program that was compiled', () => {
  let folder = '';
  let name = '';
  const program = (): string => path.join(folder, name);
  const kept = (): string => path.join(folder, 'kept/lint.code');
  const write = (file: string, text: string): void => writeFileSync(path.join(program(), file), text);
  /** What the program says, and whether all of its files came from what was kept. */
  const run = (word = ''): { said: string; compiled: readonly string[] } => {
    const start = path.join(folder, 'start.mjs');
    writeFileSync(
      start,
      `import { createRequire } from 'node:module';
       import { Script } from 'node:vm';
       const { keepCode } = await import(${JSON.stringify(KEPT_CODE)});
       const { keepHeapSmall } = await import(${JSON.stringify(FRUGAL_HEAP)});
       const compiled = [];
       const { runInThisContext } = Script.prototype;
       let loaded = 0;
       Script.prototype.runInThisContext = function (...given) {
         loaded += 1;
         if (this.cachedDataRejected !== false) compiled.push(loaded);
         return runInThisContext.apply(this, given);
       };
       keepCode(${JSON.stringify(kept())}, ${JSON.stringify(program())});
       const said = createRequire(import.meta.url)(${JSON.stringify(path.join(program(), 'main.js'))})(process.argv[2], keepHeapSmall);
       console.log(JSON.stringify({ said, compiled: compiled.map(String) }));`,
    );
    return JSON.parse(execFileSync(process.execPath, ['--no-warnings', start, word], { encoding: 'utf8' })) as ReturnType<typeof run>;
  };

  beforeEach(() => {
    folder = temporaryFolder();
    name = 'program';
    mkdirSync(program());
    mkdirSync(path.dirname(kept()));
    write('package.json', '{ "type": "commonjs" }');
    write('main.js', "module.exports = (word) => word === 'other' ? require('./other.js') : require('./part.js').say(__dirname);");
    write('part.js', "exports.say = (folder) => `one of ${folder.split('/').pop()}`;");
    write('other.js', "module.exports = 'another';");
  });

  it('is taken by the next run, which writes nothing', () => {
    expect(run()).toEqual({ said: 'one of program', compiled: ['1', '2'] });
    const written = readFileSync(kept());
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
    expect(run()).toEqual({ said: 'one of program', compiled: [] });
    expect(readFileSync(kept())).toEqual(written);
    expect(readdirSync(path.dirname(kept()))).toEqual(['lint.code']);
  });

  it('grows by what a run loads for the first time', () => {
    run();
    expect(run('other')).toEqual({ said: 'another', compiled: ['2'] });
    expect(run('other').compiled).toEqual([]);
    expect(run().compiled).toEqual([]);
  });

  it('is taken where the heap is kept small from the middle of a run', () => {
    write('main.js', "module.exports = (_, keepHeapSmall) => { keepHeapSmall(); return require('./other.js'); };");
    expect(run()).toEqual({ said: 'another', compiled: ['1', '2'] });
    const written = readFileSync(kept());
    expect(run()).toEqual({ said: 'another', compiled: [] });
    expect(readFileSync(kept())).toEqual(written);
  });

  it('is taken where much garbage was collected before the rest is loaded', () => {
    write(
      'main.js',
      `module.exports = (_, keepHeapSmall) => {
         const collect = keepHeapSmall('least');
         const texts = (count) => Array.from({ length: count }, (_, index) => ({ text: 'text ' + index }));
         globalThis.held = texts(400_000);
         collect();
         texts(200_000).at(-1);
         collect();
         return require('./other.js');
       };`,
    );
    expect(run()).toEqual({ said: 'another', compiled: ['1', '2'] });
    expect(run()).toEqual({ said: 'another', compiled: [] });
  });

  it('holds one program, not all there ever were', () => {
    run();
    const older = program();
    name = 'newer';
    cpSync(older, program(), { recursive: true });
    expect(run()).toEqual({ said: 'one of newer', compiled: ['1', '2'] });
    const [head = ''] = readFileSync(kept(), 'utf8').split('\n', 1);
    expect(head).toContain(path.join(program(), 'main.js'));
    expect(head).not.toContain(path.join(older, 'main.js'));
  });

  it('is left out for a file that has changed, of the same length too', () => {
    run();
    write('part.js', "exports.say = (folder) => `two of ${folder.split('/').pop()}`;");
    expect(run()).toEqual({ said: 'two of program', compiled: ['2'] });
    expect(run()).toEqual({ said: 'two of program', compiled: [] });
  });

  it.each([
    ['holds anything', () => Buffer.from('{}\nanything')],
    ['is empty', () => Buffer.alloc(0)],
    ['is cut', (whole: Buffer) => whole.subarray(0, whole.length - 100)],
    ['has one byte that is another', (whole: Buffer) => whole.map((byte, at) => (at === whole.length - 300 ? byte ^ 1 : byte))],
  ])('is made anew where it %s', (_, spoil) => {
    run();
    writeFileSync(kept(), spoil(readFileSync(kept())));
    expect(run()).toEqual({ said: 'one of program', compiled: ['1', '2'] });
    expect(run()).toEqual({ said: 'one of program', compiled: [] });
  });

  it('is not there where it cannot be written, and nobody hears of it', () => {
    mkdirSync(kept());
    expect(run()).toEqual({ said: 'one of program', compiled: ['1', '2'] });
    expect(existsSync(path.join(kept(), 'lint.code'))).toBe(false);
    expect(readdirSync(path.dirname(kept()))).toEqual(['lint.code']);
  });
});
